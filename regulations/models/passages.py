"""What is searched: passages of whole provisions, their vectors, and the references between provisions."""

from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField, SparseVectorField

from regulations.models.provisions import Article, Attachment
from regulations.models.regulations import RegulationVersion
from regulations.text.bm25 import DIMENSIONS
from regulations.text.locators import Locator


class Passage(models.Model):
    """The unit of retrieval: always whole provisions of one version, never a part of one.

    `content_hash` is the SHA-256 of title and text: a passage that an amendment left alone keeps its vectors.
    `tokens` holds the morphemes by field (A the provision's title, B the regulation's, C the headings, D the text) and
    finds; `lexical` holds their BM25 weights and ranks. `tokenizer` is the version of the rules that made both.
    """

    version = models.ForeignKey(RegulationVersion, on_delete=models.CASCADE)
    article = models.ForeignKey(Article, null=True, blank=True, on_delete=models.CASCADE)
    attachment = models.ForeignKey(Attachment, null=True, blank=True, on_delete=models.CASCADE)
    locator_key = models.CharField(max_length=120)
    position = models.PositiveIntegerField()
    title = models.CharField(max_length=500)
    provision_title = models.CharField(max_length=300, blank=True)
    text = models.TextField()
    content_hash = models.CharField(max_length=64, db_index=True)
    tokens = SearchVectorField(null=True)
    lexical = SparseVectorField(dimensions=DIMENSIONS, null=True)
    tokenizer = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("검색 조각")
        verbose_name_plural = _("검색 조각")
        default_related_name = "passages"
        constraints = (
            models.UniqueConstraint(
                fields=["version", "locator_key"], name="passage_locator_unique"
            ),
        )
        indexes = (GinIndex(fields=["tokens"], name="passage_tokens"),)

    def __str__(self) -> str:
        return f"{self.version.regulation.title} {self.locator.label}"

    @property
    def locator(self) -> Locator:
        """The address of the provision that the passage holds; a table's further groups of rows share the table's."""
        return Locator.of_passage(self.locator_key)


class PassageEmbedding(models.Model):
    """A passage's vector of one embedding model; a second model's rows are made beside the first one's."""

    passage = models.ForeignKey(Passage, on_delete=models.CASCADE, related_name="embeddings")
    model = models.CharField(max_length=100)
    dimensions = models.PositiveIntegerField()
    vector = HalfVectorField()

    class Meta:
        verbose_name = _("임베딩")
        verbose_name_plural = _("임베딩")
        constraints = (
            models.UniqueConstraint(
                fields=["passage", "model"], name="embedding_passage_model_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.model} {self.dimensions}"


class EmbeddingSwitch(models.Model):
    """From when on a model that was to come is the one that searches use (regulations.search.index.embedding_models)."""

    model = models.CharField(max_length=100, unique=True)
    switched_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("임베딩 모델 전환")
        verbose_name_plural = _("임베딩 모델 전환")

    def __str__(self) -> str:
        return self.model


class LexicalTerm(models.Model):
    """In how many passages a morpheme stands; the row of the empty term counts all passages."""

    term = models.CharField(max_length=100, primary_key=True)
    documents = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("낱말 통계")
        verbose_name_plural = _("낱말 통계")

    def __str__(self) -> str:
        return f"{self.term} {self.documents}"


class CrossReference(models.Model):
    """One provision's mention of another, as read from the text when its version was published.

    It leads from a place in a version to a place in a *regulation*: which version of that one is meant, the day of reading
    says. `start` and `end` are offsets into the text of the provision; `to_locator_key` is the provision meant or, while the
    mention is not resolved, the provision as it is cited. An empty key is the regulation as a whole. The provisions
    between the ends of a range have rows of their own, with the offsets of the whole range.
    """

    class Kind(models.TextChoices):
        REFERS = "REFERS", _("인용")
        MUTATIS_MUTANDIS = "MUTATIS_MUTANDIS", _("준용")
        DELEGATES = "DELEGATES", _("위임")

    class State(models.TextChoices):
        RESOLVED = "RESOLVED", _("연결됨")
        EXTERNAL = "EXTERNAL", _("외부 법령")
        OPEN = "OPEN", _("이름 없는 위임")
        UNRESOLVED = "UNRESOLVED", _("연결 안 됨")

    class Reason(models.TextChoices):
        UNKNOWN_REGULATION = "UNKNOWN_REGULATION", _("등록되지 않은 규정")
        AMBIGUOUS_NAME = "AMBIGUOUS_NAME", _("이름이 같은 규정이 여럿")
        NOT_PUBLISHED = "NOT_PUBLISHED", _("게시된 판이 없는 규정")
        NO_PROVISION = "NO_PROVISION", _("그 규정에 없는 조문")
        UNCLEAR = "UNCLEAR", _("어느 규정인지 알 수 없음")

    class Range(models.TextChoices):
        START = "START", _("범위의 처음")
        END = "END", _("범위의 끝")
        BETWEEN = "BETWEEN", _("범위의 안")

    version = models.ForeignKey(RegulationVersion, on_delete=models.CASCADE)
    from_locator_key = models.CharField(max_length=120)
    start = models.PositiveIntegerField(db_default=0)
    end = models.PositiveIntegerField(db_default=0)
    text = models.CharField(max_length=300)
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.REFERS)
    state = models.CharField(max_length=10, choices=State, db_default=State.UNRESOLVED)
    reason = models.CharField(max_length=20, choices=Reason, blank=True, db_default="")
    range = models.CharField(max_length=10, choices=Range, blank=True, db_default="")
    to_regulation = models.ForeignKey(
        "regulations.Regulation",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="incoming_references",
    )
    to_name = models.CharField(max_length=200, blank=True)
    normalized_to_name = models.CharField(max_length=200, blank=True, db_default="")
    to_locator_key = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("조문 사이의 인용")
        verbose_name_plural = _("조문 사이의 인용")
        default_related_name = "cross_references"
        indexes = (
            models.Index(fields=["to_regulation", "to_locator_key"], name="reference_target"),
            models.Index(fields=["version", "from_locator_key"], name="reference_origin"),
            models.Index(
                fields=["normalized_to_name"],
                name="reference_waiting",
                condition=models.Q(to_regulation__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def place_label(self) -> str:
        """Where the mention stands in its version."""
        return Locator.parse(self.from_locator_key).label
