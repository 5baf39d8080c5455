"""Measuring against labelled files and golden sets. Each kind of measurement is one module; `kinds` registers them.

An app above this one adds its kinds in a module of its own called `evaluation`, which the command discovers.
"""

from __future__ import annotations
