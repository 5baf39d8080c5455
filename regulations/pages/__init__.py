"""Public pages of the regulations."""
