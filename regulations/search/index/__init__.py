"""Making versions searchable: passages, morphemes, vectors and statistics of terms."""
