"""What is new elsewhere, proposed to its owners: refresh --all, once a day

Exit code 0: all were asked. 2: some service gave nothing, or an answer could not be worked with;
the others were asked.
"""

from django.core.management.base import BaseCommand, CommandError

from exchange.news.mail import send_weekly_mails
from exchange.news.refresh import NEWS, look_for_news, may_be_asked
from exchange.sources.client import Client
from profiles.management.command_line import find_researcher, stopping
from profiles.models import Researcher


class Command(BaseCommand):
    help = (
        "Look for new papers, jobs and degrees at ORCID, for published versions of preprints, "
        "retractions and corrections at arXiv and Crossref, for abstracts and open PDFs at "
        "Crossref and OpenAlex. What is found waits on Home until its owner accepts or refuses it."
    )

    def add_arguments(self, parser):
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--researcher", metavar="SLUG", help="Of one person.")
        whose.add_argument("--all", action="store_true", help="Of all who have an ORCID iD.")

    @stopping("What was found so far is kept.")
    def handle(self, *args, **options):
        if options["all"]:
            owned = Researcher.objects.filter(owner__is_active=True).select_related("owner")
            people = owned.exclude(orcid="").order_by("slug")
        else:
            people = [find_researcher(options["researcher"])]
        client, failed = Client(), 0
        for person in people:
            if not may_be_asked(person):
                text = f"{person.slug} has no ORCID iD, or no account to propose to."
                raise CommandError(text, returncode=1)
            failed += not self._ask_for(person, client)
        if options["all"] and (sent := send_weekly_mails()):
            self.stdout.write(f"{sent} told by mail of what waits.")
        if failed:
            raise CommandError("Not all could be asked for; see above.", returncode=2)

    def _ask_for(self, person, client):
        """Whether all went well."""
        news = look_for_news(person, client)
        new, more = news.counts["created"], news.counts["updated"]
        self.stdout.write(f"{person.slug}: {new} new, {more} with something to add.")
        for batch in news.taken:
            new, more = (batch.counts.get(name, 0) for name in NEWS)
            text = f"{batch}: {new} new, {more} changed, as always from there"
            self.stdout.write(f"{person.slug}: {text} (import {batch.pk}).")
        for problem in news.problems:
            self.stdout.write(f"{person.slug}: {problem}")
        return not news.problems
