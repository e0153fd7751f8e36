"""A site of HugoBlox becomes a record, in its old versions and in the kit."""

import re

import pytest

from exchange.site_import import importer
from exchange.site_import.hugo import without_shortcodes
from exchange.site_import.hugoblox import HugoBlox
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

GIF = b"GIF89a"
CITE = """@inproceedings{kelp2024,
  title = {Growing {K}elp}, author = {Ahlgren, Alice and me and Charlie, Chris},
  booktitle = {Symposium on Seaweed}, year = {2024}, month = {5}}
"""
PAPER = """---
title: Growing Kelp
authors: [admin, Bob Brandt, Chris Charlie]
date: '2023-01-01'
publication_types: ['1']
publication: In *Symposium on Imaginary Systems*
doi: 10.1000/kelp
featured: true
tags: [kelp]
url_pdf: kelp.pdf
url_code: https://code.example/kelp
links: [{name: Slides, url: "https://slides.example/kelp"}]
summary: In short.
abstract: It *grows*.
---
"""
OLD = {
    "config/_default/config.toml": (
        'baseURL = "https://bob.example/"\ntitle = "Bob"\n[permalinks]\n  event = "/talk/:slug/"\n'
    ),
    "config/_default/menus.toml": (
        '[[main]]\n  name = "Garden"\n  url = "garden/"\n  weight = 20\n'
        '[[main]]\n  name = "CV"\n  url = "files/cv.pdf"\n  weight = 30\n'
    ),
    "config/_default/params.toml": 'email = "bob@tide.example"\n[address]\n  city = "Tide"\n',
    "static/files/cv.pdf": b"%PDF-1.4\n%%EOF\n",
    "content/authors/admin/_index.md": (
        "+++\nname = 'Bob Brandt'\nsuperuser = true\nrole = 'Gardener'\ninterests = ['Kelp']\n"
        "[[organizations]]\nname = 'Tideway University'\nurl = 'https://tide.example'\n"
        "[[education.courses]]\ncourse = 'PhD in Algae'\ninstitution = 'Tideway'\nyear = 2020\n"
        "[[social]]\nicon = 'github'\nlink = 'https://github.com/bob'\n+++\nI grow kelp.\n"
    ),
    "content/authors/admin/avatar.jpg": GIF,
    "content/home/index.md": '+++\ntype = "widget_page"\n+++\n',
    "content/home/about.md": '+++\nwidget = "about"\nactive = true\nauthor = "admin"\n+++\n',
    "content/home/jobs.md": (
        '+++\nwidget = "experience"\nactive = true\nweight = 20\n[[experience]]\n'
        '  title = "Diver"\n  company = "Reef Lab"\n  company_url = "reef.example"\n'
        '  date_start = "2021-03-01"\n  date_end = ""\n+++\n'
    ),
    "content/home/demo.md": '+++\nwidget = "slider"\nactive = false\n+++\nNot shown.\n',
    "content/home/news.md": (
        '+++\nwidget = "blank"\nactive = true\nweight = 30\ntitle = "News"\n+++\n'
        "- 2024-05: Kelp grew.\n"
    ),
    "content/home/garden.md": (
        '+++\nwidget = "blank"\nactive = true\nweight = 40\ntitle = "About me"\n+++\n'
        "What grows between the tides is counted here twice a day.\n"
    ),
    "content/publication/kelp/index.md": PAPER,
    "content/publication/kelp/cite.bib": CITE.replace(" me ", " Brandt, Bob "),
    "content/publication/kelp/kelp.pdf": b"%PDF-1.4\n%%EOF\n",
    "content/publication/kelp/featured.jpg": GIF,
    "content/event/reef/index.md": (
        "---\ntitle: On Reefs\nevent: Reef Day\nlocation: Tide\ndate: 2024-06-02T13:00:00Z\n---\n"
    ),
    "content/project/net/index.md": "---\ntitle: A net\nsummary: To fish.\ndate: 2024-01-01\n---\n",
    "content/teaching/algae.md": "---\ntitle: Algae\ndate: 2023-09-01\n---\nEvery Monday.\n",
    "content/post/low - 2/index.md": "---\ntitle: Low tide\ndate: 2024-02-03\n---\nIt is low.\n",
    "content/garden/index.md": (
        "---\ntitle: Garden\naliases: [/old-garden/]\n---\n"
        '{{% staticref "files/cv.pdf" %}}My CV{{% /staticref %}} and ![](bed.jpg)\n'
    ),
    "content/garden/bed.jpg": GIF,
}


def rows(site, model):
    return [row for row in site.rows if row.model is model]


def fields(paper):
    (record,) = parse(paper.entry).records
    return record.own | {"type": record.entry_type}


@pytest.fixture
def site(tree_of):
    return importer.read(tree_of(OLD))


def test_a_site_of_hugo_has_settings_and_content(tree_of):
    assert HugoBlox.detect(tree_of({"content/a.md": "x"})) == ""
    assert HugoBlox.detect(tree_of({"hugo.toml": "title = 'x'"})) == "hugo"


def test_the_author_is_the_researcher(site):
    values = {column: value for column, (value, _place) in site.researcher.items()}
    assert (values["display_name"], values["headline"]) == ("Bob Brandt", "Gardener")
    assert (values["biography"], values["interests"]) == ("I grow kelp.", "- Kelp")
    assert (values["email"], values["postal_address"]) == ("bob@tide.example", "Tide")
    assert site.researcher_files["portrait"][0] == "authors/admin/avatar.jpg"
    assert rows(site, Affiliation)[0].values["organisation"] == "Tideway University"
    links = [(row.values["kind"], row.files) for row in rows(site, ResearcherLink)]
    assert links == [("cv", {"file": "files/cv.pdf"}), ("github", {})]
    assert site.hosts == ["bob.example"]


def test_lists_of_the_person_and_of_widgets_become_rows(site):
    (degree,), (job,) = rows(site, Education), rows(site, Experience)
    assert (degree.values["degree"], degree.values["end"]) == ("PhD in Algae", "2020")
    assert (job.values["role"], job.values["start"]) == ("Diver", "2021-03")
    assert job.values["organisation_url"] == "https://reef.example"
    assert "2024-05" in [row.values["date"] for row in rows(site, NewsItem)]
    (text,) = [row.values for row in rows(site, Section) if row.values["kind"] == "text"]
    assert text["heading"] == "About me"
    assert text["body"].startswith("What grows")


def test_the_entry_comes_first_and_the_page_fills(site):
    (paper,) = site.papers
    values = fields(paper)
    assert (values["type"], values["year"]) == ("inproceedings", "2024")
    assert values["booktitle"] == "Symposium on Seaweed"
    assert values["author"].startswith("Ahlgren, Alice")
    assert (values["doi"], values["selected"]) == ("10.1000/kelp", "true")
    assert (values["abstract"], values["tldr"]) == ("It *grows*.", "In short.")
    assert ("pdf", "publication/kelp/kelp.pdf") in paper.files
    assert ("cover", "publication/kelp/featured.jpg") in paper.files
    assert paper.old_paths == ["/publication/kelp/"]


def test_a_paper_without_a_date_is_of_the_day_its_page_is(tree_of):
    page = "---\ntitle: Kelp\nauthors: [Bob Brandt]\npublishDate: 2018-06-07\n---\n"
    site = importer.read(tree_of(OLD | {"content/publication/low/index.md": page}))
    assert ("Kelp", "2018-06-07") in {
        (found.get("title"), found.get("date")) for found in map(fields, site.papers)
    }


def test_an_entry_of_another_paper_is_not_read(tree_of):
    other = CITE.replace("Growing {K}elp", "Something about mountains")
    tree = tree_of(OLD | {"content/publication/kelp/cite.bib": other})
    (paper,) = importer.read(tree).papers
    assert fields(paper)["author"] == "Bob Brandt and Bob Brandt and Chris Charlie"
    assert [one.place.file for one in tree.unclear] == ["content/publication/kelp/cite.bib"]


def test_an_entry_with_more_authors_than_its_page_is_told(tree_of):
    page = PAPER.replace("[admin, Bob Brandt, Chris Charlie]", "[admin, Bob Brandt]")
    cited = re.sub(r"author ?= ?\{.*?\}", "author = {Ahlgren, A. and Brandt, B. and Fox, C.}", CITE)
    folder = "content/publication/kelp/"
    tree = tree_of(OLD | {f"{folder}index.md": page, f"{folder}cite.bib": cited})
    (paper,) = importer.read(tree).papers
    assert fields(paper)["author"].count(" and ") == 2
    (told,) = [one for one in tree.problems if one.place.file == f"{folder}index.md"]
    assert "names 2 authors, and its BibTeX 3" in str(told.reason)


def test_folders_become_rows_with_their_old_addresses(site):
    (talk,), (project,), (course,) = (rows(site, model) for model in (Talk, Project, Teaching))
    assert (talk.values["date"], talk.old_paths) == ("2024-06-02", ["/talk/on-reefs/"])
    assert (project.values["description"], project.old_paths) == ("To fish.", ["/project/net/"])
    assert (course.values["dates"], course.old_paths) == ("2023", ["/teaching/algae/"])
    post, garden = rows(site, Page)
    assert (post.old_paths, garden.old_paths) == (
        ["/post/low-2/"],
        ["/garden/", "/old-garden/"],
    )
    assert garden.values["body"] == "[My CV](/files/cv.pdf) and ![](bed.jpg)"
    assert (garden.values["in_menu"], garden.values["position"]) == (True, 20)
    assert site.redirects["/authors/admin/"] == ""


def test_the_kit_has_its_people_in_data(tree_of):
    person = (
        "slug: me\nis_owner: true\nname: {display: Bob Brandt}\nbio: I dive.\n"
        "experience:\n  - {role: Diver, org: Reef Lab, start: 2021-03-01}\n"
        "awards:\n  - {title: Seaweed Prize, awarder: Reef Lab, date: '2022-01-01'}\n"
        "links: [{icon: at-symbol, url: 'mailto:bob@tide.example'}]\n"
    )
    home = (
        "---\nsections:\n  - block: resume-biography\n    content: {username: me}\n"
        '  - block: markdown\n    content:\n      title: Reefs\n      text: "## Low\\n\\nAll."\n'
        "  - block: cta-card\n    demo: true\n    content: {text: Get this theme}\n---\n"
    )
    tree = tree_of(
        {
            "config/_default/hugo.yaml": "baseURL: https://bob.example/sub/\n",
            "data/authors/me.yaml": person,
            "content/_index.md": home,
            "content/publications/kelp/index.md": PAPER.replace("admin", "me"),
            "content/publications/kelp/cite.bib": CITE,
            "content/fr/_index.md": "---\ntitle: x\n---\n",
        }
    )
    site = importer.read(tree)
    values = {column: value for column, (value, _place) in site.researcher.items()}
    assert values["biography"] == "I dive."
    assert (values["email"], site.base_path) == ("bob@tide.example", "/sub")
    assert rows(site, Award)[0].values["awarder"] == "Reef Lab"
    assert fields(site.papers[0])["author"].split(" and ")[1] == "Bob Brandt"
    texts = [(row.values.get("heading"), row.values.get("body")) for row in rows(site, Section)]
    assert ("Reefs", "## Low\n\nAll.") in texts
    reasons = {left.place.file: left.reason for left in tree.left_out}
    assert "another language" in reasons["content/fr/_index.md"]


def test_a_shortcode_may_go_over_two_lines_and_a_label_is_words(tree_of):
    text, lost = without_shortcodes('{{< figure src="a.png"\ntitle="" >}}')
    assert (text, lost) == ("![](a.png)", [])
    place = "[[social]]\nname = 'Reef Lab<br>Oslo'\nicon = 'map'\nlink = 'https://r.example'\n+++"
    person = OLD["content/authors/admin/_index.md"].replace("\n+++\nI", f"\n{place}\nI")
    found = importer.read(tree_of(OLD | {"content/authors/admin/_index.md": person}))
    assert "Reef Lab Oslo" in [row.values.get("label") for row in rows(found, ResearcherLink)]


def test_shortcodes_are_not_run():
    text, lost = without_shortcodes('{{< figure src="a.png" caption="A" >}}{{< chart data="x" >}}')
    assert (text, lost) == ("![A](a.png)", ['{{< chart data="x" >}}'])


def test_attributes_of_blocks_are_no_words():
    text, _lost = without_shortcodes('Kelp.\n{style="text-align: justify;"}\n## Reefs {#reefs}\n')
    assert text == "Kelp.\n\n## Reefs\n"


def test_a_page_that_says_its_type_of_paper_is_one_in_any_folder(tree_of):
    moved = {"content/posters/kelp/index.md": PAPER}
    site = importer.read(tree_of({**OLD, **moved} | {"content/publication/kelp/index.md": ""}))
    (paper,) = [one for one in site.papers if one.place.file.startswith("content/posters/")]
    assert paper.old_paths == ["/posters/kelp/"]


def test_what_nobody_reads_is_told(tree_of):
    tree = tree_of(OLD | {"content/publication/kelp/index.md": PAPER.replace("tags", "tides")})
    importer.read(tree)
    assert ("tides", 9) in [(key, place.line) for place, key in tree.unread() if key]


def test_a_menu_in_the_settings_and_presentations_as_talks(tree_of):
    menu = '[menu]\n  [[menu.main]]\n  name = "Boats"\n  url = "/boats"\n'
    talk = "content/presentations/reefs/index.md"
    files = {
        "config.toml": f'title = "Bob Brandt"\n[params]\nauthor = "Bob Brandt"\n{menu}',
        "content/_index.md": "I grow kelp.\n",
        "content/boats.md": "+++\ntitle = 'My boats'\n+++\nThey float.\n",
        talk: "---\ntitle: On reefs\nevent: Tides\ndate: '2024-06-02'\n---\n",
    }
    site = importer.read(tree_of(files))
    assert [row.values["in_menu"] for row in rows(site, Page)] == [True]
    (row,) = rows(site, Talk)
    assert (row.values["title"], row.old_paths) == ("On reefs", ["/presentations/reefs/"])


def test_a_theme_whose_pages_print_the_entry_of_their_paper_and_whose_settings_name_the_person(
    tree_of,
):
    reef = (
        "---\ntitle: A reef\nauthor: [Bob Brandt]\n---\n##### Download\n\n"
        "- [Paper](https://reef.example/1)\n\n---\n\n##### Abstract\n\nIt grows.\n\n"
        "##### Figure 1\n\n![](reef.png)\n\n"
        "##### Citation\n\nBrandt, B. (2021).\n\n```BibTeX\n@article{reef,\n title={A reef},\n"
        " author={Brandt, Bob and Charlie, Chris},\n journal={Reef Letters}, year={2021}\n}\n```\n"
    )
    author = "{name: Bob Brandt, headline: Gardener, links: [{github: 'https://github.com/bob'}]}"
    files = {
        "hugo.yaml": f"title: Bob | Home\nparams:\n  author: {author}\n",
        "content/research/_index.md": "---\ntitle: Research\n---\n",
        "content/research/reef/index.md": reef,
        "content/papers/tide.md": "---\ntitle: A tide\nauthors: Bob Brandt\ndate: 2020\n---\n",
        "content/papers/others.md": "---\ntitle: What I read\nauthor: Alice Ahlgren\n---\nKelp.\n",
    }
    site = importer.read(tree := tree_of(files))
    tide, paper = sorted(map(fields, site.papers), key=lambda one: one["type"] == "article")
    assert (tide["title"], paper["journal"]) == ("A tide", "Reef Letters")
    assert (paper["author"], paper["abstract"]) == ("Brandt, Bob and Charlie, Chris", "It grows.")
    assert paper["url"] == "https://reef.example/1"
    assert [(one.place.line, one.text) for one in tree.unclear] == [(15, "Figure 1")]
    assert site.redirects["/research/"] == "publications/"
    assert [row.values["title"] for row in rows(site, Page)] == ["What I read"]
    assert site.researcher["headline"][0] == "Gardener"
    assert [row.values["kind"] for row in rows(site, ResearcherLink)] == ["github"]


def test_a_name_in_two_scripts_is_printed_in_one_beside_marks(tree_of):
    person = OLD["content/authors/admin/_index.md"].replace("'Bob Brandt'", "'Bob Brandt (鮑勃)'")
    page = "---\ntitle: Kelp\nauthors: [admin]\nauthor_notes: [Equal contribution]\n---\n"
    files = {"content/authors/admin/_index.md": person, "content/publication/low/index.md": page}
    papers = map(fields, importer.read(tree_of(OLD | files)).papers)
    assert ("Kelp", "Bob Brandt*") in {(one["title"], one.get("author")) for one in papers}


def test_the_home_text_of_papermod_in_the_main_language(tree_of):
    config = (
        "title = 'Bob Brandt'\n[languages.en.params.homeInfoParams]\n"
        'Title = "Hi"\nContent = """\nI grow **kelp**.\n"""\n'
    )
    site = importer.read(tree_of({"hugo.toml": config, "content/notes.md": "Notes.\n"}))
    assert site.researcher["biography"][0] == "I grow **kelp**."


def test_members_of_the_groups_that_a_widget_shows_are_listed(tree_of):
    member = "---\ntitle: {}\nrole: Diver\nuser_groups: [{}]\n{}---\n"
    link = (
        "social:\n- {icon: x, link: 'mailto:a@b.example'}\n- {icon: x, link: 'https://c.example'}\n"
    )
    tree = tree_of(
        OLD
        | {
            "content/authors/cora/_index.md": member.format("Cora Kelp", "Divers", link),
            "content/authors/dan/_index.md": member.format("Dan Dal", "Divers", ""),
            "content/authors/ed/_index.md": member.format("Ed Ek", "Alumni", ""),
            "content/home/people.md": "---\nwidget: people\nactive: true\ntitle: Team\n"
            "content: {user_groups: [Divers, Nobody]}\n---\n",
        }
    )
    site = importer.read(tree)
    sections = [row.values for row in rows(site, Section)]
    (text,) = [row["body"] for row in sections if row.get("heading") == "Team"]
    assert text == "**Divers**\n\n- [Cora Kelp](https://c.example), Diver\n- Dan Dal, Diver"
    assert site.redirects["/author/cora-kelp/"] == ""
    assert [left.reason for left in tree.left_out if "/ed/" in left.place.file] == [
        "a co-author: papers print the name"
    ]


@pytest.mark.parametrize(
    "front", ["+++\ntitle = 'Kelp'\ndraft = true\n+++\n", "---\ntitle: Kelp\ndraft: true\n---\n"]
)
@pytest.mark.parametrize("folder", ["post", "event", "bank"])
def test_a_draft_is_one_in_any_form(tree_of, front, folder):
    site = importer.read(tree_of(OLD | {f"content/{folder}/new.md": f"{front}Below the tide.\n"}))
    drafts = [row.is_draft for row in site.rows if row.place.file == f"content/{folder}/new.md"]
    assert drafts
    assert all(drafts)


def test_where_it_appeared_since_and_the_owner_on_the_page_win_over_an_old_entry(tree_of):
    entry = "@article{k, title={Growing Kelp}, author={Cak, Sait and Brandt Novak, B.},\n"
    entry += "  journal={arXiv preprint arXiv:2201.00001}, year={2023}}"
    page = PAPER.replace("[admin, Bob Brandt, Chris Charlie]", "[Sait Cak, Bob Brandt]")
    papers = {"content/publication/kelp/index.md": page, "content/publication/kelp/cite.bib": entry}
    (paper,) = [one for one in importer.read(tree_of(OLD | papers)).papers if one.key == "k"]
    said = fields(paper)
    assert said["author"] == "Sait Cak and Bob Brandt"
    assert said["booktitle"] == "Symposium on Imaginary Systems"
    assert "journal" not in said


def test_parts_of_a_page_of_widgets_and_the_page_of_a_folder_may_be_texts(tree_of):
    files = {
        "content/reef/index.md": "---\ntitle: Reef\ntype: widget_page\n---\n",
        "content/reef/life.md": "---\ntitle: ''\nview: 2\n---\nCorals live here.\n",
        "content/sand/_index.md": "---\ntitle: Sand\nwidget: blank\nheadless: true\n---\nDunes.\n",
    }
    site = importer.read(tree_of(OLD | files))
    texts = {row.values["title"]: row.values["body"] for row in rows(site, Page)}
    assert texts["Reef"] == "Corals live here."
    assert texts["Sand"] == "Dunes."


def test_a_talk_that_only_others_gave_stays_a_draft(tree_of):
    fronts = {
        "own": "authors: [admin, Alice Ahlgren]",
        "alike": "summary: Of harbours.",
        "theirs": "authors: [Alice Ahlgren]",
        "seminar": 'authors:\nsummary: "[Charlie Coral](https://c.example), Reef University"',
    }
    files = {
        f"content/event/{n}/index.md": f"---\ntitle: {n}\n{f}\n---\n" for n, f in fronts.items()
    }
    tree = tree_of(OLD | files)
    drafts = {row.values["title"]: row.is_draft for row in rows(importer.read(tree), Talk)}
    known = {name: drafts[name] for name in fronts}
    assert known == {"own": False, "alike": False, "theirs": True, "seminar": True}
    assert "a talk of Charlie Coral" in " ".join(one.reason for one in tree.problems)


def test_of_a_seminars_talks_those_that_name_nobody_stay_drafts(tree_of):
    fronts = [f"authors: [{name} Coral]" for name in ("Charlie", "Dora", "Ernst", "Fay")]
    fronts += ["authors: [admin]", "summary: Of harbours."]
    files = {
        f"content/event/{n}/index.md": f"---\ntitle: {n}\n{front}\n---\n"
        for n, front in enumerate(fronts)
    }
    tree = tree_of(OLD | files)
    drafts = {row.values["title"]: row.is_draft for row in rows(importer.read(tree), Talk)}
    assert (drafts["3"], drafts["4"], drafts["5"]) == (True, False, True)
    assert "names no speaker" in " ".join(str(one.reason) for one in tree.problems)


def test_the_person_of_the_site_is_called_admin_without_a_page_of_that_name(tree_of):
    person = OLD["content/authors/admin/_index.md"]
    files = {path: text for path, text in OLD.items() if path != "content/authors/admin/_index.md"}
    files["content/authors/bob/_index.md"] = person
    files["content/authors/admin/_index.md"] = "<!-- nobody -->"
    files["content/publication/low/index.md"] = "---\ntitle: Kelp\nauthors: [Ann Aa, admin]\n---\n"
    papers = {one["title"]: one for one in map(fields, importer.read(tree_of(files)).papers)}
    assert papers["Kelp"]["author"] == "Ann Aa and Bob Brandt"


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("Tides of Oslo. 29: 931-946", ("Tides of Oslo", "29", "931-946")),
        ("Kelp Communications: 15, 7587", ("Kelp Communications", "15", "7587")),
        ("Tides. e13126", ("Tides", "", "e13126")),
        ("Symposium on Tides 12, Area 3-4", ("Symposium on Tides 12, Area 3-4", "", "")),
        ("KelpRxiv. **<i>Preprint</i>**", ("KelpRxiv", "", "")),
    ],
)
def test_numbers_behind_a_venue_have_fields_and_an_archive_is_one(tree_of, printed, expected):
    kind = "3" if "Rxiv" in printed else "2"
    page = (
        f'\n---\ntitle: Kelp\nauthors: [Bob Brandt]\npublication_types: ["{kind}"]\n'
        f"publication: '{printed}'\nsummary: {printed.partition('.')[0].partition(':')[0]}\n---\n"
    )
    tree = tree_of(OLD | {"content/publication/low/index.md": page})
    (paper,) = [
        one for one in importer.read(tree).papers if one.place.file.endswith("low/index.md")
    ]
    assert paper.place.line == 3
    found = fields(paper)
    assert tuple(found.get(name, "") for name in ("journal", "volume", "pages")) == expected
    assert "tldr" not in found


def test_talks_are_called_as_they_say_and_jobs_without_an_end_go_on(tree_of):
    said = {
        "one": ("Poster presented at Tides", "poster"),
        "two": ("Broad audience seminar for divers", "seminar"),
        "three": ("A conference paper of kelp is read and shown with a poster at last", "other"),
        "four": ("", "other"),
    }
    talks = {
        f"content/event/{name}.md": f"---\ntitle: {name}\nsummary: {text}\n---\n"
        for name, (text, _kind) in said.items()
    }
    jobs = OLD["content/home/jobs.md"].replace(
        "company_url", 'company2 = "Kelp Lab"\n  company_url'
    )
    tree = tree_of(OLD | talks | {"content/home/jobs.md": jobs})
    found = importer.read(tree)
    kinds = {row.values["title"]: row.values["kind"] for row in rows(found, Talk)}
    assert {name: kinds[name] for name in said} == {name: said[name][1] for name in said}
    (job,) = rows(found, Experience)
    assert (job.values["start"], job.values["end"]) == ("2021-03", "present")
    assert "experience/0/company2" in [key for _place, key in tree.unread()]
