"""Doors for machines, and the pages that say what went wrong."""

from datetime import timedelta

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import (
    Http404,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponsePermanentRedirect,
    HttpResponseServerError,
)
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.encoding import escape_uri_path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from profiles import languages
from profiles.context_processors import origin
from profiles.redirects import moved

PLAIN = "text/plain; charset=utf-8"


@require_safe
def robots(request):
    """All may be read but searches, which are endless, and the admin.

    An admin that was moved is not named: who lists it here tells everybody where it is. Its answers
    say for themselves that they are not to be kept in an index.
    """
    searches = [f"{languages.prefix(code)}{reverse('search')}" for code, _ in settings.LANGUAGES]
    known = [reverse("admin:index")] if settings.ADMIN_PATH == "admin" else []
    closed = [f"Disallow: {path}" for path in (*known, *searches)]
    sitemap = f"Sitemap: {origin(request)}{reverse('sitemap')}"
    return HttpResponse("\n".join(["User-agent: *", *closed, "", sitemap, ""]), content_type=PLAIN)


@require_safe
def security_txt(request):
    """RFC 9116. Absent until VITAE_SECURITY_CONTACT says whom to write to."""
    if not settings.SECURITY_CONTACTS:
        raise Http404
    expires = timezone.now().replace(hour=0, minute=0, second=0) + timedelta(days=180)
    lines = [
        *(f"Contact: {contact}" for contact in settings.SECURITY_CONTACTS),
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(settings.SECURITY_LANGUAGES)}",
        f"Canonical: {origin(request)}{request.path}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type=PLAIN)


@require_safe
def favicon(request):
    return redirect(staticfiles_storage.url("favicon.svg"))


@never_cache
@require_safe
def healthz(request):
    """The process answers. Touches nothing else."""
    return HttpResponse("ok\n", content_type=PLAIN)


@never_cache
@require_safe
def readyz(request):
    """The database answers and is migrated. Says no more than that."""
    try:
        executor = MigrationExecutor(connection)
        ready = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Exception:  # whatever the database's driver raises: it is not ready
        ready = False
    text, status = ("ok\n", 200) if ready else ("not ready\n", 503)
    return HttpResponse(text, content_type=PLAIN, status=status)


def not_found(request, exception):
    """Old addresses are looked up here, so that none can hide a page."""
    if request.method in ("GET", "HEAD") and (target := moved(request.path_info)):
        query = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(f"{target}?{query}" if query else target)
    below_admin = request.path.startswith(reverse("admin:index"))
    return render(request, "404.html", {"below_admin": below_admin}, status=404)


def bad_request(request, exception=None):
    """Without the request: its host may be what is wrong with it."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def server_error(request):
    """No database, no context: only the page, or if even that fails, a line."""
    try:
        page = render_to_string("500.html")
    except Exception:  # an error page must not raise
        page = "<!DOCTYPE html><title>Error</title><p>Something went wrong. Please try again later."
    return HttpResponseServerError(page)


def to_single(request, rest=""):
    """/<slug>/… of a site that has only this researcher. Never "//host": that is another site."""
    query = request.META.get("QUERY_STRING", "")
    target = get_script_prefix() + escape_uri_path((rest or "").lstrip("/\\"))
    return HttpResponsePermanentRedirect(f"{target}?{query}" if query else target)
