"""What a sentence of a model says once its dress is off: Markdown, greetings, offers, headings."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from django.conf import settings

from verification.checking.lines.courtesies import speaks_to_the_asker, without_emoji
from verification.checking.lines.rule_words import names_a_topic, tells_a_rule
from verification.citations.correction import GENERAL
from verification.citations.states import SentenceOutcome
from verification.grounding import is_refusal, split_claims, split_sentences
from verification.grounding.language.refusals import is_advice

# The marks of 항, 호 and 목 at the beginning of a line, and white space: what a quotation may leave out.
# 3.5 and 2026. 3. 1. are no marks.
_LAYOUT = re.compile(
    r"(?:^|\n)\s*(?:[①-⑳㉑-㊿]|\d{1,2}(?:의\d+)?\.(?!\d|\s*\d{1,2}\.(?!\d))|[가-하]\.|\d{1,2}\))\s*|\s+"
)
_EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_SINGLE_STAR = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\w*])")
# What a line of a list begins with, in answers and in notices.
LIST_MARKS = r"\-*•▪◦○●■□◆◇▶▷►◎ㅇ"
_BLOCK_MARK = re.compile(rf"^\s*(?:#{{1,6}}\s+|>\s*|[{LIST_MARKS}]\s+|\d{{1,2}}[.)]\s+(?=\D))+")
_HEADING = re.compile(r"^\s*#{1,6}\s")
_ALL_BOLD = re.compile(r"^\s*(?:[-*•]\s+)?\*\*[^*]+\*\*\s*:?\s*$")
# [일반휴학] in a line of its own is set off as one in bold is.
_SET_OFF = re.compile(
    r"^\s*(?:\[([^\[\]:：]+)\]|<([^<>]+)>|【([^【】]+)】|〈([^〈〉]+)〉)\s*+[:：]?\s*+$"
)
_RULE = re.compile(r"^[\s|:*_=-]*$")
_ENDS_A_SENTENCE = re.compile(r"(?:[다요죠음함됨임]|니까)[.!?]?\s*(?:\*\*)?\s*$")
# A word or two in a list is what the line above it says something of: 질병휴학.
_ITEM = re.compile(rf"^\s*+[{LIST_MARKS}]\s++[가-힣·,\s]{{2,}}+$")
_LEADS_ON = re.compile(r"(?:다음과|아래와)\s같(?:습니다|아요)\s*+[:：]$|이렇습니다\s*+[:：]$")
_TAG_QUESTION = re.compile(r"(?:죠|지요|잖아요|겠지요)\s*[?？]$")
_MARKER = re.compile(r"\[†?\s*\d+")
_WHOLE_MARKER = re.compile(r"\[†[^\]]*\]")
_FIGURE = re.compile(r"\d")
# A wish, a thank-you, an offer of further help.
_COURTESY = re.compile(
    r"(?:감사합니다|고맙습니다|안녕하세요|반갑습니다|수고하세요|힘내세요|도와드릴게요|도와드리겠습니다|알려드릴게요|알려드리겠습니다|안내해\s?드릴게요"
    r"|안내해\s?드리겠습니다|설명해\s?드릴게요|설명드리겠습니다|정리해\s?드릴게요|정리해\s?드리겠습니다|말씀드릴게요|말씀드리겠습니다|답변드리겠습니다"
    r"|알겠습니다|확인했습니다|도움이\s?(?:되|됐)[가-힣\s]*|(?:주세요|주십시오|보세요|보십시오|하세요|하십시오|물어보세요|바랍니다|바라요|드려요|드립니다|좋겠습니다|좋겠어요|좋습니다|좋은\s?질문입니다|좋은\s?질문이에요))\s*[.!~^)]*\s*$"
)
_OFFER = re.compile(
    r"궁금|질문|물어|문의|연락|도움|도와|말씀|편하게|언제든|바랍니다|바라요|빌|응원|축하|쾌유|추스르|힘내|감사|확인해|참고"
)
# It ends in that: 학생처에 문의해 보시는 것을 추천드려요, not 신청서를 참고하여 제출하세요.
_OFFERS = re.compile(
    rf"(?:{_OFFER.pattern})[가-힣]{{0,6}}(?:\s(?:보|주|두|봐|바|부탁|추천|권|것|게|걸|편|가장|제일|더|또|드|좋|싶|언제|말씀|안내|알려|정확|확실|있|되|됐)[가-힣]{{0,8}}){{0,4}}[.!~^)\s]*$"
)
# What is felt with the asker, or wished him.
_FELT = re.compile(
    r"(?:걱정|고민|속상|아쉬|아쉽|힘드|힘들|답답|놀라|놀랐|당황|막막|불안|안타|급하|아프|신경|부담|고생)[가-힣]{0,6}(?:\s(?:많|크|쓰이|꽤|무척)[가-힣]{0,3})?\s?(?:되|하)?(?:[시셨]겠|시(?:는)?군요|셨군요|시네요|시죠|셨죠|실\s?텐데요|깝습니다|깝네요|많으세요|많으셨)[가-힣]{0,4}[.!~\s]*$"
)
# A figure that the asker gave: 정학 75일이면 많이 당황하셨겠어요.
_THEIR_OWN = re.compile(r"\d[\d,.]{0,12}(?:만|천)?[가-힣]{1,3}(?:이?면|이?라니)\s")
_WISHES = re.compile(
    r"(?:(?:있으|나으|되|마치|이루|나가|꾸리)시(?:길|기를)\s?바[라랄랍][가-힣]{0,3}|응원(?:할게요|합니다|해요|드려요)|(?:위로를|조의를)\s(?:전합니다|표합니다|전해요)|명복을\s빕니다|(?:멋지|대단하|훌륭하)(?:시)?네요|(?:멋진|좋은|훌륭한)\s[가-힣]{1,5}(?:이)?네요)[.!~\s]*$"
)
_SAYS_OF = re.compile(r"[가-힣][은는]\s|까지|이내|이상|이하|동안|되니|하니")
_CONGRATULATES = re.compile(r"축하(?:해요|합니다|드려요|드립니다|드릴게요)[.!~\s]*$")
_ADVISES = re.compile(
    r"(?:물어|문의해|문의하|확인해|여쭤|상담해|전화해|설명해)\s?보?(?:시는\s(?:게|것이|편이|걸|것을)|시길|시면)\s(?:가장\s|제일\s)?(?:빠|빨|좋|정확|확실|안전|추천|권)[가-힣]{1,6}(?:\s거예요)?[.!~\s]*$"
)
# 생활관을 나가신다니 정리해 드릴게요: what it gives back is the asker's own.
_GIVEN_BACK = re.compile(r"(?:신다니|셨다니|시는군요|셨군요|신다고\s?하니)[,\s]")
# What the asker did, said back to him: 6년 동안 휴학 없이 다니셨군요. In the present it may be a rule: 등록금을 돌려받으시는군요.
_SAID_BACK = re.compile(r"(?<!있으)셨군요[.!~\s]*$")
# It announces what the next sentences say.
_ANNOUNCES = re.compile(
    r"(?:안내해|설명해|정리해|알려|안내|설명|말씀|답변)\s?드(?:릴게요|리겠습니다|립니다)\s*[.!~^)]*$"
)
_TOPIC_OF = re.compile(r"(?:에\s?(?:대해|대하여|관해|관하여)서?|다음과\s?같이)")
# "…다는 점도 참고하세요" tells what it asks to be noted, "…되므로 유의하시기 바랍니다" why it asks.
_TELLS = re.compile(
    r"[다라]는\s*(?:점|것|사실|내용)(?:은|을|도|만은)?\s|[가-힣]므로,?\s|(?:을|를)\s유의하"
    r"|[가-힣](?<![테시라다])니까?,?\s[가-힣\s,]{2,}(?:세요|십시오|바랍니다|바랄게요|드립니다|좋습니다|좋겠습니다|좋아요|돼요)"
)
# The title of a notice is a noun phrase: 2026학년도 등록금 분할납부 안내.
_TITLE = re.compile(
    r"^(?!.*(?:[은는을를이가]|까지|부터)\s)[^.!?。]{1,60}(?:안내|공지|공고|알림|모집|소개|요약|목차)(?:\s?\([^)]*\))?$"
)
_GREETINGS = re.compile(
    r"^(?:안녕하세요|반갑습니다|네|예|아니요|아니오|아뇨|물론입니다|물론이죠|알겠습니다|그렇군요|좋은\s?질문(?:입니다|이에요|이네요)|감사합니다)(?:[,.!\s]+(?:알겠습니다|반갑습니다|감사합니다|안내해\s?드리겠습니다|답변드리겠습니다|말씀드릴게요))*[,.!~\s]*$"
)
_HELLO = re.compile(r"^\s*(?:안녕하세요|안녕하십니까|반갑습니다)[,.!~\s]+")
_HELPS = (
    r"(?:(?:안내|설명|정리|답변|말씀|요약)(?:해)?|알려|도와)\s?"
    r"(?:드리겠습니다|드릴게요|드립니다|드려요|드렸습니다|드릴\s?수\s?있습니다)"
)
_ADVERBS = r"(?:(?:그럼|이제|지금|아래에|아래와\s?같이|다음과\s?같이|바로|먼저|더|좀|다시|더욱|추가로|자세히|상세히|간단히|간략히|차례로|하나씩|질문에|문의에|언제든지?)[\s,]+)*"
# What a sentence of the answer is about, in a few words and without a figure but that of an article.
_ASKED = r"(?:(?:학칙\s)?제\d{1,3}조(?:의\d{1,2})?|[^.,!?\d|]{1,40}?)"
_NEEDS = r"you (?:have|need) (?:(?:any|more|further|other|additional|some) )*(?:questions?|help|information|assistance|details|clarification)"
# The whole of a sentence that only speaks of the answer: 답변드리겠습니다, 필요하시면 더 알려 드리겠습니다, 이상입니다.
_OF_THE_ANSWER = tuple(
    re.compile(rf"^\s*(?:{pattern})[.!~^)\s。！]*$", re.IGNORECASE)
    for pattern in (
        rf"(?:(?:더\s)?(?:필요|원)하(?:시|신다)면[\s,]+)?{_ADVERBS}{_HELPS}",
        rf"(?:(?:네|예)[,.]?\s)?(?:{_ASKED}(?:을|를|에\s?(?:대해|관해)서?)\s)?{_ADVERBS}(?:{_HELPS}|(?:확인해|살펴|알아|찾아)\s?(?:보겠습니다|볼게요|보았습니다|봤습니다|볼까요))",
        rf"{_ASKED}(?:을|를|이|가)?\s?(?:고민하고\s계시는군요|고민\s?중이시군요|궁금하시군요|궁금하셨군요|알고\s싶으시군요)",
        rf"(?:이상이\s|다음은\s|아래는\s)?{_ASKED}(?:에\s?(?:관한|대한)|의)\s(?:규정|내용|안내|조항|설명)(?:입니다|이에요)",
        r"(?:정말\s|대단히\s)?죄송(?:합니다|해요)|(?:네[,.]?\s)?이해했습니다|sorry|(?:추가로\s|더\s)?궁금(?:하신|한)\s?(?:점|것|사항)이\s있으(?:시)?면\s(?:언제든지?\s)?(?:말씀해|문의해|물어봐)\s?주(?:세요|십시오|시기\s바랍니다)",
        r"let me (?:check|look (?:at|into|up)) [a-z ]{1,40}",
        r"이상(?:입니다|이에요)|이상(?:으로)?\s(?:안내|설명|답변)(?:를|을)?\s?(?:마치겠습니다|마칩니다|드렸습니다)",
        r"(?:저는\s)?(?:(?:[가-힣]{2,10}대학교?|학교|규정|학칙|학사|AI|인공지능|질의응답|안내|상담)\s?)++(?:도우미|챗봇|상담원|어시스턴트)(?:입니다|이에요|예요)",
        r"(?:hello|hi|hi there|dear students?|good (?:morning|afternoon|evening)|thanks|thank you(?: for (?:your question|asking))?|you're welcome|sure|certainly|of course|(?:great|good) question)",
        r"(?:i )?hope (?:this|that|it|the above)(?: information)? (?:helps|was helpful|is helpful|answers your question)(?: you)?",
        rf"(?:if {_NEEDS}, )?(?:please )?(?:let me know|feel free to (?:ask|reach out)|don't hesitate to ask)(?: (?:me|again))?(?: if {_NEEDS})?",
        r"(?:您好|你好)|(?:希望|愿)(?:这|以上)?(?:些)?(?:信息|内容|回答)?(?:能)?对[您你]有(?:所)?帮助|xin chào(?: bạn)?|hy vọng (?:thông tin|câu trả lời) này (?:hữu ích|giúp ích)(?: cho bạn)?",
    )
)


def plain_prose(text: str) -> str:
    """A sentence without Markdown; the cells of a table row become a line of words."""
    plain = text.strip()
    if plain.startswith("|"):
        cells = [cell.strip() for cell in plain.strip("|").split("|")]
        plain = ": ".join(filter(None, (cells[0], " / ".join(filter(None, cells[1:])))))
    plain = _BLOCK_MARK.sub("", plain)
    plain = _EMPHASIS.sub(r"\2", plain)
    return _SINGLE_STAR.sub(r"\1", plain).replace("**", "").strip()


def is_too_short(statement: str) -> bool:
    """Whether a statement is too short to be held against a provision."""
    return len(statement.strip()) < settings.MIN_STATEMENT_LENGTH


def claims_nothing(text: str, statement: str) -> bool:
    """Whether a sentence states nothing that could be held against a provision: it is left out without a trace.

    `text` is the sentence as it was written, `statement` what it says without Markdown and citations.
    """
    if _RULE.match(statement) or _GREETINGS.match(statement) or _is_of_the_answer(statement):
        return True
    if _MARKER.search(text):
        # One too short is left out of an answer, and its citation is listed as not checked.
        return is_too_short(statement)
    words = set_off_words(text)
    if words or _is_heading(text) or _TITLE.match(statement):
        return names_a_topic(words or statement)
    if _ITEM.match(text) and not statement.endswith(":"):
        return False
    if is_too_short(statement) or not split_claims(statement):
        return _only_leads_on(statement)
    return speaks_to_the_asker(statement) or _is_courteous(without_emoji(statement))


def _only_leads_on(statement: str) -> bool:
    """Whether a question, a lead-in or a word or two says no rule: "휴학은 무제한이며, 다음과 같습니다" and "…되시죠?" do."""
    if statement.endswith((":", "：")) and not _LEADS_ON.search(statement):
        return names_a_topic(statement)
    if statement.endswith(("?", "？")) and not _TAG_QUESTION.search(statement):
        return True
    return not tells_a_rule(statement) and (
        is_too_short(statement) or not _FIGURE.search(statement)
    )


def _is_courteous(statement: str) -> bool:
    """Whether a sentence announces, offers, feels with the asker, wishes or advises, and tells no rule beside it."""
    own = _THEIR_OWN.sub(" ", statement)
    if _TELLS.search(statement) or tells_a_rule(own):
        return False
    if _FIGURE.search(statement):
        felt = _FELT.search(statement) if own != statement else None
        wished = _CONGRATULATES.search(statement) and not _SAYS_OF.search(statement)
        return bool(felt or wished or _SAID_BACK.search(statement))
    announces = _ANNOUNCES.search(statement) and (
        _TOPIC_OF.search(statement) or _GIVEN_BACK.search(statement)
    )
    is_courtesy = _COURTESY.search(statement) and _OFFERS.search(statement)
    is_felt = any(one.search(statement) for one in (_FELT, _WISHES, _CONGRATULATES, _SAID_BACK))
    return bool(announces or is_courtesy or is_felt or _ADVISES.search(statement))


def set_off_words(text: str) -> str:
    """The words of a line that stands in brackets as a heading does, [일반휴학]; empty for another."""
    found = _SET_OFF.match(text)
    words = next(filter(None, found.groups())) if found else ""
    return "" if _ENDS_A_SENTENCE.search(words) else words


def _is_heading(text: str) -> bool:
    """Whether a line is a heading, or one in bold, and no sentence."""
    is_set_off = _HEADING.match(text) or _ALL_BOLD.match(text)
    return bool(is_set_off) and not _ENDS_A_SENTENCE.search(text)


def _is_of_the_answer(statement: str) -> bool:
    plain = _HELLO.sub("", statement, count=1)
    return any(one.match(plain) for one in _OF_THE_ANSWER) and not tells_a_rule(plain)


def outcome_without_claim(text: str, statement: str) -> SentenceOutcome | None:
    """What a sentence is that claims nothing: NO_CLAIM or REFUSAL; None for one that is held against provisions."""
    if claims_nothing(text, statement):
        return SentenceOutcome.NO_CLAIM
    return SentenceOutcome.REFUSAL if refuses(statement) else None


def refuses(statement: str) -> bool:
    """Whether a sentence says only that the regulations do not tell; one that also states something is a claim."""
    statement = statement.replace(GENERAL, "")
    if not is_refusal(statement):
        return False
    return all(is_refusal(part.text) or is_advice(part.text) for part in split_claims(statement))


def without_layout(text: str) -> str:
    """A text without white space and the marks of its units, to tell whether one holds the other word for word."""
    return _LAYOUT.sub("", text)


def repeats_provision(text: str, provision: str) -> bool:
    """Whether a text is a run of whole sentences of a provision, word for word.

    A part of a sentence does not count: without its condition (신입생은 첫 학기에 …) it says something else.
    """
    if "|" in text:
        # Rows of a table are each a statement of their own; a long table is quoted in part, under its head.
        rows = set(_plain_rows(text))
        return not is_table_head(text, provision) and rows <= set(_plain_rows(provision))
    said, written = _plain_sentences(text), _plain_sentences(provision)
    count = len(said)
    return bool(said) and any(
        written[start : start + count] == said for start in range(len(written) - count + 1)
    )


def is_table_head(text: str, provision: str) -> bool:
    """Whether a row of a table in an answer is the head of one in the provision: it names columns and states nothing."""
    if "|" not in text:
        return False
    named = _plain_rows(_WHOLE_MARKER.sub("", text))
    return any(named == _plain_rows(head) for head in _table_heads(provision))


def _table_heads(provision: str) -> list[str]:
    """The first rows of the tables of a text."""
    lines = ["", *provision.splitlines()]
    return [
        line
        for before, line in pairwise(lines)
        if line.lstrip().startswith("|") and not before.lstrip().startswith("|")
    ]


def _plain_rows(text: str) -> list[tuple[str, ...]]:
    """The cells of each line, without spaces: 160 | 27 is not 16 | 027."""
    rows = (
        tuple("".join(cell.split()) for cell in line.strip().strip("|").split("|"))
        for line in text.splitlines()
    )
    return [row for row in rows if "".join(row).strip(":-")]


@lru_cache(maxsize=256)
def _plain_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text; the provisions of an answer are asked for with every sentence."""
    plain = (without_layout(span.text).rstrip(".") for span in split_sentences(text))
    return tuple(sentence for sentence in plain if sentence)
