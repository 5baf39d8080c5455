"""What a page, the API, the export and the stream show of an answer: one set of frozen dataclasses for all of them.

Built from stored rows (`answer_view`) or, while an answer is being composed, from a sentence that has just passed its
check; the templates cannot tell the two apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from chat.presenters.records import ClaimRow, LogRow, OriginalLine, Provenance, TransitionalView
from verification.citations.states import SentenceOutcome
from verification.grounding.language.languages import written_in

# As pages name the languages of texts.
PAGE_LANGUAGES = {"ko": "ko", "en": "en", "zh": "zh-hans", "vi": "vi"}


@dataclass(frozen=True)
class CitationView:
    """A citation as a chip, a card and a line of the list of sources."""

    number: int
    label: str  # 「학칙」 제25조제2항
    regulation_title: str
    provision_label: str  # 제25조제2항
    status: str  # a Citation.Status value
    status_label: str  # 확인됨
    status_sentence: str  # one sentence for the student
    url: str  # the provision on the page of the version cited; empty where it does not exist
    quote: str
    enforcement_date: date | None = None
    statement: str = ""  # the sentence that it carries; empty where it carries none
    course: str = ""  # the course of study that its regulation is for; empty where it is for all
    outcome: str = (
        "CONFIRMED"  # of that sentence: beside one that was not confirmed it confirms nothing
    )

    @property
    def is_verified(self) -> bool:
        """Whether the citation may be shown as verified."""
        return self.status == "VERIFIED" and self.outcome == "CONFIRMED"

    @property
    def outcome_label(self) -> str:
        """The outcome of its sentence in words."""
        return str(SentenceOutcome(self.outcome).label)


@dataclass(frozen=True)
class RemovedView:
    """A citation that was taken out: one sentence that says what the provision is, and the page of its history."""

    label: str
    sentence: str
    url: str


@dataclass(frozen=True)
class DecisionView:
    """What the staff made of an answer: awaited, or decided by an office on a day."""

    sentence: str
    is_waiting: bool = False
    day: datetime | None = None
    reason: str = ""


@dataclass(frozen=True)
class AmendedCitation:
    """A cited provision that is, or will be, no longer as it was cited."""

    class State(TextChoices):
        AMENDED = "AMENDED", _("근거 조문 개정됨")
        UPCOMING = "UPCOMING", _("개정 예정")
        REPEALED = "REPEALED", _("규정 폐지됨")
        REPEAL_UPCOMING = "REPEAL_UPCOMING", _("폐지 예정")

    number: int
    label: str  # 「학칙」 제25조제2항
    state: State
    day: date | None
    url: str  # what changed, or the provision as it was cited
    has_comparison: bool

    @property
    def is_in_effect(self) -> bool:
        """Whether the provision is another one today already."""
        return self.state in {self.State.AMENDED, self.State.REPEALED}


@dataclass(frozen=True)
class SentenceView:
    """A sentence with its citations; `outcome` is an AnswerSentence.Outcome value.

    `text` is what the answer says, without Markdown: the provision's words where they stand in the place of the sentence,
    nothing where it was withdrawn. `markup` is the same as a model wrote it; empty where the words are no model's.
    """

    position: int
    text: str
    outcome: str
    outcome_label: str
    citations: tuple[CitationView, ...] = ()
    quote: str = ""  # the provision's very words beneath it, or in its place
    quote_words: tuple[str, ...] = ()  # of it those that the sentence was held against
    is_quote_again: bool = False  # the sentence before stands beside the same words
    reason: str = ""
    method: str = "NONE"
    markup: str = ""
    withdrawn_text: str = ""
    withdrawn_at: datetime | None = None
    is_excerpt: bool = False  # the rule's own words in an answer that a model wrote
    begins_excerpt: bool = False
    proviso: str = ""  # of the rule that it tells, where the answer leaves it out: 다만, …
    referred_by: str = ""  # of a paragraph that another one of the answer rests on: which, 제3항

    @property
    def is_confirmed(self) -> bool:
        """Whether the sentence may be shown as confirmed."""
        return self.outcome == "CONFIRMED"

    @property
    def language(self) -> str:
        """The language of the sentence, for screen readers."""
        return PAGE_LANGUAGES[written_in(self.text)]


@dataclass(frozen=True)
class SentenceCounts:
    """How many sentences of an answer have which outcome; what claims nothing is not counted."""

    total: int = 0
    confirmed: int = 0
    beside: int = 0
    replaced: int = 0
    withdrawn: int = 0
    unchecked: int = 0

    @classmethod
    def of(cls, sentences: Sequence[SentenceView]) -> SentenceCounts:
        """Count the sentences."""
        found = Counter(one.outcome for one in sentences)
        counts = {
            "confirmed": found["CONFIRMED"],
            "beside": found["BESIDE_SOURCE"],
            "replaced": found["DIFFERS"],
            "withdrawn": found["WITHDRAWN"],
            "unchecked": found["NOT_CHECKED"],
        }
        return cls(total=sum(counts.values()), **counts)

    @property
    def is_all_confirmed(self) -> bool:
        """Whether there is something, and all of it was confirmed."""
        return 0 < self.total == self.confirmed


@dataclass(frozen=True)
class ContactView:
    """Whom to ask; from the Department table."""

    name: str
    phone: str
    email: str
    location: str
    hours: str


@dataclass(frozen=True)
class SeeAlsoView:
    """A provision to read along. It is no evidence of the answer and carries no state of a check."""

    label: str  # 「학칙」 제25조제2항
    regulation_title: str
    locator_key: str
    title: str  # of its article or table
    kind: str  # a CrossReference.Kind value
    kind_label: str  # 준용
    via: str  # the cited provision that leads there
    url: str


@dataclass(frozen=True)
class NearView:
    """A provision that may hold the answer, quoted; `is_answer` is what the asker said of it."""

    number: int
    label: str
    url: str
    regulation_title: str
    locator_key: str
    quote: str
    words: tuple[str, ...]
    enforcement_date: date | None
    is_answer: bool | None


@dataclass(frozen=True)
class NamedView:
    """What is so of a provision that the question names and that does not hold, with (label, address) of what does."""

    sentence: str
    links: tuple[tuple[str, str], ...]
    leads_to_neighbors: bool = False  # the links are the articles before and after it


@dataclass(frozen=True)
class WidenView:
    """The regulation that answers outside of the scope that was asked."""

    title: str
    slug: str
    relevance: float


@dataclass(frozen=True)
class FeedbackView:
    """What the asker thought; `reason` is a Feedback.Reason value or empty."""

    helpful: bool
    reason: str
    comment: str


@dataclass(frozen=True)
class AnswerView:
    """An answer as it is shown."""

    id: str
    question: str
    status: str
    status_label: str
    status_sentence: str
    is_pending: bool
    is_refusal: bool
    is_error: bool
    outcome: str  # of the search: answer, near or none; empty before it
    composer: str  # EXTRACTIVE, GENERATIVE, STAFF or empty
    composer_label: str
    as_of: date
    created_at: datetime
    finished_at: datetime | None
    sentences: tuple[SentenceView, ...] = ()
    sources: tuple[CitationView, ...] = ()  # each cited provision once, in the order of its number
    removed_citations: tuple[str, ...] = ()
    removed: tuple[RemovedView, ...] = ()  # the same for a person, each once with its reason
    removed_numbers: tuple[int, ...] = ()  # as they stood before the others were numbered anew
    counts: SentenceCounts = SentenceCounts()
    state_line: str = (
        ""  # how many sentences are confirmed, beside their source, replaced, withdrawn
    )
    confidence: float | None = None
    reasons: tuple[str, ...] = ()  # why it is not confirmed, in words; empty where it is
    verified_count: int = 0
    citation_count: int = 0
    accuracy_rate: float | None = None
    faithfulness: str = "NOT_CHECKED"
    faithfulness_label: str = ""
    check_state: str = ""
    lacks_pairs: bool = False  # the model did not read the citations, or not all of them
    check_method_label: str = ""
    log: tuple[LogRow, ...] = ()
    claims: tuple[ClaimRow, ...] = ()
    retrieved: tuple[CitationView, ...] = ()  # what was retrieved, for an answer that found nothing
    named: tuple[NamedView, ...] = ()  # provisions of the question that do not hold
    crisis: str = ""  # whom to call at once, where the question speaks of dying
    left_open: str = ""  # that the rules do not give what was asked, and who does
    near: tuple[NearView, ...] = ()  # what may hold the answer, where nothing is claimed
    related_questions: tuple[str, ...] = ()
    contact: ContactView | None = None
    widen: WidenView | None = None
    see_also: tuple[SeeAlsoView, ...] = ()
    model_notice: str = ""  # why this is an excerpt although there is a model, or ends too early
    is_broken_off: bool = False  # a model began it and did not end it
    masked_notice: str = ""  # which personal data of the question was masked
    amendments: tuple[AmendedCitation, ...] = ()  # cited provisions that changed since, or will
    is_stopped: bool = False
    is_stopping: bool = False
    waiting: str = ""  # why it takes long, in a sentence
    waited: int = 0  # seconds since it was asked for, while it is made
    original: tuple[OriginalLine, ...] = ()  # empty where nothing was corrected
    share_path: str = ""
    certificates: tuple[str, ...] = ()  # the numbers of those that hold
    feedback: FeedbackView | None = None
    provenance: Provenance = field(default_factory=Provenance)
    decided_at: datetime | None = None  # when the staff corrected or withdrew it
    decision: DecisionView | None = None
    scope_label: str = ""
    asker_label: str = ""  # for whom it is; empty where nobody said
    transitional: tuple[TransitionalView, ...] = ()  # what holds by the year of entry
    asks_course: bool = False  # rules of both courses of study may answer
    near_note: str = ""  # that a model wrote it from provisions of which the search was not sure
    model: str = ""  # that wrote it; empty where none did
    asking_url: str = ""  # where a question that follows is sent
    can_retry: bool = False  # the same question may be composed once more
    can_recheck: bool = False  # the second reading may be made once more
    can_hand_over: bool = False  # the question may go to the office
    office: str = ""  # that it would go to
    timings: dict[str, float] = field(default_factory=dict)

    @property
    def can_certify(self) -> bool:
        """Whether its state allows a certificate (chat.conversations.certificates)."""
        return self.status in ("ANSWERED", "PARTIAL") and self.counts.confirmed > 0

    @property
    def translated_into(self) -> str:
        """The language of its sentences where that is not the language of the rules: an unofficial translation."""
        return next((one.language for one in self.sentences if one.language != "ko"), "")

    @property
    def asked_in(self) -> str:
        """The language of the question: who asked may not read Korean."""
        return PAGE_LANGUAGES[written_in(self.question)]

    @property
    def is_outdated(self) -> bool:
        """Whether a provision that it rests on is another one today."""
        return any(one.is_in_effect for one in self.amendments)
