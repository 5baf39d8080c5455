"""Where a sentence has nearly all words of its provision and says another thing: what neither proof nor verifier sees. Pure."""
