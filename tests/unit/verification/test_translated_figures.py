"""Figures of sentences in other languages: times, date ranges, money, grades, multiples, counts, limits of the same number."""

from __future__ import annotations

import time

import pytest

from verification.grounding.proof import ProofKind
from verification.grounding.translation.comparing import translation_differences
from verification.grounding.translation.numerals import (
    english_number,
    han_number,
    vietnamese_number,
)

DORM = "생활관의 출입은 매일 오전 0시 30분부터 오전 5시까지 통제한다."
VISITS = "관생이 아닌 사람은 오전 10시부터 오후 9시까지 면회실에 출입할 수 있다."
MEALS = "식사 시간(12시부터 14시까지, 17시부터 19시까지)의 외출은 2시간까지 할 수 있다."
AFTERNOON = "상담은 오후 1시부터 5시까지 한다."
SPRING = "2월 20일부터 2월 28일까지"
JUNE = "매년 6월 1일부터 6월 10일까지 전과신청서를 제출하여야 한다."
WEEK = "복수전공의 신청은 매년 4월과 10월의 첫째 주에 한다."
CREDIT = "계절학기의 수강료는 1학점당 95,000원으로 한다."
EMERGENCY = "긴급생활장학금의 금액은 1회에 1,500,000원 이내로 한다."
DEPOSIT = "입사보증금은 10만원으로 한다."
CAPPED = "재수강하여 취득한 성적은 A0를 초과할 수 없다."
RETAKE = "성적이 C+ 이하인 교과목은 재수강할 수 있다."
BOOK = "국내서: 시가의 1.5배"
FOREIGN_BOOK = "외국서: 시가의 2배"
PARTS = "4회까지 나누어 납부할 수 있다."
TWICE = "같은 교과목의 재수강은 2회까지로 한다."
APPEAL = "처분을 통지받은 날부터 14일 이내에 재심을 청구할 수 있다."
NIGHTS = "외박은 한 달에 10일을 넘을 수 없다."
WARNINGS = "연속하여 3회 또는 통산하여 5회의 학사경고를 받은 사람"
AVERAGE = "매 학기 평점평균이 1.75 미만인 학생에게는 학사경고를 한다."
SCHOLAR = "평점평균이 3.50 이상 4.00 미만인 학생에게 지급한다."
LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다."
HALF, TWO_THIRDS = "수업료의 2분의 1", "수업료의 3분의 2"
TOPIK = "졸업 전까지 한국어능력시험 4급 이상을 취득하여야 한다."
EXPELLED = "15점 이상: 강제퇴사"
SIMILAR = "유사도는 20퍼센트 이하여야 한다."
MILITARY = "전역일부터 1년 이내에 복학하여야 한다."
ACCIDENT = "사고가 나면 24시간 이내에 센터에 알려야 한다."
BEFORE = "휴학하려는 학생은 입영일 7일 전까지 신청하여야 한다."
COPIES = "심사용 졸업논문 3부"

RIGHT = [
    ("The dorm is locked from 00:30 to 5 a.m. every day.", DORM),
    ("The dorm is closed from half past midnight until 5 in the morning.", DORM),
    ("Entry is restricted between 12:30 a.m. and 5:00 a.m.", DORM),
    ("宿舍每天0点30分至5点限制出入。", DORM),
    ("宿舍每天凌晨零点半到五点限制出入。", DORM),
    ("Ký túc xá đóng cửa từ 0 giờ 30 đến 5 giờ sáng.", DORM),
    ("Ký túc xá đóng cửa từ 0h30 đến 5h.", DORM),
    ("Visitors may come in from 10 a.m. to 9 p.m.", VISITS),
    ("Visitors may come in between 10:00 and 21:00.", VISITS),
    ("外来人员可从上午10点至晚上9点进入会客室。", VISITS),
    ("Người ngoài được vào từ 10 giờ sáng đến 9 giờ tối.", VISITS),
    ("Lunch is from noon to 2 p.m., dinner from 5 to 7 p.m.", MEALS),
    ("Counselling is from 1 to 5 p.m.", AFTERNOON),
    ("咨询时间为下午1点至5点。", AFTERNOON),
    ("The payment period is from February 20 to 28.", SPRING),
    ("Pay between 20 and 28 February.", SPRING),
    ("Spring tuition: 2/20-2/28.", SPRING),
    ("Spring tuition is due from 02-20 to 02-28.", SPRING),
    ("缴费期为2月20日至28日。", SPRING),
    ("Đóng học phí: 20/2–28/2.", SPRING),
    ("Đóng học phí từ 20 đến 28 tháng 2.", SPRING),
    ("Apply from June 1-10.", JUNE),
    ("Nộp đơn từ 1/6 đến 10/6.", JUNE),
    ("Nộp đơn từ ngày 1 đến ngày 10 tháng 6.", JUNE),
    ("每年4月和10月第一周申请双专业。", WEEK),
    ("Each credit costs 95 thousand won.", CREDIT),
    ("每学分9.5万韩元。", CREDIT),
    ("每学分九万五千韩元。", CREDIT),
    ("Học phí là 95 nghìn won một tín chỉ.", CREDIT),
    ("The scholarship is 1.5 million won at most.", EMERGENCY),
    ("Up to KRW 1.5M is paid each time.", EMERGENCY),
    ("每次不超过150万韩元。", EMERGENCY),
    ("Mỗi lần tối đa 1,5 triệu won.", EMERGENCY),
    ("押金为10万韩元。", DEPOSIT),
    ("Tiền đặt cọc là 100 nghìn won.", DEPOSIT),
    ("Tiền đặt cọc là một trăm nghìn won.", DEPOSIT),
    ("Retaken courses are capped at A0 (4.0).", CAPPED),
    ("重修成绩最高为A0。", CAPPED),
    ("Điểm học lại cao nhất là A0.", CAPPED),
    ("A course with a C0 can be retaken.", RETAKE),
    ("A lost book is replaced at one and a half times its price.", BOOK),
    ("国内图书按市价的一点五倍赔偿。", BOOK),
    ("Sách trong nước đền gấp 1,5 lần giá.", BOOK),
    ("For a foreign book you pay twice its price.", FOREIGN_BOOK),
    ("Sách nước ngoài phải đền gấp đôi giá.", FOREIGN_BOOK),
    ("Those who cannot pay at once may split tuition four ways.", PARTS),
    ("An appeal can be filed within a fortnight.", APPEAL),
    ("Có thể khiếu nại trong 14 hôm.", APPEAL),
    ("You are expelled after three warnings in a row or five in total.", WARNINGS),
    ("Students below 1.75 are warned.", AVERAGE),
    ("Students with 1.75 or more are not warned.", AVERAGE),
    ("Even a 3.7 earns it.", SCHOLAR),
    ("A GPA of 3.50–3.99 earns it.", SCHOLAR),
    ("退还五成学费。", HALF),
    ("Được hoàn 2/3 học phí.", TWO_THIRDS),
    ("The library is open 24/7 during exams.", "시험 기간에는 24시간 개방한다."),
    ("Come to room 3 on floor 2.", "행정실에서 4급 이상을 확인한다."),
    ("Students have to report an accident within a day.", ACCIDENT),
    ("You must come back within 12 months of discharge.", MILITARY),
    ("Apply at least seven days before enlistment.", BEFORE),
    ("须至少提前7天在入伍前申请。", BEFORE),
    ("Phí hội viên là 30 nghìn won một năm.", "회원 등록비는 연 3만원으로 한다."),
    ("Students may work 20 hours a week.", "근로시간은 주당 20시간을 초과할 수 없다."),
    ("Dorm fees may be paid in three parts: 40%, 30% and 30%.", "제1회 40퍼센트, 제2회 30퍼센트, 제3회 30퍼센트로 한다."),
    ("第一学期于上一年12月1日至20日申请。", "제1학기는 전년도 12월 1일부터 12월 20일까지 신청하여야 한다."),
    ("It is held twice a year.", "시험은 4월과 10월에 실시하며 합격한 과목은 2년간 인정한다."),
]  # fmt: skip

WRONG = [
    ("The dorm is locked from 1:30 to 6 a.m. every day.", DORM),
    ("宿舍每天凌晨一点半到六点限制出入。", DORM),
    ("宿舍每天晚上11点30分至5点限制出入。", DORM),
    ("Ký túc xá đóng cửa từ 1h30 đến 6h.", DORM),
    ("Visitors may come in from 10 p.m. to 9 a.m.", VISITS),
    ("Spring tuition is due from February 20 to 27.", SPRING),
    ("缴费期为2月20日至27日。", SPRING),
    ("Đóng học phí: 20/2–28/3.", SPRING),
    ("Each credit costs 90 thousand won.", CREDIT),
    ("每次不超过1500万韩元。", EMERGENCY),
    ("Mỗi lần tối đa 2,5 triệu won.", EMERGENCY),
    ("Retaken courses are capped at B+.", CAPPED),
    ("Retaken courses can get an A+.", CAPPED),
    ("重修成绩最高为B+。", CAPPED),
    ("A course with a grade of C+ or higher can be retaken.", RETAKE),
    ("成绩在C+以上的课程可以重修。", RETAKE),
    ("Môn có điểm từ C+ trở lên được học lại.", RETAKE),
    ("Sách nước ngoài phải đền gấp ba giá.", FOREIGN_BOOK),
    ("For a foreign book you pay three times its price.", FOREIGN_BOOK),
    ("Tuition can be paid in up to five instalments.", PARTS),
    ("Tuition may be split into two payments at most.", PARTS),
    ("学费可分6期缴纳。", PARTS),
    ("The same course can be retaken only once.", TWICE),
    ("The same course can be retaken thrice.", TWICE),
    ("An appeal can be filed within a week.", APPEAL),
    ("An appeal can be filed within a month.", APPEAL),
    ("可在一个月内提出复议。", APPEAL),
    ("Có thể khiếu nại trong vòng một tháng.", APPEAL),
    ("You can spend a dozen nights out a month.", NIGHTS),
    ("You are expelled after two warnings in a row or five in total.", WARNINGS),
    ("You are expelled after five warnings in a row or three in total.", WARNINGS),
    (
        "You are expelled after five warnings in a row or three in total.",
        "(제적) 연속하여 3회(세 번) 또는 통산하여 5회의 학사경고를 받은 사람",
    ),
    ("连续五次或累计三次受到学业警告的，予以除籍。", WARNINGS),
    ("Bị cảnh báo năm lần liên tiếp hoặc tổng cộng ba lần thì bị xóa tên.", WARNINGS),
    ("Students with an average of 1.75 or below receive a warning.", AVERAGE),
    ("Students with an average of at least 1.75 receive a warning.", AVERAGE),
    ("平均绩点1.75以下（含1.75）的学生会受到学业警告。", AVERAGE),
    ("平均绩点1.75以上的学生会受到学业警告。", AVERAGE),
    ("Sinh viên có điểm trung bình từ 1,75 trở xuống bị cảnh báo.", AVERAGE),
    ("Sinh viên có điểm trung bình trên 1,75 bị cảnh báo.", AVERAGE),
    ("Leave can exceed three years in total.", LEAVE),
    ("休学期限可以超过三年。", LEAVE),
    ("Được bảo lưu trên 3 năm.", LEAVE),
    ("A third of the fee is refunded.", HALF),
    ("退还六成学费。", HALF),
    ("退还学费的三成。", HALF),
    ("Được hoàn 1/3 học phí.", TWO_THIRDS),
    ("留学生毕业前须取得TOPIK三级以上。", TOPIK),
    ("Phải có TOPIK cấp 3 trở lên.", TOPIK),
    ("Tổng điểm phạt dưới 15 điểm thì bị buộc rời ký túc xá.", EXPELLED),
    ("The similarity must be under 20%.", SIMILAR),
    ("You must come back within six months of discharge.", MILITARY),
    ("Students have to report an accident within two days.", ACCIDENT),
    ("Nộp bốn bản luận văn.", COPIES),
]  # fmt: skip

UNREGISTERED = "휴학 중인 사람은 등록하지 아니한다."
FRESHMEN = "신입생은 입학 후 첫 학기에 휴학할 수 없다."
PROVISO = f"{FRESHMEN} 다만, 질병휴학의 경우에는 그러하지 아니하다."
BOTH = "휴학생은 생활관에 입주할 수 없으며, 근로장학생으로 선발될 수 없다."
NURSING = "간호학과로 전과하려는 경우에는 전과를 허가하지 아니한다."
UNPAID = "등록금을 납부하지 아니한 학생은 시험에 응시할 수 없다."
SAME_COLLEGE = "같은 대학 소속 위원은 2명을 넘지 못한다."
FEE = "졸업논문의 심사료는 받지 아니한다."

POLARITY = [
    ("Students on leave do not register.", UNREGISTERED, False),
    ("Students on leave must register.", UNREGISTERED, True),
    ("休学期间不必注册。", UNREGISTERED, False),
    ("休学期间必须注册。", UNREGISTERED, True),
    ("International students may take TOPIK level 4, but do not have to.", TOPIK, True),
    ("留学生毕业前可以取得TOPIK4级，但不必须。", TOPIK, True),
    ("Freshmen need not ask to take leave in their first semester.", FRESHMEN, True),
    ("Freshmen can never take leave, without any exception.", PROVISO, True),
    ("Freshmen cannot take leave in their first semester.", PROVISO, False),
    ("新生第一学期一律不得休学，没有例外。", PROVISO, True),
    ("Students on leave may stay in the dorm but cannot get work scholarships.", BOTH, True),
    ("Students on leave cannot stay in the dorm and cannot get work scholarships.", BOTH, False),
    ("Transfers to nursing are allowed.", NURSING, True),
    ("可以转到护理系。", NURSING, True),
    ("Được chuyển sang khoa điều dưỡng.", NURSING, True),
    ("Transfers to nursing are not allowed.", NURSING, False),
    ("You must pay tuition to sit the exam.", UNPAID, False),
    ("A student who has not paid tuition is allowed to sit the exam.", UNPAID, True),
    ("No more than two members may come from the same college.", SAME_COLLEGE, False),
    (
        "From June 1 to 10 students can apply and from December 1 to 10 they cannot.",
        "6월 1일부터 6월 10일까지 신청할 수 있고 12월 1일부터 12월 10일까지는 신청할 수 없다.",
        False,
    ),
    ("Thesis reviews are free of charge.", FEE, False),
    ("Sinh viên đang bị đình chỉ có thể dự thi.", "정학 중인 학생은 시험에 응시할 수 없다.", True),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "words"), RIGHT)
def test_a_right_figure_is_none_that_differs(claim: str, words: str) -> None:
    assert translation_differences(claim, [words]) == ()


@pytest.mark.parametrize(("claim", "words"), WRONG)
def test_a_wrong_figure_differs(claim: str, words: str) -> None:
    assert translation_differences(claim, [words]) != ()


@pytest.mark.parametrize(("claim", "words", "is_opposite"), POLARITY)
def test_what_is_done_is_held_against_the_words(claim: str, words: str, is_opposite: bool) -> None:
    found = [one.kind for one in translation_differences(claim, [words])]

    assert found == ([ProofKind.POLARITY] if is_opposite else [])


@pytest.mark.parametrize(
    ("read", "written", "number"),
    [
        (han_number, "一点五", 1.5),
        (han_number, "九万五千", 95_000),
        (vietnamese_number, "một triệu năm trăm nghìn", 1_500_000),
        (vietnamese_number, "một trăm linh năm", 105),
        (english_number, "one hundred and thirty", 130),
        (english_number, "ninety-five thousand", 95_000),
        (english_number, "one and a half", 1.5),
        (english_number, "half a dozen", 6),
    ],
)
def test_large_and_broken_numbers_in_words(read: object, written: str, number: float) -> None:
    assert callable(read)
    assert read(written) == number


def _seconds(claim: str) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        translation_differences(claim, [f"{DORM} {LEAVE}"])
        best = min(best, time.process_time() - started)
    return best


@pytest.mark.parametrize(
    "piece",
    [
        "từ 1 đến ",
        "一二三点",
        "one hundred and ",
        "1/2/",
        "không được quá ",
        "12:30-",
        "第一",
        "a.m. ",
    ],
)
def test_a_repetition_of_four_times_the_length_costs_four_times(piece: str) -> None:
    one, four = (_seconds(f"The rule: {piece * count}") for count in (60, 240))

    # Were it quadratic, it would cost sixteen times as much.
    assert four < 8 * one + 0.1
