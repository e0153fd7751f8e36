"""Logging without the tokens of one-time links, error reports without user input."""

import json
import logging
import re
from datetime import UTC, datetime

from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.views.debug import SafeExceptionReporterFilter

from config import env
from profiles.disk import describe_damage, describe_unreachable

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"console": {"()": "config.logs.TokenRedactingFormatter"}},
    "filters": {"one_line": {"()": "config.logs.OneLineFilter"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "console",
            "filters": ["one_line"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # django.request would log the URLs of 404s, and the CSRF logger those of refused forms, which
    # may be one-time links.
    "loggers": {
        "django": {"level": "INFO"},  # without Django's mail to ADMINS: a report quotes the request
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR"},
    },
}
# See accounts.views. Whoever reads such a link can take over the account.
ONE_TIME_LINK = re.compile(r"/link/[^\s\"']+")
# As gunicorn writes it of a request that it refuses.
CLIENT_ADDRESS = re.compile(r"(?<=Invalid request) from ip=\S+(?=:)")


def printable(line: str) -> str:
    """`line` with control characters, which would move the cursor of a terminal, replaced."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)


class TokenRedactingFormatter(logging.Formatter):
    """Formats as `inner` does, without visitors' addresses and the tokens of one-time links.

    All lines of a record but its first are indented: what a visitor sent, and an error quotes,
    looks like no record of its own.
    """

    def __init__(self, inner: logging.Formatter | None = None):
        super().__init__()
        self.inner = inner or logging.Formatter()

    def lines(self, record: logging.LogRecord) -> list[str]:
        text = ONE_TIME_LINK.sub("/link/…", self.inner.format(record))
        text = CLIENT_ADDRESS.sub("", text)
        return [printable(line) for line in text.splitlines()]

    def format(self, record: logging.LogRecord) -> str:
        return "\n  ".join(self.lines(record))


class JsonFormatter(TokenRedactingFormatter):
    """A line of JSON for each record, with `time` in ISO 8601; for VITAE_LOG_FORMAT=json."""

    def format(self, record: logging.LogRecord) -> str:
        bare = logging.makeLogRecord(record.__dict__ | {"exc_info": None, "exc_text": None})
        message = self.lines(bare)
        values = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": "\n".join(message),
        }
        if traceback := self.lines(record)[len(message) :]:
            values["traceback"] = "\n".join(traceback)
        return json.dumps(values, ensure_ascii=False)


def logging_settings() -> dict:
    """Django's LOGGING, in the format that VITAE_LOG_FORMAT names."""
    name = env.text("VITAE_LOG_FORMAT", "text")
    if name not in ("text", "json"):
        raise ImproperlyConfigured(f"VITAE_LOG_FORMAT={name!r} is no format. Write text or json.")
    formatter = "JsonFormatter" if name == "json" else "TokenRedactingFormatter"
    return LOGGING | {"formatters": {"console": {"()": f"config.logs.{formatter}"}}}


class OneLineFilter(logging.Filter):
    """No traceback of what is no error of the program: an attack, a database damaged or gone."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, SuspiciousOperation):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            self._shorten(record, f"{type(error).__name__}: {error}")
        elif text := describe_damage(error) or describe_unreachable(error):
            self._shorten(record, text)
        return True

    def _shorten(self, record, text):
        # A visitor may have sent part of it: no control characters, no endless line.
        record.msg = printable(text)[:300]
        record.args, record.exc_info, record.exc_text = (), None, None


class InputRedactingFilter(SafeExceptionReporterFilter):
    """Error reports hold no POST values and no local variables: unpublished texts are private.

    Vitae mails no reports by itself. This is for settings of one's own that name ADMINS.
    """

    # CACHE_URL and the LOCATION of a cache may hold a password.
    hidden_settings = re.compile(
        f"{SafeExceptionReporterFilter.hidden_settings.pattern}|CACHE_URL|LOCATION", re.IGNORECASE
    )

    def get_post_parameters(self, request):
        values = super().get_post_parameters(request)
        return self._hidden(values) if self.is_active(request) else values

    def get_traceback_frame_variables(self, request, tb_frame):
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return self._hidden(tb_frame.f_locals).items()

    def _hidden(self, values):
        return dict.fromkeys(values, self.cleansed_substitute)
