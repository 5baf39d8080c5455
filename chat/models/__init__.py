"""Asking and answering in the database, one module a concept."""

from __future__ import annotations

from chat.models.answers import Answer, AnswerPassage, AnswerSentence, Citation, Feedback
from chat.models.casework import QuestionVector, Rerun
from chat.models.certificates import Certificate, CertifiedProvision, SigningKey
from chat.models.conversations import Conversation, Message
from chat.models.drafts import DraftTrial
from chat.models.examples import ExampleQuestion
from chat.models.figures import (
    DailyFigure,
    DayCount,
    RegulationAnswerFigure,
    RegulationFigure,
)
from chat.models.reports import MonthlyReport
from chat.models.shares import AnswerShare
from chat.models.verified import VerifiedAnswer, VerifiedCitation, VerifiedPhrasing, VerifiedUse

__all__ = [
    "Answer",
    "AnswerPassage",
    "AnswerSentence",
    "AnswerShare",
    "Certificate",
    "CertifiedProvision",
    "Citation",
    "Conversation",
    "DailyFigure",
    "DayCount",
    "DraftTrial",
    "ExampleQuestion",
    "Feedback",
    "Message",
    "MonthlyReport",
    "QuestionVector",
    "RegulationAnswerFigure",
    "RegulationFigure",
    "Rerun",
    "SigningKey",
    "VerifiedAnswer",
    "VerifiedCitation",
    "VerifiedPhrasing",
    "VerifiedUse",
]
