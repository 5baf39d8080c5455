"""The form of a particle that suits the word before it."""

from __future__ import annotations

import pytest

from regulations.text.particles import fitting_particle


@pytest.mark.parametrize(
    ("noun", "particle", "expected"),
    [
        ("「학칙」", "는", "은"),
        ("제25조", "은", "는"),
        ("제2항", "가", "이"),
        ("가목", "로", "으로"),
        ("별표 1", "으로", "로"),  # 일로
        ("별표 3", "로", "으로"),
        ("별표 2", "과", "와"),
        ("TOEIC", "이", "가"),
        ("제25조", "에", "에"),
    ],
)
def test_a_particle_takes_the_form_that_its_noun_wants(
    noun: str, particle: str, expected: str
) -> None:
    assert fitting_particle(noun, particle) == expected
