"""Dates and times of each language, where Django's own do not suit."""
