"""Pages of the same kind as ours, made by Wagtail: CPU in times of a bare view, and queries.

    python benchmarks/wagtail_page.py [--runs 7]

Runs by a Python that has Wagtail and nothing of ours (bench.py makes one): a home page with a text,
ten papers and ten news, a list of 60 papers, a paper, from short templates. Nothing is kept. Prints
name, ratio and queries, tab-separated.
"""

import argparse
import statistics
import sys
from types import ModuleType

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import path
from kept import STARTPROJECT
from measure import ask, cost

BASE = """{% load wagtailcore_tags %}<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>{{ page.title }}</title></head><body><nav>{% for each in page.get_ancestors %}
<a href="{% pageurl each %}">{{ each.title }}</a>{% endfor %}</nav>
<h1>{{ page.title }}</h1>{{ page.text|richtext }}"""
ROW = """{% for each in rows %}<article><h2><a href="{% pageurl each %}">{{ each.title }}</a></h2>
<p>{{ each.authors }}</p><p>{{ each.venue }}, {{ each.year }}</p></article>{% endfor %}"""
TEMPLATES = {"home.html": BASE + ROW, "list.html": BASE + ROW, "paper.html": BASE}
CONTRIB = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
WAGTAIL = ("", ".users", ".images", ".documents", ".search", ".sites", ".snippets", ".admin")


def set_up():
    loaders = [("django.template.loaders.locmem.Loader", TEMPLATES)]
    loaders += ["django.template.loaders.app_directories.Loader"]
    sys.modules["reference"] = ModuleType("reference")
    sys.modules["reference"].__path__ = ["."]
    settings.configure(
        ALLOWED_HOSTS=["*"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=[
            "reference",
            *(f"wagtail{app}" for app in WAGTAIL),
            *("modelcluster", "taggit"),
            *(f"django.contrib.{app}" for app in CONTRIB),
        ],
        MIDDLEWARE=STARTPROJECT,
        ROOT_URLCONF="wagtail.urls",
        SECRET_KEY="reference",  # noqa: S106 signs nothing
        STATIC_URL="/static/",
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {
                    "loaders": [("django.template.loaders.cached.Loader", loaders)],
                    "context_processors": ["django.template.context_processors.request"],
                },
            }
        ],
        WAGTAIL_SITE_NAME="Reference",
        WAGTAILADMIN_BASE_URL="http://localhost",
    )
    django.setup()


def models() -> tuple[type, type]:
    """Of a page that lists those below it, and of a paper."""
    from django.db import connection
    from django.db.models import CharField
    from wagtail.fields import RichTextField
    from wagtail.models import Page

    class List(Page):
        text = RichTextField()

        def get_context(self, request):
            rows = self.get_children().live().type(Paper).specific()[:60]
            return super().get_context(request) | {"rows": rows}

        class Meta:
            app_label = "reference"

    class Paper(Page):
        text = RichTextField()
        authors = CharField(max_length=200)
        venue = CharField(max_length=200)
        year = CharField(max_length=4)
        template = "paper.html"

        class Meta:
            app_label = "reference"

    List.template = "list.html"
    with connection.schema_editor() as editor:
        editor.create_model(List)
        editor.create_model(Paper)
    return List, Paper


def fill() -> dict[str, str]:
    """{name: path} of the pages."""
    call_command("migrate", verbosity=0)
    from wagtail.models import Page, Site

    lists, papers = models()
    text = "<p>Studies <b>tides</b>, and what they leave behind.</p>" * 5
    root = Page.objects.get(depth=1)
    home = root.add_child(instance=lists(title="Ada", slug="ada", text=text))
    Site.objects.update(root_page=home)
    listed = home.add_child(instance=lists(title="Papers", slug="papers", text=text))
    for parent, count in ((home, 20), (listed, 60)):
        for number in range(count):
            values = {"authors": "A. Reed, K. Moth", "venue": "Journal of Tides", "year": "2020"}
            paper = papers(title=f"On tides {number}", slug=f"paper-{number}", text=text, **values)
            parent.add_child(instance=paper)
    return {"home": "/", "list of 60": "/papers/", "paper": "/papers/paper-1/"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=7, help="The median of so many rounds counts.")
    runs = parser.parse_args().runs
    set_up()
    pages, application = fill(), WSGIHandler()
    from django.db import connection

    content = HttpResponse(b"x" * 10_000).content
    plain = override_settings(ROOT_URLCONF=(path("", lambda _request: HttpResponse(content)),))
    for name, path_info in pages.items():
        ask(application, path_info)
        with CaptureQueriesContext(connection) as queries:
            ask(application, path_info)
        count = len(queries)  # the next request forgets them
        ratios = []
        for _round in range(runs):
            own = cost(application, path_info, 10)
            with plain:
                ratios.append(own / cost(application, "/", 400))
        print(name, f"{statistics.median(ratios):.1f}", count, sep="\t")


if __name__ == "__main__":
    main()
