"""What the models cost: tokens as they were counted, at the prices of the settings. Without a price there is no cost, not 0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import TruncMonth
from django.utils.translation import gettext as _

from portal.controls.models import ModelUsage, StepUsage

_MILLION = Decimal(1_000_000)
_ANY = "*"


@dataclass(frozen=True)
class ModelCost:
    """Calls and tokens under a name; `amount` is None where a model among them has no price."""

    name: str
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    amount: Decimal | None = Decimal(0)

    def __add__(self, other: ModelCost) -> ModelCost:
        known = self.amount is not None and other.amount is not None
        return ModelCost(
            self.name,
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            (self.amount or Decimal(0)) + (other.amount or Decimal(0)) if known else None,
        )

    @property
    def shown(self) -> str:
        """The amount for people; – where nothing is known of it."""
        return "–" if self.amount is None else money(self.amount)

    @property
    def label(self) -> str:
        """The name of a step in words; a month as it is."""
        return step_label(self.name)


def money(amount: Decimal) -> str:
    """An amount with its currency."""
    currency = settings.MODEL_PRICE_CURRENCY
    return f"{amount:,.0f}{' ' if currency.isascii() else ''}{currency}"


def step_label(name: str) -> str:
    """What a step of the work is called."""
    return {
        "": _("그 밖"),
        "compose": _("답변 작성"),
        "judge": _("답변 점검"),
        "rewrite": _("이어 묻는 질문 다듬기"),
        "reword": _("규정의 말로 바꾸어 찾기"),
        "verify": _("다른 답변 검증"),
        "rerank": _("찾은 조문 다시 순서 매기기"),
    }.get(name, name)


def cost_between(*, first: date, last: date) -> ModelCost:
    """What all models cost from a day to a day."""
    rows = ModelUsage.objects.filter(day__gte=first, day__lte=last).values_list("model")
    total = ModelCost("")
    for one in _costs(("", *row) for row in rows.annotate(*_SUMS).order_by("model")):
        total += one
    return total


def costs_by_month(*, first: date, last: date) -> list[ModelCost]:
    """What each month cost, named 2026-10, the latest first."""
    rows = ModelUsage.objects.filter(day__gte=first, day__lte=last).annotate(
        month=TruncMonth("day")
    )
    found = rows.values_list("month", "model").annotate(*_SUMS).order_by("-month", "model")
    return _added((f"{month:%Y-%m}", *rest) for month, *rest in found)


def costs_by_day(*, first: date, last: date) -> dict[date, ModelCost]:
    """What each day cost on which a model was asked."""
    rows = ModelUsage.objects.filter(day__gte=first, day__lte=last).values_list("day", "model")
    found = _added(rows.annotate(*_SUMS).order_by("day", "model"))
    return {date.fromisoformat(one.name): one for one in found}


def costs_by_step(*, first: date, last: date) -> list[ModelCost]:
    """What each step of the work cost; counted since steps are."""
    rows = StepUsage.objects.filter(day__gte=first, day__lte=last).values_list("step", "model")
    return _added(rows.annotate(*_SUMS).order_by("step", "model"))


_SUMS = (Sum("calls"), Sum("prompt_tokens"), Sum("completion_tokens"))


def _added(rows: Iterable[tuple[object, ...]]) -> list[ModelCost]:
    found: dict[str, ModelCost] = {}
    for one in _costs(rows):
        found[one.name] = found[one.name] + one if one.name in found else one
    return list(found.values())


def _costs(rows: Iterable[tuple[object, ...]]) -> Iterable[ModelCost]:
    for name, model, calls, asked, answered in rows:
        numbers = int(str(calls)), int(str(asked)), int(str(answered))
        yield ModelCost(str(name), *numbers, _amount(str(model), *numbers[1:]))


def _amount(model: str, asked: int, answered: int) -> Decimal | None:
    price = settings.MODEL_PRICES.get(model, settings.MODEL_PRICES.get(_ANY))
    if price is None:
        return None
    paid_in, paid_out = (Decimal(str(part)) for part in price)
    return (asked * paid_in + answered * paid_out) / _MILLION
