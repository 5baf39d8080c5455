"""Answers while they are made: events and the stream that pages follow."""
