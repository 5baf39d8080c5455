"""Claims and provisions said otherwise, or turned into their opposite: the material of `fit_verifier --varied`."""
