"""A text from elsewhere, checked sentence by sentence for the person who brought it: its report, files and links."""
