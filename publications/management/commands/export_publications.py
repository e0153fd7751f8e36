"""Papers to standard output: export_publications --researcher SLUG --format ris > papers.ris"""

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from profiles.management.command_line import find_researcher, stopping
from publications import citations
from publications.claims import waiting_for
from publications.models import Publication


class Command(BaseCommand):
    help = (
        "Write papers as BibTeX, CSL-JSON or RIS: all, or one researcher's. Hidden ones stay out."
    )

    def add_arguments(self, parser):
        parser.add_argument("--researcher", metavar="SLUG", help="Whose papers; all by default.")
        parser.add_argument("--format", choices=list(citations.FORMATS), default="bibtex")
        parser.add_argument(
            "--dialect",
            choices=citations.DIALECTS,
            default="",
            help="BibTeX for classic BibTeX, or for biblatex; else as the files had it.",
        )
        parser.add_argument(
            "--drafts", action="store_true", help="Drafts and scheduled papers too."
        )

    @stopping("The output is not whole.")
    def handle(self, *args, researcher=None, drafts=False, dialect="", **options):
        try:
            style = citations.format_of(options["format"], dialect)
        except LookupError as error:
            raise CommandError("Only BibTeX has dialects.", returncode=1) from error
        papers = Publication.objects.all() if drafts else Publication.objects.public()
        if researcher is not None:
            person = find_researcher(researcher)
            shown = person.authorships.filter(is_hidden=False).values("publication")
            # What their file brought and nobody has answered for: what went in comes out.
            waiting = waiting_for(person).values("authorship__publication")
            papers = papers.filter(Q(pk__in=shown) | Q(pk__in=waiting))
        papers = citations.with_citation_data(papers.order_by("pk"))
        text = style.write(papers)
        self.stdout.write(text, ending="" if text.endswith("\n") else "\n")
