"""Writers of `samples/formats`: one invented regulation as HWPX, HWP, DOCX and PDF. `python -m tests.sample_files` makes them."""
