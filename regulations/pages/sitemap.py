"""What search engines are told of: every version that readers see, at addresses that do not change."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from regulations.models import RegulationVersion


class VersionSitemap(Sitemap[RegulationVersion]):
    """Every published version; a version's text stands, so it is read once."""

    changefreq = "monthly"
    limit = 5000

    def items(self) -> QuerySet[RegulationVersion]:
        """The versions in an order that stays."""
        versions = RegulationVersion.objects.filter(state__in=RegulationVersion.PUBLIC_STATES)
        return versions.select_related("regulation").defer("report", "reason").order_by("pk")

    def location(self, item: RegulationVersion) -> str:
        """The page of the version."""
        keys = {"slug": item.regulation.slug, "version": item.number}
        return reverse("regulations:version", kwargs=keys)

    def lastmod(self, item: RegulationVersion) -> datetime | None:
        """When it was published."""
        return item.published_at


SITEMAPS: dict[str, type[Sitemap[RegulationVersion]]] = {"versions": VersionSitemap}
