"""Exports in a dialect as the programs take them that read them: bibtex, biber."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from publications import citations
from publications.bibtex import parse
from publications.citations.dialects import ANY, FIELDS
from publications.models import Publication
from tests.conftest import missing
from tests.publications.importing import take

pytestmark = pytest.mark.django_db

BIB = r"""
@article{tide, title = {Of Tides}, author = {Brandt, Bob and and Ahlgren, Alice}, journal = {Ebb},
  year = {2023a}, month = {May}, volume = {s2-42}, publisher = {Kelp Press}, tags = {sea; \{x}},
  isbn = {0012-9658}, selected = {true}, address = {Uppsala}, publisher = {Another}}
@article{flow, title = {Of Flows}, author = {Brandt, Bob,}, journal = {Ebb}, year = 2022,
  volume = {12A}, urldate = {last May}, xref = {nowhere}}
@misc{drift, title = {Of Drift}, author = {Brandt, Bob}, journaltitle = {Ebb}, year = {in press},
  month = apr, booktitle = {Seas}}
@video{film, title = {Kelp, Filmed}, author = {Brandt, Bob}, date = {2020}, institution = {KTH}}
@inproceedings{meet, title = {Of Meetings}, author = {{The Kelp Group}}, booktitle = {Shores},
  year = 2021, volume = {LNCS 7}, issn = {1234-5678}, related = {tide}}
@newspaper{paper, title = {Kelp Grows}, author = {Brandt, Bob}, year = 2019, month = {Summer},
  url = {https://example.org/kelp}}
"""


def written(dialect):
    papers = citations.with_citation_data(Publication.objects.order_by("pk"))
    return citations.bibtex(papers, dialect=dialect)


def said():
    papers = citations.with_citation_data(Publication.objects.order_by("pk"))
    return citations.csl_json(papers)


def entries():
    return {r.key: (r.entry_type, dict(r.fields)) for r in parse(written("biblatex")).records}


def visible(key):
    """The fields that biber sees of an entry."""
    text = written("biblatex").split(f"{{{key},")[1].split("\n}")[0]
    return dict(re.findall(r"^  (\S+) = \{?(.*?)\}?,?$", text, re.M))


@pytest.fixture
def papers(alice):
    take(BIB)


@pytest.mark.parametrize("dialect", citations.DIALECTS)
def test_it_reads_back_to_the_same_record(papers, dialect):
    before, text = said(), written(dialect)
    Publication.objects.all().delete()
    take(text)
    assert said() == before
    assert written(dialect) == text


def test_what_the_data_model_has_not_is_kept_out_of_sight(papers):
    tide = visible("tide")
    assert not {"publisher", "tags", "isbn", "selected", "location", "year"} & tide.keys()
    assert (tide["series"], tide["volume"], tide["date"]) == ("2", "42", "2023-05")
    for kept in ("publisher = {Kelp Press}", "tags = {sea", "volume = {s2-42}", "series = {}"):
        assert kept in tide["verbc"]
    assert visible("flow")["journaltitleaddon"] == "12A"
    assert not {"xref", "urldate", "volume"} & visible("flow").keys()
    assert visible("meet")["addendum"] == "vol. LNCS 7"
    assert not {"journaltitle", "booktitle", "month"} & visible("drift").keys()
    assert "@misc{film" in written("biblatex")
    assert entries()["tide"][1]["volume"] == "s2-42"


def test_what_a_file_has_in_its_own_verbc_stays(alice):
    take("@misc{a, title={Of Kelp}, verbc={my own}}")
    assert entries()["a"][1]["verbc"] == "my own"
    assert visible("a")["verbc"] == "my own"


def run(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


# Whatever an entry of the source lacks.
LACKING = re.compile(r"empty |Missing mandatory|to sort, need|didn't find a database entry")


@pytest.mark.tex
@pytest.mark.parametrize("style", ["plain", "alpha", "abbrv"])
def test_bibtex_has_nothing_to_say(papers, tmp_path, style):
    if not shutil.which("bibtex") or not run(tmp_path, "kpsewhich", "plain.bst").stdout:
        missing("bibtex and its styles are not installed")
    (tmp_path / "x.bib").write_text(written("bibtex"))
    aux = f"\\relax\n\\citation{{*}}\n\\bibstyle{{{style}}}\n\\bibdata{{x}}\n"
    (tmp_path / "x.aux").write_text(aux)
    run(tmp_path, "bibtex", "x")
    log = (tmp_path / "x.blg").read_text()
    assert "x.bib" in log
    assert [w for w in re.findall("^(?:Warning|.*error|Too many).*", log, re.M)
            if not LACKING.search(w)] == []  # fmt: skip


@pytest.mark.tex
def test_biber_has_nothing_to_say(papers, tmp_path):
    if not shutil.which("biber"):
        missing("biber is not installed")
    (tmp_path / "x.bib").write_text(written("biblatex"))
    said = run(tmp_path, "biber", "--tool", "--validate-datamodel", "x.bib").stdout
    assert "Output to x_bibertool.bib" in said
    lines = [line for line in said.splitlines() if not line.startswith("INFO")]
    assert [line for line in lines if not LACKING.search(line)] == []


DATE_PART = re.compile(
    r"(event|orig|url|)(?:end)?(?:year|month|day|hour|minute|second|timezone|yeardivision)"
)


@pytest.mark.tex
def test_the_table_is_biber_s_own():
    # A whole installation of TeX has biber as one file, with its table packed inside.
    table = Path("/usr/share/perl5/Biber/biber-tool.conf")
    if not table.exists():
        missing("biber is not installed as a package of Debian")
    types, every = {}, set()
    for block in ElementTree.parse(table).getroot().iter("entryfields"):  # noqa: S314 Debian's
        fields = {field.text for field in block.iter("field")}
        whole = {"date" if match[1] == "" else f"{match[1]}date" if match else ""
                 for field in fields if (match := DATE_PART.fullmatch(field))}  # fmt: skip
        simple = {field for field in fields if not DATE_PART.fullmatch(field)}
        fields = simple | whole | ({"year", "month", "day"} & fields)
        every = every or fields
        types |= {entry_type.text: fields | every for entry_type in block.iter("entrytype")}
    assert every == ANY
    assert {name: types[name] for name in FIELDS} == FIELDS
