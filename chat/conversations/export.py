"""A conversation as Markdown: the same rows as on the page, with every state in words and every link whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chat.presenters.notes import notes_of
from chat.presenters.shapes import AnswerView, CitationView, NearView, SentenceView

# What Markdown or HTML would take for markup, where it begins a line or stands anywhere.
_ANYWHERE = re.compile(r"([\\`*_<>\[\]])")
_WITH_QUOTE = ("BESIDE_SOURCE", "DIFFERS", "WITHDRAWN")
_LINE_START = re.compile(r"^(\s*)([#+-]|\d+[.)])(?=\s)", re.MULTILINE)


def conversation_markdown(*, title: str, answers: Sequence[AnswerView], base_url: str) -> str:
    """Return the whole conversation."""
    lines = [f"# {_plain(title)}", ""]
    for answer in answers:
        lines.extend(_answer(answer, base_url))
    lines += [
        "---",
        "",
        _("답변은 안내입니다. 최종 판단은 규정 원문과 소관부서의 확인에 따릅니다."),
    ]
    return "\n".join(lines) + "\n"


def _answer(answer: AnswerView, base_url: str) -> Iterator[str]:
    yield f"## {_plain(answer.question)}"
    yield ""
    day = date_format(answer.as_of)
    yield " · ".join(
        filter(None, [answer.status_label, answer.composer_label, _("%(day)s 기준") % {"day": day}])
    )
    yield f"<!-- {answer.provenance.line} -->"
    yield ""
    yield from _limits(answer)
    yield from _notes(answer, base_url)
    yield from _near(answer, base_url)
    if not (answer.sentences or answer.near) or answer.is_refusal:
        yield _plain(answer.status_sentence)
        yield ""
    if answer.state_line and not answer.is_refusal:
        yield f"*{answer.state_line}*"
        yield ""
    for sentence in answer.sentences if not answer.is_refusal else ():
        yield from _sentence(sentence, base_url)
        yield ""
    for gone in answer.removed:
        yield f"- {_('뺀 인용')}: {_plain(gone.sentence)}"
    if answer.sources:
        yield ""
        yield f"### {_('근거')}"
        yield ""
        for source in answer.sources:
            yield _source(source, base_url)
        yield ""
    yield from _see_also(answer, base_url)


def _limits(answer: AnswerView) -> Iterator[str]:
    """Where it was looked, and for whom."""
    if answer.scope_label:
        yield f"{_('범위')}: {_plain(answer.scope_label)}"
        yield ""
    if answer.asker_label:
        yield f"{_('묻는 사람')}: {_plain(answer.asker_label)}"
        yield ""


def _notes(answer: AnswerView, base_url: str) -> Iterator[str]:
    """What stands beside it, and the words of the addenda that hold for one year of entry and not for another."""
    for note in notes_of(answer):
        links = ", ".join(f"[{_plain(label)}]({base_url}{url})" for label, url in note.links)
        yield f"> **{_plain(note.sentence)}** {links}".rstrip()
        yield ""
    for rule in answer.transitional if not answer.is_refusal else ():
        yield f"> [{_plain(rule.addenda)}]({base_url}{rule.addenda_url}): {_plain(rule.clause)}"
        yield ""


def _see_also(answer: AnswerView, base_url: str) -> Iterator[str]:
    if answer.see_also:
        yield f"### {_('함께 볼 조문')}"
        yield ""
        yield _("근거 조문이 가리키는 조문입니다. 이 답변의 근거로 쓰거나 대조하지는 않았습니다.")
        yield ""
        for other in answer.see_also:
            title = f" ({_plain(other.title)})" if other.title else ""
            yield f"- [{_plain(other.label)}]({base_url}{other.url}){title} · {other.kind_label}"
        yield ""


def _near(answer: AnswerView, base_url: str) -> Iterator[str]:
    """The provisions that may hold the answer."""
    if answer.near:
        yield _plain(answer.status_sentence)
        yield ""
    for place in answer.near:
        yield f"- {_place(place, base_url)}"
        yield from (f"  > {_plain(line.strip())}" for line in place.quote.splitlines())
        yield ""


def _sentence(sentence: SentenceView, base_url: str) -> Iterator[str]:
    """A sentence with its marks in words; the provision's words as a quotation where it is not confirmed."""
    if sentence.outcome == "WITHDRAWN":
        reason = f" {_plain(sentence.reason)}" if sentence.reason else ""
        yield f"~~{_plain(sentence.withdrawn_text)}~~ **{_('이 문장을 거두었습니다.')}**{reason}"
    elif sentence.outcome == "DIFFERS":
        yield f"**{_('답변의 문장이 규정과 달라 원문으로 바꾸었습니다.')}**"
    else:
        yield _plain(sentence.text) + _marks(sentence)
        if sentence.proviso:
            yield ""
            yield f"> {_('규정은 이어서 이렇게 정합니다.')} “{_plain(sentence.proviso)}”"
        for one in sentence.citations:
            if one.status == "NOT_CHECKED" and one.quote and sentence.outcome not in _WITH_QUOTE:
                yield from _words(one.quote, [one], base_url)
    if sentence.outcome in _WITH_QUOTE and sentence.quote:
        yield from _words(sentence.quote, sentence.citations, base_url)


def _words(quote: str, places: Sequence[CitationView], base_url: str) -> Iterator[str]:
    """The words of a provision, and where they stand."""
    yield ""
    for line in quote.splitlines():
        yield f"> {_plain(line.strip())}"
    yield ">"
    yield f"> {_('규정 원문')}: {', '.join(_place(one, base_url) for one in places)}"


def _marks(sentence: SentenceView) -> str:
    if sentence.outcome == "BESIDE_SOURCE":
        taken = _("확인 표시를 거두었습니다.") if sentence.withdrawn_at else ""
        said = taken or _("이 문장은 확인하지 못했습니다. 원문을 함께 읽어 주십시오.")
        return f" **({sentence.outcome_label}: {said})**"
    marks = "".join(f" [{one.label}: {one.status_label}]" for one in sentence.citations)
    return _plain(marks)


def _place(source: CitationView | NearView, base_url: str) -> str:
    label = _plain(source.label)
    return f"[{label}]({base_url}{source.url})" if source.url else label


def _source(source: CitationView, base_url: str) -> str:
    name = _place(source, base_url)
    state = source.status_label if source.outcome == "CONFIRMED" else source.outcome_label
    day = source.enforcement_date
    since = _("%(day)s 시행") % {"day": date_format(day)} if day else ""
    return f"{source.number}. " + " · ".join(filter(None, [name, state, since]))


def _plain(text: str) -> str:
    """Text that reads as it is written, whatever signs are in it."""
    return _LINE_START.sub(r"\1\\\2", _ANYWHERE.sub(r"\\\1", text))
