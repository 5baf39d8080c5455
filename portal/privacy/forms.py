"""What personal data looks like in Korean: numbers, addresses of mail and of homes, and names where the words around say so.

Every pattern is bounded on all sides, so that a hostile text is searched in linear time. The check digit of a resident number
is not asked for: numbers issued since October 2020 have none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class PersonalData(TextChoices):
    """What kind of personal data a piece of text is."""

    RESIDENT_NUMBER = "resident_number", _("주민등록번호")
    PHONE = "phone", _("전화번호")
    EMAIL = "email", _("전자우편 주소")
    CARD_NUMBER = "card_number", _("카드 번호")
    ACCOUNT_NUMBER = "account_number", _("계좌 번호")
    STUDENT_NUMBER = "student_number", _("학번")
    PASSPORT_NUMBER = "passport_number", _("여권 번호")
    DRIVER_LICENSE = "driver_license", _("운전면허 번호")
    ADDRESS = "address", _("주소")
    NAME = "name", _("이름")


Match = re.Match[str]


def _always(match: Match) -> bool:
    return True


@dataclass(frozen=True)
class PersonalDataPattern:
    """One way in which a kind is written; the group `piece`, where there is one, is what is personal."""

    kind: PersonalData
    pattern: re.Pattern[str]
    is_one: Callable[[Match], bool] = _always

    def span(self, match: Match) -> tuple[int, int]:
        """Where the piece stands."""
        return match.span("piece" if "piece" in self.pattern.groupindex else 0)


# With what keyboards and word processors put in its place: the vowel ㅡ, composed or not, and the Japanese long sign.
_DASH = r"[-\u2010-\u2015\u2212\uFF0D\u1173\u3161\u30FC]"
_FEWEST_ACCOUNT_DIGITS = 10
_PATENT = re.compile(r"(?:특허|출원|등록|제)\s?(?:번호|제)?\s?$")

_RESIDENT = re.compile(
    rf"(?<!\d)\d\d(?P<month>\d\d)(?P<day>\d\d)\s?(?:{_DASH}|[._~/·,]|다시|대시)?\s?[1-8][\d*Xx]{{6}}(?![\dXx])"
)
# What hides a number from a search: anything between its halves, a sign after each digit, letters and words in place of digits.
_HALVES = rf"(?:{_DASH}|[\s._~/·,:;*|()\[\]+=]|다시|대시|뒷?자리|뒤){{0,6}}"
_SIGN = rf"(?:{_DASH}|[ \t._~/·,:*|])"
_RESIDENT_APART = re.compile(
    rf"(?<!\d)\d\d(?P<month>\d\d)(?P<day>\d\d){_HALVES}[1-8](?:{_SIGN}{{0,2}}[\d*Xx]){{6}}(?!{_SIGN}?[\dXx])"
)
_RESIDENT_BY_DIGIT = re.compile(
    rf"(?<!\d)(?P<digits>\d(?:{_SIGN}{{1,3}}\d){{5}}{_SIGN}{{1,4}}[1-8](?:{_SIGN}{{1,3}}\d){{6}})(?!{_SIGN}{{0,2}}\d)"
)
_RESIDENT_BY_DATE = re.compile(
    rf"(?<!\d)(?:19|20)?\d\d{_SIGN}{{1,2}}(?P<month>\d\d){_SIGN}{{1,2}}(?P<day>\d\d){_SIGN}{{1,3}}[1-8](?:[ \t]{{0,2}}\d){{6}}(?!{_SIGN}?\d)"
)
_LIKE_DIGITS = str.maketrans("oOlI공영일이삼사오육륙칠팔구", "0011001234566789")
_RESIDENT_LIKE = re.compile(
    rf"(?<![\dA-Za-z])(?P<digits>[\doOlI]{{6}}\s?{_DASH}\s?[\doOlI]{{7}})(?![\dA-Za-z])"
)
_WORD_DIGIT = "[공영일이삼사오육륙칠팔구]"
_RESIDENT_IN_WORDS = re.compile(
    rf"(?<![가-힣])(?P<digits>{_WORD_DIGIT}{{6}}(?:{_DASH}|[\s,.]|다시|대시){{0,3}}{_WORD_DIGIT}{{7}})"
)
_RESIDENT_SAID = re.compile(
    rf"(?:주민(?:등록)?|외국인(?:등록)?|거소)\s?번호[^\d\n]{{0,12}}(?P<piece>\d(?:(?:{_DASH}|[\s.,·]){{0,3}}\d){{12}})(?!\d)"
)
_AT = r"(?:\s?(?:@|[(\[](?:at|골뱅이)[)\]]|골뱅이)\s?|\sat\s)"
_DOT = r"(?:\s?\.|[(\[](?:dot|점)[)\]]|\sdot\s|,(?=(?:com|net|org|kr)(?![a-z])))"
_EMAIL = re.compile(
    rf"(?<![A-Za-z0-9가-힣._%+-])[A-Za-z0-9가-힣._%+-]{{1,64}}{_AT}(?:[A-Za-z0-9가-힣-]{{1,63}}{_DOT}){{1,5}}\s?(?:[A-Za-z]{{2,24}}|한국)",
    re.IGNORECASE,
)
# Between the groups of a telephone number people write anything; its digits, also as words.
_BETWEEN = rf"(?:{_DASH}|[\s.~/_·]){{0,3}}"
_DIGIT = "[0-9oO공영일이삼사오육륙칠팔구]"
_MOBILE = re.compile(
    rf"(?<![\d.가-힣A-Za-z-])[0공영oO][1일][016789공영일육륙칠팔구oO]{_BETWEEN}{_DIGIT}{{3,4}}{_BETWEEN}{_DIGIT}{{4}}(?:{_DASH}\d{{2,3}}){{0,2}}(?!\d)"
)
_ABROAD = re.compile(
    rf"(?<![\d.-])(?:00|\+)\s?82{_BETWEEN}\(?0?\)?{_BETWEEN}1[016789]{_BETWEEN}\d{{3,4}}{_BETWEEN}\d{{4}}(?!\d)"
)


def is_mobile(number: str) -> bool:
    """Whether a number is written as that of a mobile telephone."""
    return any(one.fullmatch(number) for one in (_MOBILE, _ABROAD))


_CARD = re.compile(
    rf"(?<![\d.-])(?:(?:\d{{4}}[ ]?(?:{_DASH}|\.)?[ ]?){{3}}\d{{4}}|3[47]\d\d[ -]?\d{{6}}[ -]?\d{{5}})(?!\d)"
)
_CARD_BY_DIGIT = re.compile(rf"(?<!\d)\d(?:{_SIGN}{{1,3}}\d){{15}}(?!{_SIGN}{{0,2}}\d)")
# Said to be an account, or grouped as banks group them: at least ten digits in three or four groups.
_ACCOUNT = re.compile(
    rf"(?<![\d-])\d{{2,6}}{_DASH}\d{{2,6}}{_DASH}\d{{2,8}}(?:{_DASH}\d{{1,4}})?(?![\d-])"
)
_ACCOUNT_NUMBER = (
    rf"(?P<piece>\d{{10,16}}|\d{{2,6}}(?:{_DASH}|[ .])\d{{2,6}}(?:{_DASH}|[ .])\d{{2,8}}(?:(?:{_DASH}|[ .])\d{{1,4}})?)"
    r"(?![\d.,]*\d|원|명|건)"
)
_ACCOUNT_SAID = re.compile(
    rf"(?:계좌(?:\s?번호)?|통장|은행|뱅크|카뱅|농협|신협|수협|신한|국민|우체국)[^\d\n]{{0,12}}{_ACCOUNT_NUMBER}"
)
_ACCOUNT_BY_DIGIT = re.compile(
    rf"(?:계좌(?:\s?번호)?|통장|은행|뱅크)[^\d\n]{{0,12}}(?P<piece>\d(?:{_SIGN}{{1,3}}\d){{9,15}})(?!{_SIGN}?\d)"
)
_ACCOUNT_SAID_AFTER = re.compile(rf"(?<![\d.-]){_ACCOUNT_NUMBER}\s?(?:계좌|통장|카뱅)")
_STUDENT_SAID = re.compile(
    r"(?:학번|student\s?(?:id|number|no\.?)(?:\s+is)?)[^\dA-Za-z\n]{0,12}"
    # Two years with a dash are years: 2020-2024.
    r"(?P<piece>[A-Za-z]?(?:\d{6,10}|\d{4}[-. ]\d{5,6}|\d\d-\d{5,7}|(?:19|20)\d\d[-. ](?!(?:19|20)\d\d(?!\d))\d{4})"
    r"|[A-Za-z]\d\d-\d{4})(?!\d)",
    re.IGNORECASE,
)
_STUDENT_BY_DIGIT = re.compile(
    r"학번[^\dA-Za-z\n]{0,12}(?P<piece>\d(?:[\s._-]\d){7,9})(?![\s._-]?\d)"
)
_STUDENT_SAID_AFTER = re.compile(r"(?<![\d.,-])(?P<piece>\d{8,11})\s?학번")
# A student number begins with the year of entrance.
_STUDENT = re.compile(r"(?<![\d.,-])(?P<piece>(?:19[89]|20[0-4])\d{5,8})(?![\d.,-]*\d|원|명|자|개)")
_PASSPORT = re.compile(r"(?<![A-Za-z\d])[MSROD](?:\d{8}|\d{3}[A-Z]\d{4})(?![A-Za-z\d])")
_PASSPORT_SAID = re.compile(
    r"(?:여권|passport)(?:\s?no\.?)?[^\dA-Za-z\n]{0,12}(?P<piece>[A-Z]{1,2}(?:\d{7,8}|\s?\d{3,4}[ -]?\d{4}|(?:[\s._-]\d){8}))(?!\d)",
    re.IGNORECASE,
)
_PROVINCES = (
    "서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주|"
    "충청남|충청북|전라남|전라북|경상남|경상북"
)
_LICENSE = re.compile(
    rf"(?<![\d-])(?:\d\d{_DASH}|(?:{_PROVINCES})\s?)\d\d{_DASH}\d{{6}}{_DASH}\d\d(?![\d-])"
)
_LICENSE_SAID = re.compile(
    r"면허(?:증)?(?:\s?번호)?[^\d\n]{0,8}(?P<piece>\d\d\s?\d\d\s?\d{6}\s?\d\d)(?!\d)"
)
_DISTRICT = r"\s?[가-힣]{1,5}(?:시|군|구)"
_ADDRESS = re.compile(
    rf"(?<![가-힣])(?:(?:(?:{_PROVINCES})(?:시|도)|[가-힣]{{2,4}}(?:특별시|광역시|특별자치시|특별자치도))(?:{_DISTRICT}){{0,2}}"
    rf"|(?:{_PROVINCES})(?:{_DISTRICT}){{1,2}})"
    r"(?:\s[가-힣]{1,6}(?:읍|면))?\s[가-힣0-9]{1,10}(?:로|길|동|리|가)\s?\d{1,4}(?:번?길\s?\d{1,4})?(?:-\d{1,4})?(?:번지)?"
    r"(?:,?\s?(?:[가-힣]{2,8}\s)?\d{1,4}동)?(?:,?\s?\d{1,2}층)?(?:,?\s?\d{1,4}호)?"
)
_FLAT = re.compile(
    r"(?<![가-힣])[가-힣]{1,8}(?:로|길)\s?\d{1,4}(?:-\d{1,4})?,?\s?\d{1,4}동\s?\d{1,4}호"
    r"|(?<![가-힣])[가-힣]{1,6}(?:동|리|가)\s?\d{1,4}(?:-\d{1,4})?번지"
)

_SURNAMES = "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명왕금"
_NAME = rf"(?<![가-힣])(?P<piece>(?:남궁|황보|제갈|선우|독고|사공)[가-힣]{{1,2}}|[{_SURNAMES}][가-힣]{{2}})"
_SHORT_NAME = rf"(?<![가-힣])(?P<piece>[{_SURNAMES}][가-힣])"
_OFFICES = "교수|조교|선생|강사|팀장|과장|계장|처장|학장|총장|원장|실장|부장|주무관|박사"
_TITLED = re.compile(rf"{_NAME}\s?(?:{_OFFICES}|학생|선배|씨|님)")
# Words of two syllables are many before an office; before one that is spoken to they are few.
_SHORT_TITLED = re.compile(
    rf"{_SHORT_NAME}(?:\s?(?:{_OFFICES})님|\s씨(?=[\s,.?!]|가|는|와|랑|께|에게|한테|의|도|를|$))"
)
_IS = r"(?=이?라고|입니다|이고|이며|이에요|예요|인데)"
_INTRODUCTION = (
    r"(?:저는?|안녕하세요[,.]?)\s(?:[가-힣0-9]{1,10}(?:과|부|대학|전공|학년|학번)\s){0,3}"
)
_INTRODUCED = re.compile(rf"{_INTRODUCTION}{_NAME}{_IS}")
_SHORT_INTRODUCED = re.compile(rf"{_INTRODUCTION}{_SHORT_NAME}{_IS}")
_SAID = r"(?:이름|성명|성함)(?:은|\s?:)\s?"
_NAME_SAID = re.compile(rf"{_SAID}{_NAME}(?:{_IS}|(?=[\s,.)]|$))")
_SHORT_NAME_SAID = re.compile(rf"{_SAID}{_SHORT_NAME}(?:{_IS}|(?=[\s,.)]|$))")
_SIGNED = re.compile(rf"{_NAME}\s(?:올림|드림|배상)(?![가-힣])")
_ASSISTANT = re.compile(rf"(?:조교|담당자|지도교수)\s{_NAME}(?=한테|에게|께|님|\s씨|이고|입니다)")
# What follows is said of people alone.
_AFTER_OFFICE = re.compile(rf"(?:{_OFFICES}|학생|보호자)님?\s{_NAME}(?=한테|에게|께)")
_FRIEND = re.compile(
    r"(?<![가-힣])(?:친구|선배|후배|동기|동생|누나|언니|오빠|룸메이트|아들|딸)\s"
    rf"{_NAME}(?=한테|에게|께|이랑|이가|[이가은는을를의도랑]|\s|$)"
)
_TITLED_IN_ENGLISH = re.compile(
    r"\b(?:[Pp]rof(?:essor|\.)|Dr\.|Mr\.|Ms\.|Mrs\.)\s(?P<piece>[A-Z][a-z]{1,20}(?:[ -][A-Z]?[a-z]{1,20})?)\b"
)
_NAME_SAID_IN_ENGLISH = re.compile(
    r"[Mm]y name is (?P<piece>[A-Z][a-z]{1,20}(?:[ -][A-Z]?[a-z]{1,20}){0,2}?)(?= and\b| from\b|[,.]|$)"
)
# A word of three syllables that begins with one of these is no name, although the first syllable is a family's.
_NO_NAME_WORDS = (
    "강사 강의 개인 고교 고학 공고 공과 공동 공무 공학 구두 구성 금학 길어 나중 남녀 남은 남학 "
    "노동 도서 도우 마지 명예 모든 문의 문제 민원 반드 방문 방법 배우 변경 본인 상담 서류 석사 "
    "선발 선배 선생 선수 설명 성명 성인 성적 소속 신규 신분 신입 신청 심사 심의 안내 안전 양성 "
    "양식 어느 여러 여학 연구 연수 염두 오전 오후 우리 우수 원격 원서 원어 위원 위촉 유급 유학 "
    "윤리 이공 이과 이런 이번 이수 이전 이학 인문 인정 임기 임명 임산 임용 임직 장애 장학 전공 "
    "전과 전문 전부 전임 전체 전학 정교 정규 정년 정원 정책 정해 조건 조교 조기 조정 주관 주요 "
    "주임 주전 지도 지방 지원 지정 진학 차기 차순 책임 천재 추가 추천 표시 하위 학과 한국 한두 "
    "한명 한번 한학 현재 현직 홍보 황당 강좌 고령 공로 금액 박사 선임 소방 소장 신혼 원장 유공 이민 이야 이주 임신 장거 "
    "전형 차상 한부 한의 현역 "
)
# Of two syllables, and no beginning of a name of three.
_NO_SHORT_NAME_WORDS = (
    "강원 고아 고졸 공대 구청 금년 기자 기혼 나이 남녀 남대 남성 남자 남편 노령 노인 마음 문과 문학 민간 민방 반장 "
    "배우 백수 변호 석좌 선임 선정 성악 성인 소수 신부 신임 안식 양가 어른 어린 여기 여대 여성 여자 연극 연기 오늘 이상 이하 "
    "우등 원래 원로 원생 유명 유부 유아 유치 이과 이모 이미 이제 임부 임시 임원 장남 장녀 전산 정말 정보 조장 주무 주부 "
    "주야 지금 지난 지역 차장 초빙 최고 최근 최초 하나 하루 현장 "
)
_NO_NAMES = frozenset(_NO_NAME_WORDS.split())
_NO_SHORT_NAMES = _NO_NAMES | frozenset(_NO_SHORT_NAME_WORDS.split())
_NO_NAME_ENDS = "을를의에로과와께며면한된할될던는년대처"


def _is_birthday(match: Match) -> bool:
    return 1 <= int(match["month"]) <= 12 and 1 <= int(match["day"]) <= 31


def _begins_with_birthday(match: Match) -> bool:
    digits = "".join(filter(str.isdigit, match["digits"].translate(_LIKE_DIGITS)))
    return 1 <= int(digits[2:4]) <= 12 and 1 <= int(digits[4:6]) <= 31 and digits[6] in "12345678"


def _has_digits(match: Match) -> bool:
    piece: str = match[match.lastgroup or 0]
    digits = sum(character.isdigit() for character in piece)
    return digits >= _FEWEST_ACCOUNT_DIGITS


def _is_account(match: Match) -> bool:
    before = match.string[max(0, match.start() - 8) : match.start()]
    return _has_digits(match) and not _PATENT.search(before)


def _is_no_day(match: Match) -> bool:
    return not is_day(match["piece"])


def _is_name(match: Match) -> bool:
    name: str = match["piece"]
    return (
        name[:2] not in _NO_NAMES
        and name[-1] not in _NO_NAME_ENDS
        and not name.endswith(("하여", "까지", "에서"))
    )


def _is_short_name(match: Match) -> bool:
    name: str = match["piece"]
    return name not in _NO_SHORT_NAMES and name[-1] not in _NO_NAME_ENDS + "신은인운"


def is_day(digits: str) -> bool:
    """Whether eight digits are a day: 20250301 is one more often than it is a student."""
    if len(digits) != 8:
        return False
    try:
        date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return True


# The first that finds a stretch names it, so the stricter form stands before the looser one. Between the two lists telephone
# numbers are looked for by a library: what is a resident number is none, what looks like an account may be.
STRICT = (
    PersonalDataPattern(PersonalData.RESIDENT_NUMBER, _RESIDENT, _is_birthday),
    PersonalDataPattern(PersonalData.RESIDENT_NUMBER, _RESIDENT_SAID),
    PersonalDataPattern(PersonalData.RESIDENT_NUMBER, _RESIDENT_APART, _is_birthday),
    PersonalDataPattern(PersonalData.RESIDENT_NUMBER, _RESIDENT_BY_DIGIT, _begins_with_birthday),
    PersonalDataPattern(PersonalData.RESIDENT_NUMBER, _RESIDENT_BY_DATE, _is_birthday),
    PersonalDataPattern(PersonalData.RESIDENT_NUMBER, _RESIDENT_LIKE, _begins_with_birthday),
    PersonalDataPattern(PersonalData.RESIDENT_NUMBER, _RESIDENT_IN_WORDS, _begins_with_birthday),
    PersonalDataPattern(PersonalData.EMAIL, _EMAIL),
    PersonalDataPattern(PersonalData.DRIVER_LICENSE, _LICENSE),
    PersonalDataPattern(PersonalData.DRIVER_LICENSE, _LICENSE_SAID),
    PersonalDataPattern(PersonalData.PHONE, _ABROAD),
    PersonalDataPattern(PersonalData.PHONE, _MOBILE),
)
LOOSE = (
    PersonalDataPattern(PersonalData.CARD_NUMBER, _CARD),
    PersonalDataPattern(PersonalData.CARD_NUMBER, _CARD_BY_DIGIT),
    PersonalDataPattern(PersonalData.ACCOUNT_NUMBER, _ACCOUNT_BY_DIGIT),
    PersonalDataPattern(PersonalData.STUDENT_NUMBER, _STUDENT_BY_DIGIT),
    PersonalDataPattern(PersonalData.ACCOUNT_NUMBER, _ACCOUNT_SAID, _has_digits),
    PersonalDataPattern(PersonalData.ACCOUNT_NUMBER, _ACCOUNT_SAID_AFTER, _has_digits),
    PersonalDataPattern(PersonalData.ACCOUNT_NUMBER, _ACCOUNT, _is_account),
    PersonalDataPattern(PersonalData.STUDENT_NUMBER, _STUDENT_SAID),
    PersonalDataPattern(PersonalData.STUDENT_NUMBER, _STUDENT_SAID_AFTER),
    PersonalDataPattern(PersonalData.STUDENT_NUMBER, _STUDENT, _is_no_day),
    PersonalDataPattern(PersonalData.PASSPORT_NUMBER, _PASSPORT),
    PersonalDataPattern(PersonalData.PASSPORT_NUMBER, _PASSPORT_SAID),
    PersonalDataPattern(PersonalData.ADDRESS, _ADDRESS),
    PersonalDataPattern(PersonalData.ADDRESS, _FLAT),
    PersonalDataPattern(PersonalData.NAME, _NAME_SAID, _is_name),
    PersonalDataPattern(PersonalData.NAME, _SHORT_NAME_SAID, _is_short_name),
    PersonalDataPattern(PersonalData.NAME, _INTRODUCED, _is_name),
    PersonalDataPattern(PersonalData.NAME, _SHORT_INTRODUCED, _is_short_name),
    PersonalDataPattern(PersonalData.NAME, _TITLED, _is_name),
    PersonalDataPattern(PersonalData.NAME, _SHORT_TITLED, _is_short_name),
    PersonalDataPattern(PersonalData.NAME, _ASSISTANT, _is_name),
    PersonalDataPattern(PersonalData.NAME, _AFTER_OFFICE, _is_name),
    PersonalDataPattern(PersonalData.NAME, _FRIEND, _is_name),
    PersonalDataPattern(PersonalData.NAME, _SIGNED, _is_name),
    PersonalDataPattern(PersonalData.NAME, _NAME_SAID_IN_ENGLISH),
    PersonalDataPattern(PersonalData.NAME, _TITLED_IN_ENGLISH),
)
