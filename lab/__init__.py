"""Measurements and training. Not part of the production image."""
