"""Habits of real sites: bare addresses, accents, dark pictures, dates, rows of a CV, demos."""

import unicodedata

import pytest

from exchange.site_import import homepage, importer
from exchange.site_import.buttons import address_of
from exchange.site_import.links import OldSite, Target
from exchange.site_import.markdown import to_markdown
from exchange.site_import.records import Place, SiteRecord
from profiles.models import Education, Redirect, ResearcherLink, Service, Talk

LINKEDIN = "https://www.linkedin.com/in/{}"
CONFIG = "author:\n  avatar: a.png\n  name: Alice Ahlgren\ncollections:\n  talks:\n"


@pytest.mark.parametrize(
    "value", ["alice.ahlgren", "@alice.ahlgren", LINKEDIN.format("alice.ahlgren")]
)
def test_a_name_or_an_address_of_a_service(value):
    assert address_of(value, LINKEDIN) == "https://www.linkedin.com/in/alice.ahlgren"


def test_an_address_without_its_beginning_is_completed():
    assert address_of("www.linkedin.com/in/alice", LINKEDIN) == LINKEDIN.format("alice")


@pytest.mark.parametrize(
    "picture",
    [
        '<img src="night.png" class="only-dark">',
        '<div><img src="night.png" class="a only-dark"></div>',
        "![Night](night.png#gh-dark-mode-only)",
        "![Night](night.png){: .only-dark}",
        '{% include figure.liquid path="night.png" class="only-dark" %}',
    ],
)
def test_a_picture_for_the_dark_alone_is_left_out(picture):
    text = to_markdown(f"![Day](day.png#only-light)\n\n{picture}\n")[0]
    assert "day.png" in text
    assert "night" not in text.lower()


def test_an_accented_file_is_found_however_it_is_written(tree_of):
    tree = tree_of({"files/résumé.pdf": b"%PDF-1.4"})
    site = OldSite(SiteRecord("x"), tree)
    spelled = unicodedata.normalize("NFD", "/files/résumé.pdf")
    assert site.find(spelled) == Target("document", "files/résumé.pdf")


def test_a_relative_link_starts_from_the_folder_of_its_page(tree_of):
    site = OldSite(SiteRecord("x"), tree_of({"papers/kelp.pdf": b"%PDF-1.4"}))
    found = {base: site.find("papers/kelp.pdf", base) for base in ("/study.html", "/study/")}
    assert found["/study.html"] == Target("document", "papers/kelp.pdf")
    assert found["/study/"] == found["/study.html"]  # meant from the root, as many do
    assert site.find("../papers/reef.pdf", "/study/") == Target("", "/papers/reef.pdf")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kept", "asked"), [("/caf\u00e9/", "/cafe%CC%81/"), ("/my%20kelp/", "/my%20kelp/")]
)
def test_an_old_address_answers_with_accents_and_blanks(client, alice, kept, asked):
    Redirect.objects.create(researcher=alice, old_path=kept, target="cv/")
    assert client.get(f"/{alice.slug}{asked}").status_code == 301


@pytest.mark.django_db
def test_one_address_written_with_and_without_blanks(alice, tree_of):
    page = "---\ntitle: Kelp\npermalink: {}\n---\nBelow the tide.\n"
    files = {
        "_config.yml": CONFIG,
        "_pages/kelp.md": page.format("/my kelp/"),
        "_pages/more.md": page.format("/my%20kelp/"),
        "_pages/a-list.html": "---\npermalink: /my kelp/\n---\n{% for a in site.b %}{% endfor %}",
    }
    importer.run(tree_of(files), alice)
    redirect = alice.redirects.get()
    assert (redirect.old_path, redirect.page.title) == ("/my%20kelp/", "Kelp")


def talks(*dates):
    files = {
        f"_talks/{number}.md": f"---\ntitle: Kelp {number}\ndate: {date}\n---\n"
        for number, date in enumerate(dates)
    }
    return {"_config.yml": CONFIG} | files


@pytest.mark.parametrize(
    ("other", "read"), [("25/12/2024", "2024-01-11"), ("12/25/2024", "2024-11-01")]
)
def test_other_dates_of_the_site_settle_day_and_month(tree_of, other, read):
    site = importer.read(tree_of(talks("11/1/2024", other)))
    dates = [row.values["date"] for row in site.rows if row.model is Talk]
    assert dates[0] == read


def test_a_service_of_a_description_alone(tree_of):
    site = importer.read(
        tree_of(
            {
                "_config.yml": "first_name: Alice\nscholar:\n  last_name: [Ahlgren]\n",
                "_pages/about.md": "---\nlayout: about\npermalink: /\n---\nI grow kelp.\n",
                "_data/cv.yml": "- title: Service\n  type: time_table\n  contents:\n"
                "    - year: 2022\n      description: Reviewed for Tides\n",
            }
        )
    )
    (row,) = [row for row in site.rows if row.model is Service]
    assert (row.values["body"], row.values["dates"]) == ("Reviewed for Tides", "2022")


def test_a_word_that_heads_the_sidebar_is_no_name(tree_of):
    config = CONFIG.replace("Alice Ahlgren", "Info") + "name: Alice Ahlgren\n"
    site = importer.read(tree_of({"_config.yml": config}))
    assert site.researcher["display_name"][0] == "Alice Ahlgren"


@pytest.mark.parametrize(
    ("site", "shown"), [("Alice Ahlgren", "Alice Ahlgren"), ("Alice Website", "Alice")]
)
def test_half_a_name_in_the_sidebar_is_the_whole_one_of_the_site(tree_of, site, shown):
    config = CONFIG.replace("Alice Ahlgren", "Alice") + f"name: {site}\n"
    record = importer.read(tree_of({"_config.yml": config}))
    assert record.researcher["display_name"][0] == shown


def test_a_title_that_is_a_link_is_words_and_a_link_of_the_row(tree_of):
    front = "---\ntitle: \"<a href='https://a.example/kelp'>KelpR</a>\"\n---\nA tool.\n"
    config = CONFIG + "  projects:\n  teaching:\n"
    files = {"_config.yml": config, "_projects/a.md": front, "_teaching/a.md": front}
    project, course = sorted(importer.read(tree_of(files)).rows, key=lambda row: row.origin)
    assert (project.values["title"], course.values["title"]) == ("KelpR", "KelpR")
    assert project.links == [{"label": "", "url": "https://a.example/kelp"}]


def test_a_link_of_a_program_is_told(tree_of):
    menu = "main:\n  - {title: Call, url: 'skype://alice'}\n  - {title: Lab, url: 'https://a.example'}\n"
    tree = tree_of({"_config.yml": CONFIG, "_data/navigation.yml": menu})
    links = [row.values["url"] for row in importer.read(tree).rows if row.model is ResearcherLink]
    assert links == ["https://a.example"]
    assert "skype://alice" in [one.text for one in tree.unclear]


def test_a_document_without_a_title_is_called_as_its_file(tree_of):
    files = {"_config.yml": CONFIG, "_talks/kelp-days.md": "---\ndate: 2021\n---\nAbout kelp.\n"}
    tree = tree_of(files)
    (talk,) = [row for row in importer.read(tree).rows if row.model is Talk]
    assert talk.values["title"] == "kelp days"
    assert (Place("_talks/kelp-days.md", 2), "date", True) in tree.all_keys()


def test_a_permalink_elsewhere_is_a_link_of_the_paper(tree_of):
    page = "---\ntitle: Growing kelp\npermalink: https://tides.example/kelp\n---\n"
    (paper,) = importer.read(tree_of({"_config.yml": CONFIG, "_publications/kelp.md": page})).papers
    assert "https://tides.example/kelp" in paper.entry


def test_the_demo_of_a_cat_has_no_education_and_pictures_are_no_documents(tree_of):
    profile = (
        "primary_name: Alice Ahlgren\neducation:\n- name: Peking University\n"
        "  position: B.S. in Computer Science\n  date: Sep. 2019 - Jul. 2021\n"
        "- name: Peking University\n  position: B.S. in Algae\n  date: 2001 - 2004\n"
    )
    site = importer.read(
        tree_of(
            {
                "_data/profile.yml": profile,
                "_showcase/kelp.md": "---\nshow: true\n---\n# Kelp\n\n![](/assets/kelp.png)\n\n"
                "[A look](/assets/look.png)\n",
                "assets/look.png": b"\x89PNG",
            }
        )
    )
    (row,) = [row for row in site.rows if row.model is Education]
    assert row.values["field_of_study"] == "Algae"
    assert site.old_files == []


def test_authors_of_an_excerpt_are_named_for_a_check(tree_of):
    tree = tree_of(
        {
            "_config.yml": CONFIG,
            "_publications/kelp.md": "---\ntitle: Growing kelp\n"
            "excerpt: '**Alice Ahlgren**, Bob Brandt'\n---\n",
        }
    )
    (paper,) = importer.read(tree).papers
    assert "Alice Ahlgren and Bob Brandt" in paper.entry
    (told,) = tree.problems
    assert "Alice Ahlgren, Bob Brandt" in told.reason


def test_a_mark_of_byte_order_within_a_text_is_no_letter(tree_of):
    citation = "\ufeffAhlgren, A., & Brandt, B. (2016). Growing kelp. Reef Letters, 3."
    tree = tree_of(
        {
            "_config.yml": CONFIG,
            "_publications/kelp.md": f"---\ntitle: Growing kelp\ncitation: '{citation}'\n---\n",
        }
    )
    (paper,) = importer.read(tree).papers
    assert "Ahlgren, A. and Brandt, B." in paper.entry


def test_of_several_days_the_first(tree_of):
    front = "---\ntitle: Growing kelp\ndate: 2019-09-10-13\ncitation: 'Alice Ahlgren. Kelp.'\n---\n"
    settings = CONFIG + "  publications:\n"
    files = {"_config.yml": settings, "_talks/kelp.md": front, "_publications/kelp.md": front}
    site = importer.read(tree_of(files))
    (talk,) = [row.values for row in site.rows if row.model is Talk]
    assert (talk["date"], "2019-09-10}" in site.papers[0].entry) == ("2019-09-10", True)


@pytest.mark.parametrize(
    "prose",
    [
        "I worked at Kelp Institute from 2015 to 2018 as a postdoc, where I built harbours.",
        "In 2020, I joined Tide Labs as a research scientist.",
        "- She was a postdoc at Kelp Institute, 2015-2018, working with Bob Brandt.",
    ],
)
def test_a_life_that_is_told_is_no_list_of_jobs(prose):
    (row,) = homepage.read(f"## Experience\n\n{prose}\n", "about.md").rows
    assert (row.values["kind"], row.values["body"]) == ("text", prose)


def test_any_key_with_an_address_is_a_link_and_a_picture_the_cover_of_its_paper(tree_of):
    keys = 'code: https://kelp.example/c\nrecording: "https://kelp.example/r"\n'
    keys += "slideurl: /files/kelp.pdf\nthumbnail: /images/kelp.png\npermalink: /p/kelp\n"
    paper = f'---\ntitle: Tides\nvenue: "Reef Letters"\nauthors: Alice Ahlgren\n{keys}---\n'
    files = {"_publications/2024-tides.md": paper, "files/kelp.pdf": b"%PDF-1.4\n%%EOF\n"}
    author = "author: {name: Alice Ahlgren, avatar: a.png}\ncollections: {publications: {}}\n"
    files |= {"images/kelp.png": b"", "_config.yml": author}
    files["_talks/kelp.md"] = "---\ntitle: Kelp\nlink: https://kelp.example/t\nslides: k.pdf\n---\n"
    site = importer.read(tree_of(files | {"files/k.pdf": b"%PDF-1.4\n%%EOF\n"}))
    (read,) = site.papers
    assert [row.links for row in site.rows if row.model is Talk] == [
        [{"label": "", "url": "https://kelp.example/t"}, {"label": "Slides", "file": "files/k.pdf"}]
    ]
    assert "code = {https://kelp.example/c}" in read.entry
    assert "link = {\\href{https://kelp.example/r}{Recording}}" in read.entry
    assert read.files == [("cover", "images/kelp.png"), ("slides", "files/kelp.pdf")]
    assert "/p/kelp" not in read.entry


@pytest.mark.parametrize(("number", "count"), [("2405.00002", 2), ("2405.00001v2", 1)])
def test_one_title_under_two_numbers_of_arxiv_is_two_papers(tree_of, number, count):
    line = "- Alice Ahlgren, Bob Brandt. *Tides of Oslo in winter*. 2024. [[arXiv](%s)]\n"
    addresses = (f"https://arxiv.org/abs/{one}" for one in ("2405.00001v1", number))
    text = "---\n---\nI grow kelp.\n\n## Publications\n\n" + "".join(map(line.__mod__, addresses))
    site = importer.read(tree_of({"_config.yml": "title: Alice Ahlgren\n", "index.md": text}))
    assert len(site.papers) == count


def test_a_folder_that_the_address_of_the_site_names_is_none_of_its_files(tree_of):
    text = (
        "---\n---\nI grow kelp.\n\n## Publications\n\n- Alice Ahlgren. *Tides of Oslo in winter*."
    )
    files = {"index.md": f"{text} 2024. [PDF](/harbour/files/k.pdf)\n", "files/k.pdf": b"%PDF-1.4"}
    files["_config.yml"] = "title: Alice Ahlgren\nurl: https://a.example/harbour\nbaseurl: ''\n"
    (paper,) = importer.read(tree_of(files)).papers
    assert paper.files == [("pdf", "files/k.pdf")]


def test_links_in_a_list_of_ones_own_of_hugo(tree_of):
    paper = '+++\ntitle = "Tides of Oslo"\nauthors = ["Alice Ahlgren"]\ndate = "2024-01-01"\n'
    paper += 'url_custom = [{name = "HTML", url = "https://t.example/tides"}]\n+++\n'
    files = {"config.toml": 'title = "Alice Ahlgren"\n', "content/publication/tides.md": paper}
    (paper,) = importer.read(tree_of(files)).papers
    assert "https://t.example/tides" in paper.entry
