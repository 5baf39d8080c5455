"""Finding the provisions that answer a question: index, retrieval, thesaurus and golden questions."""
