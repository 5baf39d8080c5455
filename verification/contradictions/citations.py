"""Citations between regulations that lead nowhere, or to another article than they name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from django.utils.translation import gettext as _

from regulations.models import (
    Article,
    Attachment,
    CrossReference,
    Regulation,
    RegulationAlias,
    RegulationVersion,
)
from regulations.publishing.reference_targets import is_statute, provisions_of
from regulations.text.locators import Locator, normalize_name

State, Reason = CrossReference.State, CrossReference.Reason
# From here on a name is a misspelled title of the house, not that of a rule from outside.
_NEAR_NAME = 0.8
_SHORTEST_NAME = 4
_DIGIT, _LEFT_OUT = re.compile(r"\d"), re.compile(r"[^\w]|_|에관한|(?<=\S)등(?=\s)|에\s관한")
# 교육부 고시 「…」, 한국연구재단의 「…」: a rule of somebody else.
_OF_OTHERS = re.compile(
    r"(?:부|청|처|시|재단|진흥원|공단)(?:의|와|과)?\s?(?:고시|훈령|예규|지침)?\s?[「｢『]?$"
)
# What was named a little before may be what a bare number belongs to.
_OUTSIDE = re.compile(
    r"(?:법|법률|시행령|시행규칙|훈령|고시|지침)[」｣\s]|(?:규정|세칙|학칙|정관|규칙)[」｣]?\s?제\s?\d+\s?조"
)
_BACK = 120
_ABSENT_ARTICLE, _ABSENT_PARAGRAPH, _ABSENT_PART, _ABSENT_TABLE = 0.92, 0.95, 0.6, 0.7
_OTHER_TITLE, _OTHER_NAME = 0.97, 0.9


@dataclass(frozen=True, slots=True)
class CitationDefect:
    """A citation that does not fit: where it stands, what it says, why it does not fit; `score` (0 to 1) ranks."""

    kind: Literal["ABSENT", "NAME", "TITLE"]
    version: RegulationVersion
    key: str
    text: str
    said: str
    why: str
    score: float
    target: Regulation | None = None
    target_key: str = ""


def citation_defects(versions: Mapping[int, RegulationVersion]) -> list[CitationDefect]:
    """What is cited in the main text of these versions and is not there; one for each place that is cited."""
    texts = {
        (pk, one.key): one.text
        for pk, rows in provisions_of(list(versions)).items()
        for one in rows
    }
    rows = CrossReference.objects.filter(
        version__in=versions,
        from_locator_key__startswith="art-",
        range__in=("", CrossReference.Range.START, CrossReference.Range.END),
    ).select_related("to_regulation")
    found: dict[tuple[int, int, str], list[CitationDefect]] = defaultdict(list)
    regulations = {one.regulation_id: pk for pk, one in versions.items()}
    titles = _titles(versions)
    names = {_letters(one.regulation.title): one.regulation for one in versions.values()}
    for alias in RegulationAlias.objects.filter(regulation__versions__in=versions).select_related(
        "regulation"
    ):
        names.setdefault(_letters(alias.name), alias.regulation)
    for row in rows.exclude(state__in=(State.EXTERNAL, State.OPEN)).order_by("pk"):
        text = texts.get((row.version_id, row.from_locator_key), "")
        version = versions[row.version_id]
        target = titles.get(regulations.get(row.to_regulation_id or 0, 0), {})
        for defect in _defects(row, version, text, target, names):
            to = defect.target.pk if defect.target else 0
            found[row.version_id, to, defect.target_key].append(defect)
    return sorted(map(_together, found.values()), key=lambda one: -one.score)


def _together(defects: Sequence[CitationDefect]) -> CitationDefect:
    """The first of those that cite the same place, with the others named."""
    first = defects[0]
    others = list(dict.fromkeys(one.key for one in defects[1:] if one.key != first.key))
    if not others:
        return first
    listed = ", ".join(Locator.parse(key).label for key in others[:5])
    return replace(first, why=f"{first.why} ({_('같은 인용: %s') % listed})")


def _titles(versions: Mapping[int, RegulationVersion]) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {pk: {} for pk in versions}
    rows = Article.objects.filter(version__in=versions, addenda=None)
    attached = Attachment.objects.filter(version__in=versions)
    for row in (rows, attached):
        for pk, key, title in row.values_list("version_id", "locator_key", "title"):
            found[pk][key] = title
    return found


def _defects(
    row: CrossReference,
    version: RegulationVersion,
    text: str,
    target: Mapping[str, str],
    names: Mapping[str, Regulation],
) -> Iterator[CitationDefect]:
    said = text[row.start : row.end]
    place = (version, row.from_locator_key, text)
    if row.state == State.RESOLVED:
        other = _other_title(text[row.start :], row.to_locator_key, target)
        if other:
            why = _("%(cited)s의 제목은 ‘%(title)s’입니다. 그 제목의 조: %(other)s") % {
                "cited": Locator.parse(row.to_locator_key).article_locator.label,
                "title": target[row.to_locator_key.partition("/")[0]],
                "other": Locator.parse(other).label,
            }
            yield CitationDefect("TITLE", *place, said, why, _OTHER_TITLE, row.to_regulation, other)
    elif row.reason == Reason.UNKNOWN_REGULATION:
        before = text[max(0, row.start - _BACK) : row.start + 1]
        meant = _near_name(row.to_name, before, version.regulation, names)
        if meant is not None:
            why = _("‘%(name)s’: 이런 이름의 규정이 없습니다. 비슷한 이름: 「%(title)s」")
            why %= {"name": row.to_name, "title": meant.title}
            yield CitationDefect("NAME", *place, said, why, _OTHER_NAME, meant)
    elif row.reason == Reason.NO_PROVISION and row.to_regulation is not None:
        score = _absence(row, text, target)
        if score:
            why = _("「%(title)s」에 없는 곳을 인용합니다: %(label)s") % {
                "title": row.to_regulation.title,
                "label": Locator.parse(row.to_locator_key).label,
            }
            yield CitationDefect(
                "ABSENT", *place, said, why, score, row.to_regulation, row.to_locator_key
            )


def _other_title(cited: str, key: str, titles: Mapping[str, str]) -> str:
    """The article whose title stands in brackets behind the citation of another one; empty where nothing speaks against it."""
    locator = Locator.parse(key)
    own = titles.get(locator.article_locator.key, "")
    branch = rf"\s?의\s?{locator.branch}" if locator.branch else ""
    # 제5조(휴학): what stands in brackets is the title of the article.
    written = re.compile(rf"[^()]{{0,60}}{locator.article}\s?조{branch}\s?\(([^()\d]{{2,30}})\)")
    found = written.match(cited)
    if found is None or not own:
        return ""
    said, real = normalize_name(found[1]), normalize_name(own)
    if said in real or real in said:
        return ""
    return next((one for one, title in titles.items() if normalize_name(title) == said), "")


def _near_name(
    name: str, before: str, own: Regulation, names: Mapping[str, Regulation]
) -> Regulation | None:
    """The regulation of the house whose name another one nearly is; None where it is one of a ministry, or the same."""
    if is_statute(name) or _OF_OTHERS.search(before):
        return None
    wanted = _letters(name)
    near = [(SequenceMatcher(None, wanted, one).ratio(), one) for one in names]
    share, found = max(near, default=(0.0, ""))
    # A mark or 이하 more is another way to write the same name.
    is_other = share >= _NEAR_NAME and found != wanted and names[found] != own
    return names[found] if is_other and len(wanted) >= _SHORTEST_NAME else None


def _letters(name: str) -> str:
    """A name without what people leave out or add: marks, 이하, 등, 에 관한."""
    return _LEFT_OUT.sub("", name).removeprefix("이하")


def _absence(row: CrossReference, text: str, places: Mapping[str, str]) -> float:
    """How sure it is that the cited provision is not there; 0 for what was only not understood."""
    locator = Locator.parse(row.to_locator_key)
    said = text[row.start : row.end]
    if locator.article is None:
        # 별표 without a number is the only one, or all of them.
        kind, _dash, number = row.to_locator_key.partition("-")
        base = f"{kind}-{number.partition('-')[0]}"
        # 별표 1 may be cut into 별표 1-1 and 1-2, and 제1-3호 mean the first to the third.
        is_cut = any(one == base or one.startswith(f"{base}-") for one in places)
        is_numbered = number != "0" and locator.addenda is None
        return _ABSENT_TABLE if is_numbered and not is_cut else 0.0
    if not _DIGIT.search(said):
        return 0.0
    if locator.article_locator.key not in places:
        before = text[max(0, row.start - _BACK) : row.start]
        return 0.0 if said.startswith("제") and _OUTSIDE.search(before) else _ABSENT_ARTICLE
    is_part = locator.subparagraph is not None or locator.item is not None
    return _ABSENT_PART if is_part else _ABSENT_PARAGRAPH
