"""robots.txt, security.txt, health checks, and error pages."""

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
from website.redirects import moved

PLAIN = "text/plain; charset=utf-8"


@require_safe
def robots(request):
    """Disallow searches, which are endless, and the admin.

    An admin at another path is not listed: that would reveal it. Its answers carry X-Robots-Tag.
    """
    searches = [f"{languages.prefix(code)}{reverse('search')}" for code, _ in settings.LANGUAGES]
    admin = [reverse("admin:index")] if settings.ADMIN_PATH == "admin" else []
    disallowed = [f"Disallow: {path}" for path in (*admin, *searches)]
    sitemap = f"Sitemap: {origin(request)}{reverse('sitemap')}"
    return HttpResponse(
        "\n".join(["User-agent: *", *disallowed, "", sitemap, ""]), content_type=PLAIN
    )


@require_safe
def security_txt(request):
    """RFC 9116. Absent without VITAE_SECURITY_CONTACT."""
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
    """Liveness: the process answers."""
    return HttpResponse("ok\n", content_type=PLAIN)


@never_cache
@require_safe
def readyz(request):
    """Readiness: the database answers and is migrated."""
    try:
        executor = MigrationExecutor(connection)
        ready = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Exception:  # whatever the database's driver raises: it is not ready
        ready = False
    text, status = ("ok\n", 200) if ready else ("not ready\n", 503)
    return HttpResponse(text, content_type=PLAIN, status=status)


def not_found(request, exception):
    """Redirects are looked up last, so that none can hide a page."""
    if request.method in ("GET", "HEAD") and (target := moved(request.path_info)):
        query = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(f"{target}?{query}" if query else target)
    below_admin = request.path.startswith(reverse("admin:index"))
    return render(request, "404.html", {"below_admin": below_admin}, status=404)


def bad_request(request, exception=None):
    """Rendered without the request, whose host may be what is wrong."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def server_error(request):
    """Rendered without database and context; a single line where even that fails."""
    try:
        page = render_to_string("500.html")
    except Exception:  # an error page must not raise
        page = "<!DOCTYPE html><title>Error</title><p>Something went wrong. Please try again later."
    return HttpResponseServerError(page)


def redirect_to_single(request, rest=""):
    """/<slug>/… of a single-researcher site -> /…; never "//host", which is another site."""
    query = request.META.get("QUERY_STRING", "")
    target = get_script_prefix() + escape_uri_path((rest or "").lstrip("/\\"))
    return HttpResponsePermanentRedirect(f"{target}?{query}" if query else target)
