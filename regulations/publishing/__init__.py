"""Putting versions in force, and what follows from it for the corpus and for the layers above."""
