"""Measurements of the checks: how right they are (`evaluate`) and how fast (`bench`)."""
