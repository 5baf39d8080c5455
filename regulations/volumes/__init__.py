"""A whole volume (규정집) beside what is in force: what became of each regulation, what is gone from it, what it changes."""
