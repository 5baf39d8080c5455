"""Asking and answering in the database, one module a concept."""

from __future__ import annotations

from chat.models.answers import Answer, AnswerPassage, AnswerSentence, Citation, Feedback
from chat.models.conversations import Conversation, Message
from chat.models.examples import ExampleQuestion
from chat.models.shares import AnswerShare

__all__ = [
    "Answer",
    "AnswerPassage",
    "AnswerSentence",
    "AnswerShare",
    "Citation",
    "Conversation",
    "ExampleQuestion",
    "Feedback",
    "Message",
]
