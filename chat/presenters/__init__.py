"""Answers as they are shown: one set of values for page, API, export and stream."""
