"""The thesaurus as admins edit it: entries in the database, and trials of a change before it is applied."""
