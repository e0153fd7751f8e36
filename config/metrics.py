"""/metrics for Prometheus, where VITAE_METRICS_TOKEN is set: requests by view, and their time.

Each worker counts in files of its own, in a folder named after the server's process; an answer is
their sum.
"""

import os
import shutil
import time

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.middleware import Middleware


def _make_folder():
    """Before prometheus_client is imported, which looks for it then."""
    server = str(os.getppid())
    folder = settings.DATA_DIR / "metrics" / server
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other.name != server and not _runs(int(other.name)):
            shutil.rmtree(other, ignore_errors=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _runs(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another account's
        pass
    return True


_make_folder()

from prometheus_client import (  # noqa: E402
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402

REQUESTS = Counter("vitae_requests", "Answers.", ["method", "view", "status"], registry=None)
SECONDS = Histogram("vitae_request_seconds", "Time to an answer.", ["view"], registry=None)
METHODS = {"GET", "HEAD", "POST"}


class MetricsMiddleware(Middleware):
    """Counts by the name of the view: an address may name a person, or be a one-time link."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        view = (match.view_name or "unnamed") if match else "none"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, view, response.status_code).inc()
        SECONDS.labels(view).observe(time.perf_counter() - start)
        return response


@never_cache
@require_safe
def metrics(request):
    """For who sends the token, as Prometheus' `authorization` does."""
    sent = request.headers.get("Authorization", "")
    if not constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}"):
        headers = {"WWW-Authenticate": "Bearer"}
        return HttpResponse("unauthorized\n", "text/plain", status=401, headers=headers)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return HttpResponse(generate_latest(registry), CONTENT_TYPE_LATEST)
