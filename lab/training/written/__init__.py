"""What was written by hand to be learned from, as labelled claims."""
