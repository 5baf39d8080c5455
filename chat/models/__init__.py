"""Asking and answering in the database, one module a concept."""

from __future__ import annotations

from chat.models.answers import Answer, AnswerPassage, AnswerSentence, Citation, Feedback
from chat.models.conversations import Conversation, Message
from chat.models.figures import DailyFigure
from chat.models.verified import VerifiedAnswer, VerifiedCitation, VerifiedPhrasing, VerifiedUse

__all__ = [
    "Answer",
    "AnswerPassage",
    "AnswerSentence",
    "Citation",
    "Conversation",
    "DailyFigure",
    "Feedback",
    "Message",
    "VerifiedAnswer",
    "VerifiedCitation",
    "VerifiedPhrasing",
    "VerifiedUse",
]
