"""manage.py export_publications: papers to standard output."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from publications.models import Publication
from tests.publications.importing import KELP, take

pytestmark = pytest.mark.django_db


def export(**options):
    out = io.StringIO()
    call_command("export_publications", stdout=out, **options)
    return out.getvalue()


def test_papers_are_exported_as_bibtex(alice):
    take(KELP, alice)
    assert "@inproceedings{kelp," in export(researcher=alice.slug)


def test_csl_json_has_the_paper_s_slug_as_id(alice):
    take(KELP, alice)
    (item,) = json.loads(export(researcher=alice.slug, format="csl-json"))
    assert item["id"] == Publication.objects.get().slug


def test_ris(alice):
    take(KELP, alice)
    assert "TI  - Growing Consensus in Kelp Forests" in export(format="ris")


def test_another_s_papers_stay_out(alice, bob):
    take(KELP.replace("Ahlgren, Alice and ", ""), bob)
    assert "kelp" not in export(researcher=alice.slug)


def test_a_draft_stays_out_unless_asked_for(alice):
    take(KELP, alice, draft=True)
    assert "kelp" not in export(researcher=alice.slug)
    assert "kelp" in export(researcher=alice.slug, drafts=True)


def test_a_hidden_one_stays_out(alice):
    take(KELP, alice)
    alice.authorships.update(is_hidden=True)
    assert "kelp" not in export(researcher=alice.slug)


def test_an_unknown_researcher():
    with pytest.raises(CommandError, match="No researcher has the address"):
        export(researcher="nobody")


def test_a_dialect_of_bibtex(alice):
    take(KELP, alice)
    assert "  date = {2024}" not in export(dialect="bibtex")
    with pytest.raises(CommandError, match="Only BibTeX has dialects"):
        export(dialect="biblatex", format="ris")
