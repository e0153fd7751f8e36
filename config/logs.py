"""What never stands in a log or an error report: the tokens of one-time links, what was typed."""

import logging
import re

from django.views.debug import SafeExceptionReporterFilter

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"console": {"()": "config.logs.WithoutTokens"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "console"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Of pages that are not there it would write the address: what a visitor typed or was sent.
    # Of a form without its token too, and that may be the address of a one-time link.
    "loggers": {
        "django": {"level": "INFO"},  # without Django's mail to ADMINS: a report quotes the request
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR"},
    },
}
# Below the admin, wherever that is: see profiles.accounts.urls. Whoever reads one has an account.
ONE_TIME_LINK = re.compile(r"/link/[^\s\"']+")


class WithoutTokens(logging.Formatter):
    """Formats as `inner` does, tracebacks included, and shortens every one-time link in it."""

    def __init__(self, inner: logging.Formatter | None = None):
        super().__init__()
        self.inner = inner or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        return ONE_TIME_LINK.sub("/link/…", self.inner.format(record))


class NothingTyped(SafeExceptionReporterFilter):
    """Error reports say where a program failed, not on what: unpublished texts are secret, too.

    Vitae mails no report by itself. This is for whoever names ADMINS in settings of their own.
    """

    # CACHE_URL and the LOCATION of a cache may hold a password.
    hidden_settings = re.compile(
        f"{SafeExceptionReporterFilter.hidden_settings.pattern}|CACHE_URL|LOCATION", re.IGNORECASE
    )

    def get_post_parameters(self, request):
        sent = super().get_post_parameters(request)
        return self._hidden(sent) if self.is_active(request) else sent

    def get_traceback_frame_variables(self, request, tb_frame):
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return self._hidden(tb_frame.f_locals).items()

    def _hidden(self, values):
        return dict.fromkeys(values, self.cleansed_substitute)
