"""Records of one venue -> one record: papers, names, ranks and the link."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from publications.importer.paper_store import Change
from publications.matching import normalise_title
from publications.models import Publication, Venue, VenueRank
from publications.signals import publications_changed


class VenueMerge:
    """`lead` stays; the names of the others become other forms of its name."""

    batch = None  # is not undone

    def __init__(self, lead: Venue, others: Iterable[Venue]):
        self.lead, self.others = lead, list(others)
        self.url = next((v.url for v in self.venues if v.url), "")
        self.short_name = next((v.short_name for v in self.venues if v.short_name), "")

    @property
    def venues(self) -> list[Venue]:
        return [self.lead, *self.others]

    @property
    def papers(self) -> int:
        return Publication.objects.filter(venue__in=self.others).count()

    @property
    def aliases(self) -> list[str]:
        """Every further name under which imports will find it."""
        known = {normalise_title(self.lead.name), normalise_title(self.short_name), ""}
        known |= {normalise_title(alias.name) for alias in self.lead.aliases.all()}
        further = []
        for venue in self.others:
            names = (venue.name, venue.short_name, *(a.name for a in venue.aliases.all()))
            for name in names:
                if (key := normalise_title(name)) not in known:
                    known.add(key)
                    further.append(name)
        return further

    @property
    def conflicts(self) -> list[Change]:
        """Where one box has two words: the one that stays, and the one that only the history
        keeps.
        """
        conflicts = [
            Change(_("link"), self.url, v.url) for v in self.others if v.url and v.url != self.url
        ]
        levels = {}
        for venue in self.venues:
            for rank in venue.ranks.all():
                level = levels.setdefault(rank.scheme, rank.level)
                if level != rank.level:
                    conflicts.append(Change(rank.scheme, level, rank.level))
        return conflicts

    @transaction.atomic
    def write(self, _user=None) -> Venue:
        """Returns the one that stays; the others are gone."""
        lead, aliases = self.lead, self.aliases
        lead.url, lead.short_name = self.url, self.short_name
        lead.save()
        for name in aliases:
            lead.aliases.get_or_create(name=name)
        # Each ranking once: the first that tells a level has the word.
        ranks = {rank.scheme: rank for venue in reversed(self.venues) for rank in venue.ranks.all()}
        ranks = (rank for rank in ranks.values() if rank.venue_id != lead.pk)
        VenueRank.objects.bulk_create(
            VenueRank(venue=lead, scheme=rank.scheme, level=rank.level) for rank in ranks
        )
        papers = Publication.objects.filter(venue__in=self.others)
        publications_changed.send(
            Publication, publications=list(papers.values_list("pk", flat=True))
        )
        papers.update(venue=lead)
        Venue.objects.filter(pk__in=[venue.pk for venue in self.others]).delete()
        return lead
