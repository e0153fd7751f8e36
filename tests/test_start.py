"""What a worker has loaded when it begins to answer, also where the database is away."""

import os
import subprocess
import sys

from tests.layout import ROOT


def start(tmp_path, then):
    """Runs the lines `then` in a process that has loaded the application."""
    away = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "DATA": str(tmp_path)}
    script = f"import config.wsgi\n{then}"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT, env=os.environ | away)


def test_the_first_visitor_waits_for_no_address_or_template(tmp_path):
    then = """
from django.template import Template
from django.template.loader import get_template
from django.urls import URLResolver, reverse

Template.compile_nodelist = URLResolver._populate = None
reverse("researcher-home", kwargs={"slug": "alice"})
for name in ("base.html", "includes/footer.html", "profiles/home.html"):
    assert get_template(name).template.name == name
"""
    start(tmp_path, then)


def test_libraries_that_few_pages_need_wait_for_these(tmp_path):
    start(tmp_path, "import sys; assert not {'bs4', 'markdownify'} & set(sys.modules)")
