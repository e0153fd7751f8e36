"""What pages are compared with: a new Django project, under gunicorn's own threads.

Both the application and the configuration of its server, for tests/server.py. It answers /<name>
with the bytes of that file in the folder that BENCHMARK_BODIES names.
"""

import os
from functools import cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path

worker_class = "gthread"
workers = 2
threads = 4
loglevel = "warning"
control_socket_disable = True

first = Lock()
BODIES = "BENCHMARK_BODIES"
# The middleware of a new Django project.
STARTPROJECT = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]


def urls(bodies: dict[str, bytes]) -> tuple:
    """A pattern whose view answers /<name> with those bytes."""
    return (path("<str:name>", lambda _request, name: HttpResponse(bodies[name])),)


@cache
def made():
    """The application, with the bytes of the files read once."""
    bodies = {file.name: file.read_bytes() for file in Path(os.environ[BODIES]).iterdir()}
    settings.configure(
        ALLOWED_HOSTS=["*"],
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes"],
        MIDDLEWARE=STARTPROJECT,
        ROOT_URLCONF=urls(bodies),
        SECRET_KEY="bare",  # noqa: S106 signs nothing
    )
    return get_wsgi_application()


def application(environ, start_response):
    """Made at the first request: gunicorn reads this file as its configuration, too."""
    with first:  # of several threads, one makes it
        made()
    return made()(environ, start_response)
