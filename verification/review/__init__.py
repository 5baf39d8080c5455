"""What staff do with flagged answers: queue, cases, decisions and notifications."""
