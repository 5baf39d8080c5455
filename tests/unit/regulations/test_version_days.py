"""Until when a version of a regulation is in force."""

from __future__ import annotations

from datetime import date

import pytest

from regulations.models import RegulationVersion

BEGINS = date(2024, 3, 1)


@pytest.mark.parametrize(
    ("ends_on", "last"),
    [(date(2025, 3, 1), date(2025, 2, 28)), (None, None), (BEGINS, None)],
)
def test_the_last_day_of_a_version_is_the_one_before_the_next_begins(
    ends_on: date | None, last: date | None
) -> None:
    assert RegulationVersion(enforcement_date=BEGINS, ends_on=ends_on).last_day == last
