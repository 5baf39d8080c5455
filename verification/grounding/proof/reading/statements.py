"""Cut the text of a provision into the statements that can prove a claim.

A list item is stated by the sentence that introduces it, a table row by its header, and a proviso is remembered at the
sentence that it qualifies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from verification.grounding.language.tables import split_row
from verification.grounding.proof.reading.gaps import cases_of, gapped, paired
from verification.grounding.proof.reading.introductions import needs_all
from verification.grounding.proof.reading.references import without_references
from verification.grounding.proof.reading.wordings import plain_wording

_NOTE = re.compile(
    r"[<〈＜\[［](?:본조|전문|제목|본항|단서|각\s*호)?\s*(?:신설|개정|삭제|본조|전문|제목|종전|타법|일부|이동|시행일)[^>〉＞\]］]*[>〉＞\]］]|\[†[^\]]*\]"
)
_HEADING = re.compile(r"^\s*제\s*\d+\s*조(?:\s*의\s*\d+)?\s*(?:\((?P<title>[^)]*)\)|\[[^\]]*\])?")
_LABEL = re.compile(r"^\s*(?:[①-⑳㉑-㉟]|(?:\d{1,2}(?:의\s*\d+)?|[가-하ㄱ-ㅎ])[.)]\s*(?!\d))\s*")
_ITEM = re.compile(r"^\s*(?:(?:\d{1,2}(?:의\s*\d+)?|[가-하ㄱ-ㅎ])[.)]\s*(?!\d)|[-·○•]\s)")
_END = re.compile(
    r"(?<=[가-힣][다음함임])\.(?=\s|$|[①-⑳<(\[])|(?<=[가-힣]다)(?=\s*(?:다만|단),?\s)"
)
# 1. 기능사: 32만원. 산업기사에게는 지급하지 아니한다.
_BEHIND_ITEM = re.compile(r"(?<=[가-힣])\.\s+(?=[가-힣])")
_PROVISO = re.compile(r"^\s*(?:다만|단)[,\s]")
_SAME_AS = re.compile(r"^(?:다만|단|또한|이 경우|이때)\s*,?\s*")
_BACK = re.compile(r"(?:^|[\s,])(?:그|이를|이에|해당|이때|이 경우)\s")
_EACH = re.compile(
    r"다음\s*(?:의\s*)?각\s*(?:호|목)(?:의\s*(?:어느\s*)?(?:하나|1))?(?:에\s*(?:해당하는|해당된|해당하여|의한|따른)|의|와|과)?|(?:각\s*호의\s*1에\s*해당하는)"
)
_NO_PLACE = re.compile(r"같다|같이|순으로|따른다|구분")
_MOST_ITEMS = 12
_BRACKETS = re.compile(r"\s*\((?P<inside>[^()]*)\)")


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement of the evidence, with what may be left out of it and what only introduces it."""

    text: str
    evidence: int
    brackets: tuple[str, ...] = ()
    lead: str = ""
    qualified: bool = False
    row: bool = False
    exception: bool = False
    # Of a table: up to its first comma it says whose row it is.
    cells: bool = False


@lru_cache(maxsize=2048)
def statements_of(text: str, evidence: int) -> tuple[Stated, ...]:
    """Cut one evidence text; ``evidence`` is its place among the texts."""
    found: list[Stated] = []
    lead = header = ""
    items: list[str] = []
    blanked = _NOTE.sub(" ", text)
    heading = _HEADING.match(blanked)
    if heading:
        blanked = blanked[heading.end() :]
    for line in blanked.splitlines():
        stripped = line.strip()
        if stripped.startswith("|") and stripped.endswith("|"):
            alone = "\n" not in text.strip()
            found += _row(stripped, header or ("|" if alone else ""), lead, evidence)
            header = header or stripped
            continue
        header = ""
        if _ITEM.match(line) and lead:
            items.append(_LABEL.sub("", line).strip())
            found += _item(items[-1], lead, evidence)
            continue
        found += _together(items, lead, evidence)
        items = []
        parts = _sentences(_LABEL.sub("", line))
        for place, part in enumerate(parts):
            if place:
                found += _excepted(parts[place - 1], part, evidence)
                found += _set_apart(parts[place - 1], part, evidence)
            follows = any(_PROVISO.match(other) for other in parts[place + 1 : place + 2])
            found += [
                _stated(piece, evidence, qualified=follows)
                for piece in [*gapped(part), *cases_of(part)]
            ]
            found += _inline_rows(part, evidence) + _counted_inline(part, evidence)
            found += [_stated(piece, evidence, qualified=follows) for piece in paired(part)]
            found.append(
                _stated(part, evidence, qualified=follows, lead=parts[place - 1] if place else "")
            )
        if parts:
            lead = next((part for part in reversed(parts) if _EACH.search(part)), parts[-1])
    found += _together(items, lead, evidence)
    # What a text says twice proves no more than once.
    return tuple(dict.fromkeys(found))


_SAME_FOR_EACH = re.compile(r"(?:다음\s*(?:의\s*)?각\s*(?:호|목)?와|다음과|아래와)\s*같다")


def _together(items: list[str], lead: str, evidence: int) -> list[Stated]:
    """All items of a list in the place of "각 호" in its introduction, so that two of them can be named at once."""
    bodies = [_body(item) for item in items]
    counted = _counted(bodies, lead, evidence)
    return counted + _listed(bodies, lead, evidence)


def _body(item: str) -> str:
    """The item itself, without the sentences behind it."""
    return _BEHIND_ITEM.split(item)[0].rstrip(". ")


_CHOICE = re.compile(r"하나|의\s*1(?!\d)")
_COUNTED_DUTY = re.compile(
    r"^(?P<kind>[가-힣]{1,8})[을를] (?P<verb>[가-힣]+)(?:하여야|해야) (?:한다|하며)"
)
_COUNTED_LIST = re.compile(
    r"^(?P<topic>[^,]+[은는]) (?P<list>[가-힣]+(?:(?:,| 및|[와과]) [가-힣]+?)+)(?P<end>(?:으로|로) (?:구분|나누|분류|한다).*)$"
)


def _counted(bodies: list[str], lead: str, evidence: int) -> list[Stated]:
    """How many things a list has, where they are no choice: "다음 각 호의 서류를" is "네 가지 서류를"."""
    each, same = _EACH.search(lead), _SAME_FOR_EACH.search(lead)
    if len(bodies) < 2 or any(body.startswith("삭제") for body in bodies):
        return []
    number = f"{len(bodies)}가지"
    texts = []
    if same:
        texts += [f"{lead[: same.start()]}{every}{number}이다" for every in ("", "모두 ")]
    elif each and not _CHOICE.search(each.group()):
        rest = lead[each.end() :].lstrip()
        texts.append(f"{lead[: each.start()]}{number} {rest}")
        duty = _COUNTED_DUTY.match(rest)
        if duty:
            texts += [
                f"{duty['verb']}할 {duty['kind']}는 {every}{number}이다" for every in ("", "모두 ")
            ]
    return [_stated(text, evidence, qualified=False) for text in texts]


def _counted_inline(sentence: str, evidence: int) -> list[Stated]:
    """ "징계는 근신, 정학, 퇴학으로 구분한다" names three of them."""
    found = _COUNTED_LIST.match(sentence)
    if found is None:
        return []
    number = len(re.split(r",| 및|[와과] ", found["list"]))
    end = found["end"].removeprefix("으").removeprefix("로 ")
    named = f"{found['topic']} {found['list']}의 {number}가지이다"
    texts = [f"{found['topic']} {number}가지로 {end}", named]
    if " " not in found["topic"] and end.startswith(("구분", "나누", "분류")):
        texts.append(f"{found['topic'][:-1]}의 종류는 {number}가지이다")
    return [_stated(text, evidence, qualified=False) for text in texts]


def _listed(bodies: list[str], lead: str, evidence: int) -> list[Stated]:
    if not 1 < len(bodies) <= _MOST_ITEMS or any(":" in body for body in bodies):
        return []
    each = _EACH.search(lead)
    same = _SAME_FOR_EACH.search(lead)
    if same:
        text = f"{lead[: same.start()]}{', '.join(bodies)}이다"
    elif each and not _NO_PLACE.search(lead[each.end() :][-12:]) and not _ONE_WILL_DO.search(lead):
        rest = _after_item(bodies[-1], lead[each.end() :].lstrip())
        text = f"{lead[: each.start()]}{', '.join(bodies)}{rest}"
    else:
        return []
    return [_stated(text, evidence, qualified=False)]


def _sentences(line: str) -> list[str]:
    return [part.strip() for part in _END.split(line) if part and len(part.strip()) > 2]


_EXCEPTED = re.compile(
    r"^(?:다만|단)[,\s]+(?P<who>.+?)\s?(?:(?:그러하지|적용하지|적용되지)\s*(?:아니하다|아니한다|않는다|않다)|제외한다|예외로\s*한다)$"
)
_RULE = re.compile(
    r"^(?:.*?(?:은|는|경우에는|때에는|때는|면|하고는)\s)?(?P<what>.*?)(?P<end>할 수 없다|할 수 있다|될 수 없다|될 수 있다|받을 수 없다|받을 수 있다|하지 아니한다|하지 않는다|하여야 한다|해야 한다|한다)$"
)
_TURNED = {
    "할 수 없다": "할 수 있다", "할 수 있다": "할 수 없다", "될 수 없다": "될 수 있다", "될 수 있다": "될 수 없다", "받을 수 없다": "받을 수 있다", "받을 수 있다": "받을 수 없다",
    "하지 아니한다": "한다", "하지 않는다": "한다", "하여야 한다": "하지 아니할 수 있다", "해야 한다": "하지 아니할 수 있다", "한다": "하지 아니한다",
}  # fmt: skip


def _excepted(rule: str, proviso: str, evidence: int) -> list[Stated]:
    """ "다만, X는 그러하지 아니하다" says of X the opposite of the sentence before it."""
    exception, ruled = _EXCEPTED.match(proviso.strip(" .")), _RULE.match(rule.strip(" ."))
    if exception is None or ruled is None or ruled["end"] not in _TURNED:
        return []
    text = f"{exception['who']} {ruled['what']}{_TURNED[ruled['end']]}"
    return [_stated(text, evidence, qualified=False)]


_SET = re.compile(
    r"^(?:[^,]{1,60}(?:경우|때)(?:에)?는 )?(?P<topic>[^,]{2,30}?[은는]) [^,]*\d[^,]*(?:으로|로) 한다$"
)
_SET_APART = re.compile(
    r"^(?:다만|단)[,\s]+(?P<who>[^,]{2,40}?)(?:의\s경우(?:에는)?|[은는]) (?P<body>[^,]*\d[^,]*(?:으로|로) 한다)$"
)


def _set_apart(rule: str, proviso: str, evidence: int) -> list[Stated]:
    """A figure that a proviso sets for some is one of what its rule speaks of: "다만, 실습 과목은 6만원으로 한다"."""
    general, special = _SET.match(rule.strip(" .")), _SET_APART.match(proviso.strip(" ."))
    if general is None or special is None:
        return []
    text = f"{special['who']}의 {general['topic']} {special['body']}"
    return [_stated(text, evidence, qualified=False)]


_INLINE = re.compile(r"(?:^|, |: |은 |는 )(?P<row>[가-힣ㆍ· ]{2,20} [-–] [^,:]{2,40})(?=,|$)")


def _inline_rows(sentence: str, evidence: int) -> list[Stated]:
    """ "박사과정 - 20권 30일, 학부과정 - 10권 14일" is a table in one line."""
    rows = [match["row"] for match in _INLINE.finditer(sentence)]
    if len(rows) < 2:
        return []
    return [
        replace(
            _stated(
                re.sub(r" [-–] ", ", ", row), evidence, qualified=False, row=True, lead=sentence
            ),
            cells=True,
        )
        for row in rows
    ]


def _stated(
    text: str, evidence: int, *, qualified: bool, lead: str = "", row: bool = False
) -> Stated:
    brackets = tuple(match["inside"] for match in _BRACKETS.finditer(text))
    exception = bool(_PROVISO.match(text))
    bare = _BRACKETS.sub("", _SAME_AS.sub("", text))
    bare = plain_wording(without_references(bare).strip(" ,"))
    return Stated(
        bare,
        evidence,
        brackets,
        lead if exception or row or _BACK.search(text) else "",
        qualified,
        row,
        exception,
    )


_ANYTHING = frozenset({"", "사람", "자", "학생", "경우", "때", "것", "사항"})


def _item(text: str, lead: str, evidence: int) -> list[Stated]:
    """The item put where its introduction says "각 호", or beside it."""
    body = _body(text)
    each = _EACH.search(lead)
    qualified = "다만" in text or "단," in text
    if without_references(body).strip() in _ANYTHING:
        return []  # whom 제8조제1항제1호 means is said there
    found = []
    stands_in = each and not _NO_PLACE.search(lead[each.end() :][-12:])
    if each and stands_in and not _ONE_WILL_DO.search(lead) and not needs_all(lead):
        rest = lead[each.end() :].lstrip()
        joined = f"{lead[: each.start()]}{body}{_after_item(body, rest)}"
        found.append(_stated(joined, evidence, qualified=qualified))
    if re.search(r"\s:\s|\s[-–]\s", body):
        found.append(
            _stated(body.replace(" : ", "은 "), evidence, qualified=qualified, row=True, lead=lead)
        )
    found.append(_stated(body, evidence, qualified=qualified, row=True, lead=lead))
    behind = [one for one in _BEHIND_ITEM.split(text)[1:] if not _PROVISO.match(one)]
    found += [_stated(one.rstrip(". "), evidence, qualified=qualified) for one in behind]
    duty = _required(body, lead)
    if duty and not qualified:
        found.append(_stated(duty, evidence, qualified=False, row=True, lead=lead))
    return found


# Of several requirements or papers of which one will do none is a duty.
_ONE_WILL_DO = re.compile(
    r"하나(?:의|에\s*해당하는)?\s*(?:요건|자격|조건|기준|서류|증명서|과목|방법|자료|절차)?[을를]\s.*야\s?(?:한다|하며|하고)"
)
_REQUIREMENTS = re.compile(r"(?:요건|자격|조건|기준)[을를]?\s*(?:모두\s*)?(?:갖추|갖춘|충족)")
_BOUND = re.compile(r"(?:이상|이하|미만|초과|이내)$")
_DONE = re.compile(r"\s(?:취득|이수|합격|통과|제출|등록|수료)$")


def _required(body: str, lead: str) -> str:
    """A requirement that is only named, "총평점평균 2.0 이상", as the duty that its introduction makes of it."""
    if not _REQUIREMENTS.search(lead) or _CHOICE.search(lead):
        return ""
    if _BOUND.search(body):
        return f"{body}이어야 한다"
    return f"{body}하여야 한다" if _DONE.search(body) else ""


# "자는" behind a noun is read as the verb.
_PERSONS = {
    "자는": "사람은",
    "자가": "사람이",
    "자를": "사람을",
    "자에": "사람에",
    "자의": "사람의",
}
_WHO = re.compile(r"^(?:자는|자가|자를|자에|자의)")


def _after_item(body: str, rest: str) -> str:
    """ "휴학 중인 자" and "자는 …" make one phrase: the noun is said once."""
    for noun in ("자", "경우", "사람", "때", "학생"):
        if body.endswith(noun) and rest.startswith(noun):
            return rest[len(noun) :]
    rest = _WHO.sub(lambda found: _PERSONS[found.group()], rest)
    kind = re.match(r"(?:서류|자료|물품|사항|요건)(?=[을를이가은는])", rest)
    return rest[kind.end() :] if kind else f" {rest}"


def _row(row: str, header: str, lead: str, evidence: int) -> list[Stated]:
    """A row as a whole, and its first cell with each of the others by itself."""
    if not header or set(row) <= set("|-: "):
        return []
    cells, names = split_row(row), split_row(header)
    around = f"{' '.join(names)} {lead}"
    shown = [cell for cell in cells if cell and not re.fullmatch(r"\d{1,2}", cell)]
    found = [_stated(", ".join(shown), evidence, qualified=False, row=True, lead=around)]
    for place, cell in enumerate(cells):
        if len(shown) > 2 and cell in shown[1:]:
            # A column that is one case of several has to be named with its value.
            name = names[place] if place < len(names) else ""
            case = f"{name} " if re.search(r"\d", name) else ""
            text = f"{shown[0]}, {case}{cell}"
            found.append(_stated(text, evidence, qualified=False, row=True, lead=around))
    return [replace(one, cells=True) for one in found]
