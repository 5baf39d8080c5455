"""The JSON interface for reading regulations."""
