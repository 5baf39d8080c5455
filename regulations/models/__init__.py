"""The corpus in the database, one module a concept."""

from __future__ import annotations

from regulations.models.announcing import AdvanceNotice, NoticeRemark
from regulations.models.corpus import CorpusVersion
from regulations.models.curation import AbsenceDecision, ImportEntry, ImportRun, ProvisionEdit
from regulations.models.golden import GoldenQuestion, GoldenRun, GoldenSet
from regulations.models.passages import (
    CrossReference,
    EmbeddingSwitch,
    LexicalTerm,
    Passage,
    PassageEmbedding,
)
from regulations.models.pictures import Picture
from regulations.models.provisions import (
    Addenda,
    Article,
    Attachment,
    Item,
    Paragraph,
    Provision,
    Subparagraph,
)
from regulations.models.questions import PassageQuestion, QuestionRun
from regulations.models.regulations import (
    Collection,
    Department,
    Regulation,
    RegulationAlias,
    RegulationVersion,
)
from regulations.models.subscriptions import AmendmentSubscription
from regulations.models.thesaurus import ThesaurusEntry, ThesaurusTrial
from regulations.models.transitional import TransitionalMeasure
from regulations.models.watched import WatchedFile
from regulations.models.worklist import WorklistItem

__all__ = [
    "AbsenceDecision",
    "Addenda",
    "AdvanceNotice",
    "AmendmentSubscription",
    "Article",
    "Attachment",
    "Collection",
    "CorpusVersion",
    "CrossReference",
    "Department",
    "EmbeddingSwitch",
    "GoldenQuestion",
    "GoldenRun",
    "GoldenSet",
    "ImportEntry",
    "ImportRun",
    "Item",
    "LexicalTerm",
    "NoticeRemark",
    "Paragraph",
    "Passage",
    "PassageEmbedding",
    "PassageQuestion",
    "Picture",
    "Provision",
    "ProvisionEdit",
    "QuestionRun",
    "Regulation",
    "RegulationAlias",
    "RegulationVersion",
    "Subparagraph",
    "ThesaurusEntry",
    "ThesaurusTrial",
    "TransitionalMeasure",
    "WatchedFile",
    "WorklistItem",
]
