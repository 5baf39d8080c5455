"""Whether what looks like dress says something about a rule: a heading, a title, a word to the asker.

What claims nothing is left out without a trace, so a word of rules in it is enough to hold it against the provisions.
"""

from __future__ import annotations

import re

# What an offer supposes of the asker, and what an office is to be asked: neither is said.
_SUPPOSED = re.compile(
    r"(?:궁금|필요|원하|질문|문의|도움|어려|어렵|급하|헷갈리|있으)[가-힣]{0,6}(?:\s[가-힣]{1,6}){0,3}?면[,\s]|드릴\s?수\s?있"
    r"|(?:[가-힣]{1,12}\s)?(?:(?<=수\s)있는지|(?<=수\s)없는지|[가-힣]{1,12}(?:는지|은지|한지|인지|을지|할지|될지|난지|린지|운지))(?=[가-힣,.\s]|$)"
    r"|(?:가능|불가|허용|인정|해당|제한|대상)\s?여부"
)
# 수 있다, 하여야 한다, 되지 않는다, 하면: what a permission, a duty, a ban or a condition is told with.
_RULES = re.compile(
    r"[다라]는\s?(?:점|것|사실|내용)|(?:[다라냐]고|다며|[다라]는데)[\s,]|수\s?(?:있|없)|[어아여해]야|지\s?(?:않|못|말아)|(?<!보)(?<!두시)면[\s,]|안\s(?:되|돼|됩)"
    r"|만\s(?:가능|인정|허용)|때만\s|제한|불가|가능|금지|제외|대상(?:이|입)|(?:두|세|네|다섯|여섯)\s(?:번|달|학기|과목|명)|한\s(?:번(?!\s더|\s확인)|달|학기|과목|명)|로부터\s"
)
# How far a rule goes: 등록금을 전부, 휴학을 마음껏.
_EXTENT = re.compile(
    r"무제한|무한|무조건|전액|전부|전원|모두\s|모든\s|누구나|누구든|아무나|마음껏|마음대로|얼마든|얼마나\s?오래|언제까지|평생|영구|영원|몇\s번이(?:고|든)|원하는\s만큼|상관\s?없|관계\s?없|제한\s?없|자동으로"
)
# Something is said before the word to the asker, and joined to it: 장학금이 나오니 걱정하지 마세요.
_JOINED = re.compile(
    r"[가-힣](?<!힘내시)(?<!마시)(?<!앞두)(?<!챙기시)(?<!가지)(?<!아이)(?<!에)(?<!빌)(?<!바라)(?<!잘하시)(?<!잘\s하시)(?<!받으시)(?<!많이\s놀라)고(?!\s(?:싶|계|있|다니|나서|하|오))[,\s]"
    r"|[가-힣](?<!빌)(?<!바라)(?<!빌으)며[,\s]|[가-힣](?<![다라테])니[,\s]|므로[,\s]|[가-힣](?<!전화)(?<!연락)(?<!관련)(?<!정리)해서[,\s]|(?<!들)[어아]서[,\s]"
)
_FIGURE = re.compile(r"\d")
# 2026학년도, 제25조, 2단계: figures that count no rule.
_NUMBERS = re.compile(
    r"(?:19|20)\d\d\s?(?:학년도|년도|학번|학년|년)|제\s?\d+\s?(?:학기|조|항|호|장|절|차|회)(?:의\s?\d+)?|\[?별표\s?\d+\]?|^\s*\d{1,2}[.)]|\d\s?단계|\d\s?차\s|\[†[^\]]*\]"
)
# 50일 연체한 경우, 벌점 18점 이상일 때, 2인 공동 입상 시 …: the figure is the case's, not the rule's.
_CASE = re.compile(r"\d.{0,60}?(?:경우|때|시)(?=[\s):]|$)|\([^()]{0,80}\)$")
_OUTCOME = (
    r"(?:허용|금지|불가능?|가능|면제|제외|없음|있음|필수|의무|자유|무료|폐지|생략|불필요|불인정|반환\s?불가|환불|충족|미충족"
    r"|무관|보장|자동\s?\S{1,12}|취소\s?불가|됨|함|임|않음|아님)"
)
_ENDS_IN_OUTCOME = re.compile(
    rf"(?<!지\s){_OUTCOME}[\s.!:)*]{{0,8}}(?:안내|공지|공고|알림)?[\s.!:)*]{{0,8}}$"
)
_SAID_OF = re.compile(r"[:：]\s*+\S|[다요죠](?:[.!]|$)")


def tells_a_rule(statement: str) -> bool:
    """Whether a sentence that only speaks to somebody has what a rule is told with, beside what is supposed or asked."""
    plain = _SUPPOSED.sub(" ", statement)
    return any(one.search(plain) for one in (_RULES, _EXTENT, _JOINED))


def names_a_topic(line: str) -> bool:
    """Whether a heading or a title names what follows and says nothing of it: 분할납부 가능 여부, not 휴학 무제한."""
    plain = line.strip().strip("*#").strip().removesuffix(":").removeprefix("참고:")
    figures = _CASE.sub(" ", _NUMBERS.sub(" ", plain))
    return not any(
        (
            _EXTENT.search(f"{plain} "),
            _FIGURE.search(figures),
            _ENDS_IN_OUTCOME.search(plain),
            _SAID_OF.search(plain),
        )
    )
