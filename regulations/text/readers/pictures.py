"""Pictures of a file, looked at in the child process before anything keeps them.

What a picture is, its bytes say and not its name. PNG, JPEG, GIF and WebP are kept as they are; BMP and TIFF, which browsers
do not show, become PNG. Anything else, above all SVG, which can hold scripts, is not kept and said so.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from regulations.text.readers.source import SourceLine, SourcePicture

MAX_BYTES = 10 * 1024**2
MAX_BYTES_TOGETHER = 40 * 1024**2
MAX_PICTURES = 500
MAX_PIXELS = 50_000_000
_STORED_FORMATS = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
}
_CONVERTED = ("BMP", "TIFF")

_UNKNOWN = "웹에서 볼 수 없는 형식의 그림"
_BROKEN = "손상된 그림"
_TOO_LARGE = f"너무 큰 그림({MAX_BYTES // 1024**2} MB나 {MAX_PIXELS // 1_000_000}백만 화소 초과)"
_TOO_MANY = "파일 하나에 넣을 수 있는 그림의 수나 크기를 넘음"


@dataclass(slots=True)
class PictureLimits:
    """How much one file may still give."""

    pictures: int = MAX_PICTURES
    content_bytes: int = MAX_BYTES_TOGETHER

    def line(self, content: bytes) -> SourceLine:
        """Return the line of a picture, kept or not."""
        picture = _picture(content)
        if picture.content:
            if self.pictures < 1 or self.content_bytes < len(picture.content):
                picture = SourcePicture(fault=_TOO_MANY)
            else:
                self.pictures -= 1
                self.content_bytes -= len(picture.content)
        return SourceLine(text="", kind="picture", picture=picture)


def lost_picture(fault: str = _UNKNOWN) -> SourceLine:
    """Return the line of a picture whose content cannot be had."""
    return SourceLine(text="", kind="picture", picture=SourcePicture(fault=fault))


def _picture(content: bytes) -> SourcePicture:
    if len(content) > MAX_BYTES:
        return SourcePicture(fault=_TOO_LARGE)
    try:
        with Image.open(io.BytesIO(content), formats=[*_STORED_FORMATS, *_CONVERTED]) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                return SourcePicture(fault=_TOO_LARGE)
            form = image.format or ""
            image.load()
            if form in _CONVERTED:
                content, form = _png(image), "PNG"
    except UnidentifiedImageError:
        return SourcePicture(fault=_UNKNOWN)
    except Image.DecompressionBombError:
        return SourcePicture(fault=_TOO_LARGE)
    except (OSError, ValueError, SyntaxError, EOFError):
        return SourcePicture(fault=_BROKEN)
    return SourcePicture(_STORED_FORMATS[form], content, width, height)


def _png(image: Image.Image) -> bytes:
    written = io.BytesIO()
    mode = image.mode if image.mode in ("1", "L", "LA", "P", "RGB", "RGBA") else "RGB"
    image.convert(mode).save(written, "PNG")
    return written.getvalue()
