"""Questions that belong to provisions: written, decided, indexed beside the passages."""
