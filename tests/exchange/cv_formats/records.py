"""A CV with something of every kind, and what each format says of it."""

import json
from io import BytesIO

import docx
import yaml

from exchange.cv_formats.document import document
from profiles import markup
from profiles.models import Affiliation, Award, Education, Experience, Talk, Teaching
from publications.models import Authorship, Publication

ORIGIN = "https://lab.example"


def fill(person):
    """Rows of six kinds, a formula in a title, and a colleague's name."""
    person.interests = "Tides, and *what they leave*."
    person.headline = "Studies the sea."
    person.save()
    place = {"organisation": "Uppsala", "place": "Sweden"}
    Affiliation.objects.create(researcher=person, role="Professor", **place)
    degree = {"degree": "Ph.D.", "field_of_study": "Physics", "start": "2015", "end": "2019-06"}
    Education.objects.create(researcher=person, description="With **honours**.", **degree, **place)
    work = {"role": "Reader", "start": "2019-09", "end": "present"}
    Experience.objects.create(researcher=person, description="- Boats\n- Nets", **work, **place)
    Award.objects.create(researcher=person, name="Harbour Prize", awarder="City", dates="2020")
    Talk.objects.create(researcher=person, title="On mud", event="Sea Days", date="2021-05-04")
    Teaching.objects.create(researcher=person, code="CS 1", title="Rings", dates="2023;2024")
    paper = Publication.objects.create(
        title="On $x_{max}$ at sea", slug="x", date="2024", container_title="Waves", doi="10.1/x"
    )
    for position, (given, family) in enumerate([("Bob", "Brandt"), ("Alice", "Ahlgren")]):
        owner = person if family == "Ahlgren" else None
        name = {"given": given, "family": family, "position": position, "researcher": owner}
        Authorship.objects.create(publication=paper, **name)


def of(person, variant=None):
    """Return the document of the person's CV, or of a variant."""
    person.editor = None
    return document(person, ORIGIN, "/alice-ahlgren/cv/", variant)


def text_of_word(content: bytes) -> str:
    paragraphs = docx.Document(BytesIO(content)).paragraphs
    return "\n".join(paragraph.text for paragraph in paragraphs)


def texts_of_json(content: bytes) -> str:
    return "\n".join(_texts(json.loads(content)))


def texts_of_yaml(content: bytes) -> str:
    return "\n".join(_texts(yaml.safe_load(content)))


def _texts(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return [str(value)]


def text_of_markdown(content: bytes) -> str:
    return markup.plain_text(content.decode())
