"""Texts from elsewhere, checked sentence by sentence."""
