"""What a stranger may put into an address or a form, and the forms that a page offers to put it into."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import quote, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from lxml import html

PROJECT = Path(__file__).resolve().parents[1]
APPLICATIONS = ("chat", "portal", "regulations", "verification")
HOSTILE = (
    *("", " ", "\0", "a\0b", "\ud800", "\ufeff", "\u202e", "가" * 1200, "'\"><script>", "{{7*7}}"),
    *("0", "-1", "²", "٣", "1_000", "0x10", "1e309", "nan", "9" * 10, "9" * 19, "9" * 4500),
    *("2026-02-30", "0000-00-00", "9999-12-31", "99999-01-01", "0001-01-01", "2026-13", "10000-01"),
    *("art-0", "art-9-9-9/para-0", "add-/art-", "table-" + "9" * 30, "art-1/item-" + "9" * 30),
    *("../../etc/passwd", "//example.org", "javascript:alert(1)", "%s%n", "[]", "null", "a,b;c"),
    *("regulation:학칙", "collection:0", "collection:" + "9" * 30, "topic:", "scope:\0"),
    *("00000000-0000-0000-0000-000000000000", "{}", '{"a": [', "휴학", "제25조"),
)
_FILE_NAMES = ("../../규정.txt", "a\u202etxt.exe", "가" * 300 + ".hwp", "x.pdf", "x.docx", ".jsonl")
_FILES = (b"", b"\0" * 100, b"PK\x03\x04", b"%PDF-1.7", b"\xff\xfe", b'{"id": 1}', b"[" * 9000)
_GIVEN = ("hidden", "checkbox", "radio", "submit", "button")
_READ = re.compile(r"request\.(GET|POST)(?:\.get|\.getlist)?[(\[]\"(\w+)\"")
_IDENTIFIER = re.compile(r"[0-9a-f-]{36}|\d+")


@dataclass(frozen=True)
class FoundForm:
    """A form of a page: where it is sent, its fields with the values that the page offers, and which a person types into."""

    action: str
    is_post: bool
    fields: Mapping[str, tuple[str, ...]]
    files: frozenset[str]
    typed: frozenset[str]

    @property
    def kind(self) -> tuple[str, bool, frozenset[str]]:
        """The same for forms that differ in nothing but the row that they are about."""
        return _IDENTIFIER.sub("*", self.action), self.is_post, frozenset(self.fields)


def names_read(method: str) -> list[str]:
    """The parameters that views of this project read by name."""
    sources = (path.read_text() for name in APPLICATIONS for path in (PROJECT / name).rglob("*.py"))
    return sorted(
        {name for text in sources for used, name in _READ.findall(text) if used == method}
    )


def hostile_value(random: Random, offered: tuple[str, ...] = ()) -> str:
    """What nobody should send; every other time what the page offers, so that the rest of a form is reached."""
    return random.choice(offered if offered and random.random() < 0.5 else HOSTILE)


def hostile_file(random: Random) -> SimpleUploadedFile:
    """Nonsense under a name of nonsense."""
    return SimpleUploadedFile(random.choice(_FILE_NAMES), random.choice(_FILES))


def encoded(value: str) -> str:
    """For an address or a form; half a character goes as the bytes that a program without care would send."""
    return quote(value.encode("utf-8", "surrogatepass"), safe="")


def pairs(values: Mapping[str, str]) -> str:
    """The values as a query or the body of a form."""
    return "&".join(f"{encoded(name)}={encoded(value)}" for name, value in values.items())


def links(page: bytes, *, at: str) -> Iterator[str]:
    """The addresses on this site that a page leads to."""
    found = html.fromstring(page.decode()).xpath("//a/@href | //@hx-get | //img/@src")
    for reference in found:
        address = urlsplit(urljoin(f"http://testserver{at}", reference))
        if address.netloc == "testserver":
            yield f"{address.path}?{address.query}".removesuffix("?")


def forms(page: bytes, *, at: str) -> Iterator[FoundForm]:
    """The forms of a page."""
    for form in html.fromstring(page.decode()).iterfind(".//form"):
        offered: dict[str, list[str]] = {}
        files, typed = set(), set()
        for field in form.xpath(
            ".//input[@name] | .//select[@name] | .//textarea[@name] | .//button[@name]"
        ):
            values = offered.setdefault(field.get("name"), [])
            values += [option.get("value", "") for option in field.iterfind(".//option")]
            values += [field.get("value")] if field.get("value") else []
            written = field.tag == "input" and field.get("type", "text") not in _GIVEN
            if written or field.tag == "textarea":
                typed.add(field.get("name"))
            if field.get("type") == "file":
                files.add(field.get("name"))
        yield FoundForm(
            action=urlsplit(urljoin(at, form.get("action") or at)).path,
            is_post=(form.get("method") or "get").lower() == "post",
            fields={name: tuple(values) for name, values in offered.items()},
            files=frozenset(files),
            typed=frozenset(typed),
        )
