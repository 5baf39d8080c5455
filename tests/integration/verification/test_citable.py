"""Provisions proposed to a reviewer who types: what is in force, the regulation and the number that were meant first."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from portal.accounts.models import User
from tests.corpus import SCHOOL_REGULATIONS, TODAY, TUITION, given_regulation
from verification.review.citable import provisions_named

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _regulations() -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    given_regulation("대학원 학칙", SCHOOL_REGULATIONS)
    given_regulation("등록금에 관한 규정", TUITION)


def proposed(text: str, on: date = TODAY) -> list[str]:
    return [one.citation for one in provisions_named(text=text, on=on)]


def test_a_number_may_still_grow_and_a_deleted_article_is_not_proposed() -> None:
    found = proposed("학칙 2")

    assert found[:4] == ["「학칙」 제24조", "「학칙」 제25조", "「학칙」 제26조", "「학칙」 제28조"]
    assert "「대학원 학칙」 제24조" in found
    assert "「학칙」 제27조" not in found


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("학칙 25", ["「학칙」 제25조", "「학칙」 제25조제1항"]),
        ("「학칙」 제25조제2", ["「학칙」 제25조제2항"]),
        ("등록금 분할", ["「등록금에 관한 규정」 제5조"]),
        ("대학원 학칙 26조", ["「대학원 학칙」 제26조"]),
    ],
)
def test_what_is_typed_leads_to_the_provision(typed: str, first: list[str]) -> None:
    assert proposed(typed)[: len(first)] == first


@pytest.mark.parametrize("typed", ["", "학", "학칙 9999", "학칙 25조의3", "없는 규정 2", "제"])
def test_nothing_is_proposed_that_is_not_there(typed: str) -> None:
    assert proposed(typed) == []


def test_nothing_is_in_force_before_its_day() -> None:
    assert proposed("학칙 25", on=date(2020, 1, 1)) == []


def test_without_scripts_they_are_a_plain_list(client: Client) -> None:
    client.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))

    html = client.get(reverse("verification:provisions"), {"provision": "학칙 25"}).content.decode()

    assert "<td>「학칙」 제25조제2항</td>" in html
    assert 'role="option"' not in html
