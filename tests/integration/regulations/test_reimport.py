"""The next edition of a regulation: what did not change is neither analyzed nor embedded again."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.utils import timezone

from portal import llm
from regulations.importing.folders import files_import
from regulations.models import PassageEmbedding, RegulationVersion
from regulations.search.index import building as indexing
from regulations.search.index.building import embed_pending, index_version

pytestmark = pytest.mark.django_db

TEXT = """실습실 이용 규정
제1조(목적) 이 규정은 실습실의 이용에 관한 사항을 정함을 목적으로 한다.
제2조(신청) 이용일 {days}일 전까지 관리자에게 신청서를 낸다.
{inserted}
부칙
1. 이 규정은 {year}년 3월 1일부터 시행한다.
"""
DAMAGES = "(변상) 기자재를 잃어버린 사람은 같은 값의 물건으로 갚는다."


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The texts that were analyzed and embedded; vectors are made up, for only their number counts."""
    found: dict[str, list[str]] = {"analyzed": [], "embedded": []}

    def embed(
        texts: list[str], kind: str = "passage", model: llm.EmbeddingModel | None = None
    ) -> list[list[float]]:
        found["embedded"] += texts
        return [[float(len(text))] * 384 for text in texts]

    def analyze(text: str) -> list[str]:
        found["analyzed"].append(text)
        return text.split()

    monkeypatch.setattr(llm, "embed", embed)
    monkeypatch.setattr(indexing, "lemmas", analyze)
    return found


def given(folder: Path, year: int, *, days: int, articles: str) -> RegulationVersion:
    path = folder / f"{year}.txt"
    path.write_text(TEXT.format(year=year, days=days, inserted=articles))
    (outcome,) = files_import(paths=[path], now=timezone.now(), publish=True)
    assert outcome.version is not None
    index_version(version_id=outcome.version.pk)
    embed_pending(seconds=5, version_id=outcome.version.pk)
    return outcome.version


def test_only_what_changed_is_analyzed_and_embedded(
    tmp_path: Path, computed: dict[str, list[str]]
) -> None:
    first = given(tmp_path, 2024, days=7, articles=f"제3조{DAMAGES}")
    for texts in computed.values():
        texts.clear()
    second = given(tmp_path, 2025, days=9, articles=f"제3조(출입) 학생증을 보인다.\n제4조{DAMAGES}")

    embedded = [text.partition("\n")[2] for text in computed["embedded"]]
    assert sorted(embedded) == ["이용일 9일 전까지 관리자에게 신청서를 낸다.", "학생증을 보인다."]
    assert not any("목적으로 한다" in text for text in computed["analyzed"])
    for version in (first, second):
        assert not version.passages.filter(tokens=None).exists()
        embeddings = PassageEmbedding.objects.filter(passage__version=version)
        assert embeddings.count() == version.passages.count()


def test_text_that_changed_under_its_old_date_is_kept_as_a_draft_and_told(
    tmp_path: Path, computed: dict[str, list[str]]
) -> None:
    given(tmp_path, 2024, days=7, articles=f"제3조{DAMAGES}")
    path = tmp_path / "again.txt"
    path.write_text(TEXT.format(year=2024, days=9, inserted=f"제3조{DAMAGES}"))

    (outcome,) = files_import(paths=[path], now=timezone.now(), publish=True)

    assert outcome.outcome == "held"
    assert "시행일(2024. 3. 1.)이 이미 게시한 제1판과 같아" in outcome.message
    assert "바뀐 조문: 제2조" in outcome.message
    assert outcome.version is not None
    assert outcome.version.state == RegulationVersion.State.DRAFT
    assert outcome.version.enforcement_date == date(2024, 3, 1)
    assert outcome.message in outcome.version.report["notes"]
