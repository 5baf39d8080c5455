"""The JSON interface of the checks."""
