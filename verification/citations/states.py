"""The closed lists of what can be said of a citation, a statement and a sentence, in words for everybody."""

from __future__ import annotations

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class CitationStatus(models.TextChoices):
    """Only VERIFIED is ever shown as verified."""

    VERIFIED = "VERIFIED", _("확인됨")
    NOT_FOUND = "NOT_FOUND", _("없는 조문")
    UNKNOWN_REGULATION = "UNKNOWN_REGULATION", _("없는 규정")
    AMBIGUOUS = "AMBIGUOUS", _("여러 규정에 해당")
    DELETED = "DELETED", _("삭제된 조문")
    NOT_IN_FORCE = "NOT_IN_FORCE", _("시행 전·폐지")
    OUT_OF_CONTEXT = "OUT_OF_CONTEXT", _("찾은 근거 밖")
    MISATTRIBUTED = "MISATTRIBUTED", _("내용 불일치")
    NOT_CHECKED = "NOT_CHECKED", _("확인 안 됨")

    @property
    def sentence(self) -> Promise:
        """What a student reads about a citation of this status."""
        return _SENTENCES[self]


_SENTENCES = {
    CitationStatus.VERIFIED: _("인용한 조문이 있고, 이 문장의 내용과 맞는 것을 확인했습니다."),
    CitationStatus.NOT_FOUND: _("인용한 조문이 이 규정에 없습니다."),
    CitationStatus.UNKNOWN_REGULATION: _("인용한 규정이 등록되어 있지 않아 확인할 수 없습니다."),
    CitationStatus.AMBIGUOUS: _("어느 규정의 조문인지 하나로 정할 수 없습니다."),
    CitationStatus.DELETED: _("인용한 조문은 삭제되었습니다."),
    CitationStatus.NOT_IN_FORCE: _("인용한 조문은 기준일에 시행 중이 아닙니다."),
    CitationStatus.OUT_OF_CONTEXT: _(
        "조문은 있지만, 이 답변을 위해 찾은 근거에 들어 있지 않습니다."
    ),
    CitationStatus.MISATTRIBUTED: _("조문은 있지만, 이 문장의 내용을 담고 있지 않습니다."),
    CitationStatus.NOT_CHECKED: _("이 인용은 확인하지 않았습니다."),
}


class Verdict(models.TextChoices):
    """What evidence makes of a statement, or of a statement with its citation; every check says it in these words.

    NOT_IN_CONTEXT: it was held against its evidence, which does not say it, or not clearly enough. NOT_CHECKED: nobody looked.
    """

    SUPPORTED = "SUPPORTED", _("근거 있음")
    CONTRADICTED = "CONTRADICTED", _("근거와 다름")
    NOT_IN_CONTEXT = "NOT_IN_CONTEXT", _("근거 부족")
    NOT_CHECKED = "NOT_CHECKED", _("확인 안 됨")

    @property
    def of_a_pair(self) -> str:
        """The word of the interfaces for a statement with its citation."""
        return _OF_A_PAIR[self]


_OF_A_PAIR = {
    Verdict.SUPPORTED: "accurate",
    Verdict.CONTRADICTED: "inaccurate",
    Verdict.NOT_IN_CONTEXT: "uncertain",
    Verdict.NOT_CHECKED: "not_run",
}


class SentenceOutcome(models.TextChoices):
    """What became of a sentence; only CONFIRMED is ever shown as confirmed.

    DIFFERS: the text that is shown is the provision's own, in place of a sentence that a fact speaks against.
    """

    CONFIRMED = "CONFIRMED", _("확인됨")
    BESIDE_SOURCE = "BESIDE_SOURCE", _("원문과 함께")
    DIFFERS = "DIFFERS", _("규정과 다름")
    NO_CLAIM = "NO_CLAIM", _("주장 없음")
    REFUSAL = "REFUSAL", _("없다는 답")
    WITHDRAWN = "WITHDRAWN", _("거둠")
    NOT_CHECKED = "NOT_CHECKED", _("확인 안 됨")

    @property
    def is_claim(self) -> bool:
        """Whether the sentence states something, which was held against its evidence."""
        return self is SentenceOutcome.CONFIRMED or self.is_failing

    @property
    def is_failing(self) -> bool:
        """Whether it states something that was not confirmed."""
        return self in (SentenceOutcome.BESIDE_SOURCE, SentenceOutcome.DIFFERS)

    @property
    def shows_own_words(self) -> bool:
        """Whether a claim is shown in its own words: the provision's stand in the place of one that differs."""
        return self.is_claim and self is not SentenceOutcome.DIFFERS


class ConfirmedBy(models.TextChoices):
    """By what a sentence was confirmed or refuted."""

    PROOF = "PROOF", _("증명")
    COPY = "COPY", _("원문 그대로")
    VERIFIER = "VERIFIER", _("대조 모델")
    JUDGE = "JUDGE", _("모델 판정")
    NONE = "NONE", _("없음")
