"""Lines of an answer that are no plain statement: words to the asker, headings, items of a list."""
