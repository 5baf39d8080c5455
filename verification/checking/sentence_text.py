"""The text of a sentence: with its citations as they may stand, or without them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.conf import settings

from regulations.text.locators import normalize_name
from verification.checking.mentions import CitationMention
from verification.checking.named_alone import NamedAlone
from verification.checking.quotations import quoted_spans, without_markers_of
from verification.checking.statements import without_layout
from verification.checking.values import Action, CheckedCitation, DraftSentence
from verification.citations.correction import (
    TextEdit,
    UnverifiedCitationPolicy,
    apply_edits,
    complete_names,
    completion,
    correction,
    is_standard,
    removal,
    unattributed,
    with_notice,
)
from verification.grounding.proof import is_of_a_title

_IN_BRACKETS = re.compile(r"\(([^()]*)\)")


def with_allowed_citations(
    text: str,
    mentions: Sequence[CitationMention],
    checks: Sequence[CheckedCitation],
    *,
    keeps_markers: bool = False,
    alone: Iterable[NamedAlone] = (),
) -> str:
    """The sentence with its citations as they may stand; markers are taken out where they are shown beside it.

    `checks` are those of the mentions, in their order; one more is a provision that was found to say it. Regulations named
    `alone` lead a reader nowhere: they are generalized, unless a source says the same.
    """
    policy = UnverifiedCitationPolicy(settings.UNVERIFIED_CITATION_POLICY)
    proposed = next((check for check in checks[len(mentions) :] if check.shown), None)
    edits = [correction(text, one.start, one.end, policy) for one in alone if not one.is_quoted]
    is_named, is_lost = False, bool(edits)
    for mention, check in zip(mentions, checks, strict=False):
        if mention.start is None or mention.end is None or mention.is_quoted:
            continue
        if mention.marker is not None:
            if not keeps_markers:
                edits.append(removal(text, mention.start, mention.end))
        elif check.action is Action.GENERALIZED:
            if (
                policy is UnverifiedCitationPolicy.PROPOSE
                and proposed is not None
                and proposed.provision
            ):
                edits.append(completion(mention.start, mention.end, proposed.provision.label))
            else:
                edits.append(correction(text, mention.start, mention.end, policy))
            is_named, is_lost = False, True
        else:
            # A later member of an enumeration whose head was taken out needs the name itself.
            has_name = is_named if mention.is_joined else is_standard(mention.written)
            if not has_name:
                edits.append(completion(mention.start, mention.end, written_out(mention)))
            is_named = True
    sentence = apply_edits(text, edits)
    return (
        with_notice(sentence) if is_lost and policy is UnverifiedCitationPolicy.NOTICE else sentence
    )


def written_out(mention: CitationMention) -> str:
    """A citation in the standard form, with the part of the provision (단서, 본문) that it names."""
    if mention.provision is None:
        return mention.written
    part = mention.citation.part if mention.citation else None
    return f"{mention.provision.label} {part}" if part else mention.provision.label


def with_whole_names(
    draft: DraftSentence, text: str, checks: Sequence[CheckedCitation], alone: Iterable[NamedAlone]
) -> str:
    """A regulation named `alone`, by its title or another name, gets the provision that carries the sentence.

    A quotation stays as it is, and so do the provision's own words.
    """
    carrying = {
        check.provision.regulation_id: check.provision
        for check in reversed(checks)
        if check.shown and check.provision is not None
    }
    texts = [one.text for one in carrying.values()]
    plain = without_layout(without_markers_of(text))
    if draft.is_quotation or any(plain in without_layout(one) for one in texts):
        return text
    labels = {normalize_name(one.regulation_title): one.label for one in carrying.values()}
    for named in alone:
        meant = named.regulation_ids & carrying.keys()
        if len(named.regulation_ids) == len(meant) == 1:
            labels.setdefault(normalize_name(named.name), carrying[min(meant)].label)
    return complete_names(text, labels, kept=quoted_spans(text, texts))


def plain_statement(text: str, mentions: Sequence[CitationMention]) -> str:
    """What a sentence states: without markers, and without citations that it cannot lean on."""
    return _stated(text, [m for m in mentions if m.marker is not None or not m.is_citable])


def without_markers(text: str, mentions: Sequence[CitationMention]) -> str:
    """A sentence with the citations in its words, without markers."""
    return _stated(text, [mention for mention in mentions if mention.marker is not None])


def bare_statement(text: str, mentions: Sequence[CitationMention]) -> str:
    """What a sentence states apart from where it says it found it."""
    return _stated(text, mentions)


def _stated(text: str, left_out: Sequence[CitationMention]) -> str:
    edits = [
        removal(text, mention.start, mention.end)
        if mention.marker is not None
        else _without_place(text, mention, mention.start, mention.end)
        for mention in left_out
        if mention.start is not None and mention.end is not None and not mention.is_quoted
    ]
    return apply_edits(text, edits)


def _without_place(text: str, mention: CitationMention, start: int, end: int) -> TextEdit:
    """Take a citation out with its 에 따르면, but not what stands in its brackets, unless the provision is titled so."""
    edit = unattributed(text, start, end)
    titles = [mention.provision.title] if mention.provision else []
    asides = _IN_BRACKETS.findall(text[edit.start : edit.end])
    # What is in brackets may be the citation itself.
    said = [one for one in asides if not is_of_a_title(one, titles) and text[start:end] not in one]
    return replace(edit, replacement=edit.replacement + "".join(f"({one}) " for one in said))
