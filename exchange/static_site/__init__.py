"""The published site as plain files, for any host: docs/github-pages.md.

crawl       asks the live views for every page
addresses   which file each page becomes; old addresses: pages that lead on, _redirects, .htaccess
pages       rewrites the links of a page, and what only a server could do
indexes     JSON for filters and search, which static/js/static-site.js reads
folder      writes what changed into a folder or a ZIP file, and nothing else
"""

import logging
import os
import subprocess
import sys
from typing import BinaryIO

from django.conf import settings
from django.utils.translation import gettext as _

from exchange.static_site.addresses import ORIGIN
from profiles.disk import Busy, one_at_a_time
from profiles.models import Researcher

logger = logging.getLogger(__name__)
STDOUT = "-"
LONGEST = 600  # seconds that a visitor of the admin waits


class NotExportedError(Exception):
    """Why there is no file; for its reader."""


def process(
    folder: str, researcher: str, base_url: str = "", live_url: str = "", *, force: bool = False
) -> tuple[list[str], dict[str, str]]:
    """(command, environment) of an export, whose settings are those of the exported site.

    `live_url`: where the whole site is, for links to what is not exported; by default its origin.
    """
    live_url = live_url or ("" if settings.SINGLE_RESEARCHER else settings.ORIGIN)
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "export_site"]
    command += [f"--base-url={base_url}"] if base_url else []
    command += [f"--live-url={live_url}"] if live_url else []
    command += [f"--researcher={researcher}"] if researcher else []
    command += ["--force"] if force else []
    variables = {"VITAE_ORIGIN": ORIGIN, "VITAE_RESEARCHER": researcher, "VITAE_DEBUG": "0"}
    return [*command, "--", folder], os.environ | variables


def write_zip(out: BinaryIO, researcher: Researcher, base_url: str = "") -> None:
    """Their site as a ZIP file, made by a process of its own; one at a time."""
    if not Researcher.objects.public().filter(pk=researcher.pk).exists():
        raise NotExportedError(_("Nothing is public yet. Publish the profile first."))
    command, environ = process(STDOUT, researcher.slug, base_url)
    try:
        with one_at_a_time("export.lock"):  # each takes a core
            done = subprocess.run(  # noqa: S603 the URL has passed its form, the slug its column
                command, env=environ, stdout=out, stderr=subprocess.PIPE, timeout=LONGEST
            )
    except Busy:
        raise NotExportedError(
            _("Another website is being made just now. Try again in a minute.")
        ) from None
    except subprocess.TimeoutExpired as error:
        raise NotExportedError(
            _("It took longer than ten minutes. Ask who runs this site for export_site.")
        ) from error
    if done.returncode:
        logger.error("export_site: %s", done.stderr.decode(errors="replace")[-2000:])
        raise NotExportedError(
            _("The website could not be made. Nothing was changed; try again a little later.")
        )
