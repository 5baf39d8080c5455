"""A database engine for Django: its PostgreSQL backend, which starts the embedded servers at the first connection."""
