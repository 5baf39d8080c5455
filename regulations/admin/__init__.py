"""Where the office curates regulations: bring files in, read what was understood, compare, publish; name departments, collections
and synonyms. One module a noun.
"""

from __future__ import annotations

from regulations.admin.collections import CollectionAdmin
from regulations.admin.departments import DepartmentAdmin
from regulations.admin.imports import ImportRunAdmin, WatchedFileAdmin
from regulations.admin.notices import AdvanceNoticeAdmin
from regulations.admin.questions import PassageQuestionAdmin, QuestionRunAdmin
from regulations.admin.regulations import RegulationAdmin
from regulations.admin.subscriptions import AmendmentSubscriptionAdmin
from regulations.admin.synonyms import ThesaurusEntryAdmin, ThesaurusTrialAdmin
from regulations.admin.versions import RegulationVersionAdmin
from regulations.admin.worklist import WorklistItemAdmin

__all__ = [
    "AdvanceNoticeAdmin",
    "AmendmentSubscriptionAdmin",
    "CollectionAdmin",
    "DepartmentAdmin",
    "ImportRunAdmin",
    "PassageQuestionAdmin",
    "QuestionRunAdmin",
    "RegulationAdmin",
    "RegulationVersionAdmin",
    "ThesaurusEntryAdmin",
    "ThesaurusTrialAdmin",
    "WatchedFileAdmin",
    "WorklistItemAdmin",
]
