"""How gunicorn serves; `make run` names this file. docs/deploy.md says why so."""

from config import env, logs

worker_class = "config.worker.BufferingWorker"
workers = 2
# Of each worker, for public pages that are not kept: so many are made at once, and so many more
# wait. Who comes then is asked to come again in a few seconds (503).
threads = 3
MAX_WAITING = 60
# What does not wait behind them has threads of its own; so have health checks, one for each kind.
ADMIN_THREADS = 3
FILE_THREADS = 2
worker_connections = 400  # of each worker; below the usual limit of 1,024 open files
keepalive = 10  # seconds that a client may take for the headers, and between two requests
graceful_timeout = 25
loglevel = "warning"
# Else all instances of one account share a socket in its home, which a service may not have.
control_socket_disable = True

# gunicorn takes a SCRIPT_NAME or PATH_INFO header from this machine, where a proxy stands, for the
# proxy's own word. A visitor's, passed on, would put words into every address of a page.
forwarder_headers = ""
# Nor is X-Forwarded-Proto believed for that: Django asks it where VITAE_BEHIND_PROXY is set.
secure_scheme_headers = {}


def on_starting(server):
    """Its own logs, also the list of visits where one is asked for, hold no one-time link."""
    for log in (server.log.error_log, server.log.access_log):
        for handler in log.handlers:
            if env.text("VITAE_LOG_FORMAT") == "json":
                handler.setFormatter(logs.JsonFormatter())
            else:
                handler.setFormatter(logs.TokenRedactingFormatter(handler.formatter))
