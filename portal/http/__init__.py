"""How requests are answered: middleware, limits, errors and log lines."""
