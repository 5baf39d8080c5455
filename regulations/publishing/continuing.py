"""A regulation that goes on under another title or number: one history, the former title an alias."""

from __future__ import annotations

from django.db import transaction
from django.utils.timezone import localdate

from portal.accounts.models import User
from regulations.models import Regulation, RegulationAlias, RegulationVersion
from regulations.publishing.cross_references import references_read
from regulations.publishing.roles import may_publish
from regulations.text.locators import normalize_name

State = RegulationVersion.State


class NotContinuableError(Exception):
    """The draft cannot become a version of that regulation. The message is for a person (in Korean)."""


@transaction.atomic
def regulation_continue(
    *, former: Regulation, draft: RegulationVersion, by: User | None
) -> RegulationVersion:
    """Make a draft the next version of a regulation that had another title or number.

    The regulation that the import made for the new title goes away. Title and number change when the draft is published.
    """
    if by is not None and not may_publish(by):
        raise NotContinuableError("이을 권한이 없습니다. 게시 담당자에게 요청해 주십시오.")
    locked = Regulation.objects.select_for_update().filter(pk__in=(former.pk, draft.regulation_id))
    found = {one.pk: one for one in locked.order_by("pk")}
    draft.refresh_from_db()
    former, successor = found[former.pk], found[draft.regulation_id]
    if former.pk == successor.pk or draft.state != State.DRAFT:
        raise NotContinuableError("이미 잇거나 게시한 초안입니다.")
    if successor.versions.exclude(state=State.DRAFT).exists():
        raise NotContinuableError("새 이름으로 이미 게시한 판이 있어 이을 수 없습니다.")
    number = former.versions.order_by("-number").values_list("number", flat=True).first() or 0
    for place, version in enumerate(successor.versions.order_by("number"), start=1):
        version.number = number + place
        version.regulation = former
        version.report = version.report | {"continues": _names(former, successor)}
        version.save(update_fields=["number", "regulation", "report"])
    names = [*successor.aliases.values_list("name", flat=True)]
    successor.delete()
    for name in names:
        alias_add(former, name)
    draft.refresh_from_db()
    references_read(versions=[draft], on=localdate())
    return draft


def name_take(*, version: RegulationVersion) -> None:
    """Give a regulation the title and number of the version that was just published; the former title becomes an alias."""
    continues = version.report.get("continues")
    if not continues:
        return
    regulation = version.regulation
    former = regulation.title
    regulation.title = continues["title"]
    regulation.code = continues["code"] or regulation.code
    regulation.category = continues["category"] or regulation.category
    regulation.kind = continues["kind"]
    regulation.save()
    regulation.aliases.filter(normalized_name=regulation.normalized_title).delete()
    alias_add(regulation, former)


def name_give_back(*, version: RegulationVersion) -> None:
    """Undo `name_take` where the publication is withdrawn, unless another version that is public has the name, too."""
    continues = version.report.get("continues")
    regulation = version.regulation
    if not continues:
        return
    public = regulation.versions.filter(state__in=RegulationVersion.PUBLIC_STATES)
    if public.exclude(pk=version.pk).filter(report__continues__title=continues["title"]).exists():
        return
    regulation.title = continues["former_title"]
    regulation.code = continues["former_code"]
    # Versions that were joined before these were kept have none.
    regulation.kind = continues.get("former_kind", regulation.kind)
    regulation.category = continues.get("former_category", regulation.category)
    regulation.save()
    regulation.aliases.filter(normalized_name=regulation.normalized_title).delete()


def former_title_keep(*, regulation: Regulation, former: str) -> bool:
    """Keep the title that the office has changed by hand as another name, where a text was published under it.

    Says whether it was kept: what others cite, and the next file, may still bear it.
    """
    regulation.aliases.filter(normalized_name=regulation.normalized_title).delete()
    is_known = regulation.versions.exclude(state=State.DRAFT).exists()
    if not is_known or normalize_name(former) == regulation.normalized_title:
        return False
    alias_add(regulation, former)
    return True


def alias_add(regulation: Regulation, name: str) -> None:
    """Let a regulation be found by a name that it had, or has beside its title."""
    normalized = normalize_name(name)
    if normalized and normalized != regulation.normalized_title:
        RegulationAlias.objects.get_or_create(
            regulation=regulation, normalized_name=normalized, defaults={"name": name}
        )


def _names(former: Regulation, successor: Regulation) -> dict[str, str]:
    return {
        "title": successor.title,
        "code": successor.code,
        "kind": successor.kind,
        "category": successor.category,
        "former_title": former.title,
        "former_code": former.code,
        "former_kind": former.kind,
        "former_category": former.category,
    }
