"""Korean sentences as grounding reads them: sentences, words, premises and copies."""
