"""A site of PRISM becomes a record: settings, papers, news, cards, a CV in words."""

import pytest

from exchange.site_import import importer
from profiles.models import (
    Affiliation,
    Award,
    Education,
    NewsItem,
    Page,
    ResearcherLink,
    Service,
    Teaching,
)

CONFIG = """
[site]
title = "Alice"
[author]
name = "Alice Ahlgren"
title = "Tide reader"
institution = "Kelp Lab"
avatar = "/me.png"
[social]
email = "alice@tide.example"
location = "Bergen"
location_url = "https://maps.example/1"
github = "https://github.com/alice"
wechat = "/code.png"
[features]
enable_likes = true
"""
MENU = "".join(
    f'[[navigation]]\ntitle = "{title}"\ntype = "page"\ntarget = "{target}"\nhref = "{href}"\n'
    for title, target, href in (
        ("About", "about", "/"),
        ("Publications", "publications", "/publications"),
        ("Awards", "awards", "/awards"),
        ("Teaching", "teaching", "/teaching"),
        ("Services", "services", "/services"),
        ("Boats", "boats", "/boats"),
        ("CV", "cv", "/cv"),
    )
)
ABOUT = """
type = "about"
[profile]
research_interests = ["Tides", "Kelp"]
[[sections]]
type = "markdown"
source = "bio.md"
title = "About"
[[sections]]
type = "publications"
filter = "selected"
[[sections]]
type = "education"
title = "Education"
[[sections.education]]
degree = "PhD in Algae"
institution = "Tide University"
period = "2016 -- 2020"
[[sections]]
type = "list"
title = "News"
source = "news.toml"
"""
SITE = {
    "content/config.toml": CONFIG + MENU,
    "content/about.toml": ABOUT,
    "content/bio.md": "I read tides.\n",
    "content/news.toml": '[[news]]\ndate = "2024-05"\ncontent = "**High** water."\n',
    "content/publications.toml": 'type = "publication"\nsource = "publications.bib"\n',
    "content/publications.bib": (
        "@article{t, title={Tides}, author={Ahlgren, Alice and Brandt, Bob}, year={2020},"
        " journal={Kelp}, selected={true}, preview={t.png}}\n"
    ),
    "content/awards.toml": (
        'type = "card"\ntitle = "Awards"\n[[items]]\ntitle = "Kelp Prize"\nsubtitle = "The Guild"\n'
        'date = "2021"\ncontent = "For tables."\n'
    ),
    "content/teaching.toml": (
        'title = "Teaching"\n[[items]]\ntitle = "Waves"\nsubtitle = "Lecturer"\ndate = "2022"\n'
    ),
    "content/services.toml": (
        'title = "Services"\n[[items]]\ntitle = "Reef Letters"\nsubtitle = "Reviewer"\n'
        '[[items]]\ntitle = "Reviewer"\nsubtitle = "Kelp Letters"\n'
    ),
    "content/boats.toml": (
        'title = "Boats"\n[[items]]\ntitle = "Dinghy"\nhref = "https://boat.example/"\n'
        'date = "2019"\ncontent = "It floats."\n'
    ),
    "content/cv.toml": 'type = "text"\ntitle = "CV"\nsource = "cv.md"\n',
    "content/cv.md": (
        "## Education\n\n**Tide University**, PhD in Algae, *2016 - 2020*\n- Advisor: Bob\n\n"
        "**Reef College**, BSc in Water, *2012 - 2016*\n- Sat at the front\n\n"
        "## Awards\n\n- **Kelp Prize** (*2021*)\n"
    ),
    "content/samples.toml": 'title = "Example"\n',
    "content_zh/bio.md": "我读潮汐。\n",
    "public/me.png": b"GIF89a",
    "public/papers/t.png": b"GIF89a",
    "public/poster.pdf": b"%PDF-1.7",
    "src/app/page.tsx": "export default function Page() {}\n",
}


@pytest.fixture
def tree(tree_of):
    return tree_of(SITE)


@pytest.fixture
def site(tree):
    return importer.read(tree)


def rows(site, model, *columns):
    found = [row for row in site.rows if row.model is model]
    return [tuple(row.values.get(column, "") for column in columns) for row in found]


def test_settings_and_the_first_text_are_the_researcher(site, tree):
    values = {column: value for column, (value, _place) in site.researcher.items()}
    assert site.system == "prism"
    assert (values["display_name"], values["headline"]) == ("Alice Ahlgren", "Tide reader")
    assert (values["biography"], values["location"]) == ("I read tides.", "Bergen")
    assert values["interests"] == "- Tides\n- Kelp"
    assert site.researcher_files["portrait"][0] == "me.png"
    assert rows(site, Affiliation, "organisation") == [("Kelp Lab",)]
    assert rows(site, ResearcherLink, "kind") == [("github",)]
    assert "Wechat: /code.png" in [one.text for one in tree.unclear]


def test_the_bib_file_is_the_papers_with_covers(site):
    (paper,) = site.papers
    assert paper.files == [("cover", "papers/t.png")]
    assert site.redirects["/publications"] == "publications/"


def test_cards_are_rows_by_the_title_of_their_page(site):
    assert rows(site, Award, "name", "awarder", "dates") == [("Kelp Prize", "The Guild", "2021")]
    assert rows(site, Teaching, "title", "role") == [("Waves", "Lecturer")]
    assert rows(site, NewsItem, "date", "body") == [("2024-05", "**High** water.")]


def test_a_service_says_in_either_line_what_it_is(site):
    services = [("Reef Letters", "Reviewer"), ("Kelp Letters", "Reviewer")]
    assert rows(site, Service, "body", "role") == services


def test_of_a_cv_in_words_come_the_rows_that_no_list_has(site, tree):
    assert rows(site, Education, "organisation", "start", "end", "description") == [
        ("Tide University", "2016", "2020", ""),
        ("Reef College", "2012", "2016", "- Sat at the front"),
    ]
    said = [str(one.reason) for one in tree.left_out if one.place.file == "content/cv.md"]
    assert sum(reason.endswith("a list of the site has it, too") for reason in said) == 2


def test_cards_of_anything_else_are_a_page(site):
    [(title, body)] = rows(site, Page, "title", "body")
    assert (title, body) == ("Boats", "- [Dinghy](https://boat.example/), 2019\n\n  It floats.")


def test_what_the_menu_does_not_name_is_left_out(site, tree):
    reasons = {one.place.file: str(one.reason) for one in tree.left_out}
    assert reasons["content/samples.toml"] == "the menu of the site does not name it"
    assert reasons["content_zh/bio.md"].startswith("in another language")
    assert reasons["src/app/page.tsx"] == "part of the theme"
    assert site.old_files == ["poster.pdf"]
