"""Figures and dates of a sentence in another language, as the typed facts of the Korean ones.

Each is said in Korean (不超过三年 as 3년 이하) and read like any other, so that one table knows what may be compared with what.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE
from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.translation import numerals

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_VIETNAMESE_DIGITS = r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?"
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)


@dataclass(frozen=True)
class _Grammar:
    """How a language writes figures: number words, units, limits before and after, dates, and what counts nothing."""

    digits: str
    words: str
    number: Callable[[str], int]
    gap: str
    units: Mapping[str, str]
    before: tuple[tuple[str, str], ...]
    after: tuple[tuple[str, str], ...]
    dates: tuple[str, ...]
    shares: tuple[tuple[str, str], ...]
    ordinals: str

    def readers(self) -> Iterator[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]]:
        """The patterns, the more special first, each with what its match is in Korean; empty where it counts nothing."""
        yield re.compile(self.ordinals, re.IGNORECASE), lambda _match: ""
        for date in self.dates:
            yield re.compile(date, re.IGNORECASE), self._date
        number = rf"{self.digits}|{self.words}"
        for share, said in self.shares:
            pattern = share.replace("NUMBER", number)
            yield re.compile(pattern, re.IGNORECASE), self._share(said)
        before = "|".join(f"(?P<b{n}>{pattern})" for n, (pattern, _) in enumerate(self.before))
        after = "|".join(f"(?P<a{n}>{pattern})" for n, (pattern, _) in enumerate(self.after))
        unit = "|".join(sorted(self.units, key=len, reverse=True))
        counted = (
            rf"(?:(?:{before}){self.gap})?(?P<number>{number}){self.gap}(?P<unit>{unit})"
            rf"(?:\s*\([^)]*\))?(?:{self.gap}(?:{after}))?"
        )
        yield re.compile(counted, re.IGNORECASE), self._counted
        yield re.compile(self.digits), lambda match: self.value(match.group())

    def value(self, written: str) -> str:
        """A number in digits."""
        if not written[0].isdigit():
            return str(self.number(written))
        if self.digits == _VIETNAMESE_DIGITS:
            whole = re.sub(r"\.(?=\d{3}(?:\D|$))", "", written)
            return whole.replace(",", ".")
        return written

    def _date(self, match: re.Match[str]) -> str:
        parts = match.groupdict()
        month = parts.get("month") or ""
        if month and not month[0].isdigit() and month[:3].lower() in _MONTHS:
            month = str(_MONTHS.index(month[:3].lower()) + 1)
        said = (
            (parts.get("year"), "년"),
            (month, "월"),
            (parts.get("day"), "일"),
        )
        return " ".join(f"{self.value(number)}{unit}" for number, unit in said if number)

    def _share(self, said: str) -> Callable[[re.Match[str]], str]:
        return lambda match: said.format(
            **{name: self.value(number) for name, number in match.groupdict().items() if number}
        )

    def _counted(self, match: re.Match[str]) -> str:
        written = match["unit"].lower()
        unit = next(u for name, u in self.units.items() if re.fullmatch(name, written))
        limits = (
            *(f"b{n}" for n in range(len(self.before))),
            *(f"a{n}" for n in range(len(self.after))),
        )
        signs = dict(zip(limits, [sign for _, sign in (*self.before, *self.after)], strict=True))
        limit = next((sign for name, sign in signs.items() if match[name]), "")
        return f"{self.value(match['number'])}{unit} {limit}".strip()


_CHINESE = _Grammar(
    digits=_DIGITS,
    words=numerals.HAN,
    number=numerals.han_number,
    gap=r"\s*",
    units={
        r"年(?!级|度|龄)": "년", r"个月": "개월", r"(?:个)?(?:周|星期)": "주", r"天|日": "일", r"(?:个)?学期": "학기",
        r"(?:个)?学分": "학점", r"次|回": "회", r"(?:个)?人|名|位": "명", r"(?:个)?小时": "시간", r"分钟": "분",
        r"韩元|韩币|元": "원", r"%|％": "%", r"门(?:课程?)?|(?:个)?科目": "과목", r"册|本(?!科|校|学|人|条|规)": "권", r"倍": "배",
        r"周?岁": "세", r"分(?!之|钟|期|别|为|数)": "점", r"年级|学年": "학년", r"项|种": "가지",
    },
    before=(
        (r"(?:不得|不能|不可以?|不)\s*(?:超过|多于|高于|超出)|(?:最多|最长|至多|最高|上限为)(?:可以?|能|为|是|取得|修读?|休学)*", "이하"),
        (r"(?:至少|最少|最低)(?:须|要|应|为|是|取得|修读?)*|不(?:得|能|可)?(?:少|低)于", "이상"),
        (r"超过|多于|高于|超出", "초과"),
        (r"少于|不足|不满|未满|低于|不到", "미만"),
    ),
    after=((r"以上", "이상"), (r"以内|之内|以下|内", "이하"), (r"未满", "미만")),
    dates=(
        rf"(?P<year>\d{{4}}|[〇零一二三四五六七八九]{{4}})\s*年\s*(?P<month>\d{{1,2}}|{numerals.HAN})\s*月\s*(?P<day>\d{{1,2}}|{numerals.HAN})\s*[日号]",
        r"(?P<year>(?:19|20)\d{2})\s*年\s*(?P<month>\d{1,2})\s*月(?!\d)",
        rf"(?<!个)(?P<month>\d{{1,2}}|{numerals.HAN})\s*月\s*(?P<day>\d{{1,2}}|{numerals.HAN})\s*[日号]",
        r"(?P<year>(?:19|20)\d{2})\s*(?:学年度?|年度?)",
        r"(?P<year>(?:19|20)\d{2})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})",
    ),
    shares=(
        (r"百分之(?P<n>NUMBER)", "{n}%"),
        (r"(?P<d>NUMBER)分之(?P<n>NUMBER)", "{d}분의 {n}"),
        (r"一半|半数", "절반"),
        (r"半年", "6개월"),
    ),
    ordinals=(
        rf"第\s*(?:\d+|{numerals.HAN})\s*(?:条(?:\s*之\s*(?:\d+|{numerals.HAN}))?|款|项|目|章|节|次|学期|号|届)"
        r"|附表\s*\d*|一(?:般|律|起|旦|定|样|并|经|切|致)|统一|唯一|第三方|(?<!分)之一|其一|进一步|同一|任一|每一|某一|另一"
    ),
)  # fmt: skip

_VIETNAMESE = _Grammar(
    digits=_VIETNAMESE_DIGITS,
    words=rf"\b{numerals.VIETNAMESE}(?=\s)",
    number=numerals.vietnamese_number,
    gap=r"\s*",
    units={
        r"năm(?! (?:học|thứ|nhất))\b": "년", r"tháng\b": "개월", r"tuần\b": "주", r"ngày\b": "일", r"học k[ỳì]\b": "학기",
        r"tín chỉ\b": "학점", r"lần\b": "회", r"người\b|sinh viên\b|thành viên\b|học viên\b": "명", r"giờ\b|tiếng\b": "시간",
        r"phút\b": "분", r"won\b|krw\b": "원", r"%|phần trăm\b": "%", r"môn(?: học)?\b|học phần\b": "과목",
        r"cuốn\b|quyển\b": "권", r"tuổi\b": "세", r"điểm\b": "점", r"loại\b": "가지",
    },
    before=(
        (r"không (?:được )?(?:vượt )?quá|không (?:được )?(?:vượt|nhiều|lâu|cao) hơn|tối đa(?: là)?|nhiều nhất(?: là)?|lâu nhất(?: là)?|trong vòng|cao nhất", "이하"),
        (r"ít nhất(?: là)?|tối thiểu(?: là)?|không (?:được )?(?:ít|thấp) hơn|không (?:được )?dưới", "이상"),
        (r"(?:nhiều |lâu |cao )?hơn|vượt quá|quá|trên", "초과"),
        (r"ít hơn|thấp hơn|dưới|chưa đến|chưa đủ", "미만"),
    ),
    after=((r"trở lên", "이상"), (r"trở xuống", "이하")),
    dates=(
        r"(?:ngày\s+)?(?P<day>\d{1,2})\s+tháng\s+(?P<month>\d{1,2})\s*(?:,|năm)\s*(?P<year>\d{4})",
        r"(?:ngày\s+)?(?P<day>\d{1,2})[/.-](?P<month>\d{1,2})[/.-](?P<year>\d{4})",
        r"tháng\s+(?P<month>\d{1,2})\s*(?:năm\s*|/)(?P<year>\d{4})",
        r"ngày\s+(?P<day>\d{1,2})\s+tháng\s+(?P<month>\d{1,2})",
        r"năm\s+(?:học\s+)?(?P<year>(?:19|20)\d{2})",
        r"tháng\s+(?P<month>\d{1,2})\b",
        r"(?P<year>(?:19|20)\d{2})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
    ),
    shares=(
        (r"(?P<n>NUMBER)\s*phần\s*(?!trăm)(?P<d>NUMBER)(?=\s|$|[.,])", "{d}분의 {n}"),
        (r"một nửa|quá nửa", "절반"),
        (r"nửa năm", "6개월"),
    ),
    ordinals=(
        r"(?:Điều|khoản|điểm|tiết|mục|chương|phụ lục|bảng)\s+\d+(?:-\d+)?|(?:thứ|lần thứ)\s+(?:\d+|nhất|hai|ba|tư|năm|sáu)"
        r"|(?<![\d,.])\d{1,2}/\d{1,2}(?![/,.\d])|(?:học kỳ|năm học|học kì)\s+(?:\d{1,2}\b|một\b|hai\b)"
    ),
)  # fmt: skip

_ENGLISH = _Grammar(
    digits=_DIGITS,
    words=rf"\b(?:{numerals.ENGLISH})\b",
    number=numerals.english_number,
    gap=r"[\s-]*",
    units={
        r"years?\b(?! of age| old)": "년", r"months?\b": "개월", r"weeks?\b": "주", r"days?\b": "일", r"semesters?\b|terms?\b": "학기",
        r"credits?(?: hours?)?\b": "학점", r"times?\b": "회", r"persons?\b|people\b|members?\b|students?\b": "명", r"hours?\b": "시간",
        r"minutes?\b": "분", r"won\b|krw\b": "원", r"%|percent\b|per cent\b": "%", r"courses?\b|subjects?\b": "과목",
        r"books?\b|volumes?\b": "권", r"years old\b|years of age\b": "세", r"points?\b": "점",
    },
    before=(
        (r"(?:no|not) (?:more|longer|later) than|(?:may |must |can|shall |does |do |will )?\s?not (?:to )?exceed(?:ing)?|up to|at most|a maximum of|maximum of|within", "이하"),
        (r"at least|no(?:t)? (?:less|fewer) than|a minimum of|minimum of", "이상"),
        (r"more than|exceed(?:s|ing)?|over|longer than", "초과"),
        (r"less than|fewer than|under|below", "미만"),
    ),
    after=((r"or (?:more|above|higher|longer)", "이상"), (r"or (?:less|fewer|below|under)", "이하")),
    dates=(
        rf"{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+(?P<year>\d{{4}})",
        rf"\b{_MONTH}\s+(?P<year>(?:19|20)\d{{2}})",
        rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?![a-z])",
        r"\b(?P<year>(?:19|20)\d{2})(?:-(?P<month>\d{1,2})-(?P<day>\d{1,2}))?\b(?!\s*(?:won|krw|credits?))",
    ),
    shares=(
        (r"(?P<n>one|two|three|\d+)[ -]thirds?", "3분의 {n}"),
        (r"(?P<n>one|three|\d+)[ -](?:quarter|fourth)s?", "4분의 {n}"),
        (r"(?P<n>\d{1,2})/(?P<d>\d{1,3})", "{d}분의 {n}"),
        (r"\b(?:one[ -])?half\b", "절반"),
    ),
    ordinals=(
        r"(?:Articles?|Arts?\.|Paragraphs?|Subparagraphs?|Items?|Chapters?|Sections?|Tables?|Forms?)\s*\d+(?:-\d+)?(?:\(\w+\))*\d*|\b\d+(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:"
        + "|".join(_MONTHS)
        + r"))|\b(?:no one|one of|one another|at one time|this one|one's|anyone|no-one)\b"
    ),
)  # fmt: skip

_READERS = {
    language: tuple(grammar.readers())
    for language, grammar in ((CHINESE, _CHINESE), (VIETNAMESE, _VIETNAMESE), (ENGLISH, _ENGLISH))
}


def figures_of(text: str, language: str) -> tuple[Quantity, ...]:
    """Every figure and date of a sentence in another language, with the words in which it says it."""
    taken = bytearray(len(text))
    found: list[Quantity] = []
    for pattern, in_korean in _READERS[language]:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            taken[start:end] = b"\1" * (end - start)
            said = quantities(in_korean(match))
            found += [replace(one, start=start, end=end, text=match.group()) for one in said[:1]]
    return tuple(sorted(found, key=lambda one: one.start))
