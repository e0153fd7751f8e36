"""veraPDF finds no rule of PDF/UA-1 broken in the CVs of the demo lab."""

import os
import subprocess
from pathlib import Path

import pytest

from exchange.cv_formats import typeset
from exchange.cv_formats.document import document
from profiles.models import CVVariant, Researcher
from tests.conftest import missing
from tests.exchange.cv_formats import records

CLASS_PATH = os.environ.get("VITAE_VERAPDF", "")


@pytest.mark.java
def test_the_cvs_of_the_lab_keep_every_rule(lab, tmp_path):
    if not CLASS_PATH:
        missing("needs the class path of veraPDF as VITAE_VERAPDF")
    for person in Researcher.objects.all():
        for design in CVVariant.Design.values:
            variant = CVVariant(design=design, has_photo=True)
            pdf = typeset.write(document(person, records.ORIGIN, f"/{person.slug}/cv/", variant))
            (tmp_path / f"{person.slug}-{design}.pdf").write_bytes(pdf)
    files = sorted(map(str, tmp_path.glob("*.pdf")))
    source = str(Path(__file__).with_name("Verapdf.java"))
    command = ["java", "-cp", CLASS_PATH, source, *files]
    lines = subprocess.check_output(command, text=True).splitlines()
    assert [line for line in lines if line.startswith("broken")] == []
    assert len(lines) == len(files) > 10
