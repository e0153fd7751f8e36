"""luost26/academic-homepage: every word of a small site, and the real one's counts."""

from pathlib import Path

import pytest

from exchange.site_import import importer
from exchange.site_import.buttons import NO_FILE
from exchange.site_import.luost26 import Luost26
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
    Service,
    Talk,
)
from publications import bibtex
from publications.importer import mapping
from publications.models import Coauthor

SITES = Path(__file__).parents[2] / "data" / "sites"
REAL = Path(__file__).parents[4] / "shared" / "sites" / "AFDWang"


@pytest.fixture(scope="module")
def tree():
    return Tree.open(SITES / "luost26")


@pytest.fixture(scope="module")
def site(tree):
    return importer.read(tree)


def rows(site, model):
    return [row for row in site.rows if row.model is model]


def values(site, model):
    """Of each row, without its place in the order."""
    return [
        {name: value for name, value in row.values.items() if name != "position"}
        for row in rows(site, model)
    ]


def readings(site):
    """Papers as the importer of .bib files reads them."""
    return {
        paper.key: mapping.read(bibtex.parse(paper.entry).records[0]).values
        for paper in site.papers
    }


def test_it_knows_the_system(tree, tree_of):
    assert Luost26.detect(tree) == "B"
    assert Luost26.detect(tree_of({"_data/profile.yml": "name: Alice"})) == ""
    assert Luost26.detect(tree_of({"_data/profile.yml": "primary_name: Alice"})) == "A"


def test_the_researcher(site):
    said = {name: value for name, (value, _place) in site.researcher.items()}
    assert (said["display_name"], said["native_name"]) == ("Ada Tern", "燕达")
    assert said["native_language"] == "zh-Hans"
    assert said["email_display"] == "protected"
    assert said["portrait_caption"] == "At the old pier"
    assert said["interests"] == "My work is about **bridges**: (1) arches; (2) ropes."
    assert said["biography"] == (
        "**Education**  \nI study bridges at [Coast University](https://coast.example.org/), with "
        "A\\* search and $x_1 < 2$.\n\n**Papers**  \n[All of them](publications)"
    )
    assert site.researcher_files["portrait"][0] == "assets/images/ada.jpg"


def test_positions_are_affiliations_with_a_logo(site):
    first, second = rows(site, Affiliation)
    assert first.values["role"] == "A third-year Ph.D. student"
    assert first.values["organisation"] == "Coast University"
    assert first.values["organisation_abbreviation"] == "CU"
    assert first.files == {"organisation_logo": "assets/images/badges/coast.png"}
    assert (second.values["role"], second.values["organisation"]) == (
        "Visiting researcher",
        "Tide Lab",
    )


def test_services_and_the_cv(site):
    links = {row.values["kind"]: row for row in rows(site, ResearcherLink)}
    assert links["scholar"].values["url"].endswith("user=abcdEFGH")
    assert links["bilibili"].values["url"] == "https://space.bilibili.com/123456"
    assert links["cv"].files == {"file": "assets/files/cv.pdf"}
    assert links["cv"].old_paths == ["/assets/files/cv.pdf"]


def test_education_and_experience(site):
    doctorate, bachelor = values(site, Education)
    assert doctorate == {
        "organisation": "Coast University",
        "department": "School of Bridges",
        "degree": "Ph.D. Candidate",
        "advisor": "Prof. Bea Heron",
        "start": "Sep. 2024",
        "end": "present",
    }
    assert (bachelor["degree"], bachelor["field_of_study"]) == ("B.Sc", "Mathematics")
    intern, clerk = values(site, Experience)
    assert intern == {
        "kind": "internship",
        "role": "Research Intern",
        "organisation": "Rope Works, Research Group",
        "start": "2023",
        "end": "2024",
        "description": "- Knots for [RopeKit](https://rope.example.org/).\n- A second thing.",
    }
    assert (clerk["kind"], clerk["start"]) == ("employment", "in the summers")


def test_awards_in_two_languages_and_years(site):
    merit, gull = values(site, Award)
    assert merit == {
        "name": "Coast Merit Student",
        "alternate_name": "海岸三好学生",
        "alternate_language": "zh-Hans",
        "dates": "2024",
    }
    assert gull == {"name": "Golden Gull Prize", "dates": "2021 & 2023"}


def test_papers_with_marks_rank_and_links(site):
    papers = readings(site)
    assert list(papers) == ["arches", "role", "ropekit"]
    paper = papers["ropekit"]
    marks = [(row[2], *row[-2:]) for row in paper["authors"]]
    assert marks == [("Heron", True, False), ("Tern", True, False), ("Gull", False, True)]
    assert (paper["date"], paper["presentation"]) == ("2025-05", "spotlight")
    assert paper["selected"]
    assert paper["container_title"] == "International Conference on Bridges"
    assert (paper["doi"], paper["arxiv"]) == ("10.1145/1234567.7654321", "2501.00001")
    assert paper["abstract"] == "We tie knots; A\\* is *not* needed."
    assert ["code", "", "https://github.com/adatern/ropekit"] in paper["links"]
    assert ["other", "OpenReview", "https://openreview.net/forum?id=x"] in paper["links"]
    assert "abbr = {BRIDGE 2025}" in site.papers[2].entry
    assert "rank = {CCF-A}" in site.papers[2].entry
    assert ("slides", "assets/files/ropekit-slides.pdf") in site.papers[2].files
    assert ("cover", "assets/images/covers/ropekit.png") in site.papers[2].files


def test_a_sort_key_is_no_date_and_what_is_under_review_is_submitted(site):
    paper = readings(site)["arches"]
    assert (paper["date"], paper["status"]) == ("2024", "submitted")
    assert paper["container_title"].startswith("Journal of Coasts")


def test_a_stated_role_is_compared_not_stored(site, tree):
    assert [
        each.text for each in tree.unclear if each.place.file == "_publications/2024/role.md"
    ] == ["First Author"]
    assert "Author" not in "".join(paper.entry for paper in site.papers)


def test_coauthors_who_stand_on_a_paper(site):
    assert values(site, Coauthor) == [{"names": "Bea Heron", "url": "https://heron.example.org/"}]


def test_news_keep_their_day_and_lose_their_time(site):
    assert values(site, NewsItem) == [
        {"date": "2024-09-30", "body": "🏆 A prize!"},
        {
            "date": "2025-03-02",
            "body": "🎉 One paper is [accepted](https://bridge.example.org/), 5\\*!",
        },
    ]


def test_a_card_becomes_a_project_without_a_tag(site):
    (card,) = rows(site, Project)
    assert card.values == {
        "title": "RopeKit",
        "position": 1,
        "description": "Knots, in *order*:\n\n1. **Tie**  \n   with care & patience\n2. Pull",
    }
    assert card.files == {"cover": "assets/images/ropekit.png"}
    assert card.links == [{"label": "Give a star!", "url": "https://github.com/adatern/ropekit"}]


def test_posts_are_pages_and_their_list_is_written_out(site):
    post, blog = rows(site, Page)
    assert post.values["title"] == "On tides"
    assert post.old_paths == ["/2024/06/01/tides.html"]
    assert blog.values["body"] == "- [On tides](/2024/06/01/tides.html)"
    assert blog.old_paths == ["/blog", "/blog.html"]


def test_what_the_home_page_shows(site):
    assert values(site, Section) == [
        {"kind": "publications", "is_shown": False},
        {"kind": "news", "limit": 3},
        {"kind": "projects", "heading": "Systems"},
    ]
    assert site.redirects["/publications"] == "publications/"


def test_every_file_and_key_is_accounted_for(site, tree):
    unread = [(place.file, key) for place, key in tree.unread() if key]
    assert unread == [("_data/profile.yml", "mood")]
    files = {each.place.file for each in tree.left_out if not each.key}
    assert "_showcase/default/hidden.md" in files
    assert "_showcase/default/welcome.md" in files
    assert "_publications/2024/sample.md" in files
    assert "_news/2024-merit.md" not in files


def test_what_some_sites_have_beside_the_theme(tree_of):
    profile = (
        "primary_name: 'Alice (爱丽丝)'\nresearch_interests: [ropes, <b>tides</b>]\n"
        "positions: [{name: 'School of Bridges, Coast University (Harbour)'}]\n"
        "education: [{name: Coast College, position: 'B.A. <br/> - Top', description: Good}]\n"
        "awards: [{name: A quick brown fox jumps over the lazy dog}]\nblog: https://x.example\n"
    )
    card = "<h5>Wave</h5><video><source src=\"{{ 'a/w.mp4' | relative_url }}\"></video>"
    tree = tree_of(
        {
            "_data/profile.yml": profile,
            "_publications/a.md": "---\ntitle: A\npub: Nature Reviews\ntldr: In short\n---\n",
            "_showcase/wave.md": f"---\nshow: true\n---\n{card}",
            "_showcase/alone.md": "---\nshow: true\n---\n<img src='a.png'>",
            "list.html": "---\ntitle: L\n---\n<h1>All</h1>{% for a in site.a %}{{ a }}{% endfor %}",
            "work.html": "---\ntitle: W\n---\n{% for a in site.publications %}{{ a }}{% endfor %}",
            "life.md": "---\ntitle: Life\n---\n{{ site.title }} is *good*",
        }
    )
    site = importer.read(tree)
    assert site.researcher["native_name"][0] == "爱丽丝"
    assert site.researcher["interests"][0] == "- ropes\n- **tides**"
    assert values(site, Affiliation) == [
        {"department": "School of Bridges", "organisation": "Coast University (Harbour)"}
    ]
    assert values(site, Education)[0]["description"] == "- Top\n\nGood"
    assert values(site, Award) == []
    assert values(site, ResearcherLink)[0]["label"] == "Blog"
    paper = readings(site)["a"]
    assert (paper["entry_type"], paper["tldr"]) == ("article", "In short")
    assert [row.values["description"] for row in rows(site, Project)] == ["[Video](/a/w.mp4)"]
    assert [row.values["title"] for row in rows(site, Page)] == ["Life"]
    assert {each.place.file for each in tree.unclear} == {"list.html", "life.md"}
    assert (site.redirects["/work"], site.redirects["/list.html"]) == ("publications/", "")


def test_positions_on_several_lines(tree_of):
    names = [
        "Ph.D. candidate <br/> @ Coast University",
        "Postdoc, Computer Science, Tide University",
        "Research Assistant",
        "@ Harbour College",
        "Guest Professor<br/>Gull University (GU)<br/>Department of Tides<br/>Room 7",
    ]
    positions = "".join(f"- name: '{name}'\n" for name in names)
    awards = "awards: [{name: Prize, date: 2020/2021, logo: a.png}]"
    lab = "experience: [{name: GU, position: Tide Group <br/> Guest, date: '2024 - now, Oslo'}]"
    study = "education: [{name: GU, dept: 'Advisor: Prof. Heron', position: Ph.D.}"
    study += ", {name: TU, position: 'Ranked 9th of all <br/> BSc in Tides'}]"
    names = "primary_name: About Me\nnavbar_name: Alice Ahlgren\n"
    text = f"{names}positions:\n{positions}{awards}\n{lab}\n{study}\n"
    tree = tree_of({"_data/profile.yml": text, "a.png": b"a picture"})
    site = importer.read(tree)
    assert site.researcher["display_name"][0] == "Alice Ahlgren"
    assert values(site, Affiliation) == [
        {"role": "Ph.D. candidate", "organisation": "Coast University"},
        {
            "role": "Postdoc",
            "department": "Computer Science",
            "organisation": "Tide University",
        },
        {"role": "Research Assistant", "organisation": "Harbour College"},
        {
            "role": "Guest Professor",
            "organisation": "Gull University",
            "organisation_abbreviation": "GU",
            "department": "Department of Tides",
        },
    ]
    assert [each.text for each in tree.unclear] == ["Room 7"]
    assert values(site, Award)[0]["dates"] == "2020, 2021"
    assert rows(site, Award)[0].files == {}  # for which it has no column
    assert values(site, Experience)[0]["role"] == "Guest"
    assert values(site, Experience)[0]["place"] == "Oslo"
    assert values(site, Experience)[0]["department"] == "Tide Group"
    doctorate, bachelor = values(site, Education)
    assert doctorate["advisor"] == "Prof. Heron"
    assert (bachelor["degree"], bachelor["field_of_study"]) == ("BSc", "Tides")
    assert bachelor["description"] == "Ranked 9th of all"


def test_two_files_of_one_name_have_two_keys(tree_of):
    paper = "---\ntitle: T\npub_post: Runner-up\nnote: With code\n---\n"
    files = {f"_publications/{year}/a.md": paper for year in (2023, 2024)}
    listed = "{title: Reef, authors: [A. Ahlgren, B. Brandt]}"
    files["_publications/2024/reef.md"] = (
        f"---\n{listed[1:-1].replace(', au', chr(10) + 'au')}\n---\n"
    )
    files["_data/papers.yml"] = f"- {listed}\n"  # which is the same paper
    files["_data/scholar.yml"] = (
        f"citedby: 2\nhindex: 1\npapers: [{listed.replace('Reef', 'Kelp')}]\n"
    )
    site = importer.read(tree_of({"_data/profile.yml": "primary_name: Alice", **files}))
    assert list(readings(site)) == ["a", "2024-a", "reef"]
    assert readings(site)["a"]["note"] == "Runner-up; With code"


def test_lists_in_the_front_matter_of_collections_are_rows(tree_of):
    front = "---\ncategory: {}\nitems:\n- {{title: {}, date: 2024-02-02}}\n---\n"
    files = {
        "_config.yml": "collections: {news: {}, awards: {}, services: {}}\n",
        "_data/profile.yml": "primary_name: Alice Ahlgren\nnavbar_name: A\n",
        "_news/all.md": front.format("news", "We dive"),
        "_awards/all.md": front.format("awards", "Kelp Prize"),
        "_awards/of-students.md": front.format("awards_of_students", "Reef Prize for Bob") + "\n",
        "_services/talks.md": front.format("talks", "On kelp"),
        "_services/others.md": front.format("boards", "Editor of Tides"),
        "awards.html": "---\ntitle: Honours\n---\n{% for a in site.awards %}{% endfor %}\n",
        "services.html": "---\ntitle: Service\n---\n{% for a in site.services %}{% endfor %}\n",
    }
    found = importer.read(tree_of(files))
    assert [values(found, model)[0] for model in (NewsItem, Award, Talk, Service)] == [
        {"date": "2024-02-02", "body": "We dive"},
        {"name": "Kelp Prize", "dates": "2024-02-02"},
        {"title": "On kelp", "date": "2024-02-02", "kind": "other"},
        {"body": "Editor of Tides", "dates": "2024-02-02", "kind": "editorial"},
    ]
    assert len(rows(found, Award)) == 1
    assert [found.redirects[at] for at in ("/awards", "/services")] == ["#awards", "#service"]
    assert {"kind": "awards", "heading": "Honours"} in values(found, Section)
    assert [row.values["body"] for row in rows(found, Page)] == ["- Reef Prize for Bob"]


def test_origins_are_there_once(site):
    origins = [row.origin for row in site.rows]
    assert len(origins) == len(set(origins))


def test_a_site_of_odd_shapes_is_read_all_the_same(tree_of):
    tree = tree_of(
        {
            "_config.yml": "- a\n- list",
            "_data/profile.yml": (
                "primary_name: [Alice]\npositions: Alice\neducation: [{}]\nawards: [1, {name: A}]\n"
                "short_bio: {a: b}\nexperience: {name: X}\n"
            ),
            "_data/display.yml": "[]",
            "_data/navigation.yml": "pages: [Home, {name: Other, url: 'https://x.example'}]",
            "_data/authors.yml": "[]",
            "_publications/a.md": "---\nauthors: {a: b}\nlinks: [x]\n---\n",
            "_news/a.md": "no front matter",
            "_showcase/a.md": "---\nshow: true\nimages: [a]\n---\n",
        }
    )
    assert importer.read(tree).system == "luost26"


# --- The words of the page alone ------------------------------------------------------------------


@pytest.fixture(scope="module")
def text_tree():
    return Tree.open(SITES / "luost26.txt")


def test_papers_printed_twice_are_read_once(text_tree):
    site = importer.read(text_tree)
    papers = readings(site)
    assert len(papers) == 2
    first, second = papers.values()
    assert first["container_title"] == "International Conference on Bridges"
    assert first["date"] == "2025"
    assert [row[-2] for row in first["authors"]] == [True, True, False]
    assert first["abstract"] == "We tie knots, and they hold."
    assert second["container_title"] == "Journal of Coasts"
    assert "rank = {CCF-B}" in site.papers[1].entry


def test_the_text_has_no_notes_of_the_theme(text_tree):
    site = importer.read(text_tree)
    said = {name: value for name, (value, _place) in site.researcher.items()}
    assert said["biography"].startswith("**Education**  \nI study bridges")
    assert said["interests"].endswith("(2) ropes.\nAll of them")
    assert "baseurl" not in str(said)


def test_another_text_is_none_of_this_theme(tree_of):
    assert importer.read(tree_of({"about.md": "# Me\n[2025] A note\n"})).system == "homepage"


# --- The real one ---------------------------------------------------------------------------------


def test_data_that_the_home_page_prints_are_rows_or_told(tree_of):
    loops = (
        f"{{% for one in site.data.{name} %}}<p>{{{{ one.name }}}}</p>{{% endfor %}}"
        for name in ("awards", "crew")
    )
    files = {"_data/profile.yml": "primary_name: Alice Ahlgren\n", "_data/display.yml": "a: 1\n"}
    files |= {"index.html": f"---\ntitle: Home\n---\n{''.join(loops)}", "_config.yml": "a: 1\n"}
    files["_data/awards.yml"] = "- name: Kelp Prize\n  date: 2024\n"
    files["_data/crew.yml"] = "- name: Bob Brandt\n"
    small = tree_of(files)
    assert values(importer.read(small), Award) == [{"name": "Kelp Prize", "dates": "2024"}]
    assert "_data/crew.yml" in {one.place.file for one in small.unclear}


@pytest.mark.skipif(not REAL.is_dir(), reason="only where the sites are")
def test_the_real_site():
    tree = Tree.open(REAL)
    site = importer.read(tree)
    papers = readings(site)
    assert len(papers) == 11
    assert sum("rank = {CCF-A}" in paper.entry for paper in site.papers) == 9
    galvatron = papers["2023-pub-Galvatron"]
    assert [row[-2] for row in galvatron["authors"]] == [True] * 3 + [False] * 4
    assert len(rows(site, NewsItem)) == 14
    assert [row.values["alternate_language"] for row in rows(site, Award)] == ["zh-Hans"] * 10
    assert [row.values["title"] for row in rows(site, Project)] == ["Hetu-Galvatron", "Hetu"]
    assert [key for _place, key in tree.unread() if key] == []
    # Its pictures are not among the files.
    assert {one.reason for one in tree.unclear} == {NO_FILE % "/"}
