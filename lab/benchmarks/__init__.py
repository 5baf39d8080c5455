"""Measurements of speed, on corpora and processes of their own (`manage.py bench`)."""
