"""How a provision is named to a reader: 「학칙」 제25조의2제1항제3호, or in English 학칙, Article 25-2(1)3."""

from __future__ import annotations

from django.utils.translation import get_language

from regulations.text.locators import Locator

_ATTACHMENTS = {"table": "Attached Table", "form": "Attached Form", "figure": "Attached Figure"}


def locator_label(locator: Locator) -> str:
    """Return the place in the language of the page."""
    return english_label(locator) if get_language() == "en" else locator.label


def provision_label(regulation_title: str, locator: Locator) -> str:
    """Return the regulation and the place in the language of the page."""
    if get_language() == "en":
        return f"「{regulation_title}」 {english_label(locator)}"
    return f"「{regulation_title}」 {locator.label}"


def english_label(locator: Locator) -> str:
    """Return the place as the Korea Legislation Research Institute writes it: Article 25-2(1)3(a)."""
    parts = []
    if locator.addenda is not None:
        parts.append("Addenda")
    if locator.attachment_kind is not None:
        number = f" {_branched(locator.attachment, locator.attachment_branch)}"
        parts.append(_ATTACHMENTS[locator.attachment_kind] + (number if locator.attachment else ""))
    within = f"Article {_branched(locator.article, locator.branch)}" if locator.article else ""
    if locator.paragraph is not None:
        within += f"({locator.paragraph})" if within else f"Paragraph {locator.paragraph}"
    if locator.subparagraph is not None:
        number = _branched(locator.subparagraph, locator.subparagraph_branch)
        within += (
            number if locator.paragraph is not None or not within else f", subparagraph {number}"
        )
    if locator.item is not None:
        within += f"({_letter(locator.item)})"
    if locator.subitem is not None:
        within += f"({locator.subitem})"
    return ", ".join(filter(None, [*parts, within]))


def _branched(number: int | None, branch: int | None) -> str:
    return f"{number}-{branch}" if branch else str(number)


def _letter(number: int) -> str:
    """가 is a, 나 is b; what comes after z is counted."""
    return chr(ord("a") + number - 1) if number <= 26 else str(number)
