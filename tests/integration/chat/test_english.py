"""The page in English: labels of provisions, states, dates; also what a worker tells an English page."""

from __future__ import annotations

import re

import pytest
import redis
from django.conf import settings
from django.test import Client

from chat.models import Answer
from chat.stream.events import progress_key
from tests.answering import answer_question
from tests.corpus import given_corpus
from tests.korean_in_pages import unmarked

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


@pytest.fixture
def english(client: Client) -> Client:
    client.post("/language/setlang/", {"language": "en"})
    return client


def test_sign_in_page_has_no_korean_but_the_way_back_to_it(english: Client) -> None:
    html = english.get("/account/login/").content.decode()

    assert set(re.findall(r"[가-힣]+", html)) == {"한국어"}
    assert '<html lang="en">' in html


def test_answer_names_provisions_states_and_days_in_english_also_on_the_stream(
    english: Client,
) -> None:
    given_corpus(embed=True)
    page = english.post("/", {"question": QUESTION}).headers["Location"]
    answer = answer_question(Answer.objects.get().pk)
    assert answer is not None

    told = redis.Redis.from_url(settings.REDIS_URL, decode_responses=True).xrange(
        f"progress:{progress_key(answer.pk)}"
    )

    stream = "".join(str(fields["data"]) for _id, fields in told)  # type: ignore[union-attr, index]
    for html in map(unmarked, (english.get(page).content.decode(), stream)):
        assert "「학칙」 Article 25(2)" in html
        assert ">Verified<" in html
        assert "In force from Mar 1, 2025" in html
        assert "확인됨" not in html
    assert "Searching the regulations" in stream


def test_what_opens_beside_an_answer_names_its_provision_in_english_above_the_korean_text(
    english: Client,
) -> None:
    given_corpus()

    for part in ("provision", "card"):
        html = english.get(f"/regulations/학칙/1/{part}?cite=art-25/para-2").content.decode()

        assert "Article 25(2)</span>" in html
        assert "제25조(휴학)" in html
