"""For whom an answer is: who asked, what transitional measures make of it, and whether it depends on the course of study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chat.asking.askers import asker_label
from chat.models import Answer
from chat.presenters.records import TransitionalView
from chat.presenters.wording import with_particle
from regulations.models import TransitionalMeasure
from regulations.reading.links import provision_url
from regulations.search.retrieval.results import TransitionalRule
from regulations.text.locators import Locator


def answer_asker(answer: Answer) -> str:
    """Who asked, in words; while nothing was searched what the conversation says."""
    scope = answer.retrieval.get("scope", answer.message.conversation.scope)
    said = {name: answer.retrieval[name] for name in ("enrollment",) if name in answer.retrieval}
    return asker_label(scope | said)


def transitional_views(
    retrieval: Mapping[str, Any],
    *,
    places: Iterable[tuple[str, str]],
    said: Iterable[str],
) -> tuple[TransitionalView, ...]:
    """What holds by the year of entry of the provisions (regulation, locator key) that an answer shows, or of a clause that it shows.

    `said` are its sentences: a clause that stands there is not quoted twice.
    """
    shown = {(title, _article(key)) for title, key in places}
    text = "\n".join(said)
    rules = (TransitionalRule(**row) for row in retrieval.get("transitional", ()))
    views = (
        _view(rule)
        for rule in rules
        if {(rule.regulation, rule.locator_key), (rule.regulation, _article(rule.addenda_key))}
        & shown
    )
    return tuple(replace(view, is_quoted=view.clause in text) for view in views)


def _article(key: str) -> str:
    return Locator.of_passage(key).article_locator.key if key else ""


def _view(rule: TransitionalRule) -> TransitionalView:
    url = provision_url(
        slug=rule.slug, version_number=rule.version_number, locator_key=rule.addenda_key
    )
    label, former_url = "", ""
    if rule.former_number is not None:
        day = date_format(date.fromisoformat(rule.former_day)) if rule.former_day else ""
        label = f"「{rule.regulation}」 {rule.provision}"
        label = _("%(label)s (%(day)s 시행)") % {"label": label, "day": day} if day else label
        former_url = provision_url(
            slug=rule.slug, version_number=rule.former_number, locator_key=rule.locator_key
        )
    return TransitionalView(
        _sentence(rule), rule.text, f"「{rule.regulation}」 {rule.addenda}", url, label, former_url
    )


def _sentence(rule: TransitionalRule) -> str:
    is_placed = not rule.locator_key.startswith("add-")
    place = f"「{rule.regulation}」 {rule.provision}" if is_placed else f"「{rule.regulation}」"
    said = {
        "year": rule.entry_year,
        "subject": with_particle(place, "이"),
        "topic": with_particle(place, "은"),
        "place": place,
        "addenda": rule.addenda,
        "with": with_particle(rule.addenda, "이"),
        "who": _years(rule),
    }
    if rule.entry_year is None:
        if rule.effect == TransitionalMeasure.Effect.SPECIAL:
            return (
                _("%(topic)s 입학년도에 따라 다릅니다. %(who)s에게는 %(with)s 적용됩니다.") % said
            )
        return (
            _(
                "%(topic)s 입학년도에 따라 다릅니다. %(who)s에게는 개정 전 규정이 적용됩니다 (%(addenda)s)."
            )
            % said
        )
    if rule.effect == TransitionalMeasure.Effect.PARTIAL:
        return (
            _(
                "%(year)s학번 가운데 일부에게는 %(place)s의 다른 규정이 적용될 수 있습니다 (%(addenda)s)."
            )
            % said
        )
    if rule.effect == TransitionalMeasure.Effect.SPECIAL:
        return _("%(year)s학번에게는 %(place)s에도 불구하고 %(with)s 적용됩니다.") % said
    told = _("%(year)s학번에게는 개정 전 %(subject)s 적용됩니다 (%(addenda)s).") % said
    if rule.former_number is None:
        return f"{told} {_('개정 전의 글은 여기에 없으니 소관부서에 확인하십시오.')}"
    return told


def _years(rule: TransitionalRule) -> str:
    years = {"first": rule.first_year, "last": rule.last_year}
    if rule.first_year is None:
        return _("%(last)s학년도까지 입학한 사람") % years
    if rule.last_year is None:
        return _("%(first)s학년도부터 입학한 사람") % years
    if rule.first_year == rule.last_year:
        return _("%(first)s학년도에 입학한 사람") % years
    return _("%(first)s–%(last)s학년도에 입학한 사람") % years
