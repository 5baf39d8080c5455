"""What a sentence of a model or of a notice says once its dress is off: titles and announcements claim nothing."""

from __future__ import annotations

import re

import pytest

from lab.evaluation.written.texts import TextSentence, text_figures
from verification.checked_texts.reports import TextSentenceState
from verification.checking.statements import claims_nothing


@pytest.mark.parametrize(
    ("text", "is_nothing"),
    [
        ("2026학년도 제2학기 등록금 분할납부 안내", True),
        ("[학술정보지원팀] 대출 안내", True),
        ("생활관 입사생 모집 공고 (추가)", True),
        ("안녕하세요! 재수강에 대해 안내해 드릴게요.", True),
        ("등록금은 2월 28일까지 공고", False),
        ("합격자 명단은 누리집에 공고", False),
        ("휴학 절차는 학과에서 안내해 드립니다.", False),
        ("외박은 한 달에 10일까지입니다.", False),
        ("답변드리겠습니다.", True),
        ("그럼 질문에 답변드리겠습니다.", True),
        ("필요하시면 더 알려 드리겠습니다.", True),
        ("원하시면 더 자세히 설명해 드릴게요.", True),
        ("필요하시면 학과장이 알려 드리겠습니다.", False),
        ("이상입니다.", True),
        ("이상으로 안내를 마치겠습니다.", True),
        ("60점 이상입니다.", False),
        ("한 학기 이상입니다.", False),
        ("안녕하세요! 규정 안내 도우미입니다.", True),
        ("저는 새솔대학교 학칙 챗봇입니다.", True),
        ("장애학생 도우미입니다.", False),
        ("Hello!", True),
        ("Thank you for your question.", True),
        ("I hope this helps.", True),
        ("Let me know if you need more help.", True),
        ("If you have any other questions, feel free to ask.", True),
        ("Please contact the Academic Affairs Office.", False),
        ("Let the office know if you need a leave of absence.", False),
        ("Thank you for paying by March 15.", False),
        ("군휴학 3년 안내합니다.", False),
        ("졸업앨범 신청도 참고하세요.", True),
        ("다른 사람이 예약한 책은 연장이 안 된다는 점도 참고하세요.", False),
        ("편입생은 대상이 아니라는 점도 참고하세요.", False),
        ("먼저 학생에게 의견을 말할 기회를 주어야 하니, 사정을 잘 말씀하시기 바랍니다.", False),
        ("생활관 전자열쇠는 빌려줄 수 없으니 꼭 확인해 주세요.", False),
        ("많이 궁금하셨을 테니 편하게 물어보세요.", True),
        ("네, 휴학을 앞두고 등록금이 걱정되시는군요.", True),
        ("성적 때문에 많이 속상하셨겠어요.", True),
        ("2위 입상 축하드려요!", True),
        ("교환학생 합격을 축하드립니다!", True),
        ("신입생이시군요, 환영합니다!", True),
        ("신입생이시군요, 첫 학기에는 휴학할 수 없습니다.", False),
        ("생활관을 나가신다니 항목별로 정리해 드릴게요.", True),
        ("정확한 요금은 생활관 사무실에 물어보시는 게 가장 빠릅니다.", True),
        ("3일 안에 서류를 내야 해서 급하시겠어요.", False),
        ("휴학을 신청하시는군요.", True),
        ("등록금은 먼저 내시는 게 좋습니다.", False),
        ("규정을 확인해 보겠습니다.", True),
        ("외국어시험에 대해 설명드릴게요[†1].", True),
        ("휴학을 고민하고 계시는군요.", True),
        ("먼저 휴학 규정을 살펴보겠습니다.", True),
        ("학칙 제25조의 내용입니다.", True),
        ("휴학 기간에 관한 규정입니다[†1].", True),
        ("죄송합니다.", True),
        ("네, 알려드리겠습니다.", True),
        ("추가로 궁금한 점이 있으면 말씀해 주세요[†1].", True),
        ("Let me check the regulations.", True),
        ("수술 앞두고 걱정이 많으시겠어요.", True),
        ("정학 75일이면 많이 당황하셨겠어요.", True),
        ("남은 실습도 무사히 마치시길 바랄게요!", True),
        ("교환학생이라니 멋진 계획이네요!", True),
        ("생활관운영단에 직접 전화해 보시는 게 가장 빠를 거예요.", True),
        ("임상실습 과목은 포기 대상이 아니니 실습인지 확인해 보세요.", False),
        ("등록금은 3월 2일까지의 규정입니다.", False),
        ("입사 준비하시는군요!", True),
        ("안녕하세요, 생활관비 문의 주셨네요! 😊", True),
        ("많이 놀라셨겠지만 차근차근 보면 괜찮아요.", True),
        ("힘내시고 꼭 통과하시길 바랄게요 🙏", True),
        ("걱정이 많으시겠어요, 하나씩 정리해 드릴게요.", True),
        ("2위라니 정말 축하드립니다!", True),
        ("건강한 출산을 기원합니다!", True),
        ("불안하신 마음 충분히 이해합니다.", True),
        ("문의 주신 순서대로 답변드리겠습니다.", True),
        ("더 궁금한 점이 있으면 편하게 물어보세요 :)", True),
        ("두 가지를 비교해 보시면 편한 쪽을 고르시길 바랍니다.", False),
        ("안전 운전하세요!", True),
        ("힘내시고, 지도교수님과 먼저 상의해 보세요.", True),
        ("지도교수님의 허가를 받고 상의해 보세요.", False),
        ("등록금을 돌려받으시니 편한 쪽으로 결정하시길 바랍니다.", False),
        ("성적 확인을 빕니다.", False),
        ("휴학하실 수 있으시겠네요.", False),
        ("유기정학 때만 제한되니 출마에는 지장이 없으시겠네요.", False),
        ("휴학하려면 학과장의 승인을 받아야 하시겠네요.", False),
        ("전과는 재학 중 한 번뿐인 선택이니 신중히 결정하시길 바랍니다.", False),
        ("재입학 후 등록금은 나누어 낼 수 없으므로 한 번에 납부하시기 바랍니다.", False),
        ("징계는 학장이 결정하므로 학장실에 먼저 문의해 보세요.", False),
        ("누군가 예약을 걸어 둔 책은 연장이 안 되니 미리 확인해 보시는 게 좋아요.", False),
        ("같은 학기에 불씨장학금도 받게 되면 절반으로 줄어드니 참고하세요.", False),
        ("서류를 따로 내야만 지급되므로 학사 부서에 꼭 신청해 두시기 바랍니다.", False),
        ("관련 부서에 문의해 주시기 바랍니다.", True),
        ("복수전공이 가능한지는 교학처에 직접 문의해 보시는 게 정확합니다.", True),
        ("정확한 금액은 도서관 창구에 문의해 보시길 권해 드려요.", True),
        ("## 분할납부 가능 여부", True),
        ("**50일 연체한 경우**", True),
        ("**벌점 18점 이상일 때**", True),
        ("## 제25조(휴학)", True),
        ("휴학 기간은 제한이 없으므로 신청 날짜만 확인하면 됩니다.", False),
        ("휴학 기간에는 제한이 없고 궁금하면 학생처에 문의하세요.", False),
        ("졸업생은 장학금을 받으며 자세한 것은 학생처에 문의하세요.", False),
        ("신청서를 참고하여 제출하세요.", False),
        ("# 휴학은 10년까지 가능합니다", False),
        ("## 휴학 10년", False),
        ("## 재학생 전과 허용", False),
        ("**휴학 무제한**", False),
        ("**전과 3회**", False),
        ("- **휴학 자유**", False),
        ("- 질병휴학", False),
        ("휴학 기간 무제한 허용 안내", False),
        ("휴학 무제한", False),
        ("휴학은 무제한이며, 다음과 같습니다.", False),
        ("휴학은 10년까지 가능합니다:", False),
        ("휴학은 10년까지 되는 거 아시죠?", False),
        ("휴학은 무제한이며 이를 정리해 드릴게요.", False),
        ("등록금을 전부 돌려받으시겠네요.", False),
        ("휴학을 마음껏 쓰시겠어요.", False),
        ("4학기까지 휴학하실 수 있으셨군요.", False),
        ("6년 동안 휴학 없이 다니셨군요.", True),
        ("등록금을 돌려받으시는군요.", False),
        ("장학금이 나오니 걱정하지 마세요.", False),
        ("휴학은 10년까지 되니 축하합니다.", False),
    ],
)
def test_titles_and_announcements_claim_nothing(text: str, is_nothing: bool) -> None:
    statement = re.sub(r"\[†\d+\]", "", text)

    assert claims_nothing(text, statement) is is_nothing


@pytest.mark.parametrize(
    ("text", "is_nothing"),
    [("안 됨.", True), ("3년임.", True), ("됩니다.", True), ("3년입니다.", False)],
)
def test_a_statement_of_less_than_five_characters_claims_nothing(
    text: str, is_nothing: bool
) -> None:
    assert claims_nothing(text, text) is is_nothing


def test_a_wrong_sentence_that_is_confirmed_is_told_apart_from_one_that_is_open() -> None:
    confirmed, differs = TextSentenceState.CONFIRMED, TextSentenceState.DIFFERS

    def said(label: str, state: TextSentenceState) -> TextSentence:
        is_wrong = state is TextSentenceState.DIFFERS
        return TextSentence("가", label, "", state, (), is_called_wrong=is_wrong)

    wrong = [said("wrong", confirmed), said("wrong", differs)]
    right = [said("right", differs), said("right", confirmed), said("none", confirmed)]

    assert [one.verdict for one in wrong + right] == [
        "WRONG",
        "found",
        "false alarm",
        "right",
        "needless",
    ]
    figures = text_figures([wrong, right])
    assert (figures["texts with a fault"], figures["of these called wrong"]) == (1, 1)
    assert (figures["texts without a fault"], figures["of these called wrong too"]) == (1, 1)
