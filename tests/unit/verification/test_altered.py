"""A sentence that is the nearest one of its provision with one thing in another's place."""

from __future__ import annotations

import pytest

from verification.checking.engine import check
from verification.checking.evidence import units_of
from verification.checking.values import Source
from verification.citations.states import Verdict
from verification.grounding.guards.altered import altered_from, leaves_out_whom

LAMP = (
    "① 등불장학금은 간호학과 3·4학년 학생으로서 야간당직실습을 40시간 이상 마친 학생에게 지급한다."
)
COUNCIL = (
    "① 징계는 학생징계위원회의 의결을 거쳐 총장이 한다. 위원회는 위원장을 포함한 9명으로 구성한다."
)
PARCEL = "③ 보내는 비용은 도서관이, 돌려보내는 비용은 이용자가 부담한다."
PLEDGE = "② 촛대다짐에 참여하려면 병상문답에 1회 이상 합격하고 기본간호 교과목의 성적이 C+ 이상이어야 한다."
CONSENT = "3. 서로 다른 두 학부의 교원 각 1명의 지도 승낙을 받았을 것"
CREDIT = "④ 수련 190시간마다 1학점씩 최대 5학점의 화덕학점을 인정한다. 다만, 외식서비스학과 학생에게는 최대 3학점을 인정한다."
CLUB = "① 동아리를 등록하려면 지도교수 1명을 두어야 한다. 다만, 주말학당의 동아리는 회원 7명 이상으로 한다."
UNPAID = "④ 분할납부 중인 학생이 2회 이상 납부하지 아니한 때에는 미등록으로 처리한다."

FAILED = "3. 직전 학기에 병원실습 교과목에서 NP를 받은 사람(이삭장학금에 한정한다)"
ASHORE = """① 실습생은 다음 각 호의 어느 하나에 해당하면 하선하여야 한다.
1. 의사가 7일 이상의 치료가 필요하다고 진단한 경우
2. 승선벌점이 30점 이상인 경우
② 제1항제1호에 따라 하선한 학생은 60일 이내에 재승선을 신청할 수 있다."""
MARRIED = "② 가족생활동에는 27세 이상이고 혼인한 대학원생이 입사할 수 있다."
HELPING = "③ 등불장학금을 3학기 이상 받은 사람은 1학년 학생의 연습을 도와야 한다. 이 경우 손보탬장학금을 함께 받을 수 없다."


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("등불장학금은 간호학과 3·4학년이거나 야간당직실습을 40시간 이상 마친 학생에게 지급합니다.", LAMP),
        ("징계는 학생징계위원회가 총장의 의결을 거쳐 합니다.", COUNCIL),
        ("보내는 비용은 이용자가, 돌려보내는 비용은 도서관이 부담합니다.", PARCEL),
        ("촛대다짐에 참여하려면 병상문답에 1회 이상 합격하면 됩니다.", PLEDGE),
        ("서로 다른 두 학부의 교원 중 어느 1명의 지도 승낙을 받아야 합니다.", CONSENT),
        ("화덕학점은 조리학과 학생도 외식서비스학과 학생처럼 최대 3학점까지 인정됩니다.", CREDIT),
        ("다만, 주말학당의 동아리는 회원 7명 이상으로 하고 지도교수를 두지 아니할 수 있습니다.", CLUB),
        ("분할납부 중 2회 이상 납부하지 아니한 학생은 미등록으로 처리될 수 있습니다.", UNPAID),
        ("직전 학기에 병원실습 교과목에서 NP를 받은 사람은 교내장학금을 받을 수 없습니다.", FAILED),
        ("혼인하거나 27세 이상인 대학원생은 가족생활동에 입사할 수 있습니다.", MARRIED),
        ("27세 이상이거나 혼인한 대학원생은 가족생활동에 입사할 수 있습니다.", MARRIED),
        ("등불장학금을 받은 사람은 손보탬장학금을 함께 받을 수 없습니다.", HELPING),
    ],
)  # fmt: skip
def test_one_thing_in_the_place_of_another_is_seen_and_confirms_nothing(
    said: str, text: str
) -> None:
    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-6", title="", text=text, version_id=0
    )

    assert altered_from(said, text, "")
    assert check(said, units_of(source)).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("등불장학금은 간호학과 3·4학년이고 야간당직실습을 40시간 이상 마친 학생에게 지급합니다.", LAMP),
        ("징계는 총장이 학생징계위원회의 의결을 거쳐 합니다.", COUNCIL),
        ("돌려보내는 비용은 이용자가 부담합니다.", PARCEL),
        ("병상문답에 1회 이상 합격하면 되고, 기본간호 교과목의 성적은 C+ 이상이어야 합니다.", PLEDGE),
        ("두 학부의 교원 각각 1명에게서 지도 승낙을 받아야 합니다.", CONSENT),
        ("외식서비스학과 학생은 최대 3학점까지 인정됩니다.", CREDIT),
        ("동아리를 등록하려면 지도교수를 두어야 합니다.", CLUB),
        ("2회 이상 납부하지 아니하면 미등록으로 처리됩니다.", UNPAID),
        ("직전 학기에 병원실습 교과목에서 NP를 받은 사람은 이삭장학금을 받을 수 없습니다.", FAILED),
        ("등불장학금을 3학기 이상 받은 사람은 손보탬장학금을 함께 받을 수 없습니다.", HELPING),
    ],
)  # fmt: skip
def test_what_is_only_told_in_other_words_is_not_taken_for_it(said: str, text: str) -> None:
    assert altered_from(said, text, "") == ""


def test_a_requirement_that_the_answer_tells_elsewhere_is_not_left_out() -> None:
    said = "촛대다짐에 참여하려면 병상문답에 1회 이상 합격하면 됩니다."

    assert altered_from(said, PLEDGE, "기본간호 성적도 C+ 이상이어야 합니다.") == ""


@pytest.mark.parametrize(
    ("said", "text", "known", "is_left_out"),
    [
        ("복수전공을 이수할 수 없습니다.", "④ 간호학과는 복수전공으로 이수할 수 없다.", "", True),
        ("간호학과는 복수전공을 이수할 수 없습니다.", "④ 간호학과는 복수전공으로 이수할 수 없다.", "", False),
        ("복수전공을 이수할 수 없습니다.", "④ 간호학과는 복수전공으로 이수할 수 없다.", "간호학과인데 되나요?", False),
        ("30일 이내에 반납하여야 합니다.", "② 제1항제4호에 해당하여 자격이 취소된 사람은 30일 이내에 반납하여야 한다.", "", True),
        ("총장은 제적하려는 경우 14일 전에 알려야 합니다.", "② 총장은 제1항제1호 및 제2호에 따라 제적하려는 경우에는 14일 전에 알려야 한다.", "", True),
        ("조치를 하려면 소명할 기회를 주어야 합니다.", "② 제1항제3호의 조치를 하려면 소명할 기회를 주어야 한다.", "", True),
        ("제1항제3호의 조치를 하려면 소명할 기회를 주어야 합니다.", "② 제1항제3호의 조치를 하려면 소명할 기회를 주어야 한다.", "", False),
        ("재입학할 수 없습니다.", "③ 다음 각 호의 어느 하나에 해당하는 사람은 재입학할 수 없다.", "", False),
    ],
)  # fmt: skip
def test_what_holds_of_some_is_not_told_of_all(
    said: str, text: str, known: str, is_left_out: bool
) -> None:
    assert bool(leaves_out_whom(said, text, known)) is is_left_out


@pytest.mark.parametrize(
    ("known", "is_altered"),
    [
        ("승선벌점이 30점이라 하선했는데 다시 탈 수 있나요?", True),
        ("의사가 다리를 치료하라고 해서 하선했어요.", False),
    ],
)
def test_what_those_of_an_item_may_is_no_answer_to_those_of_another(
    known: str, is_altered: bool
) -> None:
    said = "하선한 학생은 60일 안에 재승선을 신청할 수 있습니다."

    assert bool(altered_from(said, ASHORE, known)) is is_altered
