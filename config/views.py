"""robots.txt, security.txt, health checks, and error pages."""

import logging
import sys
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.contrib.sessions.models import Session
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import default_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseServerError,
)
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.encoding import escape_uri_path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.middleware import CSPMiddleware, SecurityHeadersMiddleware
from config.page_cache import KeptPage
from profiles import languages
from profiles.disk import (
    describe_damage,
    describe_unreachable,
    log_storage_error,
    set_status,
    storage_error,
)
from profiles.site import origin, unread
from profiles.views import moved_permanently
from uploads.images import file_columns
from website.redirects import moved

logger = logging.getLogger(__name__)
PLAIN = "text/plain; charset=utf-8"
PROBE = 64 * 1024  # bytes that a disk has to take
RETRY_AFTER = 30  # seconds, for a database that may be back soon
BUSY_SECONDS = 5  # until a worker has made what waits for it, and longer
SAMPLE = 3  # of the sessions and uploads that other instances wrote


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
    """Serve security.txt (RFC 9116), or 404 without VITAE_SECURITY_CONTACT."""
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
    """Redirect /favicon.ico, which browsers ask for unasked, to the icon."""
    return redirect(staticfiles_storage.url("favicon.svg"))


@never_cache
@require_safe
def healthz(request):
    """Answer 200 while the process lives, whatever state its database is in."""
    return HttpResponse("ok\n", content_type=PLAIN)


@never_cache
@require_safe
def readyz(request):
    """Readiness: the database is migrated, disks can be written, static files are there, and what
    other instances on the same database wrote can be read. It names the version that answers.

    The log says what is wrong; visitors do not read it.
    """
    try:
        problem = _not_migrated() or _not_writable() or _not_collected() or _not_shared()
    except Exception as error:  # whatever the database's driver raises: it is not ready
        problem = type(error).__name__
    if not problem:
        return HttpResponse(f"ok {settings.VERSION}\n", content_type=PLAIN)
    logger.error("/readyz: %s", problem)
    response = HttpResponse("not ready\n", content_type=PLAIN, status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    response._has_been_logged = True
    return response


def _not_migrated():
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return "the database is not migrated"
    return ""


def _not_writable():
    """A real file, in each folder that may be a disk of its own: a system may promise more room
    than it has. Not the database itself, which an import may keep locked for a while."""
    folders = {settings.DATA_DIR, settings.MEDIA_ROOT}
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    for folder in folders:
        try:
            if folder.exists() or folder == settings.DATA_DIR:
                with TemporaryFile(dir=folder) as file:
                    file.write(bytes(PROBE))
                    file.flush()
        except OSError as error:
            return f"{folder} cannot be written ({error.strerror})"
    return ""


def _not_collected():
    """Of the manifest that hashed names come from, and of the files that it names."""
    if hasattr(staticfiles_storage, "stored_name"):
        try:
            if staticfiles_storage.exists(staticfiles_storage.stored_name("css/site.css")):
                return ""
        except ValueError:
            pass
        return "static files are missing: run manage.py collectstatic"
    return ""


def _not_shared():
    """What would not work, were this one of several instances: SQLite is always one machine's."""
    if connection.vendor == "sqlite":
        return ""
    try:
        return _foreign_sessions() or _missing_uploads()
    except OSError as error:
        return f"uploads cannot be read ({error})"


def _foreign_sessions():
    """None of the newest sessions can be read: whoever made them has another key."""
    newest = Session.objects.filter(expire_date__gt=timezone.now()).order_by("-expire_date")[
        :SAMPLE
    ]
    if newest and not any(session.get_decoded() for session in newest):
        return (
            "the sessions in the database were signed with another secret key. Give every instance "
            "the same VITAE_SECRET_KEY; one that was changed on purpose goes into "
            "VITAE_SECRET_KEY_FALLBACKS"
        )
    return ""


def _missing_uploads():
    """None of the newest uploads is there: they lie with another instance."""
    names = []
    for model, column in file_columns():
        rows = model._base_manager.exclude(**{column: ""}).order_by("-pk")
        names += rows.values_list(column, flat=True)[: SAMPLE - len(names)]
        if len(names) == SAMPLE:
            break
    if names and not any(map(default_storage.exists, names)):
        return (
            f"uploads are missing, such as {names[0]}. Give every instance the same "
            f"VITAE_S3_BUCKET, or the same folder at {settings.MEDIA_ROOT}"
        )
    return ""


def not_found(request, exception):
    """Redirects are looked up last, so that none can hide a page."""
    if request.method in ("GET", "HEAD") and (target := moved(request.path_info)):
        return moved_permanently(target, request)
    below_admin = request.path.startswith(reverse("admin:index"))
    return render(request, "404.html", {"below_admin": below_admin}, status=404)


def bad_request(request, exception=None):
    """Rendered without the request, whose host may be what is wrong."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def server_error(request):
    """Rendered without database and context; a single line where even that fails.

    A disk that is full or read-only, and a database that is damaged or gone, are said.
    """
    error = sys.exc_info()[1]
    problem, is_damaged = storage_error(error), bool(describe_damage(error))
    is_away = is_damaged or bool(describe_unreachable(error))
    try:
        with unread():
            if problem:
                log_storage_error(request, error)
                context = {**problem._asdict(), "was_sent": request.method == "POST"}
                return set_status(HttpResponse(render_to_string("507.html", context)), problem)
            page = render_to_string("503.html" if is_away else "500.html")
    except Exception:  # an error page must not raise
        page = "<!DOCTYPE html><title>Error</title><p>Something went wrong. Please try again later."
    if is_away:
        wait = "300" if is_damaged else str(RETRY_AFTER)
        return HttpResponse(page, status=503, headers={"Retry-After": wait})
    return HttpResponseServerError(page)


def busy_page(path_info: str) -> KeptPage:
    """For whom the server has no room, in the language of the path. Django is not asked."""
    head = path_info[1:].partition("/")[0]
    is_second = head in languages.known_second_languages()
    return _busy_page(head if is_second else settings.LANGUAGE_CODE)


@cache
def _busy_page(language):
    def answer(request):
        headers = {
            "Cache-Control": "no-store",
            "Retry-After": str(BUSY_SECONDS),
            "X-Content-Type-Options": "nosniff",
        }
        return HttpResponse(render_to_string("busy.html"), status=503, headers=headers)

    for middleware in (XFrameOptionsMiddleware, SecurityHeadersMiddleware, CSPMiddleware):
        answer = middleware(answer)
    with languages.speaking(language), unread():
        response = answer(HttpRequest())
    response.headers["Content-Length"] = str(len(response.content))
    return KeptPage("503 Service Unavailable", list(response.items()), response.content)


def redirect_to_single(request, rest=""):
    """/<slug>/… of a single-researcher site -> /…; never "//host", which is another site."""
    path = escape_uri_path((rest or "").lstrip("/\\"))
    return moved_permanently(f"{get_script_prefix()}{path}", request)
