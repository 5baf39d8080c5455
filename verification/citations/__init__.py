"""Citations of a text: found in the versioned tables, with their states and corrections."""
