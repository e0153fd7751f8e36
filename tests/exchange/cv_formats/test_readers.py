"""Other programs take the files: their own schemas, models, compilers and readers say so."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import docx
import jsonschema
import pytest
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, NullObject

from exchange.cv_formats import latex, rendercv, resume, typeset, word
from profiles.models import CVVariant
from publications.models import Authorship, Publication
from tests.conftest import missing
from tests.cpu import cpu
from tests.exchange.cv_formats import records
from tests.website.test_media import picture

HUNDREDS = 300
# What a process spends, as its small parent sees it: a child's peak begins with its parent's.
SPENT = """
import resource, subprocess, sys
command = [sys.executable, "-I", sys.argv[1], "pdf"]
subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
spent = resource.getrusage(resource.RUSAGE_CHILDREN)
print(spent.ru_utime, spent.ru_maxrss)
"""
READ_BY_RENDERCV = """
import sys
from rendercv import data
from ruamel.yaml import YAML
written = YAML(typ="safe").load(sys.stdin.buffer)
print(data.validate_input_dictionary_and_return_the_data_model(written).cv.name)
"""
FOLDER = os.environ.get("VITAE_NODE_PACKAGES", "")


@pytest.fixture
def cv(alice):
    records.fill(alice)
    return records.of(alice)


@pytest.mark.slow
def test_rendercv_takes_it(cv):
    python = os.environ.get("VITAE_RENDERCV", "")
    if not python:
        missing("needs a Python that has RenderCV as VITAE_RENDERCV")
    command = [python, "-c", READ_BY_RENDERCV]
    read = subprocess.check_output(command, input=rendercv.write(cv), stderr=subprocess.STDOUT)
    assert read.decode().strip() == "Alice Ahlgren"


@pytest.mark.node
def test_json_resume_is_valid_by_its_schema(cv):
    path = Path(FOLDER, "node_modules/@jsonresume/schema/schema.json")
    if not FOLDER or not path.exists():
        missing("needs @jsonresume/schema below VITAE_NODE_PACKAGES")
    jsonschema.validate(json.loads(resume.write(cv)), json.loads(path.read_text()))


@pytest.mark.tex
def test_latex_compiles(cv, tmp_path):
    if not shutil.which("lualatex"):
        missing("needs lualatex")
    (tmp_path / "cv.tex").write_bytes(latex.write(cv))
    command = ["lualatex", "-halt-on-error", "-interaction=batchmode", "cv.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    [page] = PdfReader(tmp_path / "cv.pdf").pages
    assert "Harbour Prize" in page.extract_text()


@pytest.mark.slow
def test_libreoffice_reads_the_word_document(cv, tmp_path):
    if not shutil.which("soffice"):
        missing("needs LibreOffice")
    (tmp_path / "cv.docx").write_bytes(word.write(cv))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "cv.docx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "cv.pdf").pages)
    assert "Harbour Prize" in text
    assert "Waves" in text


def test_a_reader_library_finds_words_own_headings_and_links(cv):
    document = docx.Document(BytesIO(word.write(cv)))
    headings = [p.text for p in document.paragraphs if p.style.name.startswith("Heading")]
    assert headings[:2] == ["Research interests", "Education"]
    links = [link.address for p in document.paragraphs for link in p.hyperlinks]
    assert any("doi.org/10.1/x" in address for address in links)


# --- PDF/UA-1 (ISO 14289-1), rule by rule ---------------------------------------------------------


@pytest.fixture(params=CVVariant.Design.values)
def pdf(request, alice):
    """With a portrait, a formula, lists and links, in each design."""
    records.fill(alice)
    alice.portrait.save("me.png", picture())
    alice.portrait_alt = "Alice at sea"
    variant = CVVariant(design=request.param, has_photo=True)
    return PdfReader(BytesIO(typeset.write(records.of(alice, variant))))


def elements(node):
    """Every element of a structure tree, in reading order."""
    node = node.get_object()
    if not isinstance(node, DictionaryObject):
        return
    if "/S" in node:
        yield node
    children = node.get("/K", NullObject()).get_object()
    for child in children if isinstance(children, ArrayObject) else [children]:
        yield from elements(child)


def test_the_file_is_tagged_and_says_so(pdf):
    root = pdf.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data()


def test_the_title_and_the_language_are_told(pdf):
    root = pdf.trailer["/Root"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert pdf.metadata.title == "Alice Ahlgren"
    assert root["/Lang"] == "en"


def test_headings_skip_no_level(pdf):
    kinds = [element["/S"] for element in elements(pdf.trailer["/Root"]["/StructTreeRoot"])]
    levels = [int(kind[2:]) for kind in kinds if kind[:2] == "/H" and kind[2:].isdigit()]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(levels) > 5


def test_pictures_and_formulas_have_words(pdf):
    tree = list(elements(pdf.trailer["/Root"]["/StructTreeRoot"]))
    told = {element["/S"]: element.get("/Alt") for element in tree}
    assert told["/Figure"] == "Alice at sea"
    assert told["/Formula"]
    assert all(e.get("/Alt") for e in tree if e["/S"] in ("/Figure", "/Formula"))


def test_links_are_in_the_tree_and_have_words(pdf):
    tree = pdf.trailer["/Root"]["/StructTreeRoot"]
    links = [note.get_object() for page in pdf.pages for note in page.get("/Annots", [])]
    assert links
    assert all(link.get("/Contents") and "/StructParent" in link for link in links)
    assert [e for e in elements(tree) if e["/S"] == "/Link"]


def test_tabs_follow_the_tree_and_fonts_are_in_the_file(pdf):
    for page in pdf.pages:
        assert page["/Tabs"] == "/S" or not page.get("/Annots")
        for font in page["/Resources"]["/Font"].values():
            [below] = font["/DescendantFonts"]
            descriptor = below["/FontDescriptor"]
            assert {"/FontFile2", "/FontFile3"} & descriptor.keys()
            assert "/ToUnicode" in font


def test_bookmarks_lead_to_the_sections(pdf):
    titles = [entry.title.strip() for entry in flat(pdf.outline)]
    assert {"Alice Ahlgren", "Education", "Publications"} <= set(titles)


def flat(outline):
    for entry in outline:
        yield from flat(entry) if isinstance(entry, list) else [entry]


# --- How much ------------------------------------------------------------------------------------


@pytest.fixture
def three_hundred(alice):
    papers = Publication.objects.bulk_create(
        Publication(
            title=f"On $x_{{{number}}}$ at sea, and what the tides of a winter leave there",
            slug=f"p{number}",
            date=str(1990 + number % 30),
            container_title="Waves",
        )
        for number in range(HUNDREDS)
    )
    Authorship.objects.bulk_create(
        Authorship(publication=paper, family=family, given="A.", position=place, researcher=owner)
        for paper in papers
        for place, (family, owner) in enumerate([("Brandt", None), ("Ahlgren", alice)])
    )
    return records.of(alice)


@pytest.mark.slow
def test_three_hundred_papers_cost_little(three_hundred):
    assert len(PdfReader(BytesIO(typeset.write(three_hundred))).pages) > 5
    command = [sys.executable, "-I", "-c", SPENT, str(typeset.PROCESS)]
    data = json.dumps(asdict(three_hundred), default=list).encode()
    seconds, kilobytes = subprocess.check_output(command, input=data).split()
    assert float(seconds) < 1.5
    assert int(kilobytes) < 200 * 1024
    assert cpu(word.write, three_hundred) < 2
