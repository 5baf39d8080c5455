"""Webhooks: what happened, signed and sent to the programs of the university, until they have taken it."""
