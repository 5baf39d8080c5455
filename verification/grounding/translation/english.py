"""How English writes figures."""

from __future__ import annotations

from verification.grounding.translation import numerals
from verification.grounding.translation.grammar import DIGITS, Grammar

_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
    "dec": 12,
}  # fmt: skip
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_MONTH_NAME = r"(?-i:(?P<month>January|February|March|April|May|June|July|August|September|October|November|December))"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_TO = r"\s*(?:to|through|until|till|and|-|–|—|~)\s*(?:the\s+)?(?P<last>\d{1,2})(?:st|nd|rd|th)?\b"
_NOT = r"(?:no|not|cannot|never)"
_AT_MOST = (
    rf"{_NOT} (?:be )?(?:over|beyond|above|greater than|(?:more|longer|later|higher|better) than)"
    r"|(?:(?:may|must|can|shall|should|does|do|will|to|could)\s?)?(?:not|never|cannot|n't) (?:to )?(?:exceed(?:ing)?|go over|go beyond)"
    r"|up to|at (?:the )?most|(?:a |the )?maximum(?: grade)?(?: of| is)?|limit(?:ed)? (?:of|to)|(?:is |are )?capped at|within"
    r"|only(?= once\b| one time\b)"
)
_AT_LEAST = (
    rf"at (?:the very |the )?least|{_NOT} (?:be )?(?:less|fewer|lower|shorter|below|under)(?: than)?"
    r"|(?:a |the )?minimum(?: of| is)?"
)

GRAMMAR = Grammar(
    digits=DIGITS,
    multipliers=numerals.MULTIPLIERS["en"],
    words=rf"\b(?:{numerals.ENGLISH})\b",
    article=r"\ban?\b",
    number=numerals.english_number,
    gap=r"[\s-]*",
    half=r"\s+and\s+a\s+half\b",
    units={
        r"years?\b(?! of age| old)": "년", r"months?\b": "개월", r"weeks?\b": "주", r"(?:days?|nights?)\b": "일",
        r"semesters?\b|terms?\b": "학기", r"credits?(?: hours?)?\b": "학점", r"times?\b": ("회", "배"),
        r"(?:equal )?(?:instal?lments?|payments?|parts|warnings?|ways)\b": "회",
        r"persons?\b|people\b|members?\b|students?\b": "명", r"hours?\b": "시간", r"minutes?\b": "분",
        r"(?:korean )?won\b|krw\b": "원", r"%|percent\b|per cent\b": "%", r"courses?\b|subjects?\b": "과목",
        r"books?\b|volumes?\b": "권", r"years old\b|years of age\b": "세", r"points?\b": "점", r"copies\b": "부",
    },
    named={
        r"krw|₩": "원", r"topik(?: level| grade)?|\blevel": "급", r"hsk(?: level| grade)?": "급",
        r"toeic|toefl(?: ?\(?ibt\)?)?": "점",
    },
    before=(
        (_AT_MOST, "이하"),
        (_AT_LEAST, "이상"),
        (r"(?:more|longer|greater|higher|better|later) than|(?:can |may |could )?exceed(?:s|ing)?|(?<!and )over|above|beyond|in excess of", "초과"),
        (r"(?:less|fewer|lower|shorter|worse) than|under|below", "미만"),
    ),
    after=(
        (r"(?:or|and) (?:more|above|higher|longer|over|better|up|upwards?|greater)\b|at (?:the )?least|(?:at )?minimum", "이상"),
        (r"(?:or|and) (?:less|fewer|below|under|lower|shorter)\b|at (?:the )?most|(?:at )?maximum|tops\b", "이하"),
    ),
    months=_MONTHS,
    dates=(
        rf"\b{_MONTH}\s+{_DAY},?\s+(?P<year>\d{{4}})",
        rf"{_DAY}\s+(?:of\s+)?{_MONTH},?\s+(?P<year>\d{{4}})",
        rf"\b{_MONTH_NAME}\s+(?P<year>(?:19|20)\d{{2}})",
        rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}{_TO}(?!\s+(?:of\s+)?{_MONTH.replace('?P<month>', '?:')})",
        rf"\b(?:the\s+)?{_DAY}{_TO}\s+(?:of\s+)?{_MONTH}",
        rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}\b",
        rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?![a-z])",
        r"\b(?P<month>0\d|1[0-2])-(?P<day>[0-3]\d)\b(?=\s*(?:to|until|through|and|–|—|~)\s*(?:0\d|1[0-2])-[0-3]\d\b)",
        r"(?:(?<=\d to )|(?<=\d until )|(?<=\d through )|(?<=\d and )|(?<=\d[–—~]))(?P<month>0\d|1[0-2])-(?P<day>[0-3]\d)\b",
        r"\b(?P<year>(?:19|20)\d{2})(?:-(?P<month>\d{1,2})-(?P<day>\d{1,2}))?\b(?!\s*(?:won|krw|credits?))",
        rf"\b(?:in|of|each|every|and|or|to|until|during) {_MONTH_NAME}\b(?!\s+\d)",
    ),
    shares=(
        (r"\b(?P<n>one|two|\d|an?(?= third of))[ -]thirds?\b", "3분의 {n}"),
        (r"\b(?P<n>one|three|\d|an?(?= (?:quarter|fourth) of))[ -](?:quarter|fourth)s?\b", "4분의 {n}"),
        (r"\b(?P<n>one|two|three|four|\d|an?(?= fifth of))[ -]fifths?\b", "5분의 {n}"),
        (r"\b(?P<n>one|\d|an?(?= tenth of))[ -]tenths?\b", "10분의 {n}"),
        (r"\b(?:one[ -]half|(?<!past )(?<!and a )(?<!and-a-)half(?! (?:past|an? )))\b", "절반"),
    ),
    fixed=(
        (r"half an hour|half-hour", "30분"), (r"half a year", "6개월"), (r"(?:a )?fortnight", "2주"),
        (r"(?<!at )\bonce\b", "1회"),
        (r"\btwice\b|\bdoubled?\b", ("2회", "2배")), (r"\bthrice\b|\btripled?\b", ("3회", "3배")),
    ),
    ordinals=(
        r"(?:Articles?|Arts?\.|Paragraphs?|Subparagraphs?|Items?|Chapters?|Sections?|Tables?|Forms?)\s*\d+(?:-\d+)?(?:\(\w+\))*\d*"
        r"|\b\d+(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:" + "|".join(_MONTHS) + r"))"
        r"|\b(?:no one|one of|one another|at one time|this one|one's|anyone|no-one)\b|\b24/7\b"
        r"|\bdouble (?:major|degree)s?\b"
    ),
)  # fmt: skip
