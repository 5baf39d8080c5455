"""Following amendments by mail: asked for, confirmed, told of in one letter a publishing, ended by one press."""
