"""Writing HWPX (OWPML, KS X 6101), the open format of the word processor that Korean offices use: text, emphasis and tables."""
