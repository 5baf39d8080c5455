"""Background work: how it is ordered, leased, followed and repaired."""
