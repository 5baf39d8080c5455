"""An answer: its state, its sentences, what was retrieved for it and the citations that it carries."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from chat.models.conversations import Message
from portal.jobs.leases import LeasedWork, LeaseTerms
from portal.models import TimestampedModel
from regulations.models import Passage, RegulationVersion
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome


class Answer(LeasedWork, TimestampedModel):
    """The life of one answer."""

    class Status(models.TextChoices):
        PENDING = "PENDING", _("대기 중")
        COMPOSING = "COMPOSING", _("작성 중")
        ANSWERED = "ANSWERED", _("답변함")
        PARTIAL = "PARTIAL", _("일부 답변")
        NEAR = "NEAR", _("답일 수 있는 조문")
        UNANSWERABLE_OUT_OF_SCOPE = "UNANSWERABLE_OUT_OF_SCOPE", _("범위 밖의 질문")
        UNANSWERABLE_NO_SOURCE = "UNANSWERABLE_NO_SOURCE", _("해당 규정 없음")
        UNANSWERABLE_NO_PROVISION = "UNANSWERABLE_NO_PROVISION", _("없거나 삭제된 조문")
        UNANSWERABLE_UNSUPPORTED = "UNANSWERABLE_UNSUPPORTED", _("근거를 확인하지 못함")
        UNANSWERABLE_DECLINED = "UNANSWERABLE_DECLINED", _("모델이 답하지 않음")
        ERROR_PROVIDER = "ERROR_PROVIDER", _("모델 서버 오류")
        ERROR_TIMEOUT = "ERROR_TIMEOUT", _("시간 초과")
        ERROR_INTERNAL = "ERROR_INTERNAL", _("내부 오류")
        WITHDRAWN = "WITHDRAWN", _("철회됨")
        CORRECTED = "CORRECTED", _("정정됨")
        STOPPED = "STOPPED", _("멈춤")

        @property
        def is_refusal(self) -> bool:
            """Whether the asker is told that the regulations do not say it."""
            return self.value.startswith("UNANSWERABLE_")

        @property
        def is_error(self) -> bool:
            """Whether the portal failed to answer."""
            return self.value.startswith("ERROR_")

    class Composer(models.TextChoices):
        EXTRACTIVE = "EXTRACTIVE", _("발췌")
        GENERATIVE = "GENERATIVE", _("생성")
        STAFF = "STAFF", _("담당자")

    class FallbackReason(models.TextChoices):
        """Why an answer has no sentence; the label is what is said of it. Programs read the values."""

        NO_RELEVANT_PROVISION = "no_relevant_provision", _("관련된 조문을 찾지 못했습니다.")
        NO_SUCH_PROVISION = (
            "no_such_provision",
            _("질문에 적힌 조문이 시행 중인 규정에 없습니다."),
        )
        COMPOSER_REFUSED = "composer_refused", _("작성한 글이 규정에 없다고만 했습니다.")
        NOTHING_CLAIMED = "nothing_claimed", _("작성한 글에 확인할 주장이 없었습니다.")
        # Claims were made, and not one of them may be shown.
        UNSUPPORTED = "faithfulness_below_threshold", _("조문으로 확인된 문장이 모자랐습니다.")

    terms = LeaseTerms(
        state_field="status",
        waiting=Status.PENDING,
        running=(Status.COMPOSING,),
        given_up=Status.ERROR_TIMEOUT,
        given_up_error="TimeoutError: the answer was never finished",
        most_attempts=3,
        lost_after=timedelta(seconds=45),
        task="chat.compose_answer",
        argument="answer_id",
        related=("message__conversation", "message__in_reply_to"),
    )

    message = models.OneToOneField(
        Message, verbose_name=_("글"), on_delete=models.CASCADE, related_name="answer"
    )
    status = models.CharField(_("상태"), max_length=30, choices=Status, default=Status.PENDING)
    as_of = models.DateField(_("기준일"))
    composer = models.CharField(_("작성 방식"), max_length=12, choices=Composer, blank=True)
    model = models.CharField(_("모델"), max_length=100, blank=True)
    prompt_hash = models.CharField(_("프롬프트"), max_length=64, blank=True)
    temperature = models.FloatField(_("온도"), null=True, blank=True)
    mode = models.CharField(_("찾는 방식"), max_length=10, default="hybrid")
    # The search with all its parameters and its whole result (regulations.search.retrieval.record); `replay` reads it.
    retrieval: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("찾은 기록"), default=dict, db_default={}, blank=True
    )
    # From which confidence on a verdict about a citation counts; None: CITATION_CONFIDENCE_THRESHOLD.
    confidence_threshold = models.FloatField(_("인용을 믿는 기준"), null=True, blank=True)
    best_relevance = models.FloatField(_("가장 높은 관련도"), null=True, blank=True)
    generations = models.PositiveSmallIntegerField(_("작성 횟수"), default=0)
    # The column has the name that the release before writes.
    attempts = models.PositiveSmallIntegerField(
        _("작업자가 맡은 횟수"), default=0, db_default=0, db_column="claims"
    )
    # How many of them belong to earlier tries of the same question: each try may be taken as often as the first.
    attempts_before = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    finished_at = models.DateTimeField(_("끝난 때"), null=True, blank=True)
    # The asker does not want to wait any longer; the worker looks at it before each sentence.
    stop_requested_at = models.DateTimeField(_("멈추라고 한 때"), null=True, blank=True)
    # Until when the asker has seen what the staff decided about the answer.
    review_seen_at = models.DateTimeField(_("결정을 본 때"), null=True, blank=True)
    # In which language the asker reads the page: what a worker tells it is in the same.
    language = models.CharField(_("화면의 언어"), max_length=7, default="ko", db_default="ko")
    fallback_reason = models.CharField(
        _("답하지 못한 까닭"), max_length=60, choices=FallbackReason, blank=True
    )
    related_questions: models.JSONField[list[str], list[str]] = models.JSONField(
        _("이어서 물을 것"), default=list, blank=True
    )
    department_name = models.CharField(_("안내한 부서"), max_length=100, blank=True)
    # Provisions to read along (chat.storing.see_also), as they were in force on the day that the answer is about.
    see_also: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        _("함께 볼 조문"), default=list, db_default=[], blank=True
    )
    timings: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("걸린 시간(ms)"), default=dict, blank=True
    )

    class Meta:
        verbose_name = _("답변")
        verbose_name_plural = ngettext_lazy("답변", "답변", 2)
        indexes = (
            models.Index(fields=["status", "created_at"], name="answer_status"),
            # What happened on a day, whatever its state (chat.insights.dashboard).
            models.Index(fields=["created_at"], name="answer_created"),
        )

    def __str__(self) -> str:
        return f"{self.get_status_display()} {self.pk}"

    @classmethod
    def spent(cls) -> Q:
        """Stalled answers whose present try was taken too often."""
        return Q(attempts__gte=F("attempts_before") + cls.terms.most_attempts)

    @property
    def may_be_tried_again(self) -> bool:
        """Whether a worker that cannot finish it leaves it to the next one."""
        return self.attempts - self.attempts_before < self.terms.most_attempts

    @property
    def question(self) -> str:
        """What was asked."""
        asked = self.message.in_reply_to
        return asked.content if asked else ""

    @property
    def searched_question(self) -> str:
        """The question as it was looked up: a follow-up with what it leans on. Without a search, what was asked."""
        return str(self.retrieval.get("query") or self.question)

    @property
    def former_version_ids(self) -> frozenset[int]:
        """The versions that transitional measures keep for who asked though others are in force."""
        rows = self.retrieval.get("transitional", ())
        return frozenset(row["former_id"] for row in rows if row["former_id"])


class AnswerSentence(models.Model):
    """One sentence of an answer, with what its check found and the provision's words beside it.

    `text` is what was composed, also where it is not shown: see `shown_text`.
    """

    Outcome = SentenceOutcome
    Method = ConfirmedBy

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="sentences")
    position = models.PositiveSmallIntegerField(_("순서"))
    text = models.TextField(_("문장"))
    # The release before writes the column under this name while it is being replaced.
    outcome = models.CharField(
        _("확인"),
        max_length=16,
        choices=SentenceOutcome,
        default=SentenceOutcome.NOT_CHECKED,
        db_column="support",
    )
    method = models.CharField(
        _("확인한 방법"),
        max_length=8,
        choices=ConfirmedBy,
        default=ConfirmedBy.NONE,
        db_default=ConfirmedBy.NONE,
    )
    # The very words of the provision, beneath a sentence that was not confirmed or in place of one that differs.
    quote = models.TextField(_("조문의 글"), blank=True, default="", db_default="")
    reason = models.TextField(_("까닭"), blank=True, default="", db_default="")
    # Since when the mark of a sentence that was shown as confirmed is no more.
    withdrawn_at = models.DateTimeField(_("거둔 때"), null=True, blank=True)
    score = models.FloatField(_("점수"), null=True, blank=True)

    class Meta:
        verbose_name = _("답변의 문장")
        verbose_name_plural = ngettext_lazy("답변의 문장", "답변의 문장", 2)
        constraints = (
            models.UniqueConstraint(fields=["answer", "position"], name="sentence_position_unique"),
        )

    def __str__(self) -> str:
        return self.text[:40]

    @property
    def shown_text(self) -> str:
        """What the answer says in this place: the provision's words where the sentence differs, nothing where it was withdrawn."""
        if self.outcome == SentenceOutcome.DIFFERS:
            return self.quote
        return "" if self.outcome == SentenceOutcome.WITHDRAWN else self.text


class AnswerPassage(models.Model):
    """What retrieval handed to the composer, as it was then: the text is a snapshot and outlives the passage."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="passages")
    passage = models.ForeignKey(Passage, null=True, on_delete=models.SET_NULL, related_name="+")
    version = models.ForeignKey(
        RegulationVersion, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    locator_key = models.CharField(_("자리"), max_length=120)
    regulation_title = models.CharField(_("규정"), max_length=200)
    title = models.CharField(max_length=500, blank=True)
    text = models.TextField()
    rank = models.PositiveSmallIntegerField(_("순위"))
    score = models.FloatField()
    relevance = models.FloatField(_("관련도"))
    used = models.BooleanField(_("씀"), default=False)
    # Where it is shown as what may hold the answer: the part that is quoted, its place, and the words that match.
    excerpt = models.TextField(_("보인 글"), blank=True, default="", db_default="")
    excerpt_key = models.CharField(max_length=120, blank=True, default="", db_default="")
    words: models.JSONField[list[str], list[str]] = models.JSONField(
        _("맞는 낱말"), default=list, db_default=[], blank=True
    )
    # What the asker said of it; null while nothing was said.
    is_answer = models.BooleanField(_("답이라고 함"), null=True, blank=True)

    class Meta:
        verbose_name = _("검색된 근거")
        verbose_name_plural = _("검색된 근거")
        constraints = (
            models.UniqueConstraint(fields=["answer", "rank"], name="answer_passage_rank_unique"),
        )

    def __str__(self) -> str:
        return f"{self.rank}. {self.regulation_title} {self.locator_key}"


class Citation(TimestampedModel):
    """A citation in an answer as it is shown, with the provision of the version that it names.

    `status` is one of the closed list; only VERIFIED is ever shown as verified.
    """

    Status = CitationStatus

    message = models.ForeignKey(
        Message, verbose_name=_("글"), on_delete=models.CASCADE, related_name="citations"
    )
    sentence = models.ForeignKey(
        AnswerSentence,
        null=True,
        blank=True,
        verbose_name=_("문장"),
        on_delete=models.CASCADE,
        related_name="citations",
    )
    passage = models.ForeignKey(
        Passage,
        null=True,
        blank=True,
        verbose_name=_("검색 조각"),
        on_delete=models.SET_NULL,
        db_column="chunk_id",
        related_name="+",
    )
    version = models.ForeignKey(
        RegulationVersion,
        null=True,
        blank=True,
        verbose_name=_("판"),
        on_delete=models.SET_NULL,
        related_name="+",
    )
    regulation_title = models.CharField(_("규정"), max_length=200, blank=True)
    locator_key = models.CharField(_("자리"), max_length=120, blank=True)
    number = models.PositiveSmallIntegerField(_("번호"))
    position = models.PositiveSmallIntegerField(_("순서"), default=0)
    written = models.CharField(_("쓰인 그대로"), max_length=300, blank=True)
    score = models.DecimalField(_("점수"), max_digits=5, decimal_places=4, null=True, blank=True)
    quote = models.TextField(_("인용한 글"), blank=True)
    status = models.CharField(
        _("상태"), max_length=20, choices=CitationStatus, default=CitationStatus.NOT_CHECKED
    )

    class Meta:
        db_table = "chat_citations"
        verbose_name = _("인용")
        verbose_name_plural = _("인용")
        indexes = (models.Index(fields=["message", "number"], name="citation_message"),)

    def __str__(self) -> str:
        return f"[{self.number}] {self.regulation_title} {self.locator_key}"


class Feedback(TimestampedModel):
    """What the asker thought of an answer."""

    class Reason(models.TextChoices):
        WRONG = "WRONG", _("틀림")
        OUTDATED = "OUTDATED", _("오래됨")
        INCOMPLETE = "INCOMPLETE", _("빠진 내용이 있음")
        HARD_TO_READ = "HARD_TO_READ", _("읽기 어려움")

    answer = models.OneToOneField(
        Answer, verbose_name=_("답변"), on_delete=models.CASCADE, related_name="feedback"
    )
    helpful = models.BooleanField(_("도움 됨"))
    reason = models.CharField(_("까닭"), max_length=20, choices=Reason, blank=True)
    comment = models.TextField(_("덧붙인 말"), blank=True)

    class Meta:
        verbose_name = _("의견")
        verbose_name_plural = ngettext_lazy("의견", "의견", 2)
        indexes = (models.Index(fields=["updated_at"], name="feedback_updated"),)

    def __str__(self) -> str:
        return str(_("도움 됨") if self.helpful else _("도움 안 됨"))
