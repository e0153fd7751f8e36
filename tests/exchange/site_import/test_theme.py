"""What is the theme's is told from what its owner wrote, each title and paragraph for itself."""

import pytest

from exchange.site_import import theme
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place


def page(front, body=""):
    return f"---\n{front}\n---\n{body}"


DEMO = {
    "_publications/2009-10-01-paper-title-number-1.md": page("title: Paper Title Number 1", "Text"),
    "_talks/2012-03-01-talk-1.md": page("title: Talk 1 on Relevant Topic in Your Field"),
    "_posts/2012-08-14-blog-post-1.md": page(
        "title: Blog Post number 1",
        "This is a sample blog post. More.\n\nTitle\n====\n\nA",
    ),
    "_pages/markdown.md": page(
        "title: Markdown", "## Locations of key files/directories\n\n* Basic config\n\n## Tips\n\nB"
    ),
    "_news/announcement_1.md": page("inline: true", "A simple inline announcement.\n"),
    "_projects/1_project.md": page(
        "title: project 1\ndescription: with background image",
        "Every project has a beautiful feature showcase page.\nMore.\n\n"
        '<div>\n    {% include figure.liquid path="assets/img/1.jpg" title="example image" %}\n'
        "</div>\n\nYou can also put regular text between your rows of images.\n",
    ),
    "_showcase/cats/cat.md": page("show: true", "<img src=\"{{ 'assets/images/etc/cat1.jpg' }}\">"),
    "_news/2023-news1.md": page("title: Virtual Reality Theme Park Opens, and more"),
    "_data/authors.yml": '"Your Name":\n  bold: true\n"A B":\n  url: https://www.google.com/?q=A+B\n',
    "_data/coauthors.yml": '"Adams":\n  - firstname: [E.]\n"Planck":\n  - firstname: [Max]\n',
    "_data/cv.json": '{"basics": {"name": "Your Sidebar Name"}, "work": []}',
    "_data/cv.yml": "- title: A\n  contents:\n    - name: Name\n      value: Albert Einstein\n",
}
OWN = {
    # The file names of the demo, written over.
    "_publications/2009-10-01-paper-title-number-1.md": page("title: Of Sums", "A lemma."),
    "_talks/2012-03-01-talk-1.md": page("title: On Sums", "This is a description of your talk, x"),
    "_pages/markdown.md": page("title: Misc", "## A playlist\n\n* One song"),
    "_pages/about.md": page(
        "title: Academic Pages is a ready-to-fork GitHub Pages template", "I study sums."
    ),
    "_posts/2024-01-01-earth.md": page("title: Earth", "Its core."),
    "_projects/1_project.md": page(
        "title: Project Gauss", "Every project has a beautiful feature s"
    ),
    "_showcase/a.md": page("show: true", '<img src="/assets/images/etc/cattle.jpg">'),
    "_data/authors.yml": '"Your Name":\n  bold: true\n"Ada Lovelace":\n  url: https://ada.example\n',
    "_data/coauthors.yml": '"Planck":\n  - firstname: [Max]\n"Lovelace":\n  - firstname: [Ada]\n',
    "_data/cv.json": '{"basics": {"name": "Ada Lovelace"}}',
    "_data/cv.yml": "- title: General\n  contents:\n    - name: Name\n      value: Ada\n- a\n",
    "_data/empty.yml": "",
    "empty.md": "",
}


@pytest.mark.parametrize(("files", "is_demo"), [(DEMO, True), (OWN, False)], ids=["demo", "own"])
def test_demo_files_are_known_by_their_words(tree_of, files, is_demo):
    tree = tree_of(files)
    documents = [tree.document(path) for path in files]
    told = {document.path: theme.is_demo_document(document) for document in documents}
    assert told == dict.fromkeys(files, is_demo)
    assert not tree.problems


def test_own_documents_leave_the_demo_out_with_its_keys(tree_of):
    tree = tree_of(
        {"_talks/a.md": page("title: On Sums"), "_talks/b.md": DEMO["_talks/2012-03-01-talk-1.md"]}
    )
    [document] = Theme(tree).own_documents("talks")
    assert document.path == "_talks/a.md"
    assert tree.left_out == [(Place("_talks/b.md"), "", "demo content of the theme")]
    assert [place.file for place, _key in tree.unread()] == ["_talks/a.md"]


def test_a_guide_below_an_own_text_is_left_out_with_its_line(tree_of):
    body = "I study sums.\n\nA data-driven personal website\n======\nLike many\n\nMore of it.\n"
    tree = tree_of({"_pages/about.md": page("title: About", body)})
    document = tree.document("_pages/about.md")
    assert theme.own_text(tree, document).strip() == "I study sums."
    assert [left.place.line for left in tree.left_out] == [6, 10]


def test_an_own_text_below_and_between_demo_paragraphs_stays_on_its_line(tree_of):
    body = "Caption photos easily. On the left\n\nA wavelet.\n\nLorem ipsum dolor\n\nB."
    text, lines = theme.without_demo(body)
    assert text.split("\n") == ["", "", "A wavelet.", "", "", "", "B."]
    assert lines == [1, 5]


def test_demo_in_a_comment_hides_nothing_behind_it():
    body = "A.\n\n<!-- Write your biography here.\n\nMore. -->\n\nLorem ipsum dolor\n\nB."
    assert theme.without_demo(body)[0].split() == ["A.", "B."]
    body = "A.\n\n<!-- Write your biography here. -->\n\nB."
    assert theme.without_demo(body) == (body, [])


@pytest.mark.parametrize(
    ("text", "is_demo"),
    [
        ("http://academicpages.github.io/files/paper1.pdf", True),
        ("academicpages", True),
        ("Red Brick University", True),
        ("<p>Your City, State 12345</p>", True),
        ("your@email.com", True),
        ("A maintainer of academicpages", False),
        ("Ada Lovelace", False),
        ("", False),
        ("Lorem ipsum " * 100_000, False),
    ],
)
def test_values_of_the_demo(text, is_demo):
    assert theme.is_demo(text) is is_demo


LOOP = (
    "{% include base_path %}\n<h2>Posts</h2>\n{% for p in site.posts %}\nBy {{ p }}\n{% endfor %}\n"
)


def test_pages_that_only_list(tree_of):
    tree = tree_of({"a.html": page("title: A", LOOP), "b.md": page("title: B", LOOP + "Mine.")})
    told = [theme.is_list_of_theme(tree.document(path)) for path in tree.files]
    assert told == [True, False]


THEME = """
    .github/workflows/deploy.yml .gitignore Gemfile Gemfile.lock LICENSE README.md package.json
    Dockerfile docker-compose.yml _includes/head.html _layouts/default.liquid _sass/_base.scss
    _plugins/a.rb assets/js/common.js assets/css/main.scss _data/comments/a/b.yml robots.txt
    _data/ui-text.yml favicon.ico images/favicon-32x32.png images/500x300.png bin/deploy
    markdown_generator/talks.py talkmap.py files/.DS_Store
"""
OTHERS = """
    _config.yml _pages/about.md _data/authors.yml assets/pdf/cv.pdf files/readme.pdf images/me.png
    _publications/test.md assets/img/prof_pic.jpg files/paper.py docs/a.md CNAME
"""


def test_files_of_the_theme_are_left_out_but_not_those_that_were_read(tree_of):
    tree = tree_of(dict.fromkeys(THEME.split() + OTHERS.split(), "x"))
    tree.text("README.md")
    Theme(tree).leave_rest()
    assert {left.place.file for left in tree.left_out} == {*THEME.split()} - {"README.md"}
    assert {left.reason for left in tree.left_out} == {"part of the theme"}
    known = {"_config.yml", "assets/pdf/cv.pdf", "files/readme.pdf", "CNAME"}
    assert {place.file for place, _key in tree.unread()} == {*OTHERS.split()} - known


def test_al_folio_samples_of_courses_books_posts_and_projects(tree_of):
    latin = "Nunc commodo elit nec turpis feugiat consectetur. Nullam in nisi egestas."
    figure = '```html\n{% include figure.liquid path="x.jpg" title="example image" %}\n```\n'
    project = f"Every project has a beautiful feature showcase page.\n\n{figure}"
    files = {
        "_books/x.md": f"---\ntitle: X\n---\nLorem ipsum dolor.\n\n{latin}\n",
        "_projects/1_project.md": f"---\ntitle: project 1\n---\n{project}",
        "_posts/2024-01-26-chartjs.md": "---\ntitle: a post with chart.js\n---\nA chart.\n",
    }
    tree = tree_of(files | {"_books/own.md": "---\ntitle: Y\n---\nSit down, in a good chair.\n"})

    demo = {path for path in tree.files if theme.is_demo_document(tree.document(path))}
    assert demo == set(files)
