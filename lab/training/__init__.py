"""How the shipped models were trained; nothing here is imported at run time."""
