"""Models that order what was found once more: the shipped cross-encoder, and an endpoint where one is configured."""
