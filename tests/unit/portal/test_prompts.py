"""Prompt files: strict about names, named by a hash of their wording, and each with the one rule that all of them have."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest

from portal.llm import prompts as prompts_module
from portal.llm import render

PROJECT = Path(__file__).resolve().parents[3]
RULES = PROJECT / "chat" / "prompts" / "_rules.md.j2"
ADD_NOTHING = "문맥에 없는 정보는 절대 추가하지 마세요"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    prompts_module._environment.cache_clear()
    prompts_module._hash.cache_clear()
    (tmp_path / "rules.md.j2").write_text("문맥에 있는 것만 말하세요.\n")
    (tmp_path / "ask.md.j2").write_text("{% include 'rules.md.j2' %}\n질문: {{ question }}\n")
    return tmp_path


def test_render_puts_values_and_included_files_in(folder: Path) -> None:
    prompt = render(folder, "ask.md.j2", question="휴학은 몇 년입니까?")

    assert prompt.text == "문맥에 있는 것만 말하세요.\n질문: 휴학은 몇 년입니까?"


def test_render_refuses_a_missing_value(folder: Path) -> None:
    with pytest.raises(jinja2.UndefinedError, match="question"):
        render(folder, "ask.md.j2")


def test_render_does_not_escape(folder: Path) -> None:
    assert "<개정 2024>" in render(folder, "ask.md.j2", question="<개정 2024>").text


def test_hash_does_not_depend_on_values(folder: Path) -> None:
    first = render(folder, "ask.md.j2", question="하나")
    second = render(folder, "ask.md.j2", question="둘")

    assert first.hash == second.hash


def test_hash_changes_with_an_included_file(folder: Path) -> None:
    before = render(folder, "ask.md.j2", question="하나").hash
    (folder / "rules.md.j2").write_text("문맥에 있는 것만, 인용과 함께 말하세요.\n")
    prompts_module._environment.cache_clear()
    prompts_module._hash.cache_clear()

    assert render(folder, "ask.md.j2", question="하나").hash != before


@pytest.mark.parametrize("folder", ["chat/prompts", "verification/prompts"])
def test_whoever_answers_or_judges_is_told_to_add_nothing(folder: str) -> None:
    prompts = list((PROJECT / folder).glob("[!_]*.j2"))
    rules = RULES.read_text("utf-8")

    assert prompts
    assert [path.name for path in prompts if ADD_NOTHING not in _with_rules(path, rules)] == []


def _with_rules(prompt: Path, rules: str) -> str:
    return prompt.read_text("utf-8").replace('{% include "_rules.md.j2" %}', rules)
