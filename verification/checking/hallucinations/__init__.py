"""Signs that an answer says what its context does not: words that hedge, other schools, contacts that nothing names."""
