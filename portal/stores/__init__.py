"""Clients of the stores: Valkey and database replicas."""
