"""The widget without cookies, and what is said of every answer wherever it goes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django import Settings

from chat.api.views import answer_now
from chat.asking.services import conversation_start
from chat.conversations.export import conversation_markdown
from chat.conversations.sharing import answer_share
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.tasks import compose_answer
from portal.accounts.models import User
from portal.controls.services import controls_changed
from tests.controls import controls_set
from tests.corpus import TODAY, given_corpus
from tests.stored_answers import Written, given_answer

pytestmark = pytest.mark.django_db
HOST = "https://www.example.ac.kr"
STATIC = Path(django_settings.BASE_DIR) / "portal" / "static" / "portal"
QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
LEAVE = Written("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.", ("art-25/para-2",))


def controls_turn(**changes: object) -> None:
    controls_set(**changes)
    # The test's transaction never commits.
    controls_changed()


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()


@pytest.fixture
def frame() -> Client:
    """A browser that keeps no cookie and sends none: what a frame in another site is."""
    return Client(enforce_csrf_checks=True)


def test_a_question_is_answered_in_a_frame_without_a_cookie(frame: Client) -> None:
    controls_turn(widget_origins=HOST)
    page = frame.get("/widget/?lang=en")
    assert f"frame-ancestors {HOST}" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    assert '<html lang="en"' in page.content.decode()
    [visitor] = re.findall(r'name="visitor" value="(.+?)"', page.content.decode())

    sent = frame.post("/widget/?lang=en", {"visitor": visitor, "question": QUESTION})

    assert sent.status_code == 303
    waiting = frame.get(sent["Location"])
    assert 'http-equiv="refresh"' in waiting.content.decode()
    answer = Answer.objects.get()
    compose_answer(answer_id=str(answer.pk))
    shown = frame.get(sent["Location"]).content.decode()
    assert "3년(6학기)" in shown
    assert "http-equiv" not in shown
    assert f'"{answer_view(answer=answer).sources[0].url}"'.replace("&", "&amp;") in shown
    assert not frame.cookies
    opened = frame.post(sent["Location"].partition("?")[0] + "open")
    assert frame.get(opened["Location"]).status_code == 200
    assert frame.get("/widget/answers/none/").status_code == 404


def test_who_may_not_ask_does_not_ask_here(frame: Client) -> None:
    forged = frame.post("/widget/", {"visitor": "none", "question": QUESTION})
    assert forged.status_code == 403
    assert QUESTION in forged.content.decode()
    assert "frame-ancestors 'none'" in forged["Content-Security-Policy"]

    [visitor] = re.findall(r'name="visitor" value="(.+?)"', frame.get("/widget/").content.decode())
    controls_turn(questions_a_minute=1)
    assert frame.post("/widget/", {"visitor": visitor, "question": QUESTION}).status_code == 303
    assert frame.post("/widget/", {"visitor": visitor, "question": QUESTION}).status_code == 429
    controls_turn(allows_anonymous=False)
    assert frame.post("/widget/", {"visitor": visitor, "question": QUESTION}).status_code == 403
    assert "<textarea" not in frame.get("/widget/").content.decode()


def test_the_widget_is_light(frame: Client) -> None:
    files = [STATIC / "js/widget.js", STATIC / "js/widget-frame.js", STATIC / "css/widget.css"]
    page = frame.get("/widget/").content

    assert len(page) + sum(file.stat().st_size for file in files) < 60 * 1024
    # Nothing else is loaded.
    assert len(re.findall(rb'(?:src|<link rel="stylesheet" href)="', page)) == 2


@pytest.mark.parametrize("wrong", ["*", "https://a b", "http://plain.example.org", "https://x/;y"])
def test_only_origins_are_taken_as_settings(wrong: str) -> None:
    with pytest.raises(ValidationError):
        controls_set(widget_origins=wrong)


def test_what_an_answer_is_goes_with_it(client: Client) -> None:
    student = User.objects.create_user("student", role=User.Role.STUDENT)
    written = given_answer(LEAVE, user=student)
    Answer.objects.filter(pk=written.pk).update(model="model-of-tests")
    written.refresh_from_db()
    quoted = answer_now(question=QUESTION, as_of=TODAY, conversation=conversation_start(user=None))

    by_model, by_nobody = answer_view(answer=written), answer_view(answer=quoted)
    assert by_model.provenance.generated_by == "model"
    assert by_model.provenance.line.startswith("generated_by: model · model: model-of-tests")
    assert by_nobody.provenance.generated_by == "excerpt"
    assert by_nobody.provenance.line == "generated_by: excerpt · checked_by: rules"

    exported = conversation_markdown(title="", answers=[by_model, by_nobody], base_url="")
    assert exported.count("<!-- generated_by: ") == 2
    share = answer_share(answer=written)
    assert share is not None
    page = client.get(f"/shared/{share.token}/").content.decode()
    assert '<meta name="generated-by" content="model">' in page
    asked = {"question": QUESTION, "as_of": TODAY.isoformat()}
    reply = client.post("/query/verified", asked, content_type="application/json").json()
    assert (reply["generated_by"], reply["model"]) == ("excerpt", "")
    assert reply["checked_by"] == ["rules"]


def test_it_is_said_before_the_first_question(client: Client, settings: Settings) -> None:
    assert "규정 원문을 발췌해 답합니다" in client.get("/").content.decode()
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:9", "model-of-tests"

    assert "인공지능(언어 모델)이 쓸 수 있으며" in client.get("/").content.decode()
    assert "model-of-tests" in client.get("/how-answers-are-made/").content.decode()
    controls_turn(ai_notice="가온대학교 교무처가 책임집니다.")
    for page in ("/", "/widget/", "/how-answers-are-made/"):
        assert "가온대학교 교무처가 책임집니다." in client.get(page).content.decode()
