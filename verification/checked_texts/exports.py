"""A report as a file: Markdown to paste, DOCX with the findings as comments beside the sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from portal.processes.deferring import DeferredModule
from verification.checked_texts.reports import (
    ReportedCitation,
    ReportedProvision,
    ReportedSentence,
    TextReport,
    TextSentenceState,
)
from verification.citations.reasons import translated_reason
from verification.citations.states import CitationStatus

if TYPE_CHECKING:
    import docx
else:
    docx = DeferredModule("docx")

_MARKUP = re.compile(r"([\\`*_<>\[\]#])")
# What XML cannot hold.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def report_markdown(report: TextReport, *, base_url: str) -> str:
    """Return the report as Markdown with whole links."""
    lines = [f"# {_('확인 결과')}", "", *_head(report), ""]
    for number, sentence in enumerate(report.sentences, start=1):
        lines += [f"{number}. {_plain(sentence.claim)}", f"   - **{sentence.state_label}** "]
        lines[-1] += sentence.state_sentence
        lines += [f"   - {_plain(translated_reason(reason))}" for reason in sentence.reasons]
        if sentence.quote:
            words = _plain(" ".join(sentence.quote.split()))
            lines.append(f"   - {_place(sentence.quoted, base_url)}: {words}")
        if sentence.proposal:
            lines.append(f"   - {_('제안하는 인용')}: {_place(sentence.proposal, base_url)}")
        lines += [f"   - {_citation(one)}" for one in sentence.citations]
    return "\n".join([*lines, "", _note()]) + "\n"


def report_docx(report: TextReport, *, base_url: str) -> bytes:
    """Return the text as DOCX, each sentence with its finding as a comment."""
    document = docx.Document()
    document.add_heading(_("확인 결과"), level=1)
    for line in _head(report):
        document.add_paragraph(line)
    author = _("규정 길잡이")
    for sentence in report.sentences:
        run = document.add_paragraph().add_run(_CONTROL.sub("", sentence.text))
        comment = "\n".join(_comment(sentence, base_url))
        document.add_comment(run, text=_CONTROL.sub("", comment), author=author, initials="R")
    document.add_paragraph(_note())
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


def _head(report: TextReport) -> Iterator[str]:
    if report.name:
        yield _plain(report.name)
    yield _("%(day)s 기준") % {"day": date_format(report.day)} + f" · {_counted(report.counts)}"
    if report.citation_counts:
        yield f"{_('인용')}: {_counted(report.citation_counts)}"


def _counted(counts: Sequence[tuple[TextSentenceState | CitationStatus, int]]) -> str:
    return " · ".join(f"{state.label} {count}" for state, count in counts)


def _comment(sentence: ReportedSentence, base_url: str) -> Iterator[str]:
    if sentence.head:
        yield sentence.claim
    yield f"{sentence.state_label}: {sentence.state_sentence}"
    yield from map(translated_reason, sentence.reasons)
    if sentence.quote and sentence.quoted:
        yield f"{sentence.quoted.said_label}: {sentence.quote}"
        yield base_url + sentence.quoted.url
    if sentence.proposal:
        yield f"{_('제안하는 인용')}: {sentence.proposal.said_label} {base_url}{sentence.proposal.url}"
    for one in sentence.citations:
        yield f"{one.written}: {one.status_label}. {one.status_sentence}"


def _citation(citation: ReportedCitation) -> str:
    return f"{_('인용')} {_plain(citation.written)}: **{citation.status_label}** {citation.status_sentence}"


def _place(provision: ReportedProvision | None, base_url: str) -> str:
    return f"[{_plain(provision.said_label)}]({base_url}{provision.url})" if provision else ""


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _note() -> str:
    return _(
        "규칙으로 조문과 대조한 결과이며 언어 모델을 쓰지 않았습니다. 최종 판단은 규정 원문과 소관부서의 확인에 따릅니다."
    )
