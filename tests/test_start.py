"""What a worker has loaded when it begins to answer, also where the database is away."""

import os
import subprocess
import sys

from tests.layout import ROOT

# Run where the application is loaded: libraries that few pages need wait for these; the first
# visitor waits for no address or template.
THEN = """
import sys
import config.wsgi
assert not {'bs4', 'markdownify', 'pypdf'} & set(sys.modules)

from django.template import Template
from django.template.loader import get_template
from django.urls import URLResolver, reverse

Template.compile_nodelist = URLResolver._populate = None
reverse("researcher-home", kwargs={"slug": "alice"})
for name in ("base.html", "includes/footer.html", "profiles/home.html"):
    assert get_template(name).template.name == name
"""


def test_it_has_loaded_what_pages_need_and_no_more(tmp_path):
    away = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "DATA": str(tmp_path)}
    subprocess.run([sys.executable, "-c", THEN], check=True, cwd=ROOT, env=os.environ | away)
