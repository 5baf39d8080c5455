"""What the wording of a question gives away: the kind of answer, the people, and doubts about an answer. Pure.

Patterns and word lists only; `query` applies them.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words of asking and of everyday speech: in every question, in some provisions, and about nothing.
EMPTY_WORDS = _words(
    "얼마 며칠 몇일 언제 어디 누구 무엇 어떻 어떠 거 것 걸 때 수 전 안 뒤 후 중 말 다음 이번 올해 작년 내년 오늘 어제 내일 지금 "
    "나중 사람 우리 저희 제 내 본인 문제 경우 방법 정도 보통 하나 둘 최소 최대 최고 가능 여부 확인 부탁 문의 질문 답변 안내 "
    "알 뭐 좀 혹시 관련 대해 이상 이하 상태 다른 경 점 자 상 측 쪽 대신 한참 진짜 그냥 정확 학교 학생"
)


ENGLISH_EMPTY_WORDS = _words(
    "a an and any are as at be been before after begin begins by can could did do does during each else ever every everyone for "
    "from get go going had has have here how i i'm if in into is it its just long many may me more much must my need not of off "
    "on one or other our out over per please should so some student students such take taken taking tell than that the their them "
    "then there they this through time times to under up us use want was we were what when where which while who whom whose why "
    "will with without would you your university school college maximum minimum number year years month months day days first "
    "say says said possible allowed required require about am back same make made way still only also be able"
)


CHINESE_EMPTY_WORDS = re.compile(
    r"请问|请|最多|最长|最少|至少|多少|几[年次个天门本周月]?|可以|可否|能不能|能否|是否|什么时候|什么|怎么样?|如何|为什么|哪[里些个儿]?|谁|吗|呢|吧"
    r"|我们?|你们?|本校|学校|大学|学生|想要?|需要|应该|必须|有没有|没有|关于|的话?|了|在|和|与|或者?|如果|因为|所以|以后|以前|之后|之前|时候?"
    r"|[一二三四五六七八九十两]?个?(?:学期|年|月|天|次)|是|要|会|被|把|到|从|给|对|让|还|就|都|也|再|不"
)
# Syllables without their marks.
VIETNAMESE_EMPTY_WORDS = _words(
    "noi toi em minh ban chung ta la co khong duoc phai can bi cho va hoac voi cua trong ngoai tren duoi tu den khi nao bao nhieu lau may "
    "nam hoc ky thang ngay tuan lan the sao lam gi ai dau o nhu neu thi ma vi nen da dang se roi nua hay cung moi mot hai ba bon sau "
    "toi da thieu nhat hon sinh vien truong dai nguoi cai nay do kia ay xin vui long hoi muon ve viec cac nhung con theo qua truoc "
    "sau lai chi nua deu tat ca moi giay to nop ho so don khac nhau"
)


class AnswerType(enum.StrEnum):
    """The kinds of answer that a question can ask for."""

    MONEY = "money"
    PERIOD = "period"
    DEADLINE = "deadline"
    CREDITS = "credits"
    TIMES = "times"
    PEOPLE = "people"
    HOURS = "hours"
    SCORE = "score"
    POINTS = "points"
    WHO = "who"
    HOW = "how"
    WHETHER = "whether"


_ASKING = {
    AnswerType.MONEY: r"얼마(?!나|\s*(?:동안|안|이내|지나|만에)|가\s*지나)|얼마나\s*(?:내|받|돌려|주|들|나와|나오|깎)|금액|비용|요금|몇\s*(?:퍼센트|프로|원|만\s*원)"
    r"|how much|\bfees?\b|\bcost|多少钱|费用|bao nhiêu tiền|chi phí|lệ phí|mức phí",
    AnswerType.PERIOD: r"몇\s*(년|학기|개월|달|주)|얼마\s*(동안|나\s*오래)|기간|며칠|몇\s*일|how long|how many (year|month|semester)|多久|多长|几年|多少年|几个(?:学期|月)|bao lâu|(?:mấy|bao nhiêu) (?:năm|tháng|tuần|ngày|học kỳ)",
    AnswerType.DEADLINE: r"언제|며칠|몇\s*일|까지|기한|마감|얼마\s*(안|이내)|\bwhen\b|deadline|how many days|什么时候|何时|截止|几天|khi nào|bao giờ|hạn chót|hạn nộp|mấy ngày",
    AnswerType.CREDITS: r"학점|credit|学分|tín chỉ",
    AnswerType.TIMES: r"몇\s*(번|회|차례)|횟수|how many times|几次|多少次|(?:mấy|bao nhiêu) lần",
    AnswerType.PEOPLE: r"몇\s*(명|분|인)|인원|정원|how many (people|student|member)|多少人|几个人|(?:mấy|bao nhiêu) người",
    AnswerType.HOURS: r"몇\s*시(?!기)|시간|what time|how many hours|几点|几个?小时|mấy giờ|bao nhiêu giờ",
    AnswerType.SCORE: r"평점|성적|몇\s*점|점수|기준|등급|grade|gpa|score|成绩|绩点|điểm (?:số|trung bình|thi)|bảng điểm",
    AnswerType.POINTS: r"몇\s*점|토익|토플|토픽|how many points|toeic|toefl|多少分|(?:mấy|bao nhiêu) điểm",
    AnswerType.WHO: r"누가|누구|어느\s*(부서|위원회|곳)|어디|담당|허가권자|위원장|\bwho\b|which (office|committee|department)|谁|哪个部门|\bai\b|phòng nào|ở đâu",
    AnswerType.HOW: r"어떻게|어떡|어케|방법|절차|신청|서류|제출|필요한\s*거|how (do|can|to)|apply|怎么|如何|申请|手续|thế nào|làm sao|thủ tục|nộp đơn|xin ",
    AnswerType.WHETHER: r"되나|돼요|되나요|되요|될까|가능|할\s*수\s*있|해도|인가요|하나요|나요|^\s*(can|may|is|are|do|does|must)\b|可以|能|có thể|có được|được không|có phải",
}
# 평점 얼마, 학점이 정확히 얼마: not money.
_OTHER_AMOUNT = re.compile(
    r"(?:평점|학점|점수|기준|기간|시간)[이은가]?\s*(?:정확히|최소|대략|보통)?\s*얼마"
)
_ASKING_PATTERNS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _ASKING.items()}


class Doubt(enum.StrEnum):
    """What a question may be about that no regulation says, by its wording."""

    PRESENT = "present"
    FACT = "fact"
    TASK = "task"
    ELSEWHERE = "elsewhere"


_DOUBTFUL = {
    # What is on now, this year, next: a calendar or a notice knows.
    Doubt.PRESENT: r"(?:오늘|올해|작년|지난해|이번\s*(?:에는|엔|에|연도|주|달)|요즘|지금|현재)(?=.*(?:언제|날짜|일정|며칠|메뉴|컷|몇\s*등급|경쟁률|결과|발표|열|시작|얼마|누구))"
    # Until when a thing of this term may be done, how many days before or after, and in what period, the rules do say.
    r"|(?:이번|요번)\s*학기(?!.*기간[이은]?\s*언제)(?=.*(?:날짜|일정|결과|발표|열리|시작|얼마|누구|언제(?!\s*까지)|(?:며칠|몇\s*일)(?!\s*(?:안|내|이내|전|까지))))"
    # When those who were chosen are named.
    r"|(?:합격|선발|장학|추첨|배정)[^.?!\n]{0,14}(?:결과|발표|명단)\S{0,2}\s*(?:언제|며칠)"
    r"|(?:today|tomorrow|this (?:week|year|semester)|last year|right now|currently)|今天|今年|这学期|hôm nay|năm nay|học kỳ này|tuần này",
    # What a phone book, a map, a price list or a notice board says.
    Doubt.FACT: r"전화\s*번호|연락처|이메일|메일\s*주소|메뉴|학식.*뭐\s*나[와오]|와이파이|비밀\s*번호|비번|합격\s*컷|커트라인|경쟁률|취업률|시간표|셔틀|날씨|맛집|몇\s*층|홈페이지|사이트|링크"
    r"|앱\b|어플|후기|꿀팁|족보|교재|종강일|개강일|날짜|프린트|복사비|사물함|편의점|카페|헬스장|자취|원룸|알바\s*구|유리(?:해|한가|할까)|불리(?:해|한가|할까)|나을까|난이도|wi-?fi|password|website|phone number|e-?mail|menu|weather|shuttle|restaurant|电话|密码|菜单|无线网|số điện thoại|mật khẩu|thực đơn|thời tiết|xe buýt",
    Doubt.TASK: r"써\s*(?:줘|주세요|줄래)|작성해\s*(?:줘|주)|번역|요약해|만들어\s*줘|코드|풀어\s*줘|추천해|농담|노래|안녕|고마워|심심|\b(?:write|translate|recommend|hello|joke|poem)\b|你好|翻译|xin chào|dịch (?:giúp|hộ|cho)|viết (?:giúp|hộ)",
    Doubt.ELSEWHERE: r"(?:서울|부산|경북|경상|전남|전북|충남|충북|강원|제주|연세|고려|서강|성균관|한양|이화여|이화|중앙|경희|한국외|외국어|건국|동국|홍익|숙명여|숙명|국민|숭실|세종|단국|광운|명지|상명|가톨릭"
    r"|인하|아주|동아|경성|부경|동서|신라|인제|울산|영남|계명|대구|조선|원광|포항공|카이스트|한국해양|해양|부산교|서울교)\s*대(?:학교)?(?![학가-힣]*원\s*생활)|(?:다른|딴|타)\s*(?:학교|대학교?)(?:들은|들도|는|은)\b|\b(?:harvard|stanford|seoul national|yonsei|korea university|pusan national)\b",
}
_DOUBTFUL_PATTERNS = {kind: re.compile(p, re.IGNORECASE) for kind, p in _DOUBTFUL.items()}


# A provision that answers is often titled by the kind of answer: 휴학기간, 신청기한, 대출책수.
ASKED_WORDS = {
    AnswerType.PERIOD: "기간",
    AnswerType.DEADLINE: "기한",
    AnswerType.TIMES: "횟수",
    AnswerType.MONEY: "금액",
    AnswerType.HOW: "절차",
}


class Audience(enum.StrEnum):
    """Whom a question or a regulation is about; a regulation for others is seldom the answer."""

    GRADUATE = "graduate"
    TEACHER = "teacher"
    EMPLOYEE = "employee"


_ABOUT = {
    Audience.GRADUATE: r"대학원|석사|박사|석박|학위\s*논문|종합\s*시험|원생|graduate school|master|\bph\.?d|doctor|comprehensive exam|硕士|博士|研究生|cao học|thạc sĩ|tiến sĩ",
    Audience.TEACHER: r"교수|교원|강사|연구년|안식년|재임용|포닥|professor|faculty|lecturer|sabbatical|教授|giáo sư|giảng viên",
    Audience.EMPLOYEE: r"직원|부서|출장|여비|수당|호봉|연가|조교|퇴직|명퇴|수습|결재|견적|구매|감사|\bstaff\b|employee",
}
_ABOUT_PATTERNS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _ABOUT.items()}


def answer_types_of(question: str) -> frozenset[AnswerType]:
    """The kinds of answer that a question asks for."""
    found = {kind for kind, pattern in _ASKING_PATTERNS.items() if pattern.search(question)}
    if not _ASKING_PATTERNS[AnswerType.MONEY].search(_OTHER_AMOUNT.sub(" ", question)):
        found.discard(AnswerType.MONEY)
    return frozenset(found)


def audiences_of(question: str) -> frozenset[Audience]:
    """Whom a question is about; none for what concerns every student."""
    return frozenset(kind for kind, pattern in _ABOUT_PATTERNS.items() if pattern.search(question))


def doubts_of(question: str) -> frozenset[Doubt]:
    """What makes it doubtful that a regulation answers a question."""
    return frozenset(
        kind for kind, pattern in _DOUBTFUL_PATTERNS.items() if pattern.search(question)
    )


# What is counted, as questions say it, and how provisions count it.
_COUNTED = {
    "페이지": "페이지|쪽|면|매", "쪽": "쪽|페이지|면|매", "장": "장|매|부|쪽", "글자": "자|글자", "편": "편", "권": "권|책", "책": "권|책",
    "퍼센트": "퍼센트|%|분의", "프로": "퍼센트|%|분의", "퍼": "퍼센트|%|분의", "%": "퍼센트|%|분의", "배": "배|분의",
    "학기": "학기", "학년": "학년", "학점": "학점", "과목": r"과목|개\s*교?과목", "개월": "개월|월|달", "달": "개월|월|달", "시간": "시간",
    "년": "년|학기", "주": "주", "일": "일|날", "살": "세|살", "층": "층", "등급": "등급|급", "급": "급",
    "번": "회|번|차례", "회": "회|번|차례", "차례": "회|번|차례", "명": "명|인", "분": "분|명|인", "인": "명|인", "개": "개|종|과목|가지",
}  # fmt: skip
_LISTED = re.compile(r"목록|리스트|명단")
_POINTS = r"\d+\s*(?:점|급|학점)|\d\.\d+|[ABCDF][+0]?\s*(?:등급|학점|이상|이하|미만|[를을])"
_COUNT = re.compile(
    rf"몇\s*(?:개\s*(?=학기|과목|월))?(점|{'|'.join(sorted(_COUNTED, key=len, reverse=True))})"
)


def count_asked(question: str) -> re.Pattern[str] | None:
    """What a provision that gives the number asked for holds, 몇 페이지, 몇 번, or the list; None where neither is asked for."""
    found = _COUNT.search(question)
    if found is None:
        return _LISTED if _LISTED.search(question) else None
    if found[1] == "점":
        return re.compile(_POINTS)
    return re.compile(rf"(?:\d|[한두세네일이삼사오육])\s*(?:개\s*)?(?:{_COUNTED[found[1]]})")


_ASKING_WORD = re.compile(r"얼마|몇|언제|어디|누구|누가")
_HOW_MUCH_IS = re.compile(r"\bhow much (?:is|are)\b", re.IGNORECASE)
# What is said before the asking word and is not what is asked for: 등록금 한 학기에 얼마.
_MEASURES = _words(
    "학기 하루 달 월 연 년 일 주 시간 번 회 총 대충 금액 비용 요금 기간 기한 날짜 일정 시기 학년 신청 지원"
)


def thing_asked(question: str, words: Sequence[str]) -> str:
    """Of the words of a question that of which something is asked: the last before 얼마, 몇, 언제, in English what follows
    "how much is"; empty where there is none."""
    if english := _HOW_MUCH_IS.search(question):
        after = question[english.end() :].lower()
        return min((word for word in words if word in after), key=after.find, default="")
    asking = _ASKING_WORD.search(question)
    before = question[: asking.start()] if asking else ""
    named = [word for word in words if len(word) > 1 and word not in _MEASURES and word in before]
    return max(named, key=before.rfind, default="")


def is_lent(word: str, question: str) -> bool:
    """Whether a question speaks of lending, or giving back, the thing of a word: 노트북 며칠까지 빌릴 수 있어요."""
    lending = r"(?:을|를|은|는|도)?\s*(?:(?:며칠|몇\s*일|얼마|언제)\S*\s+)?(?:빌[려리릴린]|대출|대여|반납)"
    return bool(re.search(re.escape(word) + lending, question))


# 자살예방교육 is a course, 투자해 an investment.
_DYING = re.compile(
    r"죽고\s*싶|죽어\s*버리고|죽을\s*생각|살기\s*싫|살고\s*싶지\s*않|사라지고\s*싶|자살(?!\s*예방)|(?<![가-힣])자해|극단적인?\s*(?:선택|생각)|목숨을?\s*(?:끊|버리)"
    r"|\bsuicid|\bkill(?:ing)? myself|\bwant(?:ed)? to die\b|\bend(?:ing)? my life|\bself[- ]harm|想死|自杀|轻生|不想活|muốn chết|tự tử|tự sát|không muốn sống",
    re.IGNORECASE,
)
_HARMED = re.compile(
    r"성희롱|성추행|성폭[력행]|강간|몰카|불법\s*촬영|스토킹|데이트\s*폭력|괴롭[히힘혀]|왕따|따돌[리림려]|갑질|폭언"
    r"|\bharass|\bstalk(?:ed|ing|s)\b|\bbull(?:y|ied|ying)|\brape|性骚扰|性侵|跟踪|霸凌|quấy rối|cưỡng hiếp|bắt nạt",
    re.IGNORECASE,
)


def speaks_of_dying(question: str) -> bool:
    """Whether who asks speaks of not wanting to live: then no rule is the first thing to be told."""
    return bool(_DYING.search(question))


def harm_said(question: str) -> str:
    """The word by which a question speaks of what somebody does to a person; empty where it does not."""
    found = _HARMED.search(question)
    return found[0] if found else ""
