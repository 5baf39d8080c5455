"""A sentence in English, Chinese or Vietnamese beside the Korean words that it translates.

What it says cannot be proved here; that its figures, dates or polarity are others than those of its words can be seen.
"""
