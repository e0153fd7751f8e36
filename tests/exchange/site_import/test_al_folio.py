"""al-folio's three generations, each a small site in tests/data/sites/."""

from pathlib import Path

import pytest

from exchange.site_import import importer
from exchange.site_import.al_folio import AlFolio
from exchange.site_import.tree import Tree
from profiles.models import NewsItem, Page, Project, ResearcherLink, Section, Teaching
from publications.bibtex import parse
from publications.models import Coauthor

SITES = Path(__file__).resolve().parents[2] / "data" / "sites"
LAYOUT = "---\nlayout: page\n"


def opened(generation):
    tree = Tree.open(SITES / f"al_folio_{generation}")
    return tree, importer.read(tree)


def rows(site, model):
    return {row.origin: row for row in site.rows if row.model is model}


def values(site):
    return {column: value for column, (value, _place) in site.researcher.items()}


def reasons(tree, path):
    return {left.key: left.reason for left in tree.left_out if left.place.file == path}


@pytest.mark.parametrize("generation", ["a", "b", "c"])
def test_the_generation_is_told_by_its_files(generation):
    assert AlFolio.detect(Tree.open(SITES / f"al_folio_{generation}")) == generation.upper()


def test_another_site_is_none(tree_of):
    assert not AlFolio.detect(tree_of({"_config.yml": "author:\n  name: Bob\n"}))
    assert not AlFolio.detect(tree_of({"index.md": "Hello.\n"}))


@pytest.mark.parametrize(
    ("generation", "unread"), [("a", ["house_style", "_config.yml"]), ("b", []), ("c", [])]
)
def test_each_file_and_key_is_accounted_for(generation, unread):
    tree, _site = opened(generation)

    assert [part for place, key in tree.unread() for part in (key, place.file)] == unread


def test_a_name_in_two_scripts_is_taken_apart():
    _tree, site = opened("a")

    assert values(site) | {"biography": ""} == {
        "display_name": "Alice Ahlgren",
        "given_name": "Alice",
        "family_name": "Ahlgren",
        "native_name": "艾丽丝",
        "other_names": "A. Ahlgren",
        "email": "alice@example.org",
        "email_display": "protected",
        "orcid": "0000-0002-1825-0097",
        "headline": 'Keeper of tides at <a href="https://harbour.example.org">Harbour</a>.',
        "biography": "",
        "postal_address": "Harbour 3\nTide Lane & Quay",
        "portrait_side": "end",
        "portrait_shape": "circle",
    }
    assert site.researcher_files["portrait"][0] == "assets/img/alice.png"
    assert (site.hosts, site.base_path) == (["alice.example.org"], "/~alice")


@pytest.mark.parametrize(
    ("config", "names"),
    [
        ("title: Bob Brandt", ("Bob Brandt", "", "", "")),
        ("first_name: Bob\nmiddle_name: B\nlast_name: Day", ("Bob B Day", "Bob B", "Day", "")),
        ("first_name: Мария\nlast_name: Волна", ("Мария Волна", "Мария", "Волна", "")),
        ("first_name: Thị\nlast_name: Nguyễn", ("Thị Nguyễn", "Thị", "Nguyễn", "")),
        ("first_name: Bob\nlast_name: Day 白", ("Bob Day", "Bob", "Day", "白")),
        ("name: Bob Day", ("Bob Day", "", "", "")),
    ],
)  # fmt: skip
def test_names(tree_of, config, names):
    config = f"{config}\nscholar:\n  last_name: []\n"
    site = importer.read(tree_of({"_config.yml": config}))

    columns = ("display_name", "given_name", "family_name", "native_name")
    assert tuple(values(site).get(column, "") for column in columns) == names


def test_services_of_either_place_become_links():
    _tree, site = opened("a")
    links = [row.values for row in rows(site, ResearcherLink).values()]
    assert {"kind": "github", "url": "https://github.com/alice-tides"} in [
        {"kind": link["kind"], "url": link.get("url")} for link in links
    ]
    assert {"kind": "other", "url": "http://lattes.cnpq.br/1234567", "label": "Lattes"} in links

    tree, site = opened("b")
    links = rows(site, ResearcherLink)
    assert links["_data/socials.yml#x_username"].values["url"] == "https://x.com/alice_tides"
    own = links["_data/socials.yml#rope_society"].values
    assert (own["label"], own["url"]) == ("Rope Society", "https://ropes.example.org/alice")
    academia = links["_data/socials.yml#academia_edu"].values["url"]
    assert academia == "https://harbour.academia.edu/AliceAhlgren"
    assert links["_data/socials.yml#cv_pdf"].files == {"file": "assets/pdf/cv.pdf"}
    assert "wechat_qr" in reasons(tree, "_data/socials.yml")


def test_what_the_homepage_hides_or_cuts_is_a_section():
    _tree, site = opened("a")
    sections = rows(site, Section)
    assert sections["_pages/about.md#news"].values == {"kind": "news", "limit": 3}
    assert sections["_pages/about.md#selected_papers"].values["is_shown"] is False

    _tree, site = opened("b")
    assert rows(site, Section)["_pages/about.md#news"].values["is_shown"] is False


def test_comments_and_demo_are_no_biography():
    _tree, site = opened("a")
    assert (
        values(site)["biography"] == "I keep **tide tables**. See my [projects](/projects/clock/)."
    )

    tree, site = opened("b")
    assert values(site)["biography"] == "I keep bells."
    assert values(site)["headline"] == "Keeper of bells"  # of the CV: the subtitle is the theme's
    assert values(site)["postal_address"] == "Quay 3\n111 Harbour"  # likewise
    assert ("_pages/about.md", 23) in [tuple(left.place) for left in tree.left_out]


def test_papers_stand_as_they_are_with_the_files_they_name():
    tree, site = opened("a")
    neap, bell = site.papers

    assert (neap.key, tuple(neap.place)) == ("ahlgren2022neap", ("_bibliography/papers.bib", 5))
    assert neap.entry.startswith("@article{ahlgren2022neap,\n")
    assert neap.files == [
        ("pdf", "assets/pdf/neap_tides.pdf"),
        ("cover", "assets/img/publication_preview/neap.png"),
    ]
    assert bell.entry.startswith("@inproceedings{brandt2021bell,")
    assert bell.files == [("pdf", "assets/pdf/bell.pdf")]  # an address of the site itself
    assert (tree.unclear[0].place.line, tree.unclear[0].text) == (5, "lost.pptx")
    assert "" in reasons(tree, "_bibliography/old.bib")
    assert site.venue_urls == {"JoT": "https://jot.example.org"}


@pytest.mark.parametrize(("generation", "name"), [("a", "Bob Brandt"), ("b", "Bob Åsenhøld")])
def test_coauthors_on_papers_keep_their_sites(generation, name):
    _tree, site = opened(generation)
    (coauthor,) = rows(site, Coauthor).values()

    assert coauthor.values == {"names": name, "url": "https://bob.example.org"}


def test_news_is_a_line_or_leads_to_its_page():
    tree, site = opened("a")
    news = rows(site, NewsItem)

    assert news["_news/one.md"].values["date"] == "2024-09-01"  # the time is a sort key
    assert news["_news/one.md"].values["body"].startswith("A **bell** rang")
    assert news["_news/one.md"].old_paths == ["/news/one/"]
    assert news["_news/two.md#news"].values == {
        "date": "2023-01-1",
        "body": "A long voyage",
        "page": "_news/two.md",
    }
    assert rows(site, Page)["_news/two.md"].values["body"].endswith("It ended at dusk.")
    assert len(news) == 2
    assert "" in reasons(tree, "_news/announcement_1.md")


def test_a_project_has_its_picture_links_and_papers():
    _tree, site = opened("a")
    (project,) = rows(site, Project).values()

    assert project.values == {
        "title": "A clock of water",
        "description": "It *drips*.\n\nSee [@ahlgren2022neap].",
        "position": 2,
    }
    assert project.files == {"cover": "assets/img/clock.png"}
    assert project.links == [{"label": "GitHub", "url": "https://github.com/alice-tides/clock"}]
    assert project.old_paths == ["/projects/clock/"]


def test_pages_that_list_what_we_list_lead_there():
    tree, site = opened("a")
    assert site.redirects == {"/publications/": "publications/", "/cv/": "cv/"}
    assert site.old_paths == ["/about/"]
    assert "" in reasons(tree, "_pages/_teaching.md")
    assert "" in reasons(tree, "_pages/dropdown.md")

    tree, site = opened("c")
    assert site.redirects == {"/teaching/": "#teaching", "/news/": "news/"}
    assert "Ask me first." in [one.text for one in tree.unclear]


def test_pages_of_a_dropdown_stand_in_the_menu(tree_of):
    more = (
        "nav: true\nnav_order: 8\ndropdown: true\nchildren:\n- {title: Jobs, permalink: /jobs/}\n"
    )
    files = {
        "_config.yml": "scholar: {last_name: Ahlgren}\nfirst_name: Alice\nlast_name: Ahlgren\n",
        "_pages/about.md": "---\nlayout: about\npermalink: /\n---\nI row.\n",
        "_pages/more.md": f"---\ntitle: More\n{more}---\n",
        "_pages/jobs.md": "---\npermalink: /jobs/\ntitle: Jobs\nnav: false\n---\nWe seek rowers.\n",
    }
    (page,) = rows(importer.read(tree_of(files)), Page).values()
    assert (page.values["title"], page.values["in_menu"]) == ("Jobs", True)
    assert page.values["position"] == 8


def test_other_pages_keep_text_address_and_place_in_the_menu():
    tree, site = opened("a")
    boats = rows(site, Page)["_pages/boats.md"]

    assert boats.values == {
        "title": "boats",
        "slug": "boats",
        "body": "Those I rowed.\n\nTwo boats, and .",
        "in_menu": True,
        "position": 7,
    }
    assert boats.old_paths == ["/my/boats/"]
    assert "{{ site.time }}" in [one.text for one in tree.unclear]


def test_posts_and_books_become_pages_with_a_list():
    tree, site = opened("b")
    pages = rows(site, Page)

    fog = pages["_posts/2024-05-02-fog.md"]
    assert (fog.values["body"], fog.old_paths) == (
        "What one hears\n\nNothing, at first.",
        ["/blog/2024/fog/"],
    )
    assert pages["_drafts/storm.md"].is_draft
    assert pages["_drafts/storm.md"].old_paths == []
    assert pages["_pages/blog.html"].values["body"] == (
        "- 2024-05-02 [Fog](/blog/2024/fog/)\n"
        "- 2023-01-09 [Written elsewhere](https://elsewhere.example.org/post)"
    )
    assert pages["_books/the_rope.md"].values["body"].startswith("Ulla Rep, 1969 · ★★★★ · Finished")
    assert pages["_pages/books.md"].values["body"] == "- [The Rope](/books/the_rope/)"
    assert "" in reasons(tree, "_posts/2015-10-20-math.md")


def test_people_and_repositories_are_written_out():
    _tree, site = opened("b")
    pages = rows(site, Page)

    crew = pages["_pages/crew.md"].values["body"]
    assert crew == "![](/assets/img/bob.jpg)\n\nBob rows.\n\nQuay 4"
    assert pages["_pages/repositories.md"].values["body"] == (
        "- [alice-tides](https://github.com/alice-tides)\n"
        "- [alice-tides/clock](https://github.com/alice-tides/clock)"
    )


def test_a_course_has_its_plan_as_a_table():
    _tree, site = opened("c")
    (course,) = rows(site, Teaching).values()

    assert course.values["dates"] == "Fall 2023"
    assert course.values["place"] == "Quay 3"
    assert course.values["description"].endswith(
        "| Week | Date | Topic | Materials |\n| --- | --- | --- | --- |\n"
        "| 1 | Sept 5 | Bowline: the first one | [Sheet](/assets/pdf/bowline.pdf) |\n"
        "| 2 |  | Exam |  |"
    )
    assert rows(site, Page)["_knots/bowline.md"].old_paths == ["/knots/bowline"]


@pytest.mark.parametrize(
    ("config", "front", "old"),
    [
        ("permalink: /blog/:year/:title/", "date: 2020-02-03", "/blog/2020/x/"),
        ("", "categories: Sea Air", "/sea/air/2019/01/05/x.html"),
        ("permalink: pretty", "", "/2019/01/05/x/"),
        ("", "permalink: /here/", "/here/"),
    ],
)  # fmt: skip
def test_old_addresses_are_those_of_jekyll(tree_of, config, front, old):
    config, path = f"{config}\nscholar:\n  style: apa\n", "_posts/2019-01-05-x.md"
    site = importer.read(
        tree_of({"_config.yml": config, path: f"---\ntitle: X\n{front}\n---\nText.\n"})
    )

    assert rows(site, Page)[path].old_paths == [old]


def test_text_around_a_list_is_reported_not_lost(tree_of):
    page = LAYOUT + "permalink: /pubs/\n---\n(* equal work)\n\n{% bibliography %}\n"
    tree = tree_of({"_config.yml": "scholar:\n  style: apa\n", "_pages/pubs.md": page})
    site = importer.read(tree)

    assert site.redirects == {"/pubs/": "publications/"}
    assert [one.text for one in tree.unclear] == ["(* equal work)"]


@pytest.mark.parametrize("head", ["# {}", "<h2>{}</h2>"])
def test_what_has_a_heading_beside_the_papers_of_a_page_makes_it_a_page(tree_of, head):
    talks = f"{head.format('Talks')}\n\n{{% bibliography -f talks %}}\n\n"
    courses = f"{head.format('Teaching')}\n\nFog and how to hear it, 2021.\n"
    page = f"{LAYOUT}title: Work\npermalink: /kelp-work/\nnav: true\n---\n{talks}"
    files = {"_config.yml": "scholar:\n  style: apa\n", "_pages/work.md": page}
    assert importer.read(tree_of(files)).redirects == {"/kelp-work/": "publications/"}
    site = importer.read(tree_of(files | {"_pages/work.md": f"{page}{courses}"}))
    (row,) = rows(site, Page).values()
    assert "how to hear it" in row.values["body"]
    assert (row.values["in_menu"], row.old_paths) == (True, ["/kelp-work/"])


def test_a_blog_stands_in_the_menu_unless_only_the_demo_is_in_it(tree_of):
    demo = (
        LAYOUT
        + "title: a post with redirect\nredirect: /a.pdf\n---\nRedirecting to another page.\n"
    )
    blog = LAYOUT + "permalink: /blog/\n---\n{% for post in paginator.posts %}{% endfor %}\n"
    config = "scholar: {style: apa}\nblog_nav_title: Notes\n"
    files = {"_config.yml": config, "_posts/2022-02-01-redirect.md": demo, "blog/index.html": blog}
    assert rows(importer.read(tree_of(files)), Page) == {}
    own = LAYOUT + "title: Fog\n---\nWhat one hears.\n"
    pages = rows(importer.read(tree_of(files | {"_posts/2024-05-02-fog.md": own})), Page)
    assert pages["blog/index.html"].values["in_menu"]


@pytest.mark.parametrize("source", ["---\n---\n{}", "---\n{}---\n"], ids=["below", "between"])
def test_papers_below_or_between_the_lines_of_front_matter(tree_of, source):
    entry = "@article{a, title={Reefs}, author={Brandt, Bob}}\n"
    bib = {"_bibliography/papers.bib": source.format(entry)}
    tree = tree_of({"_config.yml": "scholar: {style: apa}\n"} | bib)
    assert [one.key for one in importer.read(tree).papers] == ["a"]
    assert not tree.problems


def test_papers_in_files_of_a_collection(tree_of):
    paper = "---\ntitle: {}\nauthors: Bob Brandt, Alice Ahlgren\nyear: 2018\njournal: Tides\n"
    paper += "---\n# Abstract\n\nIt *grows*.\n"
    files = {
        "_config.yml": "name: Bob Brandt\nscholar: {style: apa}\ncollections: {publications: {}}\n",
        "_bibliography/papers.bib": "@article{a, title={Reefs}, author={Brandt, Bob}}\n",
        "_publications/kelp.md": paper.format("Kelp"),
        "_publications/reefs.md": paper.format("Reefs"),
    }
    site = importer.read(tree_of(files))
    (record,) = [parse(one.entry).records[0] for one in site.papers if "Kelp" in one.entry]
    said = [record.own[name] for name in ("author", "abstract", "journal")]
    assert said == ["Bob Brandt and Alice Ahlgren", "It *grows*.", "Tides"]
    assert [row.values["title"] for row in rows(site, Page).values()] == ["Reefs"]


def test_odd_settings_are_no_traceback(tree_of):
    config = "scholar: [x]\nurl: http://[\ncollections: all\nfirst_name: [A, B]\ndefaults: x\n"
    about = "---\nlayout: about\nprofile: here\nnews: {a: b}\n---\nHello.\n"
    news = "---\ninline: true\n---\n"
    files = {"_config.yml": config, "_pages/about.md": about, "_news/x.md": news}
    files |= {"_data/socials.yml": "- x\n", "_data/coauthors.yml": "a: b\nc: [d]\n"}
    files |= {"_data/venues.yml": "- x\n", "_data/cv.yml": "cv: x\n", "_pages/x.md": "Text.\n"}
    files |= {"_teachings/x.md": "---\ntitle: X\nschedule: [a, {week: 1}]\n---\n"}
    tree = tree_of(files)

    assert values(importer.read(tree))["biography"] == "Hello."
    assert tree.unclear


def test_a_real_site(shared):
    tree = Tree.open(shared / "sites" / "qzweng")
    site = importer.read(tree)

    counts = {}
    for row in site.rows:
        counts[row.model.__name__] = counts.get(row.model.__name__, 0) + 1
    assert len(site.papers) == 24
    assert counts == {
        "NewsItem": 7,
        "Award": 4,
        "Education": 3,
        "Experience": 2,
        "Page": 1,
        "ResearcherLink": 6,
        "Section": 3,
    }
    names = ("display_name", "native_name", "family_name")
    assert [values(site)[name] for name in names] == ["Qizhen Weng", "翁祈桢", "Weng"]
    assert not site.venue_urls
    assert list(tree.unread()) == []


def test_what_only_the_theme_says_is_left_out(tree_of):
    repositories = "{% for one in site.data.repositories.github_repos %}{% endfor %}\n"
    files = {
        "_config.yml": "x_username: alice\nscholar:\n  style: apa\n",
        "_data/socials.yml": "x_username: alice\nbluesky_url: bsky.app/profile/alice\n",
        "_data/repositories.yml": "github_users: [torvalds]\ngithub_repos: [jekyll/jekyll]\n",
        "_pages/_unused/old.md": LAYOUT + "---\nOld.\n",
        "_pages/repositories.md": LAYOUT + f"permalink: /repositories/\n---\n{repositories}",
        "_pages/people.md": "---\nlayout: profiles\nprofiles:\n  - content: bob.md\n---\n",
        "_pages/bob.md": "Write your biography here. Tell the world about yourself.\n",
        "_teachings/ml.md": "---\ntitle: Learning\ninstructor: Prof. Example\n---\nMuch.\n",
    }
    tree = tree_of(files)
    site = importer.read(tree)

    assert {row.origin: row.values["url"] for row in site.rows} == {
        "_config.yml#x_username": "https://x.com/alice",
        "_data/socials.yml#bluesky_url": "https://bsky.app/profile/alice",
    }
    assert list(tree.unread()) == []


def test_an_address_with_links_is_a_text(tree_of):
    about = (
        "---\npermalink: /\nprofile:\n  more_info: >\n    <p>Quay 3</p>\n"
        '    <p><a href="/faq/">Questions</a></p>\n---\nHello.\n'
    )
    site = importer.read(tree_of({"_config.yml": "scholar:\n  x: y\n", "_pages/about.md": about}))

    (text,) = rows(site, Section).values()
    assert text.values["body"] == "Quay 3\n\n[Questions](/faq/)"


def test_the_homepage_alone_is_read_as_in_its_site(tmp_path):
    page = tmp_path / "about.md"
    page.write_text(
        "---\nlayout: about\nsubtitle: Keeper.\nprofile:\n  align: right\n  image_circular: true\n"
        "  address: >\n    <p>Quay 3</p>\nnews: false\n---\nI keep bells.\n"
    )
    tree = Tree.open(page)
    site = importer.read(tree)

    assert values(site) == {
        "portrait_side": "end",
        "portrait_shape": "circle",
        "postal_address": "Quay 3",
        "headline": "Keeper.",
        "biography": "I keep bells.",
    }
    assert rows(site, Section)["about.md#news"].values == {"kind": "news", "is_shown": False}
    assert list(tree.unread()) == []


def test_files_and_pages_elsewhere_keep_their_addresses(tree_of):
    files = {
        "_config.yml": "exclude: [old/]\nscholar:\n  style: apa\n",
        "course/notes.pdf": "%PDF-1.4\n",
        "course/index.md": "---\ntitle: Course\n---\nSee [notes](notes.pdf).\n",
        "old/index.md": "---\ntitle: Old\n---\nOld.\n",
        "_drafts/x.pdf": "%PDF-1.4\n",
    }
    tree = tree_of(files)
    site = importer.read(tree)

    assert site.old_files == ["course/notes.pdf"]
    assert [row.old_paths for row in site.rows] == [["/course/"]]
    assert "" in reasons(tree, "old/index.md")


def test_a_bib_file_of_others_is_written_out_on_the_page_that_lists_it(tree_of):
    thesis = "@mastersthesis{{t{0}, title={{Tide {0}}}, author={{Reef, {0}}}, year={{2020}}}}\n"
    files = {
        "_config.yml": "first_name: Bob\nlast_name: Brandt\nscholar:\n  bibliography: papers.bib\n",
        "_bibliography/papers.bib": "@article{kelp, title={Kelp}, author={Brandt, Bob}}\n",
        "_bibliography/students.bib": "".join(map(thesis.format, ("Al", "Bo", "Cy"))),
        "_pages/students.md": "---\nlayout: page\ntitle: Students\npermalink: /students/\n---\n"
        "Ask me.\n\n{% bibliography -f {{ site.scholar.theses }} -q @*[year={{y}}]* %}\n",
    }
    files["_config.yml"] += "  theses: students.bib\n"
    site = importer.read(tree_of(files))

    assert [paper.key for paper in site.papers] == ["kelp"]
    (page,) = rows(site, Page).values()
    assert page.values["body"].startswith("Ask me.\n\n- Al Reef, Tide Al, 2020\n- Bo Reef")


def test_news_under_a_title_of_the_demo_and_a_page_of_liquid_alone(tree_of):
    news = "---\ntitle: A long announcement with details\ndate: 2022-04-21\ninline: true\n---\n"
    files = {
        "_config.yml": "first_name: Bob\nlast_name: Brandt\nscholar: {style: apa}\n"
        "orcid_id: 0000-0002-1825-0097# mine\n",
        "_news/announcement_3.md": f"{news}I moved to the reef.\n",
        "_news/off.md": f"<!-- {news} -->\n",
        "_pages/press.md": "---\npermalink: /press/\n---\n{% include press.html %}\n",
    }
    site = importer.read(tree_of(files))

    assert [row.values["body"] for row in rows(site, NewsItem).values()] == ["I moved to the reef."]
    assert site.redirects["/press/"] == ""
    assert site.researcher["orcid"][0] == "0000-0002-1825-0097"


def test_documents_that_are_called_as_their_entries(tree_of):
    config = "title: Alice Ahlgren\nscholar: {repository: ./papers, source: ./_bibliography}\n"
    entry = "@misc{%s, title={Tides of %s}, author={Alice Ahlgren}}\n"
    files = {"_config.yml": config, "_pages/about.md": "---\npermalink: /\n---\nI grow kelp.\n"}
    files["_bibliography/papers.bib"] = entry % ("tide_1", "Oslo") + entry % ("tide_2", "Bergen")
    files |= dict.fromkeys(["papers/tide_1.slides.pdf", "papers/tide_1.pdf"], b"%PDF-1.4\n%%EOF\n")
    first, second = importer.read(tree_of(files | {"papers/other.pdf": b""})).papers
    assert first.files == [("pdf", "papers/tide_1.pdf"), ("slides", "papers/tide_1.slides.pdf")]
    assert second.files == []
