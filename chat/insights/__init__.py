"""Figures about questions and answers: dashboard, reports, metrics."""
