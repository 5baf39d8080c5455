"""Published texts as people and programs read them."""
