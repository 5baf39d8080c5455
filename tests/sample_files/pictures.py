"""The pictures of the sample regulation, drawn."""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageDraw

SIZE = (96, 64)


@cache
def picture(name: str) -> bytes:
    """Return a picture as PNG: `goggles`, `warning`, or `emblem`, which stands on each page of the PDF."""
    image = Image.new("RGB", SIZE, "white")
    pen = ImageDraw.Draw(image)
    if name == "goggles":
        pen.ellipse((8, 16, 44, 48), outline="navy", width=4)
        pen.ellipse((52, 16, 88, 48), outline="navy", width=4)
        pen.line((44, 32, 52, 32), fill="navy", width=4)
    elif name == "warning":
        pen.polygon(((48, 6), (84, 58), (12, 58)), fill="gold", outline="black")
        pen.rectangle((45, 24, 51, 44), fill="black")
        pen.rectangle((45, 48, 51, 53), fill="black")
    else:
        pen.rectangle((30, 14, 66, 50), fill="darkgreen")
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()
