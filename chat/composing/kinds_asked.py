"""What kind of thing a question asks for (a number, a date, what is required, what follows), and what a provision that gives it looks like. Pure."""

from __future__ import annotations

import re

from regulations.text.languages import KOREAN, asked_in, without_tones

# What a question asks for, and what a provision that gives it looks like.
_ASKED_COUNT = re.compile(
    r"몇\s*(년|학기|학년|개월|주|일|시간|분|점|학점|과목|회|번|차례|명|권|개|퍼센트|프로|퍼|%|배)"
)
_PERCENT = "퍼센트|%"
_SAME_COUNT = {
    "번": "회|번|차례",
    "차례": "회|번",
    "개": "개|종",
    "일": "일|날",
    "점": "점",
    "퍼센트": _PERCENT,
    "프로": _PERCENT,
    "퍼": _PERCENT,
}
_KINDS_ASKED = (
    (
        r"언제|기한|며칠|날짜|기간|when|deadline",
        r"\d+\s*(?:일|월|주|개월|년|학기)|이내|까지|기일|개시일|매\s?학기",
    ),
    (r"얼마|금액|비용|how much|cost", r"\d[\d,]*\s*(?:만\s*)?원|분의|전액|반액|퍼센트|%"),
    (
        r"최대|최고|까지\s*(?:가능|할|쓸|들|낼)|얼마나|몇\s*\S+까지|how long|how many|maximum|at most",
        r"초과(?:할|하여|하지)|넘을 수 없|이내|범위|한도|상한|이하|한하여",
    ),
    (r"최소|이상이어야|minimum|at least", r"이상|미만|최저"),
    # 어떻게 되나요 asks what follows, or how much it is.
    (
        r"(?:어떻게|어케)(?!\s*[되돼됨된될])|방법|절차|하려면|how (?:do|can|to)|procedure",
        r"신청|제출|허가|승인|절차|거쳐",
    ),
    (r"누가|누구|who\b", r"총장|학장|처장|위원장|원장|관장|팀장|위원회"),
    (
        r"조건|요건|자격|기준|requirement|eligib|condition",
        r"요건|자격|갖춘|갖추|이상인|미만인|기준",
    ),
    (r"(?:들어|따|채워|내|써|받아|나와|돼|되|넘어|해)야", r"이상|하여야|미만|요건|갖추"),
    (
        r"(?:어떻게|어케)\s*[되돼됨]|불이익|어떤\s*(?:징계|처벌|처분)|what happens|penalt",
        r"제적|처분|취소|수 없다|징계|벌점|정지|간주|본다|변상|처리한다|퇴실|퇴사|소멸|감점|인정하지|보지 아니",
    ),
    (
        r"서류|증명서|뭐\s*(?:내|필요|가져|떼)|document",
        r"증명서|확인서|진단서|서류|원본|신청서|원서|계획서",
    ),
    (
        r"되나|돼요|되요|될까|가능|해도|can i\b|may i\b|allowed",
        r"수\s*[있없]|아니\s*(?:된다|한다)|못\s*한다|하여야|제외|금지",
    ),
)
_KINDS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(given)) for asked, given in _KINDS_ASKED
)

# The same in English, Chinese and Vietnamese, the last without its tones: by the number of a row of _KINDS_ASKED.
_ASKED_ABROAD = {
    0: r"until when|by when|how many days|\bdue\b|什么时候|何时|截止|期限|几天|khi nao|bao gio|luc nao|han (?:chot|nop|dong)|may ngay",
    1: r"\bfees?\b|多少钱|费用|[退赔罚减交扣](?:\S{0,3})多少|bao nhieu (?:tien|%|phan tram|hoc phi)|(?:hoan|tra lai|phat|giam) bao nhieu",
    2: r"\bmax\b|highest|\blimit\b|overall|in total|最多|最长|最高|上限|多久|总共|toi da|nhieu nhat|cao nhat|bao lau",
    3: r"最少|至少|最低|低于|it nhat|toi thieu|duoi bao nhieu",
    4: r"怎么(?!处|罚)|如何|手续|怎样|lam sao|the nao|thu tuc|cach nao",
    5: r"谁|哪个部门|\bai\b|phong nao",
    6: r"\brequire|条件|资格|要求|dieu kien|yeu cau",
    7: r"\b(?:do|must) i (?:need|have)|\bneed\b|需要|\bcan (?:bao|may|topik|gpa|gi)",
    8: r"punish|consequence|怎么(?:处|罚)|会被|后果|处罚|bi (?:gi|phat|duoi|sao)|phat gi",
    9: r"paperwork|材料|文件|证明|giay to|ho so",
    10: r"^\s*(?:can|may|is|are|do|does|am)\b|可以|能不能|能|duoc (?:khong|ko)|co duoc|co the",
}
_ABROAD = tuple(
    (re.compile(asked, re.IGNORECASE), _KINDS[row][1]) for row, asked in _ASKED_ABROAD.items()
)
# What is counted: as it is asked for, and as the rules count it.
_COUNTED_ABROAD = (
    (r"semesters?|个?学期|hoc ky|ky", "학기|년"),
    (r"years?|年|nam", "년|학기"),
    (r"months?|个?月|thang", "개월|월|달"),
    (r"weeks?|[周週]|个?星期|tuan", "주"),
    (r"days?|天|日|ngay", "일"),
    (r"hours?|个?小时|gio|tieng", "시간|시"),
    (r"credits?|个?学分|tin chi", "학점"),
    (r"courses?|class(?:es)?|subjects?|门|科|mon", "과목"),
    (r"times|次|回|期|lan|dot", "회|번|차례"),
    (r"people|个?人|nguoi", "명|인"),
    (r"books?|items?|本|cuon|quyen|sach", "책|권"),
    (r"points?|分|diem", "점"),
    (r"级|cap", "급"),
)
_HOW_MANY = r"(?:how many|几|多少|\bmay|\bbao nhieu)\s*"
_COUNTS_ABROAD = tuple(
    (
        re.compile(rf"{_HOW_MANY}(?:{asked})(?![a-z])", re.IGNORECASE),
        re.compile(rf"(?:\d|한|두|세|네)\s*(?:{given})"),
    )
    for asked, given in _COUNTED_ABROAD
)
_CLOCK = (
    re.compile(r"what time|几点|may gio", re.IGNORECASE),
    re.compile(r"\d\s*시(?!간)"),
)


def _given_abroad(question: str) -> list[re.Pattern[str]]:
    question = without_tones(question.lower())
    found = [given for asked, given in _ABROAD if asked.search(question)]
    if _CLOCK[0].search(question):
        return [*found, _CLOCK[1]]
    return found + [given for asked, given in _COUNTS_ABROAD if asked.search(question)][:1]


def given_patterns(question: str) -> list[re.Pattern[str]]:
    """What a provision that answers holds, as far as the question's words tell."""
    patterns = [given for asked, given in _KINDS if asked.search(question)]
    if asked_in(question) != KOREAN:
        return list(dict.fromkeys([*patterns, *_given_abroad(question)]))
    count = _ASKED_COUNT.search(question)
    if count:
        units = _SAME_COUNT.get(count[1], re.escape(count[1]))
        share = r"|분의\s*\d" if units == _PERCENT else ""
        patterns.append(re.compile(rf"\d\s*(?:{units}){share}"))
    return patterns
