"""Round trip over real statutes, and that its measure sees what is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.evaluation.roundtrip import differences
from tests.shared_data import shared_file

STATUTE = """---
제목: 가온법
---
# 가온법
## 제1장 총칙
##### 제1조 (목적)

이 법은 가온을 정한다. <개정 2020.1.1>

##### 제2조 (정의)
**①** 뜻은 다음과 같다.
  1\\. 하나
    가\\. 둘
[본조신설 2020.1.1]
{more}

## 부칙
부칙 <제1호,2020.1.1>
제1조(시행일) 이 법은 공포한 날부터 시행한다.
"""


def found(folder: Path, more: str = "") -> list[str]:
    path = folder / "법률.md"
    path.write_text(STATUTE.format(more=more), encoding="utf-8")
    return [said for _label, said in differences(path) if said]


def test_a_statute_is_kept_as_it_stands(tmp_path: Path) -> None:
    assert found(tmp_path) == []


def test_what_is_not_kept_is_seen(tmp_path: Path) -> None:
    assert found(tmp_path, "##### 제2조 (정의)\n둘째 정의다.")
    assert found(tmp_path, "| 없앨 | 표 |\n|---|---|\n| 가 | 나 |")


@pytest.mark.slow
def test_every_article_of_every_statute_is_kept() -> None:
    articles = [
        one for path in sorted(shared_file("statutes").rglob("*.md")) for one in differences(path)
    ]
    assert len(articles) > 3000
    assert [f"{label}: {said}" for label, said in articles if said] == []
