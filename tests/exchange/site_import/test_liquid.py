"""Lists that a page makes by Liquid of the site's own data are written out; nothing is run."""

import pytest

from exchange.site_import import importer
from exchange.site_import.liquid import write_out
from exchange.site_import.yaml_lines import read_yaml
from profiles.models import Page

DATA = read_yaml(
    "team:\n- {name: Alice, year: 2020, tasks: [reef, tide]}\n- {name: Bob, year: 2021}\n"
    "- {name: Charlie, year: 2021, site: 'https://charlie.example'}\n",
    [],
)


def written(text):
    return write_out(text, lambda name: DATA.get(name.removeprefix("data.")) or None)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{% for one in site.data.team %}{{ one.name }},{% endfor %}", "Alice,Bob,Charlie,"),
        ("{% for one in site.data.team reversed %}{{ one.name }}{% endfor %}", "CharlieBobAlice"),
        (
            "{%- assign own = site.data.team | where: 'year', 2021 | reverse -%}"
            "{% for one in own %}{{ forloop.index }} {{ one.name | upcase }} {% endfor %}",
            "1 Charlie 2 Bob ",
        ),
        (
            "{% assign years = site.data.team | group_by: 'year' %}{% for one in years %}"
            "{{ one.name }}{% for it in one.items %} {{ it.name }}{% endfor %};{% endfor %}",
            "2020 Alice;2021 Bob Charlie;",
        ),
        (
            "{% assign years = site.data.team | map: 'year' | uniq %}"
            "{% for one in years %}{{ one }} {% endfor %}",
            "2020 2021 ",
        ),
        (
            "{% for one in site.data.team %}{% if one.site %}[{{ one.name }}]({{ one.site }})"
            "{% elsif one.year == 2020 %}{{ one.name }}: {{ one.tasks | join: ', ' }}{% else %}-"
            "{% endif %}{% unless forloop.last %} {% endunless %}{% endfor %}",
            "Alice: reef, tide - [Charlie](https://charlie.example)",
        ),
        (
            "{% for one in site.data.team %}{% comment %}no{% endcomment %}{{ one.year }} "
            "{% endfor %}",
            "2020 2021 2021 ",
        ),
    ],
)
def test_it_knows_what_lists_are_made_of(text, shown):
    assert written(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "{% for one in site.posts %}{{ one.title }}{% endfor %}",
        "{% if site.author.github %}Follow me{% endif %} {{ page.title }}",
        "{% for one in site.data.team %}{{ one.name }}",
        "{% endfor %}{% else %}",
        "{% if a %}" * 50 + "{% endif %}" * 50,
    ],
)
def test_what_it_does_not_know_stays_as_it_is(text):
    assert written(text) == text


def test_a_list_that_would_become_too_long_stays_as_it_is():
    loops = "{% for one in site.data.team %}" * 15 + "reef" + "{% endfor %}" * 15
    assert written(loops) == loops


def test_pages_say_what_they_list_and_papers_are_papers(tree_of):
    loop = "{% for one in site.data.NAME %}\n- {{ one.title }}, {{ one.year }}\n{% endfor %}\n"
    files = {
        "_config.yml": "title: Bob Brandt\n",
        "index.md": "---\nlayout: home\n---\nI dive.\n",
        "_includes/header.html": '<a href="{{ site.baseurl }}/honours/">Prizes</a>',
        "_data/prizes.yml": "- {title: Seaweed Prize, year: 2022}\n",
        "_data/works.yml": "- {title: Tides of kelp, year: 2021, authors: 'Bob Brandt, A. Ali'}\n",
        "honours.md": "---\npermalink: /honours/\ntitle: Honours\n---\n"
        + loop.replace("NAME", "prizes"),
        "works.md": "---\ntitle: Publications\n---\n" + loop.replace("NAME", "works"),
    }
    site = importer.read(tree_of(files))

    (page,) = (row for row in site.rows if row.model is Page)
    assert page.values["body"] == "- Seaweed Prize, 2022"
    assert (page.values["in_menu"], page.old_paths) == (True, ["/honours/"])
    assert [("Bob Brandt" in one.entry) for one in site.papers] == [True]
    assert site.redirects["/works.html"] == "publications/"


def test_a_list_that_an_unknown_file_shows_is_written_out_plainly(tree_of):
    loop = "{% for one in site.data.NAME %}{% include one.liquid %}{% endfor %}\n"
    files = {"_config.yml": "first_name: Alice\nlast_name: Ahlgren\n", "_bibliography/a.bib": ""}
    files["_pages/lent.md"] = "---\ntitle: Lent\npermalink: /lent/\n---\n" + loop.replace(
        "NAME", "nets"
    )
    files["_data/nets.yml"] = (
        "- {name: A net, url: 'https://kelp.example', year: 2020, image: net.png}\n"
        "- {name: A rod, years: [2021, 2022]}\n"
    )
    (page,) = (row for row in importer.read(tree_of(files)).rows if row.model is Page)
    assert page.values["body"] == "- [A net](<https://kelp.example>), 2020\n- A rod, 2021, 2022"
    assert page.old_paths == ["/lent/"]
