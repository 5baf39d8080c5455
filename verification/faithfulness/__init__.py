"""The second, asynchronous reading of a whole answer by a judge."""
