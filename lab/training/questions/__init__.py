"""Questions to learn from: with the provisions that answer them, and those that only seem to."""
