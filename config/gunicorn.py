"""How gunicorn serves; `make run` names this file."""

from config.logs import TokenRedactingFormatter

# gunicorn takes a SCRIPT_NAME or PATH_INFO header from this machine, where a proxy stands, for the
# proxy's own word. A visitor's, passed on, would put words into every address of a page.
forwarder_headers = ""


def on_starting(server):
    """Its own logs, also the list of visits where one is asked for, hold no one-time link."""
    for log in (server.log.error_log, server.log.access_log):
        for handler in log.handlers:
            handler.setFormatter(TokenRedactingFormatter(handler.formatter))
