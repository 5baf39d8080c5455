"""The proviso that follows a rule (다만, …): never quoted apart from it, and told with a sentence that leaves it out. Pure."""

from __future__ import annotations

import re
from itertools import pairwise

from verification.grounding.facts.quantities import quantities
from verification.grounding.guards.words import SENTENCE, nearest_sentence, words_in

_PROVISO = re.compile(r"\s{0,9}(?:다만|단),?\s")
_ENDS = " ."


def proviso_behind(words: str, provision: str) -> str:
    """The proviso that follows words with which a sentence of a provision ends; empty where none does."""
    said = words.strip(_ENDS)
    for rule, proviso in _rules_with_provisos(provision):
        if said and rule.strip(_ENDS).endswith(said):
            return proviso.strip()
    return ""


def proviso_left_out(statement: str, provision: str, told: str) -> str:
    """The proviso of the rule that a statement tells, where neither it nor the rest of the answer, `told`, tells the proviso.

    The rule is the sentence that shares the most words with the statement: of the proviso itself nothing is left out.
    """
    nearest = nearest_sentence(statement, provision)
    for rule, proviso in _rules_with_provisos(provision):
        if rule == nearest and not _is_told(proviso, rule, statement, told):
            return proviso.strip()
    return ""


def _is_told(proviso: str, rule: str, statement: str, told: str) -> bool:
    """Whether a statement has a figure of the proviso or half of its words, or the whole answer two of three; those of the rule aside."""
    ruled = quantities(rule)
    figures = [one for one in quantities(proviso) if not any(map(one.same_amount, ruled))]
    if any(one.same_amount(other) for one in figures for other in quantities(statement)):
        return True
    words = words_in(proviso) - words_in(rule)
    of_statement, of_all = (
        len(words & words_in(text)) for text in (statement, f"{statement} {told}")
    )
    return bool(words) and (2 * of_statement >= len(words) or 3 * of_all >= 2 * len(words))


def _rules_with_provisos(provision: str) -> list[tuple[str, str]]:
    return [
        (rule, proviso)
        for line in provision.splitlines()
        for rule, proviso in pairwise(SENTENCE.findall(line))
        if _PROVISO.match(proviso) and not _PROVISO.match(rule)
    ]
