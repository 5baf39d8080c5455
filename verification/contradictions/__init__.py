"""Provisions held against each other: the same matter with other numbers or limits, and citations that lead nowhere."""
