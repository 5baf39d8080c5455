"""Answers that language models write about the sample university, with what has to become of every sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# What may become of a sentence; WRONG is never confirmed, whichever of the other two it is.
CONFIRMED, BESIDE, REPLACED, OUT = ("CONFIRMED",), ("BESIDE_SOURCE",), ("DIFFERS",), ()
WRONG = BESIDE + REPLACED


@dataclass(frozen=True)
class Said:
    """A sentence of a model: what becomes of it, where it says it found it, with which words; and how it is shown."""

    text: str
    fate: tuple[str, ...]
    at: str = ""
    quote: str = ""
    shown: str = ""


def right(text: str, at: str, quote: str = "", shown: str = "") -> Said:
    """A sentence that has to be confirmed, with the paragraph that its chip has to name."""
    return Said(text, CONFIRMED, at, quote or text.strip(".").replace("합니다", "한다"), shown)


def wrong(text: str, at: str, quote: str, fate: tuple[str, ...] = WRONG) -> Said:
    """A sentence that may not be confirmed, although the words that it gives stand where it says."""
    return Said(text, fate, at, quote)


RULES, LEAVE, FEES = "학칙", "휴학 및 복학에 관한 시행세칙", "등록금에 관한 규정"
NURSING = "다음 각 호의 어느 하나에 해당하는 경우에는 전과를 허가하지 아니한다."
RETURN = "휴학사유가 소멸한 사람은 휴학기간이 끝나기 전이라도 학기 초에 복학할 수 있다"
YEARS = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다"
SERVICE = "군휴학한 사람은 전역일 또는 소집해제일부터 1년 이내에 복학하여야 한다"
SERVED = "군휴학한 사람은 전역일 또는 소집해제일부터 1년 이내에 복학하여야 합니다."

ANSWERS: dict[str, tuple[str, Sequence[Said]]] = {
    "a wrong yes": (
        "간호학과로 전과할 수 있어요?",
        [wrong("네, 가능합니다.", f"{RULES} 제30조제4항", NURSING, REPLACED)],
    ),
    "a wrong yes to how often, beside the whole article": (
        "전과를 두 번 할 수 있나요?",
        [wrong("네, 가능합니다.", f"{RULES} 제30조", "")],
    ),
    "a wrong yes to whether one must, beside the whole article": (
        "재입학한 사람도 입학금을 내야 하나요?",
        [wrong("네, 내야 합니다.", f"{RULES} 제20조", "")],
    ),
    "a wrong yes to how much, beside the whole article": (
        "학사경고를 받아도 18학점을 신청할 수 있나요?",
        [wrong("네, 신청할 수 있습니다.", f"{RULES} 제35조", "")],
    ),
    "a right no": (
        "간호학과로 전과할 수 있어요?",
        [right("아니요, 할 수 없습니다.", f"{RULES} 제30조제4항제1호", NURSING)],
    ),
    "a wrong no": (
        "휴학사유가 소멸하면 휴학기간이 끝나기 전에도 복학할 수 있나요?",
        [wrong("아니요, 할 수 없습니다.", f"{RULES} 제26조제3항", RETURN)],
    ),
    "the opposite of what is reported": (
        "자퇴했는데 재입학할 수 있나요?",
        [
            wrong(
                "자퇴한 사람은 재입학을 원할 수 없다고 정하고 있습니다.",
                f"{RULES} 제20조제1항",
                "1회에 한하여 총장이 허가할 수 있다",
            )
        ],
    ),
    "a duty of a permission": (
        "휴학사유가 소멸하면 바로 복학하여야 하나요?",
        [
            wrong(
                "휴학사유가 소멸한 사람은 휴학기간이 끝나기 전이라도 학기 초에 복학하여야 합니다.",
                f"{RULES} 제26조제3항",
                RETURN,
                REPLACED,
            )
        ],
    ),
    "one of two instead of both": (
        "휴학원을 내려면 누구의 상담과 확인을 받아야 하나요?",
        [
            wrong(
                "휴학하려는 학생은 지도교수의 상담 또는 학과장의 확인을 받아야 합니다.",
                f"{LEAVE} 제5조제1항",
                "지도교수의 상담과 학과장의 확인을 받아야 한다",
            )
        ],
    ),
    "a condition left out": (
        "신청학점에 3학점을 추가하여 21학점까지 신청할 수 있나요?",
        [
            wrong(
                "학생은 3학점을 추가하여 21학점까지 신청할 수 있습니다.",
                f"{RULES} 제35조제2항",
                "3학점을 추가하여 21학점까지 신청할 수 있다",
            )
        ],
    ),
    "another row of the table": (
        "초과학기자의 등록금은 신청학점에 따라 얼마인가요?",
        [
            wrong(
                "7학점부터는 해당 학과등 수업료의 전액을 납부합니다.",
                f"{FEES} 제11조제2항",
                "10학점 이상 | 해당 학과등 수업료의 전액",
            ),
            Said("| 신청학점 | 납부할 금액 |", OUT, f"{FEES} 제11조제2항"),
            Said(
                "| 4학점부터 6학점까지 | 해당 학과등 수업료의 3분의 1 |",
                CONFIRMED,
                f"{FEES} 제11조제2항",
                "4학점부터 6학점까지 | 해당 학과등 수업료의 3분의 1",
                "4학점부터 6학점까지: 해당 학과등 수업료의 3분의 1",
            ),
        ],
    ),
    "an invented choice": (
        "교내장학금 둘 이상에 선발되면 어떻게 되나요?",
        [
            wrong(
                "둘 이상에 선발된 경우 학생이 원하는 것을 선택할 수 있습니다.",
                "장학금 지급 규정 제14조제1항",
                "둘 이상에 선발된 경우 금액이 많은 것을 지급한다",
            )
        ],
    ),
    "the dates of another case": (
        "「휴학 및 복학에 관한 시행세칙」 제4조의 휴학 신청기간은 언제인가요?",
        [
            wrong(
                "제2학기 휴학 신청기간은 2월 1일부터 2월 28일까지입니다.",
                f"{LEAVE} 제4조제1항",
                "제2학기 : 8월 1일부터 8월 31일까지",
            )
        ],
    ),
    "what its article does not say": (
        "휴학생은 도서관을 이용할 수 있나요?",
        [
            wrong(
                "휴학생은 도서관을 이용할 수 없습니다.",
                f"{LEAVE} 제18조제2항",
                "휴학생은 생활관에 입주할 수 없으며",
            )
        ],
    ),
    "nothing said before what is": (
        "군휴학하면 언제까지 복학하여야 하나요?",
        [
            Said("네, 알겠습니다.", OUT, f"{RULES} 제26조제2항", SERVICE),
            right(SERVED, f"{RULES} 제26조제2항", SERVICE),
            Said("더 궁금한 점이 있으면 말씀해 주세요!", OUT),
        ],
    ),
    "an invented member of an enumeration": (
        "휴학기간은 통산하여 몇 년까지 가능한가요?",
        [
            Said(
                "「학칙」 제25조, 제26조 및 제998조에 따르면 가능합니다.",
                BESIDE,
                f"{RULES} 제25조제2항",
                YEARS,
                "「학칙」 제25조 및 관련 규정에 따르면 가능합니다.",
            )
        ],
    ),
    "another source says otherwise": (
        "「학칙」 제26조와 「대학원 학칙」 제14조의 복학은 언제까지 신청하나요?",
        [
            right(
                "휴학기간이 끝난 사람은 휴학기간이 만료되는 학기의 다음 학기 등록기간에 복학원을 제출하고 등록하여야 합니다.",
                f"{RULES} 제26조제1항",
            ),
            right(
                "휴학 기간이 끝난 학생은 개강일 전까지 복학 신청을 하고 등록하여야 합니다.",
                "대학원 학칙 제14조제1항",
            ),
        ],
    ),
    "the rule's own references": (
        "직전 학기 평점평균이 4.00 이상이거나 학사경고를 받은 학생은 몇 학점까지 신청할 수 있나요?",
        [
            right(
                '「학칙」 제35조제2항에 따르면 "직전 학기 평점평균이 4.00 이상인 학생은 제1항에도 불구하고 3학점을 추가하여 '
                '21학점까지 신청할 수 있다."라고 정하고 있습니다.',
                f"{RULES} 제35조제2항",
                "3학점을 추가하여 21학점까지 신청할 수 있다",
            ),
            right(
                "직전 학기에 학사경고를 받은 학생은 제1항에도 불구하고 15학점을 초과하여 신청할 수 없습니다.",
                f"{RULES} 제35조제3항",
                "15학점을 초과하여 신청할 수 없다",
            ),
        ],
    ),
    "words that look like references": (
        "졸업논문의 위조, 변조, 표절은 어떻게 되나요?",
        [
            right(
                "졸업논문을 작성하는 사람은 위조, 변조, 표절 또는 대필 등의 부정행위를 하여서는 아니 됩니다.",
                "졸업논문 심사 규정 제15조제1항",
                "위조, 변조, 표절 또는 대필 등의 부정행위를 하여서는 아니 된다",
            )
        ],
    ),
    "a table in spite of which": (
        "생활관에서 퇴사하면 별표 1에도 불구하고 관리비 전액을 환불하는 경우가 있나요?",
        [
            right(
                "다음 각 호의 어느 하나에 해당하는 사유로 퇴사하는 경우에는 별표 1에도 불구하고 남은 입사일수에 해당하는 관리비 전액을 환불합니다.",
                "생활관 운영 규정 제16조제3항",
                "별표 1에도 불구하고 남은 입사일수에 해당하는 관리비 전액을 환불한다",
            )
        ],
    ),
    "a right part before what is missing": (
        "자퇴일은 언제이고 자퇴 위로금은 얼마인가요?",
        [
            right("자퇴일은 자퇴원이 교무처에 접수된 날로 합니다.", f"{RULES} 제27조제2항"),
            Said("자퇴 위로금에 관한 내용은 제공된 규정에서 찾을 수 없습니다.", OUT),
        ],
    ),
    "another language": (
        "휴학기간은 통산하여 몇 년까지 가능한가요?",
        [
            Said(
                "A leave of absence may not exceed 3 years (6 semesters) in total.",
                BESIDE,
                f"{RULES} 제25조제2항",
                YEARS,
            )
        ],
    ),
    "a hedge and an invented telephone": (
        "군휴학하면 언제까지 복학하여야 하나요?",
        [
            wrong(f"일반적으로 {SERVED}", f"{RULES} 제26조제2항", SERVICE, BESIDE),
            wrong(
                "복학원은 학생민원실(041-555-7777)에 제출하여야 합니다.",
                f"{RULES} 제26조제2항",
                SERVICE,
                REPLACED,
            ),
        ],
    ),
    "Markdown": (
        "전과의 요건과 전과신청서 제출 기간은 어떻게 되나요?",
        [
            Said("## 전과 안내", OUT),
            right(
                "- 전과는 재학 중 **1회**에 한정합니다.",
                f"{RULES} 제30조제2항",
                "전과는 재학 중 1회에 한정한다",
                "전과는 재학 중 1회에 한정합니다.",
            ),
            right(
                "- **전과의 허가인원**은 전입하려는 학과등 입학정원의 100분의 20 이내로 합니다.",
                f"{RULES} 제30조제3항",
                "입학정원의 100분의 20 이내로 한다",
                "전과의 허가인원은 전입하려는 학과등 입학정원의 100분의 20 이내로 합니다.",
            ),
            right(
                "- 전과를 원하는 학생은 매년 6월 1일부터 6월 10일까지 또는 12월 1일부터 12월 10일까지 전과신청서를 제출하여야 합니다.",
                f"{RULES} 제30조제5항",
                "12월 1일부터 12월 10일까지 전과신청서를 제출하여야 한다",
                "전과를 원하는 학생은 매년 6월 1일부터",
            ),
        ],
    ),
    "chips of paragraphs of leave": (
        "휴학은 1회에 몇 년까지이고 통산하여 몇 년까지인가요?",
        [
            right(
                "군휴학을 제외한 휴학은 1회에 1년(2학기)을 초과할 수 없습니다.",
                f"{RULES} 제25조제3항",
            ),
            right(
                "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.",
                f"{RULES} 제25조제2항",
                YEARS,
            ),
        ],
    ),
    "chips of double majors": (
        "복수전공의 중복학점은 얼마까지이고 간호학과도 복수전공할 수 있나요?",
        [
            right("간호학과는 복수전공으로 이수할 수 없습니다.", f"{RULES} 제37조제4항"),
            right(
                "주전공과 복수전공에서 함께 인정할 수 있는 중복학점은 12학점 이내로 합니다.",
                f"{RULES} 제37조제3항",
            ),
        ],
    ),
    "chips of refunds": (
        "등록금의 반환신청서를 내면 반환 금액은 언제 지급하고 입학금도 반환하나요?",
        [
            right(
                "재무처장은 반환신청서를 받은 날부터 10일 이내에 반환 금액을 지급하여야 합니다.",
                f"{FEES} 제9조제3항",
            ),
            right(
                "입학금은 입학일 전날까지 입학을 포기한 경우에만 반환합니다.", f"{FEES} 제9조제5항"
            ),
        ],
    ),
    "chips of a second hearing": (
        "징계의 재심을 청구하면 집행이 정지되고 더 무거운 징계를 받을 수 있나요?",
        [
            right(
                "재심을 청구하여도 처분의 집행은 정지되지 않습니다.",
                "학생 상벌에 관한 규정 제23조제4항",
                "재심을 청구하여도 처분의 집행은 정지되지 아니한다",
            ),
            right(
                "학생이 청구한 재심에서는 원처분보다 무거운 징계를 의결할 수 없습니다.",
                "학생 상벌에 관한 규정 제23조제3항",
                "원처분보다 무거운 징계를 의결할 수 없다",
            ),
        ],
    ),
    "chips of overdue books": (
        "도서관 자료를 연체하면 연체료와 대출 정지를 선택할 수 있나요?",
        [
            right(
                "연체료를 내지 아니하고 대출 정지를 선택할 수 있습니다.",
                "도서관 이용 규정 제9조제2항",
            ),
            right(
                "지정도서를 연체한 경우에는 1책당 1시간에 500원의 연체료를 냅니다.",
                "도서관 이용 규정 제9조제3항",
                "1책당 1시간에 500원의 연체료를 낸다",
            ),
        ],
    ),
}
