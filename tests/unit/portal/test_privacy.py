"""What is masked in a question, and what must stay: numbers are what regulations are made of."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.evaluation.privacy import measure
from portal.privacy.masking import OFFICE_CONTACTS, PersonalData, personal_data_mask

# (text with the piece in 〔〕, its kind); every number is invented.
PERSONAL = [
    ("제 번호는 〔010-1234-5678〕 입니다.", PersonalData.PHONE),
    ("〔01012345678〕로 알려 주세요", PersonalData.PHONE),
    ("연락처 〔010 1234 5678〕 입니다", PersonalData.PHONE),
    ("연락처: 〔010.1234.5678〕", PersonalData.PHONE),
    ("〔+82 10 1234 5678〕", PersonalData.PHONE),
    ("집 전화는 〔02-123-4567〕이고", PersonalData.PHONE),
    ("학과 사무실 〔(051) 890-1234〕 맞나요", PersonalData.PHONE),
    ("〔070-7123-4567〕로 전화가 왔어요", PersonalData.PHONE),
    ("전화 〔０１０-１２３４-５６７８〕", PersonalData.PHONE),
    ("저는 〔900101-1234567〕인데 휴학이 됩니까", PersonalData.RESIDENT_NUMBER),
    ("주민번호 〔0503124123456〕", PersonalData.RESIDENT_NUMBER),
    ("주민번호 〔050312 - 4123456〕", PersonalData.RESIDENT_NUMBER),
    ("외국인등록번호 〔990101-5123456〕", PersonalData.RESIDENT_NUMBER),
    ("주민번호 〔900101-1******〕 입니다", PersonalData.RESIDENT_NUMBER),
    ("메일은 〔gaon.kim_01@mail.example.ac.kr〕이에요", PersonalData.EMAIL),
    ("〔kim+test@example.com〕으로 보내 주세요", PersonalData.EMAIL),
    ("학번 〔20231234〕 김가온입니다", PersonalData.STUDENT_NUMBER),
    ("학번은 〔2023100234〕이고 졸업하려면?", PersonalData.STUDENT_NUMBER),
    ("저는 〔202312345〕 학생인데요", PersonalData.STUDENT_NUMBER),
    ("학번: 〔A231234〕", PersonalData.STUDENT_NUMBER),
    ("my student ID is 〔20231234〕", PersonalData.STUDENT_NUMBER),
    ("〔20239876〕입니다. 복학하고 싶어요", PersonalData.STUDENT_NUMBER),
    ("가온은행 〔110-123-456789〕로 환불되나요", PersonalData.ACCOUNT_NUMBER),
    ("계좌번호 〔3020123456781〕로 주세요", PersonalData.ACCOUNT_NUMBER),
    ("〔123456-01-123456〕 계좌입니다", PersonalData.ACCOUNT_NUMBER),
    ("카드 〔1234-5678-9012-3456〕으로 냈는데", PersonalData.CARD_NUMBER),
    ("카드 〔1234 5678 9012 3456〕 결제", PersonalData.CARD_NUMBER),
    ("여권 〔M12345678〕 유학생입니다", PersonalData.PASSPORT_NUMBER),
    ("여권번호는 〔M123A4567〕", PersonalData.PASSPORT_NUMBER),
    ("주민번호 〔900101.1234567〕", PersonalData.RESIDENT_NUMBER),
    ("〔공일공-일이삼사-오육칠팔〕로 알려 주세요", PersonalData.PHONE),
    ("〔gaon@example.com〕이 제 메일", PersonalData.EMAIL),
    ("〔gaon(at)example.com〕이 제 메일", PersonalData.EMAIL),
    ("학번 〔2019-12345〕입니다", PersonalData.STUDENT_NUMBER),
    ("면허는 〔11-19-123456-78〕", PersonalData.DRIVER_LICENSE),
    ("저는 〔서울특별시 가온구 다솜로 12, 101동 1203호〕에 삽니다", PersonalData.ADDRESS),
    ("〔김가온〕 교수님이 고쳐 준다고 합니다", PersonalData.NAME),
    ("저는 법학과 〔이나래〕입니다", PersonalData.NAME),
    ("저는 법학과 3학년 〔이온〕입니다", PersonalData.NAME),
    ("〔이온〕 교수님이 고쳐 준다고 합니다", PersonalData.NAME),
    ("교수님 〔이나래〕께 여쭈었습니다", PersonalData.NAME),
    ("제 친구 〔이나래〕가 휴학했습니다", PersonalData.NAME),
    ("주민번호 〔9 0 0 1 0 1 - 1 2 3 4 5 6 7〕", PersonalData.RESIDENT_NUMBER),
    ("전화 〔010ㅡ1234ㅡ5678〕", PersonalData.PHONE),
    ("〔0082 10 1234 5678〕", PersonalData.PHONE),
    ("여권번호: 〔M 1234 5678〕", PersonalData.PASSPORT_NUMBER),
    ("학번 〔2023-1234〕", PersonalData.STUDENT_NUMBER),
    ("제 통장 〔110.123.456789〕", PersonalData.ACCOUNT_NUMBER),
    ("메일 〔gaon at example dot com〕", PersonalData.EMAIL),
    ("메일 〔가온@example.com〕", PersonalData.EMAIL),
    ("면허번호 〔111912345678〕", PersonalData.DRIVER_LICENSE),
]
NOT_PERSONAL = [
    "제25조의2제1항제3호와 제3-2-15호 규정",
    "2025. 3. 1.부터 2025-08-31까지, 20250301 시행",
    "2024-2025학년도 2학기 등록금 3,456,000원",
    "평점 4.5 만점에 3.25, 130학점, 2/3 이상",
    "장학금 20000000원과 200만 원",
    "규정번호 1-1-1, 별표 1-2, 페이지 123-456",
    "100명 가운데 20100명",
    "「학칙」 제9조 제10항 12호 13목",
    "1학년 2학기 3월 4일 5시 6분",
    "2023학번은 몇 학점을 들어야 합니까?",
    "http://www.example.ac.kr/rule/12345",
    "지도교수님과 장애인 학생, 신입생 학생",
    "저는 신입생입니다. 성적을 교수님이 정정합니까?",
    "특허 출원번호 10-2023-0123456의 보상금",
    "학번이 2020-2024인 학생",
    "기간을 정하여 총장의 승인을 받고, 학위 수여 전까지 학장을 거쳐 소방학박사로",
    "저는 남자인데 전공 교수님과 신임 교수님, 친구 추천으로",
    "연구 결과로 3편, 수강신청 시 학점으로 12학점",
]


@pytest.mark.parametrize(("marked", "kind"), PERSONAL)
def test_personal_data_is_masked_and_named(marked: str, kind: PersonalData) -> None:
    before, rest = marked.split("〔")
    piece, after = rest.split("〕")

    masked = personal_data_mask(before + piece + after)

    assert masked.found == (kind,)
    assert masked.text.startswith(before)
    assert masked.text.endswith(after)
    hidden = masked.text[len(before) : len(before) + len(piece)]
    assert not any(character.isalnum() for character in hidden)


@pytest.mark.parametrize("text", NOT_PERSONAL)
def test_numbers_of_regulations_stay(text: str) -> None:
    masked = personal_data_mask(text)

    assert masked.text == text
    assert masked.found == ()


def test_every_piece_of_a_text_is_masked_once() -> None:
    text = "학번 20231234, 010-1234-5678, kim@example.com 입니다. 학칙 제25조가 궁금합니다."

    masked = personal_data_mask(text)

    assert masked.text == (
        "학번 ********, ***-****-****, ***@*******.*** 입니다. 학칙 제25조가 궁금합니다."
    )
    assert len(masked.found) == 3


@given(st.text(alphabet="0123456789-. @a가조제()+", max_size=400))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_text_keeps_its_length_and_is_masked_in_one_pass(text: str) -> None:
    masked = personal_data_mask(text)

    assert len(masked.text) == len(text)


@pytest.mark.parametrize(
    "unit",
    [
        "1-2 ",
        "0101234",
        "a.",
        "1",
        "@a.b",
        "900101-1",
        "서울시 가",
        "김가온 ",
        "공일공 ",
        "계좌 1-",
        "9 0 0 1 0 1 1 ",
        "90.01.01 1",
        "900101" + "-" * 9,
        "구공공일공일-",
        "9\u200b0\u200b",
        "O0l1I",
        "학번 2 0 2 3 ",
    ],
)
def test_a_hostile_text_is_masked_in_linear_time(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    started = time.perf_counter()

    personal_data_mask(text)

    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(
    "hidden", ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u202e", "\u115f", "\u0330"]
)
def test_what_cannot_be_seen_hides_no_number(hidden: str) -> None:
    number = hidden.join("900101-1234567")

    masked = personal_data_mask(f"번호 {number} 입니다")

    assert masked.found == (PersonalData.RESIDENT_NUMBER,)
    assert not any(character.isdigit() for character in masked.text)
    assert len(masked.text) == len(number) + 7


def test_what_cannot_be_seen_stays_where_nothing_personal_is() -> None:
    text = "휴학\u200b기간은 통산\u00ad하여 3년, 제２５조"

    assert personal_data_mask(text).text == text


def test_an_office_may_be_named_where_the_staff_writes() -> None:
    text = "학사지원팀 02-123-4567, gaon@example.com으로 문의하십시오. 학번 20231234는 가립니다."

    masked = personal_data_mask(text, but=OFFICE_CONTACTS)

    assert masked.text == text.replace("20231234", "********")
    assert masked.found == (PersonalData.STUDENT_NUMBER,)


@pytest.mark.parametrize("number", ["010-1234-5678", "(010) 1234-5678", "+82 10 1234 5678"])
def test_a_mobile_telephone_is_no_office_whoever_writes_it(number: str) -> None:
    masked = personal_data_mask(f"{number}로 전화하십시오.", but=OFFICE_CONTACTS)

    assert not any(character.isdigit() for character in masked.text)
    assert masked.found == (PersonalData.PHONE,)


def test_the_labelled_set_is_masked_and_what_is_no_personal_data_stays() -> None:
    report = measure([], {})

    assert report.count > 290
    assert report.figures["recall"] >= 0.97, report.misses
    assert report.figures["touched without need"] <= 0.02, report.misses
