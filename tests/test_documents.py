"""The documents say what is so: their links lead somewhere, what they name exists, and no command is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from chat.models import Answer
from regulations.text.readers import READABLE_SUFFIXES
from tests.names import CODE, PROJECT, anchors_in, exists, links_in, names_in, tracked_files
from verification.citations.states import CitationStatus, SentenceOutcome, Verdict
from verification.models import CitationCheck, Verification

README_LINES = 100
DOCUMENTS = sorted(
    name for name in tracked_files() if name.endswith(".md") and "samples" not in name
)
# What these name is held to be there; the others tell of measurements, too, whose names may be gone.
HELD = [
    "README.md", "CONTEXT.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/deployment.md", "docs/index.md",
    "docs/limits.md", "docs/operations.md", "docs/security.md",
]  # fmt: skip
# Names of the environment, of packages and of files that an installation has.
ELSEWHERE = re.compile(
    r"[A-Z][A-Z_0-9]+$|\.env$|\.venv|\.local|text/event-stream|cpu_shares|chat_answer$"
    r"|\.\./shared/|application\."
)
# What every command of Django takes, and what belongs to the commands of django-dbbackup.
USUAL = {
    "--help",
    "--version",
    "--verbosity",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
}
USUAL |= {"--force-color", "--skip-checks", "-h", "-v"}
# The closed lists that CONTEXT.md writes out, by the names that it gives them.
STATES = {
    "Answer.Status": Answer.Status,
    "CitationStatus": CitationStatus,
    "Action": CitationCheck.Action,
    "SentenceOutcome": SentenceOutcome,
    "Verdict": Verdict,
    "Verification.Faithfulness": Verification.Faithfulness,
}


def read(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_of_a_document_lead_somewhere(name: str) -> None:
    dead = []
    for link in links_in(read(name)):
        path, _, anchor = link.partition("#")
        target = (PROJECT / name).parent / path if path else PROJECT / name
        is_dead_end = not target.exists() or (
            anchor
            and target.suffix == ".md"
            and anchor not in anchors_in(target.read_text("utf-8"))
        )
        if is_dead_end:
            dead.append(link)

    assert dead == [], "mend these links"


@pytest.mark.parametrize("name", HELD)
def test_what_a_document_names_exists(name: str) -> None:
    gone = [w for w in names_in(read(name)) if not ELSEWHERE.match(w) and not exists(w)]

    assert gone == [], "these files or names were moved: name them as they are called now"


def test_closed_lists_are_written_out() -> None:
    section = read("CONTEXT.md").partition("## States are closed lists")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| [^|`]*`([\w.]+)` \| (.+) \|$", section, re.MULTILINE))

    assert set(rows) == set(STATES), "a closed list for each row, and a row for each list"
    for name, states in STATES.items():
        assert _states_in(rows[name]) == set(states.names), f"the row of {name}"


def _states_in(cell: str) -> set[str]:
    """The states that a cell names; those with one beginning stand in brackets behind it: ERROR_… (TIMEOUT, INTERNAL)."""
    whole = re.sub(
        r"([A-Z]+_)… \(([^)]*)\)", lambda found: re.sub(r"(\w+)", rf"{found[1]}\1", found[2]), cell
    )
    return set(re.findall(r"[A-Z][A-Z_]+", whole))


def test_requirements_refer_to_what_exists() -> None:
    gone = []
    for line in read("docs/requirements.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if re.match(r"\| [A-EXS]\d?-\d+ ", line):
            gone += [(cells[0], word) for word in names_in(cells[-1]) if not exists(word)]

    assert gone == [], "say where these requirements are met now"


def test_requirements_state_each_id_once() -> None:
    rows = re.findall(
        r"^\| ([A-EXS]\d?-\d+) \|[^|]*\| ([^|]+) \|", read("docs/requirements.md"), re.MULTILINE
    )

    assert len(rows) == len({row[0] for row in rows}) == 289
    assert {state for _id, state in rows} <= {"yes", "partly", "not yet", "differs"}


def test_every_command_is_described_with_its_options() -> None:
    text = read("docs/commands.md")
    own = {name for name, application in get_commands().items() if application.startswith(CODE)}
    described = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))

    # django-dbbackup brings the last one of the four as it is.
    assert set(described) == own | {"mediarestore"}, "docs/commands.md: a section for each command"
    missing = [
        f"{name} {option}"
        for name in sorted(own - {"dbbackup", "mediabackup", "dbrestore"})
        for option in sorted(_options(name) - USUAL)
        if option not in described[name]
    ]
    assert missing == [], "describe these in docs/commands.md"
    gone = [
        f"{name} {option}"
        for name in sorted(own - {"dbbackup", "mediabackup", "dbrestore"})
        for option in sorted(
            set(re.findall(r"`(--[a-z][a-z-]*)", described[name])) - _options(name)
        )
    ]
    assert gone == [], "these options are no more: take them out of docs/commands.md"


def test_every_file_format_is_named() -> None:
    assert {one for one in READABLE_SUFFIXES if f"`{one}`" not in read("docs/commands.md")} == set()


def _options(name: str) -> set[str]:
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    found: set[str] = set()
    parsers = [parser]
    while parsers:
        for action in parsers.pop()._actions:
            found |= {one for one in action.option_strings if one.startswith("--")}
            if hasattr(action, "_name_parser_map"):
                parsers += action._name_parser_map.values()
    return found


def test_readme_is_short() -> None:
    lines = read("README.md").splitlines()

    assert len(lines) <= README_LINES, "move it to docs/ and link to it"
    assert [line for line in lines if len(line) > 130 and not line.startswith(("|", "!"))] == []


def test_every_document_is_reached_from_the_index() -> None:
    linked = {
        (PROJECT / "docs" / one.partition("#")[0]).resolve()
        for one in links_in(read("docs/index.md"))
    }
    ours = [Path(name) for name in DOCUMENTS if name.startswith("docs/") and "/adr/" not in name]

    assert [
        str(one)
        for one in ours
        if (PROJECT / one).resolve() not in linked | {PROJECT / "docs/index.md"}
    ] == []


def test_every_decision_is_listed() -> None:
    listed = read("docs/adr/README.md")
    decisions = sorted(Path(name).name for name in DOCUMENTS if re.match(r"docs/adr/\d", name))

    assert [name for name in decisions if f"]({name})" not in listed] == []
    numbers = [int(name[:4]) for name in decisions]
    for number in set(range(1, max(numbers) + 1)) - set(numbers):
        assert f"{number:04}" in listed, f"say in docs/adr/README.md where {number:04} went"


def test_hooks_run_what_make_lint_runs() -> None:
    target = re.search(r"^lint:.*?\n((?:\t.*\n)+)", read("Makefile"), re.MULTILINE)
    assert target is not None
    config = yaml.safe_load(read(".pre-commit-config.yaml"))
    entries = " ".join(hook["entry"] for one in config["repos"] for hook in one["hooks"])

    assert {one["repo"] for one in config["repos"]} == {"local"}
    for tool in (
        "ruff check",
        "ruff format --check",
        "lint-imports",
        "mypy",
        "djlint",
        "makemigrations --check",
    ):
        assert tool in target[1], (
            f"make lint no longer runs {tool}: take it out here and in the hooks"
        )
        assert tool in entries, f"add {tool} to .pre-commit-config.yaml"
    assert len(target[1].splitlines()) == len(config["repos"][0]["hooks"]), (
        "a hook for each line of make lint"
    )
