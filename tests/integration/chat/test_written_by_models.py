"""What a student sees of what language models write: whole answers through the whole pipeline, sentence by sentence.

A scripted endpoint plays the model. It looks up the numbers of its sources in the prompt, as a model does, and sends each
answer in the three forms that endpoints give: an object by schema, an object in JSON mode, prose with markers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.template.loader import render_to_string
from django.utils import timezone
from pytest_django import Settings

from chat.api.views import answer_now
from chat.presenters.answers import answer_view
from regulations.importing.folders import files_import
from regulations.models import RegulationVersion
from regulations.search.index.foreground import versions_index
from tests.corpus import TODAY
from tests.integration.chat.written_answers import ANSWERS, Said
from tests.stub_llm import StubLLM, StubReply

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SAMPLES = Path(django_settings.BASE_DIR) / "samples" / "regulations"
FORMS = ("json_schema", "json_object", "text")


@pytest.fixture
def sample_university(db: None, settings: Settings) -> None:
    """The rules that are asked about, as the sample university has them in force, found by words alone."""
    titles = {one.at.rpartition(" ")[0] for _question, said in ANSWERS.values() for one in said}
    paths = [path for path in SAMPLES.iterdir() if path.stem.partition("_")[2] in titles]
    files_import(paths=paths, now=timezone.now(), publish=True)
    versions = list(RegulationVersion.objects.all())
    versions_index(versions=versions, embed=False, report_progress=lambda _line: None)
    # What is tested here is what becomes of sentences, not how sure retrieval has to be.
    settings.CONTEXT_RELEVANCE_THRESHOLD = settings.MIN_RELEVANCE = 0.0
    settings.MAX_REGENERATIONS = 0
    settings.CORPUS_CACHE_SECONDS = 60


@dataclass
class _Model:
    """Answers every prompt with the same sentences, in one of the forms; `lost` are sources that it looked for in vain."""

    said: Sequence[Said]
    form: str
    lost: list[str]

    def __call__(self, request: dict[str, Any]) -> StubReply:
        wanted = request.get("response_format", {}).get("type", "text")
        if FORMS.index(wanted) < FORMS.index(self.form):
            return StubReply(status=400)
        prompt = request["messages"][0]["content"]
        placed = [(one, self._place(prompt, one.at)) for one in self.said]
        if wanted == "text":
            return StubReply("\n".join(_marked(one.text, place) for one, place in placed))
        return StubReply({"sentences": [_object(one, place) for one, place in placed]})

    def _place(self, prompt: str, at: str) -> tuple[int, str]:
        """The number of the source and of the paragraph, as the prompt gives them."""
        title, _space, provision = at.rpartition(" ")
        article, paragraph = re.fullmatch(
            r"(제\d+조(?:의\d+)?)?(?:제(\d+)항)?(?:제\d+호)?", provision
        ).groups()  # type: ignore[union-attr]
        found = re.search(rf"\[†(\d+)\] 「{title}」 {article}(?![\d의])", prompt) if at else None
        if at and found is None:
            self.lost.append(at)
        return (int(found[1]) if found else 0), paragraph or ""


def _marked(text: str, place: tuple[int, str]) -> str:
    number, paragraph = place
    marker = f"[†{number}-{paragraph}]" if paragraph else f"[†{number}]"
    end = re.search(r"[.|]?$", text)
    return f"{text[: end.start()]}{marker}{end[0]}" if number and end else text


def _object(one: Said, place: tuple[int, str]) -> dict[str, Any]:
    evidence = [{"source": place[0], "quote": one.quote}] if place[0] and one.quote else []
    return {"text": one.text, "evidence": evidence}


def _words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def _differences(html: str, said: Sequence[Said]) -> list[str]:
    """What of the page is not as it should be; the sentences stand there in the order in which they were written."""
    begins = html.index('data-part="sentences"')
    part = html[begins : html.index('data-part="summary"', begins)].partition("data-removed")[0]
    blocks = re.split(r'(?=<div class="sentence )', part)[1:]
    expected = [one for one in said if one.fate]
    if len(blocks) != len(expected):
        return [_words(part)]
    return [
        f"{one.text}: {_words(block)}"
        for one, block in zip(expected, blocks, strict=True)
        if not _is_as_expected(one, block)
    ]


def _is_as_expected(one: Said, block: str) -> bool:
    outcome = re.search(r'data-outcome="(\w+)"', block)
    chips = re.findall(r'chip-label">([^<]*)<.*?chip-state">([^<]*)<', block, re.DOTALL)
    words = _words(block)
    if outcome is None or outcome[1] not in one.fate:
        return False
    is_said = (one.shown or one.text).replace('"', "&quot;") in words
    if outcome[1] == "CONFIRMED":
        title, _space, provision = one.at.rpartition(" ")
        return is_said and chips == [(f"「{title}」 {provision}", "확인됨")]
    has_rule = "<blockquote" in block
    return has_rule and not chips and is_said is (outcome[1] == "BESIDE_SOURCE")


@pytest.mark.parametrize("verifier", ["", django_settings.SHIPPED_VERIFIER_MODEL])
def test_each_sentence_of_a_model_is_shown_as_what_it_is(
    sample_university: None, use_stub: StubLLM, settings: Settings, verifier: str
) -> None:
    settings.VERIFIER_MODEL = verifier
    told: dict[str, list[str]] = {}
    for number, (name, (question, said)) in enumerate(ANSWERS.items()):
        # The object of JSON mode is read as that of a schema: it is sent once.
        forms = FORMS if number == 0 else (FORMS[0], FORMS[-1])
        # What has been read is proved alike, whatever it was sent in.
        for form in forms if verifier else FORMS[:1]:
            model = _Model(said, form, lost=[])
            use_stub.default = model
            answer = answer_now(question=question, as_of=TODAY, mode="keyword")
            html = render_to_string("chat/_answer.html", {"answer": answer_view(answer=answer)})
            differences = [*model.lost, *_differences(html, said)]
            if differences:
                told[f"{name}, {form}"] = differences

    assert told == {}
