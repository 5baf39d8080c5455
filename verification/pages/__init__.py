"""Pages of the staff."""
