"""Measurements of the whole portal, made on real processes of its own."""
