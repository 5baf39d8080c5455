"""What the passages of a version are made of, and which of the stored ones are still those of its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from regulations.models import Article, Attachment, Paragraph, RegulationVersion
from regulations.search.index.passages import PassageText, article_passages, table_passages
from regulations.text.morphemes import TOKENIZER_VERSION


@dataclass(frozen=True, slots=True)
class PassageSource:
    """A passage to be with the row that it is made of."""

    passage: PassageText
    article: Article | None = None
    attachment: Attachment | None = None


def passage_sources(version: RegulationVersion) -> dict[str, PassageSource]:
    """The passages that a version should have, by locator."""
    return {source.passage.locator_key: source for source in _sources(version)}


def changed_passages_drop(
    *, version: RegulationVersion, sources: Mapping[str, PassageSource]
) -> frozenset[str]:
    """Delete the stored passages that are not those of the text, or were cut by other rules; returns the locators of the rest."""
    title = version.regulation.title
    wanted = {
        key: (source.passage.content_hash(title), TOKENIZER_VERSION)
        for key, source in sources.items()
    }
    stored = {
        row[0]: row[1:]
        for row in version.passages.values_list("locator_key", "content_hash", "tokenizer")
    }
    kept = frozenset(key for key, state in stored.items() if wanted.get(key) == state)
    if len(kept) < len(stored):
        version.passages.exclude(locator_key__in=kept).delete()
    return kept


def _sources(version: RegulationVersion) -> Iterator[PassageSource]:
    articles = Article.objects.filter(version=version, is_deleted=False)
    for article in articles.order_by("addenda__number", "position", "pk"):
        for passage in article_passages(
            key=article.locator_key,
            name=article.title,
            heading=" ".join(article.heading_path),
            text=article.full_text or article.text,
            in_addenda=article.addenda_id is not None,
        ):
            yield PassageSource(passage, article=article)
    rules = Paragraph.objects.filter(version=version, article=None, is_deleted=False)
    for paragraph in rules.order_by("addenda__number", "position", "pk"):
        for passage in article_passages(
            key=paragraph.locator_key, name="", heading="", text=paragraph.text, in_addenda=True
        ):
            yield PassageSource(passage)
    attachments = Attachment.objects.filter(version=version, is_deleted=False)
    for attachment in attachments.order_by("kind", "position", "pk"):
        form = attachment.kind != Attachment.Kind.TABLE
        for passage in table_passages(
            key=attachment.locator_key,
            name=attachment.title or attachment.label,
            # Of a form only the title says anything; its body is blanks.
            rows=[] if form else attachment.rows,
            text="" if form else attachment.text,
        ):
            yield PassageSource(passage, attachment=attachment)
