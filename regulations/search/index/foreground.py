"""Indexing many versions in the foreground, with progress for the person who waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from regulations.models import RegulationVersion
from regulations.search.index.building import embed_pending, index_version, refresh_statistics
from regulations.search.thesaurus import thesaurus_load

_SECONDS_BETWEEN_REPORTS = 10


def versions_index(
    *,
    versions: Sequence[RegulationVersion],
    embed: bool,
    report_progress: Callable[[str], None],
) -> None:
    """Make versions searchable by words, then, if asked, compute the vectors that are missing."""
    thesaurus_load()
    for number, version in enumerate(versions, start=1):
        index_version(version_id=version.pk)
        if number % 25 == 0 or number == len(versions):
            report_progress(f"낱말을 색인하는 중: {number}/{len(versions)}")
    refresh_statistics()
    while embed:
        waiting = embed_pending(seconds=_SECONDS_BETWEEN_REPORTS)
        if not waiting:
            break
        report_progress(f"임베딩하는 중: 남은 글 {waiting}개")
