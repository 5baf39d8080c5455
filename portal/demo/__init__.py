"""The demo: the whole portal on one machine, supervised by one process that ends everything with itself."""
