"""Citations of every article of the corpus, right and made wrong: how many of which kind are accepted as existing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.db.models import Max, Q

from regulations.models import Article, RegulationVersion
from regulations.reading.names import RegulationNames, regulation_names
from regulations.text.citations import extract_citations
from verification.citations.resolution import Resolution, resolve_citations
from verification.citations.states import CitationStatus

_AT_ONCE = 500
_NO_ARTICLE = 999
_NO_BRANCH = 9


@dataclass(frozen=True)
class MutatedCitation:
    """A citation with what must come of it; `locator_key` is set where it must be found."""

    kind: str
    text: str
    expected: frozenset[CitationStatus]
    locator_key: str = ""
    as_of: date | None = None

    def is_right(self, resolutions: Sequence[Resolution]) -> bool:
        """Whether it came out as it must."""
        if len(resolutions) != 1 or resolutions[0].status not in self.expected:
            return False
        found = resolutions[0].provision
        return not self.locator_key or (found is not None and found.locator_key == self.locator_key)


@dataclass
class KindCount:
    """How the citations of one kind came out."""

    cases: int = 0
    accepted: int = 0
    right: int = 0

    @property
    def share(self) -> float:
        """Those that came out as they must."""
        return self.right / self.cases if self.cases else 0.0


def count_mutations(*, as_of: date) -> tuple[dict[str, KindCount], Counter[str], list[str]]:
    """Resolve all mutations; returns the counts by kind, the states that came out, and the cases that came out wrong."""
    names = regulation_names()
    counts: dict[str, KindCount] = defaultdict(KindCount)
    states: Counter[str] = Counter()
    misses = []
    for case, resolutions in _resolved(mutations(as_of=as_of), names=names, as_of=as_of):
        count = counts[case.kind]
        came_out = ", ".join(resolution.status.value for resolution in resolutions) or "not read"
        count.cases += 1
        count.accepted += any(item.status is CitationStatus.VERIFIED for item in resolutions)
        states[f"{case.kind}: {came_out}"] += 1
        if case.is_right(resolutions):
            count.right += 1
        else:
            misses.append(f"{case.kind}: {case.text} → {came_out}")
    return dict(counts), states, misses


def mutations(*, as_of: date) -> Iterator[MutatedCitation]:
    """Cite every article in force, and make each citation wrong in every way; then those of versions not in force."""
    in_force = RegulationVersion.objects.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gt=as_of),
        state="PUBLISHED",
        enforcement_date__lte=as_of,
    ).select_related("regulation")
    versions = list(in_force.order_by("pk"))
    current = {version.regulation_id: _articles(version) for version in versions}
    shortest = min(versions, key=lambda version: len(current[version.regulation_id]), default=None)
    for version in versions:
        articles = current[version.regulation_id]
        other = shortest if shortest is not None and shortest.pk != version.pk else None
        absent = {} if other is None else current[other.regulation_id]
        for article in articles.values():
            yield from _of_article(version.regulation.title, article, articles)
            if other is not None and article.locator_key not in absent:
                yield _refused("wrong regulation", other.regulation.title, _label(article))
    yield from _of_other_versions(current, as_of)


def _of_other_versions(
    current: Mapping[int, Mapping[str, Article]], as_of: date
) -> Iterator[MutatedCitation]:
    """Articles that only an earlier version has, cited today; and those that it had not yet, cited while it was in force."""
    earlier = RegulationVersion.objects.filter(state="PUBLISHED", ends_on__lte=as_of)
    for version in earlier.select_related("regulation").order_by("pk"):
        present = current.get(version.regulation_id)
        if present is None:
            continue
        past = _articles(version)
        for gone in past.values():
            if gone.locator_key not in present and not gone.is_deleted:
                yield _of_other_version(version, gone, as_of)
        for added in present.values():
            if added.locator_key not in past and not added.is_deleted:
                yield _of_other_version(version, added, version.enforcement_date or as_of)


def _of_other_version(version: RegulationVersion, article: Article, day: date) -> MutatedCitation:
    expected = frozenset({CitationStatus.NOT_IN_FORCE})
    text = _text(version.regulation.title, _label(article))
    return MutatedCitation("other version", text, expected, as_of=day)


def _of_article(
    title: str, article: Article, articles: dict[str, Article]
) -> Iterator[MutatedCitation]:
    label = _label(article)
    if article.is_deleted:
        expected = frozenset({CitationStatus.DELETED})
        yield MutatedCitation("deleted", _text(title, label), expected)
        return
    accepted = frozenset({CitationStatus.VERIFIED})
    yield MutatedCitation("right article", _text(title, label), accepted, article.locator_key)
    last: int | None = getattr(article, "last_paragraph", None)
    if last:
        key = f"{article.locator_key}/para-{last}"
        yield MutatedCitation(
            "right paragraph",
            _text(title, f"{label}제{last}항"),
            # The last paragraph may be one that was deleted.
            accepted | {CitationStatus.DELETED},
            key,
        )
    yield _refused("paragraph too high", title, f"{label}제{(last or 0) + 1}항")
    yield _refused("제999조", title, f"제{_NO_ARTICLE}조")
    if f"art-{article.number}-{_NO_BRANCH}" not in articles:
        yield _refused("invented branch", title, f"제{article.number}조의{_NO_BRANCH}")
    yield _refused("unknown regulation", f"{title} 특례에 관한 가상 지침", label)


def _refused(kind: str, title: str, label: str) -> MutatedCitation:
    expected = {
        CitationStatus.NOT_FOUND,
        CitationStatus.UNKNOWN_REGULATION,
        CitationStatus.NOT_IN_FORCE,
    }
    return MutatedCitation(kind, _text(title, label), frozenset(expected))


def _resolved(
    cases: Iterator[MutatedCitation], *, names: RegulationNames, as_of: date
) -> Iterator[tuple[MutatedCitation, list[Resolution]]]:
    while batch := list(islice(cases, _AT_ONCE)):
        by_day: dict[date, list[MutatedCitation]] = defaultdict(list)
        for case in batch:
            by_day[case.as_of or as_of].append(case)
        for day, same_day in by_day.items():
            read = [extract_citations(case.text, names=names.extraction_index) for case in same_day]
            citations = [citation for found in read for citation in found]
            resolutions = iter(resolve_citations(citations, as_of=day, names=names))
            for case, found in zip(same_day, read, strict=True):
                yield case, list(islice(resolutions, len(found)))


def _articles(version: RegulationVersion) -> dict[str, Article]:
    rows = Article.objects.filter(version=version, addenda__isnull=True)
    annotated = rows.annotate(last_paragraph=Max("paragraphs__number")).order_by("position")
    return {article.locator_key: article for article in annotated}


def _label(article: Article) -> str:
    return article.locator.label


def _text(title: str, label: str) -> str:
    return f"「{title}」 {label}에 따라 처리합니다."
