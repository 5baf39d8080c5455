"""What a chat says to the asker beside its rules: felt with him, given back to him, wished, announced.

A sentence is taken clause by clause (많이 놀라셨겠어요, 하나씩 정리해 드릴게요): it claims nothing where none of its clauses does. What
has a figure, a permission or a duty is never one of them.
"""

from __future__ import annotations

import re

from verification.checking.lines.rule_words import tells_a_rule

_EMOJI = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u200D]+|[ㅠㅜㅎㅋ]{2,}|\^\^")
_CLAUSE = re.compile(
    r"(?<=[요다죠])\s*[.!?~,]+\s*|(?<=지만),?\s+|(?<=텐데),?\s+|(?<=니),\s+|(?<=마시고)\s+"
)
_FIGURE = re.compile(r"\d")
# What he may plan and feel; what he may get (등록금을 돌려받으시겠네요) is a rule.
_PLANS = r"(?:(?:고민|준비|계획|생각|궁금|관심|문의|질문|신청|지원|걱정|고생|속상|힘드|불안|답답|막막)[가-힣]{0,4}(?:\s[가-힣]{1,4}){0,2}?|고\s?싶으|고\s계|앞두|중이|려는|겪으|가|다니|늦어지|갖추|싶으신\s거|려는\s거)"
_FEELS = (
    r"(?:걱정|고민|놀라|힘드|힘들|힘든|속상|당황|무거우|상심|마음|쓰이|불안|복잡|바쁘|답답|막막|아프|지치|설레|고생|불편|부담|정신|스트레스|아쉬|안타|급하|긴장"
    r"|기대|뿌듯|기쁘|억울|서운|난감|곤란|혼란|슬프|외로|피곤|궁금|두려|무서|조급|허탈|신나|헷갈리)[가-힣]{0,5}(?:\s[가-힣]{1,4}){0,2}?"
)
_OPENING = r"(?:(?:네|예|와|아|안녕하세요|우선|먼저|그럼|참고로|정말|많이|너무|꽤|무척|크게|요즘|벌써|드디어|얼른|꼭)[,!~\s]*)*"
_TO_THE_ASKER = tuple(
    re.compile(rf"^{_OPENING}(?:{pattern})[.!?~\s]*$")
    for pattern in (
        r"",
        # 전과를 준비하고 계시는군요, 문의 주셨네요: what he told.
        rf"[^.!?|]{{0,60}}{_PLANS}(?:시는군요|시군요|셨군요|시네요|셨네요|주셨네요|군요|시려는군요|시는\s거군요|신\s거군요)",
        # 신입생이시군요: who he is.
        r"(?:[가-힣]{1,10}\s){0,2}[가-힣]{1,10}이(?:시군요|시네요|셨군요|셨네요)",
        # 마음이 무거우시겠어요, 힘드셨을 것 같아요, 설레시겠네요: what he may feel.
        rf"[^.!?|]{{0,60}}{_FEELS}(?:[시셨]겠(?:어요|네요|습니다|군요|지만)|(?:셨을|실)\s것\s?같(?:아요|습니다)|(?:셨을|실)\s텐데(?:요)?)",
        r"[^.!?|]{0,40}(?:걱정|고민|속상|당황스러우|힘드|답답|불안|막막|불편|놀라|부담되)[가-힣\s]{0,6}(?:시죠|셨죠|죠)",
        r"[^.!?|]{0,40}(?:대단|훌륭|멋지|부럽)[가-힣]{0,2}(?:하세요|해요|합니다|네요|세요|시네요)|[^.!?|]{0,40}멋져요",
        r"[^.!?|]{0,40}(?:신다니|셨다니|이?라니|다니)",
        r"[^.!?|]{0,30}(?:걱정|낙담|낙심|실망|상심)하지\s?(?:마세요|마시고|않으셔도\s?(?:됩니다|돼요))",
        r"(?:[가-힣\s]{0,20}\s)?(?:화이팅|파이팅)(?:이에요|입니다|하세요)?|힘내(?:세요|시고|시길\s바[랄라랍][가-힣]{1,3})?",
        r"[^.!?|]{0,40}(?:(?:하|되|나으|있|이루|마치|보내|쾌차하|통과하|해결되)(?:시)?(?:길|기를)\s?바[랄라랍][가-힣]{1,3}|(?:응원|축하|환영)(?:해|할게|합니다|드려|드립니다|하겠습니다)요?|잘될\s거예요)",
        r"(?:[가-힣\s]{1,20}\s)?(?:잘\s)?(?:다녀|보고|하고)\s?오세요",
        r"[^.!?|]{0,40}시(?:길|기를)\s바랄게요",
        # 차분히 준비해 보세요, 달력에 표시해 두시면 좋겠어요: how, and not what.
        r"[^.!?|]{0,40}(?:(?:준비|고민|생각)해\s?보|(?:표시|메모)해\s?두)(?:세요|시길\s(?:권해요|권합니다)|시면\s(?:좋겠어요|좋아요))",
        r"[^.!?|]{0,30}고민하지\s?마시고",
        r"[^.!?|]{0,40}주셔서\s(?:감사|반가|고마)[가-힣]{1,4}",
        # What the next sentences do.
        r"[^.!?|]{0,60}(?:(?:정리|설명|안내|계산|확인|비교|요약|답)해|짚어|따져|모아|도와)\s?(?:볼게요|보겠습니다|봤어요|보았습니다|드릴게요|드리겠습니다)",
        r"[^.!?|]{0,60}(?:살펴볼게요|살펴보겠습니다|살펴보았습니다|살펴봤어요|나누어\s설명드릴게요|알려\s?드릴게요|설명드릴게요|설명드리겠습니다|답변드립니다|답변드릴게요)",
        r"[^.!?|]{0,30}(?:하나씩|차근차근|같이|함께|차례로|차례대로|나눠서)\s(?:볼게요|보겠습니다|보면\s(?:괜찮아요|돼요|됩니다)|보시면\s(?:돼요|됩니다|괜찮아요))",
        r"[^.!?|]{0,40}(?:아래와\s같(?:아요|습니다)|정리하면\s이렇습니다|정리해\s드리면\s이렇습니다)",
        r"(?:좋은|중요한)\s질문(?:이에요|이네요|입니다)|[^.!?|]{0,20}(?:많이들?\s)(?:궁금해하시|물어보시|헷갈려\s?하시)는\s(?:부분|내용|질문)(?:이죠|이네요|이에요|입니다)",
        r"쉽지\s않은\s(?:결정|상황|일)(?:을|이)?\s?(?:하셨네요|이시겠어요|이네요|이죠)?",
        r"[^.!?|]{0,20}반갑습니다|문의\s주셔서\s감사(?:해요|합니다|드립니다|드려요)|고생\s?많으셨어요|수고\s?많으셨어요",
    )
)


def without_emoji(statement: str) -> str:
    """A sentence without the pictures and sighs of a chat."""
    return _EMOJI.sub("", statement).strip()


def speaks_to_the_asker(statement: str) -> bool:
    """Whether a sentence only speaks to the asker: clause by clause, and without anything that a rule could hold."""
    plain = without_emoji(statement)
    clauses = [one for one in _CLAUSE.split(plain) if one.strip()]
    return bool(clauses) and all(
        not (_FIGURE.search(one) or tells_a_rule(f"{one} "))
        and any(form.match(one.strip()) for form in _TO_THE_ASKER)
        for one in clauses
    )
