"""CV files: the old cv.yml, RenderCV and JSON Resume become the same rows."""

import json
from pathlib import Path

import pytest

from exchange.site_import import cv_files, importer
from exchange.site_import.reading import Theme
from exchange.site_import.tree import Tree
from profiles.models import (
    Award,
    Education,
    Experience,
    Grant,
    Page,
    Project,
    Section,
    Service,
    Talk,
    Teaching,
)

SITES = Path(__file__).resolve().parents[2] / "data" / "sites"


def opened(generation):
    tree = Tree.open(SITES / f"al_folio_{generation}")
    return tree, importer.read(tree)


def rows(site, model):
    """Of the CV alone."""
    return [
        r for r in site.rows if r.model is model and ("cv.yml" in r.origin or "json" in r.origin)
    ]


def values(site, model):
    return [row.values for row in rows(site, model)]


def test_old_cv():
    _tree, site = opened("a")

    doctor, bachelor = values(site, Education)
    assert doctor == {
        "degree": "Ph.D.",
        "organisation": "University of Harbours",
        "start": "Sep. 2012",
        "end": "Dec. 2016",
        "advisor": "Prof. Ada Wave",
        "grade": "4.2/4.3",
        "description": (
            '- <a href="https://fellows.example.org">Fellow of the Quay</a>\n'
            "- Courses\n  - Bells\n  - Ropes"
        ),
    }
    assert bachelor == {
        "degree": "B.Sc.",
        "organisation": "Inland College",
        "department": "Department of Ponds",
        "place": "Lakeside",
        "end": "2012",
    }
    intern, keeper = values(site, Experience)
    assert (intern["kind"], intern["start"], intern["end"]) == ("internship", "2015", "2015")
    assert (keeper["role"], keeper["end"], keeper["description"]) == (
        "Keeper",
        "present",
        "Keeps it.",
    )
    texts = {text["heading"]: text["body"] for text in values(site, Section)}
    assert texts == {
        "General Information": "**Languages**: Swedish, English",
        "Academic Interests": "- Tides\n  - Neap\n  - Spring",
        "Hobbies": "<u>Rowing</u>, mostly",
    }


def test_what_the_homepage_has_is_not_said_twice():
    tree, site = opened("a")

    assert [award["name"] for award in values(site, Award)] == [
        "Silver Rope (Rope Society)",
        "Honorary Rower",
    ]
    left = [one.reason for one in tree.left_out if one.place.file == "_data/cv.yml"]
    assert left == ["the name, once more", f"Golden Buoy: {cv_files.ON_THE_HOMEPAGE}"]


def test_a_cv_adds_to_the_homepage_and_is_reported_where_it_differs(tree_of):
    about = "---\npermalink: /\n---\n## Awards\n\n- Golden Buoy, Harbour Board, 2021\n"
    cv = (
        "cv:\n  sections:\n    Awards:\n      - name: Golden buoy\n        date: 2021\n"
        "        awarder: Rope Society\n        summary: For a bell\n"
    )
    config = "scholar:\n  style: apa\n"
    tree = tree_of({"_config.yml": config, "_pages/about.md": about, "_data/cv.yml": cv})
    site = importer.read(tree)

    (award,) = [row.values for row in site.rows if row.model is Award]
    assert (award["name"], award["awarder"]) == ("Golden Buoy", "Harbour Board")
    assert award["note"] == "For a bell"
    reasons = [one.reason for one in tree.left_out if one.place.file == "_data/cv.yml"]
    assert f"Golden buoy, awarder: Rope Society: {cv_files.OTHER_ON_THE_HOMEPAGE}" in reasons


def test_json_resume():
    _tree, site = opened("b")

    work, rescue = rows(site, Experience)
    assert work.values == {
        "role": "Intern",
        "organisation": "Lighthouse",
        "organisation_url": "https://light.example.org",
        "place": "Cliff",
        "kind": "internship",
        "start": "2015-06-01",
        "end": "2015-08",
        "description": "Lit it.\n\n- every evening",
    }
    assert rescue.values["kind"] == "volunteering"
    assert values(site, Education)[0]["description"] == "- Bells\n- Ropes"
    assert values(site, Award)[0]["note"] == "For a quiet bell"
    talk, course = values(site, Talk)[0], values(site, Teaching)[0]
    assert (talk["title"], talk["event"], talk["place"]) == ("Bells at sea", "Bell Days", "Oslo")
    assert (course["title"], course["role"]) == ("Knots 1", "Teacher")
    clock, bell = rows(site, Project)
    assert clock.links == [{"label": "", "url": "https://clock.example.org"}]
    assert bell.values["description"] == "Rings.\n\n- loudly"
    texts = {text["heading"]: text["body"] for text in values(site, Section)}
    assert texts["Certificates"] == "**Skipper**: 2013, Coast Guard"
    assert texts["Skills"] == "**Rowing**: Master, sculls, sweeps"
    assert texts["References"] == "**Prof. Wave**: She rows well."
    assert {"Languages"} < texts.keys()


def test_publications_of_a_cv_are_not_doubled():
    tree, site = opened("b")

    assert [paper.key for paper in site.papers] == ["bob2020", "cv-2"]
    assert "title = {On knots}" in site.papers[1].entry
    assert "date = {2019-03}" in site.papers[1].entry
    reasons = [one.reason for one in tree.left_out]
    assert "“Ropes” stands in the papers" in reasons


def test_a_paper_of_a_cv_with_its_stage_and_its_names_below(tree_of):
    cv = (
        "- title: Publications\n  type: time_table\n  contents:\n"
        "    - title: On knots (submitted, under review)\n      institution: Knot Letters\n"
        "      year: 2019\n      description: Alice Ahlgren and Bob Brandt\n"
    )
    files = {"_config.yml": "scholar: {style: apa}\n", "_data/cv.yml": cv}
    (paper,) = importer.read(tree_of(files)).papers
    assert "title = {On knots}" in paper.entry
    assert "author = {Alice Ahlgren and Bob Brandt}" in paper.entry
    assert "abstract" not in paper.entry


def test_rendercv():
    _tree, site = opened("c")

    (degree,) = values(site, Education)
    assert (degree["degree"], degree["field_of_study"], degree["thesis"]) == (
        "Ph.D.",
        "Tides",
        "On bells",
    )
    assert (degree["start"], degree["end"]) == ("2012-09", "2016-06")
    assert values(site, Experience)[0]["end"] == "present"
    assert [one["body"] for one in values(site, Service)] == [
        "Reviewer for Knot Letters",
        "Knot Letters, Bell Days",
    ]
    grant = values(site, Grant)[0]
    assert (grant["funder"], grant["number"], grant["amount"]) == ("Coast Fund", "CF-1", "10 kr")
    assert values(site, Talk)[0]["date"] == "2022-04"
    texts = {text["heading"]: text["body"] for text in values(site, Section)}
    assert texts == {"Skills": "**Rowing**: sculls, sweeps", "About this CV": "Set in type."}


@pytest.mark.parametrize(
    ("generation", "read", "left"),
    [
        ("b", "assets/json/resume.json", "_data/cv.yml"),
        ("c", "_data/cv.yml", "assets/json/resume.json"),
    ],
)
def test_the_cv_that_the_site_shows_is_read(generation, read, left):
    tree, _site = opened(generation)

    assert f"the CV of the site is {read}" in [
        one.reason for one in tree.left_out if one.place.file == left
    ]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Teaching Experience", "teaching"),
        ("Work", "experience"),
        ("Volunteer", "experience"),
        ("Professional Service", "service"),
        ("Open Source Projects", "projects"),
        ("Research Grants", "grants"),
        ("Honors and Awards", "awards"),
        ("Invited Talks", "talks"),
        ("Publications", "publications"),
        ("Academic Interests", ""),
        ("Skills", ""),
    ],
)
def test_kinds_of_headings(heading, kind):
    assert cv_files.kind_of(heading) == kind


@pytest.mark.parametrize(
    "cv",
    [
        "- x\n- [a, b]\n- title: Awards\n  contents: {a: b}\n",
        "cv:\n  sections: [x]\n",
        "cv:\n  sections:\n    Education: [x, {institution: [y]}]\n    Awards: [[x]]\n",
        '{"basics": [], "work": [1, {"name": {"a": 2}}], "education": "x"}\n',
    ],
)
def test_odd_cvs_are_no_traceback(tree_of, cv):
    path = "assets/json/resume.json" if cv.startswith("{") else "_data/cv.yml"
    tree = tree_of({"_config.yml": "title: X\n", path: cv})

    cv_files.read_all(Theme(tree))


def test_rendercv_of_al_folio_itself(tree_of):
    cv = (
        "cv:\n  address:\n    street: Quay 3\n    city: Harbour\n    postalCode: 111\n"
        "  sections:\n    Awards:\n      - title: Golden Buoy\n        authors: [Harbour Board]\n"
        "        awarder: Harbour Board\n        date: 2021\n"
        "    Skills:\n      - name: Rowing\n        icon: fa-solid fa-oar\n        level: Master\n"
    )
    tree = tree_of({"_config.yml": "title: X\n", "_data/cv.yml": cv})
    site = Theme(tree)
    cv_files.read_all(site)

    assert site.record.researcher["postal_address"][0] == "Quay 3\n111 Harbour"
    award, skills = site.record.rows
    assert award.values["awarder"] == "Harbour Board"
    assert skills.values["body"] == "**Rowing**: Master"
    assert [key for _place, key in tree.unread() if key] == ["title"]


RESUME = {
    "basics": {
        "name": "Alice Ahlgren",
        "location": {"address": "2712 Broadway St", "postalCode": "CA 94115", "city": "Rome"},
        "profiles": [
            {"network": "Twitter", "username": "AlbertEinstein"},
            {"network": "X", "username": "alice"},
            {"network": "Twitter", "username": "alice.a"},
        ],
    },
    "awards": [
        {"title": "Nobel Prize in Physics", "date": "1921-11-01"},
        {"title": "Golden Buoy", "date": "2021"},
    ],
    "education": [{"institution": "University of Zurich", "startDate": "1905-01-01"}],
}
AL_FOLIO = "first_name: Alice\nlast_name: Ahlgren\nscholar: {}\n"


def test_what_is_left_of_the_demo_is_nobodys(tree_of):
    site = importer.read(
        tree_of({"_config.yml": AL_FOLIO, "assets/json/resume.json": json.dumps(RESUME)})
    )
    said = [row.values.get("name") or row.values.get("url") for row in site.rows]
    assert said == ["https://x.com/alice", "Golden Buoy"]
    assert not {"postal_address", "location"} & set(site.researcher)


@pytest.mark.parametrize("resume", ["{}", json.dumps(RESUME)])
def test_a_cv_that_the_site_does_not_show_hides_none(tree_of, resume):
    cv = "- title: Awards\n  contents:\n    - title: Silver Oar\n      year: 2020\n"
    files = {"_config.yml": f"{AL_FOLIO}jsonresume: [none]\n", "_data/cv.yml": cv}
    tree = tree_of(files | {"assets/json/resume.json": resume})
    assert [row.values["name"] for row in importer.read(tree).rows] == ["Silver Oar"]
    assert "assets/json/resume.json" in {one.place.file for one in tree.left_out}


def test_parts_that_the_settings_do_not_name_are_left_out(tree_of):
    settings = f"{AL_FOLIO}jsonresume: [education]\n"
    site = importer.read(
        tree_of({"_config.yml": settings, "assets/json/resume.json": json.dumps(RESUME)})
    )
    assert site.rows == []


@pytest.mark.parametrize("config", [AL_FOLIO, "title: Alice Ahlgren\n"])
def test_rows_in_the_front_matter_of_a_page_of_liquid(tree_of, config):
    page = (
        "---\ntitle: Talks\npermalink: /talks/\ntalks:\n"
        "  - title: Bells at sea\n    date: September 4, 2025\n    description: Bell Days\n---\n"
        "{% for t in page.talks %}{{ t.title }}{% endfor %}\n"
    )
    site = importer.read(tree_of({"_config.yml": config, "_pages/talks.md": page}))
    (talk,) = [row.values for row in site.rows if row.model is Talk]
    assert (talk["title"], talk["date"]) == ("Bells at sea", "September 4, 2025")
    assert site.redirects["/talks/"] in ("cv/", "#talks")


def test_samples_of_the_theme_in_a_cv_made_of_them(tree_of):
    talks = [{"name": "Talk 1 on Relevant Topic in Your Field"}, {"name": "Tides of kelp"}]
    files = {
        "_config.yml": "author: {name: Bob Brandt, avatar: b.png}\ncollections: {talks: {}}\n",
        "_data/cv.json": json.dumps({"presentations": talks}),
        "_includes/prizes.html": "{% for one in site.data.prizes %}{{ one.name }}, {% endfor %}",
        "_data/prizes.yml": "- {name: Kelp Prize}\n- {name: Reef Prize}\n",
        "_pages/prizes.md": "---\npermalink: /prizes/\n---\n{% include prizes.html %}\n",
        "_pages/cv-json.md": "---\npermalink: /cv-json/\n---\nMine: {% include cv-json.html %}\n",
    }
    site = importer.read(tree_of(files))
    assert [row.values["title"] for row in rows(site, Talk)] == ["Tides of kelp"]
    pages = {row.values["slug"]: row.values["body"] for row in site.rows if row.model is Page}
    assert pages == {"prizes": "Kelp Prize, Reef Prize,"}
    assert site.redirects["/cv-json/"] == "cv/"
