"""How Vietnamese writes figures."""

from __future__ import annotations

from verification.grounding.translation import numerals
from verification.grounding.translation.grammar import Grammar

_MONTH = r"tháng\s+(?P<month>1[0-2]|0?[1-9])\b"
_AT_MOST = (
    r"không (?:được |thể )?(?:vượt )?quá|không (?:được |thể )?(?:vượt|nhiều|lâu|cao|lớn) hơn|tối đa(?: là)?|nhiều nhất(?: là)?|lâu nhất(?: là)?"
    r"|trong vòng|cao nhất(?: là)?|không (?:được |thể )?vượt|(?<!không )(?<!đình )(?<!địa )\bchỉ(?: được)?(?: \w+){0,2}"
)
_TO = r"\s*(?:đến|tới|-|–|—|~)\s*(?:hết\s+)?(?:ngày\s+)?(?P<last>\d{1,2})"

GRAMMAR = Grammar(
    digits=r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?",
    multipliers=numerals.MULTIPLIERS["vi"],
    words=rf"\b{numerals.VIETNAMESE}(?=\s)",
    number=numerals.vietnamese_number,
    gap=r"\s*",
    half=r"\s+rưỡi\b",
    units={
        r"năm(?! (?:học|thứ|nhất))\b": "년", r"tháng\b": "개월", r"tuần\b": "주", r"(?:ngày|hôm|đêm)\b": "일", r"học k[ỳì]\b": "학기",
        r"tín chỉ\b": "학점", r"lần\b": ("회", "배"), r"(?:đợt|kỳ hạn|phần bằng nhau)\b": "회",
        r"người\b|sinh viên\b|thành viên\b|học viên\b": "명", r"giờ\b|tiếng\b": "시간",
        r"phút\b": "분", r"won\b|krw\b": "원", r"%|phần trăm\b": "%", r"môn(?: học)?\b|học phần\b": "과목",
        r"cuốn\b|quyển\b": "권", r"tuổi\b": "세", r"điểm\b": "점", r"loại\b": "가지", r"bản\b": "부",
    },
    named={
        r"(?:topik\s*)?cấp(?: độ)?|topik": "급", r"hsk(?: cấp)?": "급", r"krw|₩": "원", r"toeic|toefl(?: ?\(?ibt\)?)?": "점",
        r"gấp": "배",
    },
    before=(
        (_AT_MOST, "이하"),
        (r"ít nhất(?: là)?|tối thiểu(?: là)?|không (?:được |thể )?(?:ít|thấp|nhỏ) hơn|không (?:được |thể )?dưới|thấp nhất(?: là)?", "이상"),
        (r"(?:được |có thể )?(?:(?:nhiều |lâu |cao |lớn )?hơn|vượt quá|quá|trên)", "초과"),
        (r"(?:ít|thấp|nhỏ|ngắn) hơn|dưới(?: mức)?|chưa (?:đến|đủ|đạt)", "미만"),
    ),
    after=((r"trở lên", "이상"), (r"trở xuống", "이하")),
    months={},
    dates=(
        r"(?:ngày\s+)?(?P<day>\d{1,2})\s+tháng\s+(?P<month>\d{1,2})\s*(?:,|năm)\s*(?P<year>\d{4})",
        r"(?:ngày\s+)?(?P<day>\d{1,2})[/.-](?P<month>\d{1,2})[/.-](?P<year>\d{4})",
        r"tháng\s+(?P<month>\d{1,2})\s*(?:năm\s*|/)(?P<year>\d{4})",
        rf"(?:ngày\s+)?(?<!tháng )(?<![\d/])(?P<day>\d{{1,2}}){_TO}\s+{_MONTH}",
        rf"(?:ngày\s+)?(?<!tháng )(?<![\d/])(?P<day>\d{{1,2}}){_TO}/(?P<month>1[0-2]|0?[1-9])\b(?!/)",
        rf"(?:ngày\s+)?\b(?P<day>\d{{1,2}})\s+{_MONTH}",
        r"năm\s+(?:học\s+)?(?P<year>(?:19|20)\d{2})",
        _MONTH,
        r"(?P<year>(?:19|20)\d{2})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
    ),
    shares=(
        (r"(?P<n>NUMBER)\s*phần\s*(?!trăm)(?P<d>NUMBER)(?=\s|$|[.,])", "{d}분의 {n}"),
        (r"một nửa|quá nửa", "절반"),
    ),
    fixed=(
        (r"nửa (?:giờ|tiếng)", "30분"), (r"nửa học kỳ", "반학기"), (r"nửa năm", "6개월"), (r"nửa tháng", "15일"),
        (r"gấp đôi", "2배"), (r"nửa(?= học phí| số)", "절반"),
    ),
    ordinals=(
        r"(?:Điều|khoản|điểm|tiết|mục|chương|phụ lục|bảng)\s+\d+(?:-\d+)?(?![.,/\d]*\s*(?:điểm|trở))|(?:thứ|lần thứ)\s+(?:\d+|nhất|hai|ba|tư|năm|sáu)"
        r"|(?:học kỳ|năm học|học kì|kỳ|tầng|phòng(?: đọc)?(?: số)?)\s+(?:\d{1,2}\b|một\b|hai\b)|\b24/7\b"
        # Per year, and no year.
        r"|(?:(?<=won )|(?<=lần )|(?<=giờ )|(?<=tiếng )|(?<=ngày )|(?<=buổi ))một (?:năm|tháng|tuần|ngày|học kỳ|tín chỉ)\b"
    ),
    month_first=False,
)  # fmt: skip
