"""Conditions, provisos and words that widen or close what is said."""

from __future__ import annotations

import re

# In a claim these say that there is no condition, or no exception.
GENERAL = re.compile(
    r"모든|누구나|누구든|어떤\s*[가-힣]*\s*(?:이?든|이?라도|도)|어떤\s*[가-힣]+\s*[가-힣]*(?:라도|도|든)|어느\s*[가-힣]+(?:든|나|라도)|언제나|언제든|항상|늘\s|무조건|예외\s*없이|빠짐없이|"
    r"관계없이|상관없이|무관하게|가리지\s*않|불문|막론|구애받지|따지지\s*않|묻지\s*않|한결같이|일률적|똑같이|전혀|절대|결코|아무|모두\s*다|전부|일체|각종|하나도\s*빠|반드시"
)
WITHOUT = re.compile(
    r"없이도|없이|않고도|않고|않아도|없어도|아니하고|안\s*[가-힣]+도\s*(?:되|됩|된)|거치지\s*않|받지\s*않|만으로|만\s*(?:으로|하면|있으면|되면|내면|받으면|으로도)|기만\s*하면|하기만|생략"
)
CONCESSION = re.compile(
    r"더라도|(?:[가-힣])라도|어도|아도|여도|해도|일지라도|에도\s*불구|마찬가지|같이|역시|[가-힣](?:에게|에|때|경우|후|뒤|사람|자|학생|기간|달|이후)(?:에)?도(?=\s)"
)
EXCLUSIVE = re.compile(
    r"뿐|밖에|한정|국한|오직|오로지|유일|단\s*(?:하나|한|둘|두)|만이|만\s|만을|만\s*해당|로만|에만|에게만|까지만|[가-힣]만(?=[\s,.이])|(?:한|두|세|네|다섯|여섯|일곱|여덟|\d+)\s*(?:가지|종류|곳|부류|명|개)(?:로|입니다|이며|뿐|만|예요|이다|가\s*전부)|전부입니다|전부다|모두입니다|다른\s*[가-힣]+(?:은|는)\s*없|외에는|이외에는"
)
CONDITIONAL = re.compile(
    r"경우|때(?:에|는|만|$|\s)|[가-힣]면(?=[\s,])|한하여|한정하여|한정한다|한한다|없는\s*한|이상\s*인|조건|불구하고|요건|자격|받아|얻어|거쳐|심의를|승인을|동의를"
)
EXCEPTION = re.compile(
    r"다만|단,|제외|예외|그러하지\s*아니|아니하다|불구하고|외에는|이외|빼고|빠집|빠진|않을\s*때"
)
PROVISO = re.compile(r"^\s*(?:다만|단)[,\s]")
ONLY_IF = re.compile(
    r"한하여|한정하여|한정한다|한한다|에\s*한|에만|경우만|때만|때에만|없는\s*한|만\s*(?:할|받|신|해당|적용)"
)
_CONDITION_SPAN = re.compile(
    r"[^.,]*?(?:경우(?:에는|에|로서|에\s*한하여)?|때(?:에는|에|는)?|[가-힣]면|한하여|한정하여|불구하고|자에|자로서|사람으로서|받아|얻어|거쳐)(?=[\s,]|$)"
)

CONTACT_NUMBER = re.compile(
    r"(?<!\d)0\d{1,2}[-)\s]\s?\d{3,4}-\d{4}|(?<!\d)1[5-9]\d{2}-\d{4}|내선\s*\d+|[\w.+-]+@[\w-]+\.[\w.-]+|https?://\S+|www\.\S+"
)
CONTACT_WORD = re.compile(
    r"전화|이메일|메일|콜센터|고객센터|누리집|홈페이지|창구|내선|문자(?:로|메시지)|카카오|카톡|앱|어플|포털|방문|층\)|호실|팩스|우편|택배|문의|상담|채널|SNS|온라인|민원실|담당자"
)


def condition_spans(text: str) -> list[tuple[int, int]]:
    """Offsets of the parts of a sentence that say when or for whom it holds."""
    return [
        match.span() for match in _CONDITION_SPAN.finditer(text) if match.end() - match.start() > 4
    ]
