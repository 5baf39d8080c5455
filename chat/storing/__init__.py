"""Answers on their rows: leased, stored with all that led to them."""
