"""Personal data that somebody typed without need: found and masked."""
