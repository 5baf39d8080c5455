"""The file of a regulation was read wrong and its text is corrected: what was confirmed by the wrong words is confirmed no more."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from chat.conversations.selectors import answers_with_everything
from chat.models import Answer, Citation
from chat.presenters.answers import answer_view
from portal.accounts.models import User
from regulations.importing.files import regulation_import
from regulations.models import RegulationVersion
from regulations.publishing.versions import version_publish
from regulations.text.parser import parse_regulation
from tests.stored_answers import Written, given_answer, path_of
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome
from verification.faithfulness.recording import FaithfulnessResult, faithfulness_record, lease_check
from verification.models import Notice, Verification

pytestmark = pytest.mark.django_db

TEXT = """
제25조(휴학)
① 휴학하려는 학생은 휴학원을 제출하여 총장의 허가를 받아야 한다.
② 휴학기간은 통산하여 {years}년을 초과할 수 없다.
③ 신입생은 첫 학기에 휴학할 수 없다.{more}
제26조(복학) 휴학생은 복학원을 제출하여야 한다.
"""
PROVED = Written(
    "휴학기간은 통산하여 4년을 초과할 수 없습니다.", ("art-25/para-2",), method=ConfirmedBy.PROOF
)
JUDGED = Written("길게 쉬어도 결국은 정해진 햇수 안에서 돌아와야 합니다.", ("art-25/para-2",))
UNTOUCHED = Written("휴학생은 복학원을 제출하여야 합니다.", ("art-26",), method=ConfirmedBy.PROOF)
STILL_SO = Written(
    "신입생은 첫 학기에 휴학할 수 없습니다.", ("art-25/para-3",), method=ConfirmedBy.PROOF
)


def published(years: int, *, more: str = "", correcting: str = "") -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(TEXT.format(years=years, more=more), title="학칙"),
        source_name=f"{years}.txt",
        source_sha256=f"{years}",
        enforcement_date=date(2024, 3, 1),
    )
    return version_publish(
        version=imported.version,
        now=timezone.now(),
        index=False,
        loss_reason="-",
        correction_reason=correcting,
    )


def shown(answer: Answer) -> dict[str, str]:
    read = answers_with_everything().get(pk=answer.pk)
    return {row.text: row.outcome for row in read.sentences.all()}


@pytest.fixture
def student(django_user_model: type[User]) -> User:
    return django_user_model.objects.create_user("student")


@pytest.fixture
def answer(student: User) -> Answer:
    """It rests on a text that has 4 years where the file has 3."""
    published(4)
    return given_answer(PROVED, JUDGED, UNTOUCHED, STILL_SO, user=student)


def test_what_the_corrected_words_do_not_prove_is_confirmed_no_more(
    answer: Answer, student: User, client: Client
) -> None:
    corrected = published(3, more=" 다만, 질병은 그러하지 아니하다.", correcting="4년의 오기")

    assert shown(answer) == {
        PROVED.text: SentenceOutcome.WITHDRAWN,
        JUDGED.text: SentenceOutcome.BESIDE_SOURCE,
        UNTOUCHED.text: SentenceOutcome.CONFIRMED,
        STILL_SO.text: SentenceOutcome.CONFIRMED,
    }
    view = answer_view(answer=answers_with_everything().get(pk=answer.pk))
    withdrawn, beside, *_rest = view.sentences
    assert "정정" in withdrawn.reason
    assert "3년" in withdrawn.quote
    assert "3년" in beside.quote
    assert view.verified_count == 2
    [notice] = Notice.objects.filter(answer=answer, kind=Notice.Kind.MARK_WITHDRAWN)
    assert notice.figures["count"] == 2
    client.force_login(student)
    page = client.get(path_of(answer)).content.decode()
    assert "이 문장을 거두었습니다" in page
    assert set(Citation.objects.values_list("version", flat=True)) == {corrected.pk}
    assert set(answer.verification.citation_checks.values_list("version", flat=True)) == {
        corrected.pk
    }


def test_wrong_words_stand_nowhere_as_those_of_the_rule(answer: Answer) -> None:
    wrong = "휴학기간은 통산하여 4년을 초과할 수 없다."
    differs = answer.sentences.get(text=JUDGED.text)
    differs.outcome, differs.quote = SentenceOutcome.DIFFERS, wrong
    differs.save()
    Citation.objects.filter(locator_key="art-25/para-2").update(quote=wrong)

    published(3, correcting="4년의 오기")

    answer = answers_with_everything().get(pk=answer.pk)
    shown_words = [one.quote for one in answer.sentences.all()]
    shown_words += [one.quote for one in answer.message.citations.all()]
    assert [one for one in shown_words if "4년" in one] == []
    assert "“휴학기간은 통산하여 3년을" in answer.message.content
    assert "3년" in answer_view(answer=answer).sentences[1].quote


def test_the_second_reading_reads_the_corrected_words(answer: Answer) -> None:
    published(3, correcting="4년의 오기")

    texts = dict(answer.passages.values_list("locator_key", "text"))
    assert "3년" in texts["art-25/para-2"]
    states = dict(answer.verification.citation_checks.values_list("statement", "status"))
    assert states[PROVED.text] == CitationStatus.NOT_CHECKED
    assert states[UNTOUCHED.text] == CitationStatus.VERIFIED


def test_a_reading_of_the_wrong_words_that_was_under_way_is_not_taken(answer: Answer) -> None:
    under_way = lease_check(answer_id=answer.pk, now=timezone.now())
    assert under_way is not None

    published(3, correcting="4년의 오기")
    anew = lease_check(answer_id=answer.pk, now=timezone.now())

    nothing = FaithfulnessResult([], Verification.Method.MODEL)
    assert not faithfulness_record(verification=under_way, result=nothing, now=timezone.now())
    assert anew is not None
    assert faithfulness_record(verification=anew, result=nothing, now=timezone.now())


def test_a_provision_that_the_corrected_text_has_not_confirms_nothing(answer: Answer) -> None:
    imported = regulation_import(
        parsed=parse_regulation("제26조(복학) 휴학생은 복학원을 제출하여야 한다.", title="학칙"),
        source_name="정정.txt",
        source_sha256="shorter",
        enforcement_date=date(2024, 3, 1),
    )
    version_publish(
        version=imported.version,
        now=timezone.now(),
        index=False,
        loss_reason="-",
        correction_reason="제25조는 다른 규정의 것",
    )

    assert shown(answer) == {
        PROVED.text: SentenceOutcome.BESIDE_SOURCE,
        JUDGED.text: SentenceOutcome.BESIDE_SOURCE,
        UNTOUCHED.text: SentenceOutcome.CONFIRMED,
        STILL_SO.text: SentenceOutcome.BESIDE_SOURCE,
    }
