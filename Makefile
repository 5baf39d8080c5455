# Everything that is needed to run, test and change the portal. `make help` lists it.
SHELL := /bin/bash
# The first command of a pipe that fails, fails the target: a scan that was given nothing has not passed.
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help
VENV := .venv
PYTHON := $(VENV)/bin/python
BASE_PYTHON ?= python3
TEST_PROCESSES ?= 3
# A hundred processes of the tests import everything: what one has compiled the next reads, also where the environment forbids it.
export PYTHONDONTWRITEBYTECODE :=
USERS ?= 50
RUN_TIME ?= 1m

.PHONY: help install demo test all-tests chromium-install unit lint audit format containers bench lock clean

help: ## List what make can do
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: $(VENV)/.embedded ## Create .venv with everything that the portal runs on, servers included

demo: $(VENV)/.embedded ## Run the portal with an invented university: make demo [PORT=8123]
	@exec $(PYTHON) manage.py demo $(if $(PORT),--port $(PORT))

test: ## Lint and run all tests side by side; browser tests need Chromium, which root gets from apt
	@$(MAKE) --no-print-directory --jobs=2 lint all-tests

# Beside lint: tests wait for servers and browsers half of the time.
all-tests: $(VENV)/.development chromium-install
	$(PYTHON) -m pytest -n $(TEST_PROCESSES) --dist worksteal

chromium-install:
	@scripts/chromium-install

unit: $(VENV)/.development ## Run the tests without database, server or child process: less than a minute
	$(PYTHON) -m pytest tests/unit -q -n $(TEST_PROCESSES) -m "not slow and not process" --disable-socket --allow-unix-socket

lint: $(VENV)/.development ## Check style, types, layers, templates, missing migrations and secrets
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(VENV)/bin/lint-imports
	$(PYTHON) -m mypy
	$(if $(wildcard templates),$(VENV)/bin/djlint templates --lint --quiet)
	$(PYTHON) manage.py makemigrations --check --dry-run
	git ls-files -z | xargs -0 $(VENV)/bin/detect-secrets-hook --no-verify --baseline .secrets.baseline

audit: $(VENV)/.development ## Look up every locked package in the list of known faults; needs the internet
	@$(PYTHON) scripts/audit

format: $(VENV)/.development ## Format the code
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

containers: $(VENV)/.development ## Build the image and try docker-compose.yml in containers: make containers OPTIONS=…
	$(PYTHON) scripts/containers $(OPTIONS)

bench: $(VENV)/.development ## Measure citations, searches, and 200 streams on one web process, a minute of load
	$(PYTHON) manage.py migrate --verbosity 0
	$(PYTHON) manage.py bench citations
	$(PYTHON) manage.py bench search
	$(PYTHON) manage.py bench streams
	$(PYTHON) manage.py bench load --users $(USERS) --run-time $(RUN_TIME)

lock: $(VENV)/.development ## Compile requirements/*.txt anew from requirements/*.in
	@scripts/lock $(PYTHON)

clean: ## Remove the environment, the demo's data and all caches
	rm -rf $(VENV) .local .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are written last: an interrupted installation is done again.
$(VENV)/.%: requirements/%.txt
	@scripts/install "$(BASE_PYTHON)" $(VENV) requirements/$*.txt
	@touch $@
