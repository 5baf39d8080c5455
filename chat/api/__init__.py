"""The JSON interface for asking."""
