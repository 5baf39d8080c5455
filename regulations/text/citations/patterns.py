"""The spelling of every token, as one pattern for the lexer.

Every repetition is bounded and inner ones are possessive, so that no text makes the search go back further than a
constant. The alternatives are grouped by their first character: most positions of a text are passed after
three looks.
"""

from __future__ import annotations

import re

from regulations.text.citations.lexicon import NAME_ENDINGS, OTHER_TEXTS

ITEM_CLASS = (
    "[가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호]"
)
CIRCLE_CLASS = "[①-⑳㉑-㉟㊱-㊿]"

# 제4조의 2항 has no branch, and after a space a counter shows an amount: 제4조의 3개 항.
_NO_BRANCH = (
    # 제3호의2호목 has one: the letters of items go on to 조 and 호.
    r"(?!\d|\s?[조항호](?!목))"
    r"(?:(?<=의\d)|(?<=의\d\d)|(?!\s?(?:[개년월일명인배점차회%]|가지|학기|학년|학점|분의|단계)))"
)
_ARTICLE = (
    r"조(?!원|교|합|직|치|건|례|장|선|달|절|성|율|약|명|문|회"
    r"|각(?!\s?[호목항])|사(?!유|항)|별(?!표|지)|정(?!한|하))"
)
_PARAGRAPH = r"항(?!공|목|차(?!목)|구|암|생|의서|소|쟁|해)"
_SUBPARAGRAPH = (
    r"호(?!관|기|봉|실|선|차(?!목)|텔|수|명|환|칭|출|점|국|동|흡"
    r"|\s태풍|\s?(?:발간|안건|의안|법정|분반)|\s?(?:의\s?\d{1,2}\s?)?(?:의\s?)?서식)"
)
_UNIT = f"{_ARTICLE}|{_PARAGRAPH}|{_SUBPARAGRAPH}"
_DATED_WORD = "개정|신설|삭제|이동|변경|폐지|삽입"
_NOUN = "법률|법|시행령|시행규칙|시행세칙|영|령|학칙|규정|규칙|세칙|정관|내규|지침|조례|요강|기준|회칙|규약"
_LAW_ENDS = (
    r"(?=[^가-힣]|$|제\s?\d|부칙|별표|별지|시행|상|의|에|을|은|이(?!라|란)|과|및|으로|도|만|중|와)"
)
_UNIT_ENDS = r"(?=[^가-힣]|[의에을를은는이가과와및단본각제중상도로]|$)"
# Behind 제227조2 and 제25조-2, which mean 제227조의2 and 제25조의2: not in 제3조2항, 제3조2,000원, 제5조2. 다음, 제3조2인.
_NO_SHORT_BRANCH = r"(?!\d|[.,]\d|\.\s?\S|[조항호목]|\s[항호](?![가-힣]{2})|[개년월일명인배점차회%]|가지|학기|학년|학점|분의|단계)"
_WORD_BEGINS = r"(?<![가-힣])"
_DIGITS = "일이삼사오육칠팔구십백천"
_ATTACHMENT_BEGINS = r"(?:(?<![가-힣])|(?<=[조항호정칙법령의및]))"

_MARKS = {
    # <개정 2019. 2. 1.>, [본조신설 2007. 11. 1.], [시행일 : 2020.3.31] 제2조 and (개정 2019. 2. 1.) give nothing.
    "history": (
        rf"<(?=[^<>\n]{{0,24}}(?:{_DATED_WORD})(?:\s?>|[^<>\n]{{0,6}}\d))[^<>\n]{{1,240}}>"
        r"|\[(?=[^\[\]\n]{0,40}(?:본조|조\s?신설|전문개정|에서\s?이동|로\s?이동|제목개정))[^\[\]\n]{1,200}\]"
        r"|\[시행일[^\[\]\n]{0,40}\](?:\s?제\s?\d{1,4}조(?:의\d{1,2})?(?:제\d{1,2}항)?[,·]?){0,12}"
        rf"|\((?:{_DATED_WORD})\s?\d[^()\n]{{0,120}}\)"
    ),
    "definition": (
        r"""\(\s?(?:이하|약칭)[^"'「()\n\d조]{0,12}["'「]\s?(?P<alias>[^"'「」()\n]{1,30}?)\s?["'」]"""
        r"[^()\n]{0,40}\)"
    ),
    "note": (
        r"\((?=[^()\n]{0,60}(?:법률|령|칙|규정|고시|훈령|예규|공고|지침|조례)\s?제\s?\d{1,6}(?:-\d{1,4})?\s?호)"
        r"(?![^()\n]{0,60}(?:제\s?\d{1,4}\s?조|별지|별표))[^()\n]{1,90}\)"
    ),
    "wrapper": r"[\[(]\s?(?:참조|출처|근거\s?규정|근거|참고|관련\s?규정|관련\s?조항|규정)\s?:",
    "bracketed": r"「(?![^「」\n]{0,80}제\s?\d{1,4}\s?조)(?P<name>[^「」\n]{1,80})」",
}

_MARKS["parenthesized"] = (
    rf"\(\s?(?P<parn>\d{{1,2}})\s?\)\s?(?P<parun>{_PARAGRAPH}|{_SUBPARAGRAPH})"
)
_QUOTED_ITEM = rf"""["'(]{ITEM_CLASS}["')]"""
_MARKS["quoteditems"] = (  # '가' 및 '나'목, (가)목
    rf"{_QUOTED_ITEM}(?:\s?(?:[,·~]|및|또는|와|과)\s?{_QUOTED_ITEM}){{0,8}}+\s?목(?!적|록|표|차)"
)

_NUMBERS = {
    # 제3조, 제25조의2, 제3, 4조; never the end of another word (과제 2조)
    "unit": (
        r"(?:(?:(?<![가-힣])|(?<=\d[조항호])|(?<=\d\s[조항호])|(?<=학칙))제\s{0,3}|제(?=\d))(?!\d{1,3}-\d{1,3}\s?호)(?P<n>\d{1,4})(?:의\s?(?P<ib>\d{1,2})(?=\s?[조호]))?(?P<more>(?:\s?[,·~\-]\s?제?\s?\d{1,3}(?!\d)){1,8}+)?"
        rf"\s{{0,2}}(?P<u>{_UNIT})"
        rf"(?:\s?의\s?(?P<b>\d{{1,2}}){_NO_BRANCH}|(?<=조)(?P<sb>-?\d{{1,2}}){_NO_SHORT_BRANCH})?"
    ),
    # 3조, 2항: without 제
    "bare": (
        r"(?<!\d)(?<!\d[.,\-])(?P<bn>\d{1,4})(?P<bmore>(?:\s?[,·~\-]\s?\d{1,3}(?!\d)){1,8}+)?"
        rf"\s?(?P<bu>{_UNIT})"
        rf"(?:\s?의\s?(?P<bb>\d{{1,2}}){_NO_BRANCH}|(?<=조)(?P<sbb>-?\d{{1,2}}){_NO_SHORT_BRANCH})?"
    ),
    # 제이십오조의이, 제구백구십구조: numbers in words
    "counted": (
        rf"(?:(?<![가-힣])|(?<=[\d{_DIGITS}][조항호])|(?<=학칙))제(?:\s(?=[{_DIGITS[:9]}]?[십백]))?"
        rf"(?!천)(?P<kn>[{_DIGITS}]{{1,9}})(?:(?<!제[{_DIGITS}])\s)?(?P<ku>{_UNIT})"
        rf"(?:의(?P<kb>[이삼사오육칠팔구십]{{1,3}})(?=[^가-힣]|[제에는은를]|$)|(?={_UNIT_ENDS}))"
    ),
    "circled": rf"(?:제\s?)?(?P<circle>{CIRCLE_CLASS})(?P<hang>\s?항(?!목))?",
    "hyphenated": r"제\s?(?P<hn>\d{1,3})-(?P<hb>\d{1,3})\s?호(?:\s?서식)?",
    "formnumber": (
        r"(?:제\s{0,2})?(?<!\d)(?P<fn>\d{1,3})\s?호(?:\s?의\s?(?P<fb>\d{1,2}))?(?:\s?의)?\s?서식"
    ),
    "chapter": (
        r"제\s{0,2}\d{1,3}\s{0,2}[편장절관](?:의\s?\d{1,2})?(?=[\s>(,·.\]]|제|$|의|에)"
        r"|(?<![\d가-힣])\d{1,3}\s?[장절](?=\s(?:제\s?)?\d{1,4}\s?조)"
    ),
}

_ENGLISH = {
    # Article 25(1), Art. 25-2, Article 25-2(1)3(a), Articles 25 and 26, § 25; Section is 절 and cites nothing.
    "english": (
        r"(?:(?<![A-Za-z\-])(?:[Aa]rticles?\s|Arts?\.\s?)|§{1,2}\s?)(?P<en>\d{1,4})"
        r"(?:\s?-\s?(?P<eb>\d{1,4})(?!\d)|\s?의\s?(?P<ec>\d{1,2})(?!\d))?"
        r"(?P<emore>(?:\s?(?:,\sand|,|and|&|to|through)\s\d{1,4}(?![\d%]|\s?\()(?!\s[a-z]{3,9}s\b)){1,8}+)?"
        r"(?:\s?(?P<ep>\(\s?\d{1,2}\s?\))(?:(?P<es>\d{1,2}(?:-\d{1,2}(?!\d))?)|(?P<epmore>(?:\s?(?:,|,?\s(?:and|or)|\sto|-)\s?\(\d{1,2}\)){1,6}+))?"
        r"|,?\s(?:[Pp]aragraph|[Pp]ara\.)\s?(?P<eq>\(?\d{1,2}\)?))?"
        r"(?:(?<=[\d)]),?\s(?:[Ss]ubparagraph|[Ss]ubpara\.)\s?(?P<et>\(?\d{1,2}(?:-\d{1,2}(?!\d))?\)?))?"
        r"(?:(?<=\d)(?P<ei>\([a-n]\)))?(?!\d|\.\d)"
    ),
    "englishaddenda": r"(?<![A-Za-z\-])Addenda(?=,?\sArticle\s\d)",
    "englishtable": r"(?<![A-Za-z\-])Attached\sTable(?:\s(?P<etn>\d{1,3})(?:-(?P<etb>\d{1,2}))?(?![\d.]\d?))?",
    "englishform": r"(?<![A-Za-z\-])Attached\sForm(?:\s(?P<efn>\d{1,3})(?:-(?P<efb>\d{1,2}))?(?![\d.]\d?))?",
}

_VIETNAMESE = {
    # Điều 25-2, khoản 1, điểm 3, tiết 가; as lawyers say it: khoản 2 Điều 25; without tones: dieu 25.
    "vietnamese": (
        r"(?<!\w)(?:(?:(?:[Đđ]iểm|[Dd]iem)\s(?P<vfs>\d{1,2}),?\s)?(?:[Kk]hoản|[Kk]hoan)\s(?P<vfp>\d{1,2}),?\s(?:(?:của|cua)\s)?)?"
        r"(?:[Đđ]iều|[Dd]ieu)\s(?P<vn>\d{1,4})(?!\d)(?:\s?-\s?(?P<vb>\d{1,2})(?!\d))?"
        r"(?:,?\s(?:[Kk]hoản|[Kk]hoan)\s(?P<vp>\d{1,2}))?"
        r"(?:,?\s(?:điểm|diem)\s(?P<vs>\d{1,2}(?:-\d{1,2}(?!\d))?))?"
        rf"(?:,?\s(?:tiết|tiet)\s(?P<vi>{ITEM_CLASS})(?![가-힣]))?(?!\d)"
    ),
    "vietnamesename": r"(?<!\w)(?:[Hh]ọc\s[Qq]uy|[Hh]oc\s[Qq]uy)(?!\w)",
    "vietnameseaddenda": r"(?<!\w)[Đđ]iều\skhoản\sbổ\ssung(?=,?\sĐiều\s\d)",
    "vietnamesetable": r"(?<!\w)[Bb]ảng\sphụ\slục(?:\s(?P<vtn>\d{1,3})(?:-(?P<vtb>\d{1,2}))?(?![\d.]\d?))?",
    "vietnameseform": r"(?<!\w)[Bb]iểu\smẫu(?:\s(?P<vgn>\d{1,3})(?:-(?P<vgb>\d{1,2}))?(?![\d.]\d?))?",
}

_CHINESE = {
    # 附 is folded to 부. What is called 附表 and 附录格式 is 별표 and 별지서식.
    "chinesetable": r"부표(?:\s?(?P<ctn>\d{1,3})(?:-(?P<ctb>\d{1,2}))?(?!\d))?",
    "chineseform": r"부录格式(?:\s?(?P<cfn>\d{1,3})(?:-(?P<cfb>\d{1,2}))?(?!\d))?",
}

# What a sentence says before a name, or what has a number of its own.
_NO_PART_OF_A_NAME = (
    "The|This|These|That|Those|Our|Your|Its|Their|Any|All|Both|Each|Every|No|In|Under|Per|See|By|On|For|If|When|As|To|From|"
    "With|According|Please|What|Where|Which|Who|Why|How|Do|Does|Did|Is|Are|Was|Were|Can|May|Must|Should|I|You|We|They|He|She|It|"
    "Read|Articles?|Arts?|Sections?|Chapters?|Paragraphs?|Addenda|And|Or|But"
)
_CAPITALIZED = rf"(?!(?:{_NO_PART_OF_A_NAME})\b(?!-))[A-Z][A-Za-z&'\-]{{0,24}}"
_NAME_ENDS = (
    r"(?:Regulations?|Rules|Act|By-?laws|Statutes?|Charter|Guidelines|Decree|Ordinance)(?![A-Za-z])"
)
_NAME_GOES_ON = (
    rf"\s(?:on|for|of|concerning|regarding|governing)\s(?:the\s)?{_CAPITALIZED}"
    rf"(?:\s(?:(?:and|for|of|of\sthe|the)\s)?{_CAPITALIZED}){{0,5}}"
)
# Academic Regulations, Regulations on Scholarships, Higher Education Act; the Regulations alone are no name.
_ENGLISH["englishname"] = (
    r"(?<![A-Za-z\-])"
    rf"(?P<ename>(?:{_CAPITALIZED}\s(?:(?:and|of|for)\s)?){{1,6}}{_NAME_ENDS}(?:{_NAME_GOES_ON})?"
    rf"|{_NAME_ENDS}{_NAME_GOES_ON})"
)

_WORDS = {
    # 가목, 가·나목, 가목1)
    "items": (
        rf"{ITEM_CLASS}(?:\s?[,·~]\s?{ITEM_CLASS}){{0,8}}+"
        r"\s?목(?!적|록|표|차|소|사|공|재|돈|욕|격|례|숨|요|장|축|포|회|수)(?:\s?(?P<subitem>\d{1,2})\))?"
    ),
    # 부칙, 부칙(2024. 3. 1.), 부칙 <제15665호,1998.2.24>, 부칙(다른 법의 이름) <제1호,2013.3.23>
    "addenda": (
        r"부\s{0,20}칙(?:\s?\([^()\n]{1,60}(?:\([^()\n]{0,40}\)[^()\n]{0,40})?\)(?:\s?누락)?(?=\s?<제\d))?"
        r"(?:\s?[(<\[](?!\s?제\s?\d{1,4}\s?[조항])(?P<when>[^()<>\[\]\n]{0,20}\d[^()<>\[\]\n]{0,40})[)>\]]"
        r"|\s(?P<day>\d{4}\.\s?\d{1,2}\.\s?\d{1,2})\.?(?=\s?제\s?\d))?"
    ),
    # 별표 제1호가목 is a provision of the only table, 별표 제1호 the first table.
    "table": (
        rf"(?:별\s?표(?=\s{{0,2}}[-(<]?\s?(?:제\s?)?\d)|{_ATTACHMENT_BEGINS}별표(?!시|창|본|준|적|출|기|제))"
        r"(?:\s{0,2}[-(<]?\s?(?!제\s?\d{1,3}\s?호(?:의\s?\d{1,2})?\s?[가-하]목)(?:제\s?)?"
        r"(?P<tn>\d{1,3})(?!\d|학|년|\.\d)(?:\s?호)?"
        rf"(?:(?P<tj>\s?-\s?|\s?의\s?)(?P<tb>\d{{1,2}}){_NO_BRANCH})?)?"
    ),
    "form": (
        r"(?<!특)별\s?지(?=\s?(?:서식|양식|제\s?\d|<|\[|\d))\s{0,2}(?:서식\s{0,2})?"
        r"(?:[<\[]?(?:제\s{0,2})?(?P<gn>\d{1,3})(?!\d|\s?[조항])(?:\s?-\s?(?P<gb>\d{1,2}))?\s?호?"
        rf"(?:\s?의\s?(?P<gc>\d{{1,2}}){_NO_BRANCH})?(?:\s?호)?(?:\s?의)?\s?(?:서식|양식)?)?"
    ),
    "boxedform": (
        r"(?<=[\[<(])서식\s?(?:제\s?)?(?P<xn>\d{1,3})(?:\s?[-의]\s?(?P<xb>\d{1,2}))?(?:\s?호)?"
    ),
    # 위조 is forgery, 동조하다 to agree, 이조 a dynasty.
    "same": (
        rf"{_WORD_BEGINS}(?:같은\s?|동\s?(?!조(?:[을를]|에게|의\s뜻))|위\s|위(?!조))(?P<su>조|항|호|표){_UNIT_ENDS}"
    ),
    "this": (
        rf"{_WORD_BEGINS}(?:(?:본|당해|해당)\s?|이\s|이(?=[조항](?:에서|의\s?규정|에\s?[의따])))"
        rf"(?P<hu>조|항){_UNIT_ENDS}"
    ),
    "previous": rf"{_WORD_BEGINS}전\s?(?P<pu>조|항|호){_UNIT_ENDS}",
    "samelaw": rf"{_WORD_BEGINS}(?:동|같은)(?=\s?제\s?\d{{1,4}}\s?조)",
    "pointing": (
        rf"{_WORD_BEGINS}(?P<pointer>이|본|위|해당|동|같은|당해|상기|그|개정|변경|종전의?|현행)\s?(?P<noun>{_NOUN})"
        r"(?:\s?(?P<suffix>시행령|시행규칙|시행세칙|시행지침))?"
        r"(?!인|원|적|률|무|집|된|한|되|하|향|역|상(?!의|\s|\W))"
    ),
    "shortlaw": (
        rf"{_WORD_BEGINS}(?P<short>법|영)(?:\s?(?P<decree>시행령|시행규칙))?"
        r"(?=\s{0,2}(?:제\s?\d|부칙|[\[<「]?별표|[\[<「]?별지))"
    ),
    "ending": (
        rf"{'|'.join(NAME_ENDINGS)}|법{_LAW_ENDS}|(?<=[가-힣])령{_LAW_ENDS}"
        rf"|(?:{'|'.join(OTHER_TEXTS)})(?=[\]>\"'*)]{{0,2}}[ ]?(?:의[ ])?제[ ]?\d{{1,4}}[ ]?조)"
    ),
}


def _alternatives_by_first(first: str, patterns: dict[str, str]) -> str:
    alternatives = "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items())
    return f"(?=[{first}])(?:{alternatives})"


_FIRST_OF_WORDS = "".join(
    sorted(
        set(ITEM_CLASS.strip("[]"))
        | set("부별서같동위본이당해전상그개변종현법영령")
        | {ending[0] for ending in (*NAME_ENDINGS, *OTHER_TEXTS)}
    )
)
TOKEN = re.compile(
    "|".join(
        (
            _alternatives_by_first("제0-9①-⑳㉑-㉟㊱-㊿", _NUMBERS),
            _alternatives_by_first(_FIRST_OF_WORDS, _WORDS | _CHINESE),
            _alternatives_by_first(r"<\[(「\"'", _MARKS),
            _alternatives_by_first("A-ZabdhkĐđ§", _VIETNAMESE | _ENGLISH),
        )
    )
)

# (휴직의 사유) after an article's number; not (이하 …), a date, or a citation.
ARTICLE_TITLE = re.compile(
    r"\s{0,2}\((?!이하|개정|신설|삭제|단[,\s]|다만|참조|출처|별표|별지|\s?제\s?\d|\s?\d|[^()]{0,50}제\s?\d{1,3}\s?[조항호])"
    r"(?P<title>(?:[^()\n]|\([^()\n]{0,30}\)){1,60}+)\)"
)
# 조(組), a group; 조(條) is folded and no gloss.
GLOSS = re.compile(r"\s?\([\u3400-\u9fff]\)")
# 제25조의2 및 의3
NEXT_BRANCH = re.compile(
    r"\s?(?:,|·|~|및|와|과|또는|부터|내지)\s?(?P<branch>의(?P<b>\d{1,2}))(?!\d|\s?[조항호개명년월일회%])"
)
