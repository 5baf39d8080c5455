"""Pages for asking and for conversations."""
