"""Read by gunicorn from the folder it is started in."""

from config.logs import WithoutTokens


def on_starting(server):
    """Its own logs, also the list of visits where one is asked for, hold no one-time link."""
    for log in (server.log.error_log, server.log.access_log):
        for handler in log.handlers:
            handler.setFormatter(WithoutTokens(handler.formatter))
