"""The project: settings, addresses, and what stands between the server and the apps.

settings        every setting, the Content-Security-Policy and the rules for passwords among them
env             reads settings from environment variables, and refuses wrong values
urls            the addresses of all pages, in the order in which they are tried
apps            what is set up as the site starts: its checks, its admin, SQLite's limits
checks          what stops a start, and what `check --deploy` says: VITAE_RESEARCHER, theme, folders
views           robots.txt, security.txt, favicon, /healthz, /readyz, error pages, “busy”
middleware      known query parameters, security headers, compression, the language in the address
page_cache      the cache of finished public pages, kept until the next commit
static          style sheets and scripts: hashed names, minified, compressed; templates/ read
                without the indentation that only their writers need
s3              uploads in a bucket of S3 instead of a folder
logs            what a line of the log looks like, and which secrets are left out of it
metrics         /metrics for Prometheus
wsgi            where the server enters: the cache of pages, then Django
gunicorn        the server's settings: processes, threads, time-outs
worker          the server's worker: reads requests whole, limits them, lets pages wait in lanes

Dates and numbers of a language, where Django's are not wanted, are in formats/.
"""
