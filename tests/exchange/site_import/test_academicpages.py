"""A site of academicpages becomes a record; every file and key of it is accounted for."""

from collections import Counter
from pathlib import Path

import pytest

from exchange.site_import import importer
from exchange.site_import.academicpages import AcademicPages
from exchange.site_import.tree import Tree
from profiles.models import (
    Affiliation,
    Award,
    Education,
    Experience,
    NewsItem,
    Page,
    Project,
    ResearcherLink,
    Section,
    Talk,
    Teaching,
)
from publications.bibtex import parse

SITE = Path(__file__).parents[2] / "data" / "sites" / "academicpages"
REAL = Path(__file__).parents[4] / "shared" / "sites"


@pytest.fixture(scope="module")
def tree():
    return Tree.open(SITE)


@pytest.fixture(scope="module")
def site(tree):
    return importer.read(tree)


def rows(site, model):
    return [row for row in site.rows if row.model is model]


def fields(paper):
    (record,) = parse(paper.entry).records
    return record.own | {"type": record.entry_type}


def test_it_is_detected_by_its_settings(tree, tree_of):
    assert AcademicPages.detect(tree) == "2025"
    assert AcademicPages.detect(tree_of({"_config.yml": "title: Bees"})) == ""


def test_the_side_bar_is_the_researcher(site):
    values = {column: value for column, (value, _place) in site.researcher.items()}
    assert values["display_name"] == "Wilma von Wax"
    assert (values["given_name"], values["family_name"]) == ("Wilma", "von Wax")
    assert values["headline"] == "Keeper at [Hive College](https://hive.example)"
    assert (values["pronouns"], values["location"]) == ("she/her", "Bath, UK")
    assert values["orcid"] == "0000-0002-1825-0097"
    assert (values["email"], values["email_display"]) == ("wilma@hive.example", "plain")
    assert site.researcher["email"][1] == ("_config.yml", 17)
    assert site.researcher_files["portrait"][0] == "images/wilma.png"
    assert rows(site, Affiliation)[0].values["organisation"] == "Hive College"
    assert [row.values["url"] for row in rows(site, ResearcherLink)] == [
        "https://scholar.google.com/citations?user=WAX",
        "https://github.com/wilmawax",
        "https://bsky.app/profile/wilma.hive.example",
        "https://bees.example/@wilma",
        "https://stackoverflow.com/users/1/wilma",
        "https://shop.example/wax",
    ]
    assert site.hosts == ["wilmawax.example.org", "wilmawax.github.io"]


def test_a_paper_of_the_homepage_and_of_its_file_is_one_with_both_links(site):
    drones, honeycode = site.papers
    values = fields(honeycode)
    assert values["type"] == "inproceedings"
    assert values["author"] == "Wilma von Wax* and Ann Comb* and Otto Ost"
    assert values["booktitle"] == "Bees \\& Systems (BEES), Bath, May 2024"
    assert (values["date"], values["abbr"]) == ("2024-05-02", "BEES 24")
    assert (values["award_name"], values["shorttitle"]) == ("Best Paper", "Honeycode")
    assert (values["doi"], values["demo"]) == (
        "https://doi.org/10.1234/hive.5",
        "https://demo.example/cells",
    )
    assert (values["arxiv"], values["code"]) == (
        "https://arxiv.org/abs/2405.01234",
        "https://github.com/wilmawax/honeycode",
    )
    assert values["slides"] == "http://wilmawax.example.org/files/lost.pdf"
    assert (values["selected"], values["topics"]) == ("true", "wax, cells")
    assert values["link"] == "\\href{https://wax.example/town}{Talk of the town}"
    assert values["poster"] == "https://wax.example/poster"
    assert "Second paragraph" in values["abstract"]
    assert honeycode.files == [("cover", "images/comb.png"), ("pdf", "files/honeycode.pdf")]
    assert honeycode.old_paths == ["/publication/2024-honeycode", "/honeycode"]
    assert "shorttitle" not in fields(drones)


def test_authors_come_out_of_a_citation(site):
    values = fields(site.papers[0])
    assert values["type"] == "article"
    assert values["author"] == "Wax, W. and Comb, A."
    assert (values["volume"], values["number"], values["pages"]) == ("7", "2", "10-19")
    assert values["pdf"] == "https://wax.example/drones.pdf"
    assert values["abstract"] == "A short memoir."
    assert "date" not in values


def test_talks_courses_projects(site):
    (talk,) = rows(site, Talk)
    assert talk.values == {
        "title": "Wax, Warm",
        "kind": "seminar",
        "event": "Comb Museum",
        "place": "Bath",
        "date": "2023-03-01",
        "description": "Guest lecture\n\nAbout *wax*.",
    }
    assert talk.links == [
        {"label": "", "url": "https://wax.example/warm"},
        {"label": "Slides", "file": "files/honeycode.pdf"},
    ]
    assert talk.old_paths == ["/talks/2023-wax"]
    (course,) = rows(site, Teaching)
    assert course.values == {
        "role": "Teaching assistant",
        "code": "BEE 101",
        "title": "Basics of Bees",
        "dates": "2022 Fall, 2023 Spring",
        "organisation": "Hive College",
        "department": "Department of Bees",
        "place": "Bath",
        "description": "Undergraduate course",
    }
    (project,) = rows(site, Project)
    assert project.values["description"] == "It smokes, <b>gently</b>."
    assert project.files == {"cover": "images/comb.png"}
    assert project.old_paths == ["/portfolio/smoker/"]


def test_a_post_is_a_page_that_a_news_item_leads_to_and_a_draft_stays_one(site):
    pages = {row.origin: row for row in rows(site, Page)}
    post, draft = pages["_posts/2020-06-01-first-swarm.md"], pages["_drafts/second-swarm.md"]
    assert post.values["title"] == "First swarm"
    assert (post.values["in_menu"], post.is_draft, draft.is_draft) == (False, False, True)
    assert post.old_paths == ["/posts/2020/06/first-swarm/"]
    (item,) = [row for row in rows(site, NewsItem) if "page" in row.values]
    assert item.values == {
        "date": "2020-06-01",
        "headline": "First swarm",
        "body": "They left at noon.",
        "page": post.origin,
    }
    garden = pages["_pages/garden.md"].values
    assert (garden["in_menu"], garden["position"]) == (True, 2)
    assert "{{" not in garden["body"]


def test_the_cv_says_nothing_twice_and_its_loops_are_left_out(site, tree):
    assert [row.values["name"] for row in rows(site, Award)] == ["Honey Prize", "Wax Medal"]
    (degree,) = rows(site, Education)
    assert (degree.values["degree"], degree.values["end"]) == ("Ph.D.", "2020 (expected)")
    (job,) = rows(site, Experience)
    assert job.values["organisation"] == "Comb Museum"
    assert job.values["mentor"] == "Ann Comb"
    texts = [row.values for row in rows(site, Section) if row.values["kind"] == "text"]
    assert [text["heading"] for text in texts] == ["Languages"]
    reasons = {(left.place.file, left.place.line): str(left.reason) for left in tree.left_out}
    assert "Liquid" in reasons["_pages/cv.md", 28]
    assert "home page" in reasons["_pages/cv.md", 23]
    assert ("_pages/cv.md", 8) not in reasons  # {% include base_path %} prints nothing


def test_old_addresses_are_kept(site):
    assert site.old_paths == ["/about/"]
    assert site.redirects["/publications/"] == "publications/"
    assert (site.redirects["/cv/"], site.redirects["/resume"]) == ("cv/", "cv/")
    assert "files/notes.pdf" in site.old_files


def test_all_is_read_left_out_or_reported(site, tree):
    assert [(place.file, key) for place, key in tree.unread()] == [
        ("_config.yml", "honeycomb"),
        ("_publications/2019-drones.md", "swarm"),
    ]
    unclear = {(item.place.file, item.place.line): item.text for item in tree.unclear}
    assert unclear["_config.yml", 24] == "cell seven"
    assert unclear["_publications/2019-drones.md", 5] == "2019-13-40"
    assert unclear["_publications/2024-honeycode.md", 2].endswith("/files/lost.pdf")
    left_out = {left.place.file for left in tree.left_out}
    assert {
        "_publications/2009-10-01-paper-title-number-1.md",
        "_layouts/default.html",
        "markdown_generator/publications.tsv",
        "_pages/publications.html",
    } <= left_out


CONFIG = """url: https://wax.example.org
author: {avatar: wax.png, name: Wilma Wax}
collections: {talks: {}, publications: {}}
permalink: /:categories/:title/
"""


def test_what_of_a_cv_is_the_theme_s_is_left_out(tree_of):
    cv = (
        "---\npermalink: /cv/\n---\nEducation\n======\n* B.S. in GitHub, GitHub University, 2012\n"
        "* B.S. in Wax, Hive College, 2012\n\nSkills\n======\n* Skill 1\n* Skill 3\n"
    )
    tree = tree_of({"_config.yml": CONFIG, "_pages/cv.md": cv})
    (row,) = importer.read(tree).rows
    assert row.values["organisation"] == "Hive College"
    assert {left.place.line for left in tree.left_out if left.place.file == "_pages/cv.md"} == {
        6,
        11,
    }


def test_authors_that_cannot_be_read_are_reported_and_remarks_are_notes(tree_of):
    paper = "---\ntitle: {}\nauthors: {}\n---\n"
    tree = tree_of(
        {
            "_config.yml": CONFIG,
            "_publications/a.md": paper.format("A", "'Wilma Wax, Ann Comb. (In order of sting)'"),
            "_publications/b.md": paper.format("B", "'written by everyone who lived in the hive'"),
        }
    )
    first, _second = (fields(paper) for paper in importer.read(tree).papers)
    assert (first["author"], first["note"]) == ("Wilma Wax and Ann Comb", "In order of sting")
    (unclear,) = (item for item in tree.unclear if item.place.file.startswith("_publications"))
    assert unclear.place == ("_publications/b.md", 3)


def test_what_is_not_there_and_has_no_address_makes_no_link(tree_of):
    talk = "---\ntitle: Warm\nlink: /files/lost.pdf\n---\n"
    config = CONFIG.replace("url: https://wax.example.org", "url:").replace(
        "wax.png", "https://pictures.example/wax.png"
    )
    tree = tree_of(
        {
            "_config.yml": config,
            "_talks/warm.md": talk,
            "_publications/a.md": "---\ntitle: A\npaperurl: /files/lost.pdf\n---\n",
        }
    )
    site = importer.read(tree)
    assert site.rows[0].links == []
    assert not {"url", "pdf"} & set(fields(site.papers[0]))
    assert {item.text for item in tree.unclear} == {
        "A",  # without authors
        "https://pictures.example/wax.png",
        "/files/lost.pdf",
        "https://old-site.invalid/files/lost.pdf",
    }


def test_a_front_page_of_liquid_alone_leaves_the_homepage_to_about(tree_of):
    tree = tree_of(
        {
            "_config.yml": CONFIG,
            "_pages/splash.md": "---\npermalink: /\n---\n{% include feature_row %}\n",
            "_pages/about.md": "---\npermalink: /about/\n---\nI keep bees.\n",
        }
    )
    site = importer.read(tree)
    assert site.researcher["biography"][0] == "I keep bees."
    assert site.old_paths == ["/about/"]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        (
            "wutianyuan1",
            {"NewsItem": 12, "Teaching": 4, "Education": 2, "Experience": 4, "Award": 8}
            | {"Project": 1, "Page": 1, "papers": 14},
        ),
        ("chenyu-jiang", {"Education": 2, "Experience": 2, "Award": 5, "papers": 4}),
    ],
)
def test_the_real_sites_are_read_whole(name, counts):
    if not REAL.is_dir():
        pytest.skip("needs ../shared/sites")
    tree = Tree.open(REAL / name)
    site = importer.read(tree)
    found = Counter(row.model.__name__ for row in site.rows) + Counter(papers=len(site.papers))
    assert {kind: found[kind] for kind in counts} == counts
    assert list(tree.unread()) == []
    assert all("author" in fields(paper) for paper in site.papers)
    assert all(paper.old_paths for paper in site.papers)


def test_what_the_home_page_says_and_what_the_theme_says_is_not_said_again(tree_of):
    said = "## Certificates\n\nDiving in cold water, Harbour School.\n"
    title = "title: >\n  Curriculum Vitae\n  <a href='/files/cv.pdf'><i class='fas'></i></a>\n"
    sample = "Every project has a beautiful feature showcase.\n\n<div><img src='/1.jpg'></div>\n"
    found = importer.read(
        tree_of(
            {
                "_config.yml": "author:\n  name: Alice Ahlgren\n  bio: About me\n  avatar: a.png\n"
                "collections: {talks: {}, portfolio: {}}\n",
                "_pages/about.md": f"---\npermalink: /\n---\nI grow kelp.\n\n{said}",
                "_pages/cv.md": f"---\n{title}permalink: /cv/\n---\nMore of kelp.\n\n{said}\n---\n",
                "_portfolio/net.md": f"---\ntitle: A net\n---\n{sample}",
            }
        )
    )
    texts = [(row.values.get("heading"), row.values["body"]) for row in rows(found, Section)]
    assert texts == [
        ("Certificates", "Diving in cold water, Harbour School."),
        ("Curriculum Vitae", "More of kelp."),
    ]
    assert "headline" not in found.researcher
    assert "description" not in rows(found, Project)[0].values
