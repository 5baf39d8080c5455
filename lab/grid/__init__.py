"""The grid of frames and faults: what a proof must prove and what it must not."""
