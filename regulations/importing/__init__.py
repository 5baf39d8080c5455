"""From a file to drafts: what was uploaded, read and stored, and what was lost on the way."""
