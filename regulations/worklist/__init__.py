"""What an amendment makes stale: listed when it is published, worked off by the office, counted in the monthly report."""
