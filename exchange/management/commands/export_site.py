"""The published site as plain files: export_site DIR, or export_site - for a ZIP file"""

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import BaseCommand, CommandError

from exchange.static_site import ORIGIN, STDOUT, process
from exchange.static_site.crawl import Crawl
from exchange.static_site.folder import Archive, ExportError, Folder
from profiles.management.command_line import stopping
from profiles.models import Researcher

LEFT_OUT = (
    "Left out, for want of the site's address: feeds, sitemap.xml, canonical links, pictures and "
    "structured data for other sites. Give it with --base-url, such as https://name.github.io"
)


class Command(BaseCommand):
    help = "Write the published site as plain files, for any web server. docs/github-pages.md"

    def add_arguments(self, parser):
        parser.add_argument("folder", metavar="DIR", help="- writes a ZIP file to standard output.")
        parser.add_argument("--researcher", metavar="SLUG", help="One person's site, at its root.")
        parser.add_argument("--base-url", metavar="URL", help="Where it will be: links begin so.")
        parser.add_argument(
            "--live-url",
            metavar="URL",
            help="Where the whole lab is, for links to what is not exported; else VITAE_ORIGIN.",
        )
        parser.add_argument("--force", action="store_true", help="Take a folder with other files.")

    @stopping("The site that was there is as it was.")
    def handle(self, *args, folder, researcher, base_url, live_url, force, **options):
        base_url, live_url = base_url or "", live_url or ""
        self._check(folder, researcher, {"--base-url": base_url, "--live-url": live_url})
        slug = researcher or settings.SINGLE_RESEARCHER
        if settings.DEBUG or (ORIGIN, slug) != (settings.ORIGIN, settings.SINGLE_RESEARCHER):
            sys.stdout.flush()
            command, environ = process(folder, slug, base_url, live_url, force=force)
            os.execve(command[0], command, environ)  # noqa: S606 this very command once more
        target = (
            Archive(sys.stdout.buffer) if folder == STDOUT else Folder(Path(folder), force=force)
        )
        try:
            with target.opened():
                report = Crawl(target, base_url, self._progress(), live_url).run()
        except ExportError as error:
            raise CommandError(str(error), returncode=1) from error
        except OSError as error:
            reason = error.strerror or str(error)
            text = f"{folder} cannot be written: {reason}. The site that was there is as it was."
            raise CommandError(text, returncode=1) from error
        self._say(report, folder, base_url, live_url)

    def _check(self, folder, researcher, addresses):
        if researcher and not Researcher.objects.filter(slug=researcher).exists():
            text = f"No researcher who is published has the address “{researcher}”."
            raise CommandError(text, returncode=1)
        for option, address in addresses.items():
            parts = urlsplit(address)
            if address and not (parts.scheme in ("http", "https") and parts.hostname):
                text = f"{option} {address} is no address. Write it like https://name.github.io"
                raise CommandError(text, returncode=1)
        if folder != STDOUT and Path(folder).exists() and not Path(folder).is_dir():
            raise CommandError(f"{folder} is a file. Name a folder.", returncode=1)
        try:
            is_collected = settings.DEBUG or staticfiles_storage.url("css/site.css")
        except ValueError:
            is_collected = False
        if not is_collected:
            text = "The style sheets are missing. Run first: manage.py collectstatic"
            raise CommandError(text, returncode=1)

    def _progress(self):
        if not self.stderr.isatty():
            return None
        return lambda pages: self.stderr.write(f"\r{pages} pages ", ending="")

    def _say(self, report, folder, base_url, live_url):
        for page, link in report.broken:
            self.stderr.write(f"{page} links to {link}, where nothing is.")
        for page, link in () if live_url else report.elsewhere:
            text = f"{page} names {link}, which is not exported: it stands there without a link."
            self.stderr.write(f"{text} Give the address of the whole site with --live-url.")
        for path in report.files_only_redirected:
            self.stderr.write(f"{path} leads on by _redirects and .htaccess alone: it is no page.")
        if not base_url:
            self.stderr.write(LEFT_OUT)
        if folder != STDOUT:
            counts = "{written} files written, {unchanged} unchanged, {removed} removed"
            counts = counts.format(**report.counts)
            self.stdout.write(f"{report.pages} pages are in {folder}: {counts}.")
