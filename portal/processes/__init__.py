"""The processes of one machine: models loaded once, processes forked from there, and who starts them again."""
