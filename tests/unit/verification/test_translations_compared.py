"""A sentence in another language and the Korean words that it translates: figures, dates, limits and polarity are compared."""

from __future__ import annotations

import pytest

from verification.grounding import is_refusal, split_sentences
from verification.grounding.proof import ProofKind
from verification.grounding.translation.comparing import translation_differences
from verification.grounding.translation.numerals import (
    english_number,
    han_number,
    vietnamese_number,
)

NUMBER, DATE, LIMIT = ProofKind.NUMBER, ProofKind.DATE, ProofKind.LIMIT
UNIT, POLARITY = ProofKind.UNIT, ProofKind.POLARITY

LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다"
FRESHMAN = "신입생은 입학 후 첫 학기에는 휴학할 수 없다"
APPLY = "휴학하고자 하는 사람은 개강일부터 30일 이내에 휴학원을 제출하여야 한다"
CREDITS = "졸업하려면 130학점 이상을 취득하여야 한다"
IN_FORCE = "이 규정은 2024년 8월 1일부터 시행한다"
MAY = "총장의 허가를 받아 휴학할 수 있다"
COUNTED = "군입대휴학의 기간은 휴학기간에 산입하지 아니한다"
INCLUDED = "편입 전에 취득한 학점은 졸업학점에 포함한다"
SHARE = "등록금의 3분의 2를 반환한다"
PERCENT = "등록금의 50%를 감면한다"
LOAN = "대출 책수는 5권, 대출기간은 14일로 한다"
MONEY = "연체료는 하루 100원으로 한다"
NEED_NOT = "재학생은 보증인을 두지 아니하여도 된다"
VOTES = "재적위원 3분의 2 이상의 찬성으로 의결한다"
TWICE = "재입학은 2회에 한정하여 할 수 있다"

CHINESE = [
    ("休学期限合计不得超过三年。", LEAVE, None),
    ("休学期限合计不得超过3年（6个学期）。", LEAVE, None),
    ("休学最长可以三年。", LEAVE, None),
    ("休学期限合计不得超过五年。", LEAVE, NUMBER),
    ("休学期限合计至少三年。", LEAVE, LIMIT),
    ("休学期限合计不得超过三个学期。", LEAVE, UNIT),
    ("新生入学后第一学期不得休学。", FRESHMAN, None),
    ("新生入学后第一学期可以休学。", FRESHMAN, POLARITY),
    ("想休学的人必须自开学之日起30天以内提交休学申请书。", APPLY, None),
    ("想休学的人应当自开学之日起三十日内提交休学申请书。", APPLY, None),
    ("想休学的人必须自开学之日起四十日内提交休学申请书。", APPLY, NUMBER),
    ("想休学的人不必提交休学申请书，期限为30日以内。", APPLY, POLARITY),
    ("毕业须取得130学分以上。", CREDITS, None),
    ("毕业须取得一百三十个学分以上。", CREDITS, None),
    ("毕业须取得120学分以上。", CREDITS, NUMBER),
    ("毕业最多可取得130学分。", CREDITS, LIMIT),
    ("本规定自2024年8月1日起施行。", IN_FORCE, None),
    ("本规定自二〇二四年八月一日起施行。", IN_FORCE, None),
    ("本规定自2024年9月1日起施行。", IN_FORCE, DATE),
    ("本规定自8月1日起施行。", IN_FORCE, None),
    ("经校长许可可以休学。", MAY, None),
    ("不得休学。", MAY, POLARITY),
    ("未经校长许可不得休学。", MAY, None),
    ("入伍休学的期间不计入休学期限。", COUNTED, None),
    ("入伍休学的期间计入休学期限。", COUNTED, POLARITY),
    ("退还学费的三分之二。", SHARE, None),
    ("退还学费的三分之一。", SHARE, NUMBER),
    ("减免学费的百分之五十。", PERCENT, None),
    ("减免学费的一半。", PERCENT, None),
    ("可以借5本书，借期为两周。", LOAN, None),
    ("可以借五册书，借期为10天。", LOAN, NUMBER),
    ("逾期费为每天100韩元。", MONEY, None),
    ("在校生不需要保证人。", NEED_NOT, None),
    ("在校生必须有保证人。", NEED_NOT, POLARITY),
    ("根据第25条第2款，休学不得超过三年。", LEAVE, None),
]

VIETNAMESE = [
    ("Thời gian bảo lưu tổng cộng không được quá ba năm.", LEAVE, None),
    ("Thời gian bảo lưu không được vượt quá 3 năm (6 học kỳ).", LEAVE, None),
    ("Được bảo lưu tối đa ba năm.", LEAVE, None),
    ("Thời gian bảo lưu không được quá năm năm.", LEAVE, NUMBER),
    ("Thời gian bảo lưu ít nhất ba năm.", LEAVE, LIMIT),
    ("Thời gian bảo lưu không được quá ba học kỳ.", LEAVE, UNIT),
    ("Tân sinh viên không được bảo lưu trong học kỳ đầu sau khi nhập học.", FRESHMAN, None),
    ("Tân sinh viên có thể bảo lưu trong học kỳ đầu sau khi nhập học.", FRESHMAN, POLARITY),
    ("Người muốn bảo lưu phải nộp đơn trong vòng 30 ngày kể từ ngày khai giảng.", APPLY, None),
    ("Người muốn bảo lưu phải nộp đơn trong vòng ba mươi ngày kể từ ngày khai giảng.", APPLY, None),
    ("Người muốn bảo lưu phải nộp đơn trong vòng 40 ngày kể từ ngày khai giảng.", APPLY, NUMBER),
    ("Người muốn bảo lưu không cần nộp đơn.", APPLY, POLARITY),
    ("Muốn tốt nghiệp phải đạt 130 tín chỉ trở lên.", CREDITS, None),
    ("Muốn tốt nghiệp phải đạt ít nhất 130 tín chỉ.", CREDITS, None),
    ("Muốn tốt nghiệp phải đạt 120 tín chỉ trở lên.", CREDITS, NUMBER),
    ("Được đạt tối đa 130 tín chỉ.", CREDITS, LIMIT),
    ("Quy định này có hiệu lực từ ngày 1 tháng 8 năm 2024.", IN_FORCE, None),
    ("Quy định này có hiệu lực từ 01/08/2024.", IN_FORCE, None),
    ("Quy định này có hiệu lực từ ngày 1 tháng 9 năm 2024.", IN_FORCE, DATE),
    ("Quy định này có hiệu lực từ năm 2023.", IN_FORCE, DATE),
    ("Có thể bảo lưu khi được hiệu trưởng cho phép.", MAY, None),
    ("Không được bảo lưu.", MAY, POLARITY),
    ("Nếu không có phép của hiệu trưởng thì không được bảo lưu.", MAY, None),
    ("Thời gian nhập ngũ không tính vào thời gian bảo lưu.", COUNTED, None),
    ("Thời gian nhập ngũ được tính vào thời gian bảo lưu.", COUNTED, POLARITY),
    ("Hoàn trả hai phần ba học phí.", SHARE, None),
    ("Hoàn trả một phần ba học phí.", SHARE, NUMBER),
    ("Giảm 50 phần trăm học phí.", PERCENT, None),
    ("Được mượn năm cuốn trong hai tuần.", LOAN, None),
    ("Được mượn 5 cuốn trong 10 ngày.", LOAN, NUMBER),
    ("Tiền phạt là 100 won mỗi ngày.", MONEY, None),
    ("Sinh viên đang học không cần người bảo lãnh.", NEED_NOT, None),
    ("Sinh viên đang học phải có người bảo lãnh.", NEED_NOT, POLARITY),
    ("Điểm trung bình phải đạt 2,5/4,5 trở lên.", "평점평균이 2.5(4.5 만점) 이상이어야 한다", None),
    ("Điểm trung bình phải đạt 3,0 trở lên.", "평점평균이 2.5(4.5 만점) 이상이어야 한다", NUMBER),
    ("Theo Điều 25 khoản 2, bảo lưu không được quá ba năm.", LEAVE, None),
]

ENGLISH = [
    ("A leave may not exceed three years in total.", LEAVE, None),
    ("A leave may not exceed 3 years (6 semesters) in total.", LEAVE, None),
    ("You can take leave for up to three years.", LEAVE, None),
    ("A leave may not exceed five years in total.", LEAVE, NUMBER),
    ("A leave must be at least three years.", LEAVE, LIMIT),
    ("A leave may not exceed three semesters.", LEAVE, UNIT),
    ("Freshmen may not take leave in the first semester.", FRESHMAN, None),
    ("Freshmen can take leave in the first semester.", FRESHMAN, POLARITY),
    ("You must submit the form within thirty days of the start of classes.", APPLY, None),
    ("You must submit the form within forty days of the start of classes.", APPLY, NUMBER),
    ("You need not submit a form.", APPLY, POLARITY),
    ("At least 130 credits are required.", CREDITS, None),
    ("At most 130 credits may be earned.", CREDITS, LIMIT),
    ("These regulations enter into force on August 1, 2024.", IN_FORCE, None),
    ("These regulations enter into force on 1 August 2024.", IN_FORCE, None),
    ("These regulations enter into force on September 1, 2024.", IN_FORCE, DATE),
    ("A student may take leave with the permission of the president.", MAY, None),
    ("Students cannot take leave.", MAY, POLARITY),
    ("Students cannot take leave without permission.", MAY, None),
    ("Military leave is not counted.", COUNTED, None),
    ("Military leave is counted.", COUNTED, POLARITY),
    ("Two thirds of the tuition is refunded.", SHARE, None),
    ("Half of the tuition is waived.", PERCENT, None),
    ("You may borrow five books for two weeks.", LOAN, None),
    ("A resolution needs the votes of at least two thirds of the members.", VOTES, None),
    ("Article 25(2) says that a leave may not exceed three years.", LEAVE, None),
]


@pytest.mark.parametrize(("claim", "words", "kind"), [*CHINESE, *VIETNAMESE, *ENGLISH])
def test_a_translation_is_held_against_its_words(
    claim: str, words: str, kind: ProofKind | None
) -> None:
    found = {one.kind for one in translation_differences(claim, [words])}

    assert found == ({kind} if kind else set())


def test_a_figure_may_stand_elsewhere_in_the_provision() -> None:
    claim = "可以借5本书，最多可续借2次。"

    assert translation_differences(claim, [LOAN], context=f"{LOAN}. 2회까지 연장할 수 있다.") == ()
    assert translation_differences(claim, [LOAN]) != ()


@pytest.mark.parametrize(
    ("read", "written", "number"),
    [
        (han_number, "三", 3),
        (han_number, "十二", 12),
        (han_number, "一百三十", 130),
        (han_number, "二〇二四", 2024),
        (han_number, "三万五千", 35_000),
        (vietnamese_number, "năm", 5),
        (vietnamese_number, "mười hai", 12),
        (vietnamese_number, "ba mươi lăm", 35),
        (vietnamese_number, "hai trăm", 200),
        (english_number, "twelve", 12),
        (english_number, "thirty-five", 35),
    ],
)
def test_number_words(read: object, written: str, number: int) -> None:
    assert callable(read)
    assert read(written) == number


def test_chinese_sentences_follow_without_a_blank() -> None:
    text = "休学期限合计不得超过三年[†1-2]。新生第一学期不得休学（因病除外。）。可以吗？"

    assert [span.text for span in split_sentences(text)] == [
        "休学期限合计不得超过三年[†1-2]。",
        "新生第一学期不得休学（因病除外。）。",
        "可以吗？",
    ]


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("在所提供的规定中找不到该信息。", True),
        ("Không tìm thấy thông tin này trong các quy định được cung cấp.", True),
        ("Quy định không nêu điều này.", True),
        ("休学期限合计不得超过三年。", False),
        ("Tân sinh viên không được bảo lưu trong học kỳ đầu.", False),
    ],
)
def test_refusals_in_other_languages(text: str, refuses: bool) -> None:
    assert is_refusal(text) is refuses
