"""Sentences as a proof reads them: words, predicates, clauses and the propositions that they make."""
