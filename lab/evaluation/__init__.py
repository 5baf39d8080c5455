"""Measurements of quality on labelled sets (`manage.py evaluate`)."""
