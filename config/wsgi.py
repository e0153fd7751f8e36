"""The WSGI application: `gunicorn --config config/gunicorn.py config.wsgi`."""

import os
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template.loader import get_template
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from config.checks import startup_error  # noqa: E402 needs the applications loaded
from config.page_cache import PageCache, database_version  # noqa: E402

application = PageCache(application, database_version(), settings.PAGE_CACHE_BYTES)
# What the first visitor would wait for: all views and addresses, and what most pages are made of.
reverse("healthz")
templates = settings.BASE_DIR / "templates"
for pattern in ("base.html", "includes/*.html", "profiles/**/*.html"):
    for file in templates.glob(pattern):
        get_template(str(file.relative_to(templates)))

if message := startup_error():
    print(message, file=sys.stderr)
    sys.exit(3)  # gunicorn's own sign that a worker cannot start, so that it does not try for ever
