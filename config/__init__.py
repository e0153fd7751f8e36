"""The project: settings, addresses, and what stands between the server and the apps.

settings      every setting, read from the environment by `env`; the Content-Security-Policy too
urls          all addresses, in the order in which they are tried
middleware    security headers, caching, known query parameters, the language prefix
page_cache    finished public pages, kept until the next commit; `wsgi` puts it in front of Django
gunicorn      how requests are served: processes, threads; `worker`: limits, who waits for whom
views         robots.txt, /healthz, /readyz, error pages
checks        what must be right before the site starts
logs          what a log line says, and what it must not; `metrics`: /metrics for Prometheus
static, s3    style sheets and scripts under hashed names; uploads in a bucket
"""
