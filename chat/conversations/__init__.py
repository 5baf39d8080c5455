"""Conversations after their answers: read, shared, exported, deleted, and told of changes."""
