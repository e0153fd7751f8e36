"""What sites that nobody had looked at taught: names, titles, groups and portraits."""

from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from exchange.site_import import homepage, importer
from exchange.site_import.markdown import to_markdown
from exchange.site_import.tree import Tree
from profiles.models import Researcher
from publications.printed.marks import marked, plain
from publications.printed.names import names_in
from publications.printed.reference import read_reference


def only_paper(text):
    page = homepage.read(text, "list.md", owner="Alice Ali", kind="publications")
    (reference,) = page.references
    return {name: str(value) for name, value in reference.fields.items()}


def test_names_stand_on_a_soft_line_below_the_venue():
    paper = only_paper(
        "* **[Kelp in Multi-Harbour Collaboration](https://x.example)**  \n"
        "  *Tides 2025 Main Track*   Authors\nAlice Ali, Bob Brandt"
    )
    assert paper["title"] == "Kelp in Multi-Harbour Collaboration"
    assert paper["author"] == "Alice Ali and Bob Brandt"
    assert paper["year"] == "2025"


def test_a_heading_above_a_whole_reference_is_its_topic():
    paper = only_paper(
        "### Finding kelp in cold harbours\n\n**Brandt, B.**, Carol, K., **Ali, A**. Kelp beds "
        "show how harbours were warmed in winter. *Journal of Tides*. 55, 1503-1511 (2023)."
    )
    assert paper["title"] == "Kelp beds show how harbours were warmed in winter"
    assert paper["volume"] == "55"


def test_a_badge_with_a_short_year():
    paper = only_paper("- [**Hard tides for kelp**](https://x.example). Alice Ali. KELP'24")
    assert paper["year"] == "2024"


def test_one_name_among_many_is_a_name():
    names, _lost = names_in("Alice Ali, Charlie, Bob Brandt, Carol Kelp")
    assert names == ["Alice Ali", "Charlie", "Bob Brandt", "Carol Kelp"]


def test_marks_in_brackets_and_a_stray_full_stop_behind_names():
    found = "Simon G. Lind., __Alice Ali__[*], Bob Brandt[1], Carol Kelp(*)"
    names, lost = names_in(plain(marked(found)[0]))
    assert (names, lost) == (["Simon G. Lind", "Alice Ali*", "Bob Brandt", "Carol Kelp*"], [])


def test_a_legend_behind_the_last_name_is_no_part_of_it():
    names, lost = names_in(plain(marked("Bob Lind\\*, Alice Ali (\\*co-first author)")[0]))
    assert (names, lost) == (["Bob Lind*", "Alice Ali"], [])


def test_a_page_is_no_volume():
    reference = read_reference("Ali, A. (2023). Tides of kelp beds. *Harbour*. 5, 13-21 (2023).")
    assert (reference.volume, reference.pages) == ("5", "13-21")


def test_a_line_of_large_letters_is_a_heading():
    markdown, _problems = to_markdown('<font size="+2"> Journal articles: </font>\n2. A tide')
    assert markdown == "####  Journal articles: \n\n2. A tide"


def site(tmp_path, **files):
    for name, content in files.items():
        (tmp_path / name.replace("_", ".")).write_bytes(content)
    return tmp_path


def png(width, height):
    file = BytesIO()
    Image.new("RGB", (width, height)).save(file, "PNG")
    return file.getvalue()


def test_a_banner_and_an_address_as_a_picture_are_no_portrait(tmp_path):
    html = b"<!DOCTYPE html><html><body><h1>Alice Ali</h1><img src='wide.png'><img src='mail.png'>"
    html += b"<img src='square.png'><p>I grow kelp in harbours.</p></body></html>"
    path = site(
        tmp_path,
        index_html=html,
        wide_png=png(900, 90),
        mail_png=png(90, 90),
        square_png=png(90, 90),
    )
    record = importer.read(Tree.open(path))
    assert record.researcher_files["portrait"][0] == "square.png"


@pytest.mark.django_db
def test_a_groups_site_is_nobodys(tmp_path):
    html = b"<!DOCTYPE html><html><body><h1>The Kelp Lab</h1><p>We grow kelp.</p></body></html>"
    with pytest.raises(CommandError, match="of a group, The Kelp Lab: give --researcher"):
        call_command("import_site", site(tmp_path, index_html=html))
    assert not Researcher.objects.exists()
