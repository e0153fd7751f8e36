"""One settings module, driven by the environment. docs/deploy.md lists every variable."""

import os
import tomllib
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import env, logs

# Whatever a process of this site writes is its account's alone: drafts, uploads, the database.
os.umask(0o077)
BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
DATA_DIR = Path(env.text("DATA", "data"))
DATA_DIR = DATA_DIR if DATA_DIR.is_absolute() else BASE_DIR / DATA_DIR

# --- Who may reach it -------------------------------------------------------------------------

DEBUG = env.boolean("VITAE_DEBUG")
HTTPS = env.boolean("VITAE_HTTPS")
LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = env.comma_separated("VITAE_HOSTS") or LOOPBACK
# Absolute addresses in feeds, canonical links and citation tags. Empty: the (checked) request's.
ORIGIN = env.text("VITAE_ORIGIN", f"https://{ALLOWED_HOSTS[0]}" if HTTPS else "").rstrip("/")
# How many proxies of our own stand in front, and say from where and how a request came.
TRUSTED_PROXIES = env.integer("VITAE_BEHIND_PROXY")
SECRET_KEY = env.secret_key("VITAE_SECRET_KEY", DATA_DIR / "secret_key")
env.close_to_others(DATA_DIR)
SECRET_KEY_FALLBACKS = env.comma_separated("VITAE_SECRET_KEY_FALLBACKS")

if DEBUG and set(ALLOWED_HOSTS) - set(LOOPBACK):
    raise ImproperlyConfigured("VITAE_DEBUG=1 is for this machine only: unset VITAE_HOSTS.")
if HTTPS and ALLOWED_HOSTS is LOOPBACK:
    raise ImproperlyConfigured("VITAE_HTTPS=1 needs VITAE_HOSTS=, the site's own domain names.")
if HTTPS and any(host.startswith(("*", ".")) for host in ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        "VITAE_HTTPS=1 needs each name in VITAE_HOSTS= in full, such as people.example.org: no * "
        "and no leading dot, by which anybody could name the site as they like."
    )

# The next three count while their box in the admin is empty: profiles.site.
SITE_NAME = env.text("VITAE_SITE_NAME", "Vitae")
# The colours of what belongs to the whole lab, one of profiles.themes.Theme. Empty: the first.
THEME = env.text("VITAE_THEME")
# The lab's own words on its front page, in Markdown.
WELCOME = env.text("VITAE_WELCOME")
# Whom to write to about a weakness, and in which languages: security.txt says so.
SECURITY_CONTACTS = env.contacts("VITAE_SECURITY_CONTACT")
SECURITY_LANGUAGES = env.comma_separated("VITAE_SECURITY_LANGUAGES", "en")
# Of the texts on the site, named in the footer of each page.
LICENCE = env.named_address("VITAE_LICENCE")
# One person's site: the slug of the researcher whose pages stand at "/". Empty: a lab.
SINGLE_RESEARCHER = env.text("VITAE_RESEARCHER")
# Where the admin is, without slashes. config.checks refuses what is an address already.
ADMIN_PATH = env.segment("VITAE_ADMIN_PATH", "admin")
# Who sends it may read /metrics, which is not there without one.
METRICS_TOKEN = env.token("VITAE_METRICS_TOKEN")
# Font files for the pictures that shared links show, and for PDFs; beside the installed ones.
CARD_FONTS = env.files("VITAE_CARD_FONTS")

# --- The application ---------------------------------------------------------------------------

INSTALLED_APPS = [
    "config.apps.ConfigConfig",
    "exchange",
    "website",
    "accounts",
    "publications",
    "profiles",
    "history",
    "uploads",
    "markdownx",
    "csp",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "config.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "django.forms",
]
MIDDLEWARE = [
    "config.middleware.QueryMiddleware",
    "config.middleware.SiteSettingsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.CSPMiddleware",
    "config.middleware.SecurityHeadersMiddleware",
    "config.middleware.CacheControlMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.HostMiddleware",
    # Behind what writes headers, so that style sheets and scripts carry them, too.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Behind it is compressed: a strong ETag is of the bytes that are sent.
    "django.middleware.http.ConditionalGetMiddleware",
    "config.middleware.CompressionMiddleware",
    "config.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.middleware.NulMiddleware",
]
if METRICS_TOKEN:
    MIDDLEWARE.insert(0, "config.metrics.MetricsMiddleware")
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.static.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "profiles.site.site",
            ],
            "libraries": {"search": "website.search.query"},
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- Data --------------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    # Measured: with Django's defaults, four writers meet "database is locked"; so set, none does.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # 16 MB of pages: with the usual two, an import of 100,000 entries keeps writers out for 28 s
    # instead of 17.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000;",
}
DATABASES = {
    "default": env.database(
        "DATABASE_URL",
        f"sqlite:///{DATA_DIR / 'vitae.sqlite3'}",
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = False
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["OPTIONS"] = {
        # Seconds; by itself a client waits for minutes.
        "connect_timeout": 5,
        # The server would spend more on compiling a page's statements than on answering them; and
        # it would read small tables whole, again for each paper, for fear of a disk that turns.
        "options": "-c jit=off -c random_page_cost=1.1",
        # What the address says.
        **DATABASES["default"].get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Of profiles.limits: in files, so that all processes of this machine count together.
    "counts": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "counts",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # Pictures of shared links, some 60 KB each, by the digest of what they show.
    "cards": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "cards",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
    # CVs as PDF and Word documents, by the digest of what is in them.
    "documents": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "documents",
        "TIMEOUT": 30 * 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}
if CACHE_URL := env.text("CACHE_URL"):
    CACHES["default"] = {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": CACHE_URL,
        # A site without its cache is slower, never down.
        "OPTIONS": {
            "IGNORE_EXCEPTIONS": True,
            "SOCKET_CONNECT_TIMEOUT": 1,  # seconds
            "SOCKET_TIMEOUT": 1,
        },
    }
    CACHES["counts"] = CACHES["default"] | {"KEY_PREFIX": "counts"}
    CACHES["cards"] = CACHES["default"] | {"KEY_PREFIX": "cards", "TIMEOUT": 30 * 24 * 3600}

# Of finished pages, see config.page_cache: so many bytes in each process; the variable is in MiB.
PAGE_CACHE_BYTES = 0 if DEBUG else env.integer("VITAE_PAGE_CACHE", 16) * 1024 * 1024

UPLOADS_AN_HOUR = 200  # for one researcher
# What the files of one researcher may take in all, in bytes; the variable is in MB.
UPLOAD_QUOTA = (env.integer("VITAE_UPLOAD_QUOTA") or 1000) * 1024 * 1024
MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "/media/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static", ("docs", BASE_DIR / "docs" / "images")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or env.boolean("VITAE_PLAIN_STATIC")
        else "config.static.StaticStorage"
    },
}
S3_OPTIONS = {
    # No access list of its own: an object is its owner's alone, as the bucket says.
    "default_acl": None,
    "file_overwrite": False,
    "object_parameters": {"CacheControl": "private, no-store"},
    # Of a file on its way to a visitor, so many bytes in memory; the rest on the disk.
    "max_memory_size": 2 * 1024 * 1024,
}
if S3_BUCKET := env.text("VITAE_S3_BUCKET"):
    S3_OPTIONS |= {
        "bucket_name": S3_BUCKET,
        "endpoint_url": env.text("VITAE_S3_ENDPOINT") or None,
        "region_name": env.text("VITAE_S3_REGION") or None,
    }
    STORAGES["default"] = {"BACKEND": "config.s3.PrivateStorage", "OPTIONS": S3_OPTIONS}
# By default Django opens what it stores to everybody, whatever the umask.
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",  # up to 2.5 MB
    "uploads.documents.CappedUploadHandler",
]
# The plan of an import of 5,000 entries: a tick for each, and what is answered to its conflicts.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 25_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024

# --- Languages and time ------------------------------------------------------------------------

# The first is the site's own, in which everything is written; the others are second languages.
LANGUAGES = env.languages("VITAE_LANGUAGES", "en,zh-hans")
LANGUAGE_CODE = LANGUAGES[0][0]
# Second languages that nobody has named: a manager may take them into use.
OFFERED_LANGUAGES = [] if env.text("VITAE_LANGUAGES") else [code for code, _name in LANGUAGES[1:]]
FORMAT_MODULE_PATH = "config.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone("VITAE_TIME_ZONE", "UTC")
USE_TZ = True

# --- Signing in --------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.passwords.NamesValidator"},
    {
        "NAME": "accounts.passwords.LengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "accounts.passwords.VarietyValidator"},
    {"NAME": "accounts.passwords.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "admin:login"


def otp_issuer(device):
    from profiles.site import site_settings

    return site_settings().site_name


OTP_TOTP_ISSUER = otp_issuer
# The longest life of a one-time link; each kind has its own in accounts.one_time_links.
PASSWORD_RESET_TIMEOUT = 7 * 24 * 3600
# Axes' own defaults lock a whole campus for good: count by name and address, and forgive.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_HTTP_RESPONSE_CODE = 429
AXES_VERBOSE = False
# Log lines say that somebody failed, not who and from where.
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address"]
AXES_ENABLE_ADMIN = False
AXES_DISABLE_ACCESS_LOG = True  # who came when, and from where, is nobody's to keep
AXES_HANDLER = "accounts.passwords.LockoutHandler"
AXES_LOCKOUT_CALLABLE = "accounts.passwords.lockout_response"
AXES_CLIENT_IP_CALLABLE = "accounts.passwords.client_ip"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600  # from signing in, however busy one is
SESSION_IDLE_AGE = 12 * 3600
CSRF_COOKIE_HTTPONLY = True

# --- Letters -----------------------------------------------------------------------------------

MAIL = env.mail("EMAIL_URL", "console:" if DEBUG else "")
# Without a mail server nothing is offered that needs one.
EMAIL_ENABLED = bool(MAIL)
globals().update(MAIL)

# --- What every answer carries -----------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", *([r"^metrics$"] if METRICS_TOKEN else [])]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.boolean("VITAE_HSTS_SUBDOMAINS")
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    # W005 and W021 ask for subdomains and preloading, which only the domain's owner can promise.
    SILENCED_SYSTEM_CHECKS = (
        [] if SECURE_HSTS_INCLUDE_SUBDOMAINS else ["security.W005", "security.W021"]
    )

# --- Markdown ----------------------------------------------------------------------------------

# The preview in the admin is the public page's own renderer.
MARKDOWNX_MARKDOWNIFY_FUNCTION = "profiles.markup.render"
MARKDOWNX_SERVER_CALL_LATENCY = 400
# Below the admin, where website.admin_site mounts our own two views.
MARKDOWNX_URLS_PATH = f"/{ADMIN_PATH}/markdown/preview/"
MARKDOWNX_UPLOAD_URLS_PATH = f"/{ADMIN_PATH}/markdown/upload/"

DEFAULT_EXCEPTION_REPORTER_FILTER = "config.logs.InputRedactingFilter"
LOGGING = logs.logging_settings()
