"""The WSGI door: `gunicorn --config config/gunicorn.py config.wsgi`."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from config.checks import startup_error  # noqa: E402 needs the applications loaded

if message := startup_error():
    print(message, file=sys.stderr)
    sys.exit(3)  # gunicorn's own sign that a worker cannot start, so that it does not try for ever
