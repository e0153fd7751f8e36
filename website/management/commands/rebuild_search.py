"""Makes the search index anew: rebuild_search

The site does so itself whenever it must; this is for after a restored backup, or a program of
one's own that wrote many rows.
"""

from django.core.management.base import BaseCommand

from profiles.management.command_line import stopping
from website.search import index


class Command(BaseCommand):
    help = "Make the search index anew from what the database holds. Changes nothing else."

    @stopping("Run it again: the search index is not whole.")
    def handle(self, *args, **options):
        count = index.rebuild(progress=index.show_progress)
        self.stdout.write(f"{count} texts are in the search index.")
