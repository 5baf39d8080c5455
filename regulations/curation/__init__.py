"""What the office does with drafts before they are published: look, correct, compare."""
