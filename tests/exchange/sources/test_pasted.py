"""A pasted text may hold everything at once: lists, identifiers, printed references, and more."""

import pytest
from django.urls import reverse

from exchange.sources.pasted import understand
from publications import reference_lists
from publications.models import PendingImport, Publication
from tests.publications.admin_import import apply
from tests.publications.importing import KELP

LOOK_UP = reverse("admin:publications_importbatch_lookup")
SURE = "Ahlgren, A., & Ode, B. (2019). Kelp at night. Journal of Kelp, 4(2), 11-19."
WRAPPED = SURE.replace(" at night", "\nat night")
UNSURE = "Ahlgren and others on kelp that grows by the sea, seen in winter 2017"
RIS = "TY  - JOUR\nTI  - Growing Kelp\nAU  - Ode, Ben\nPY  - 2020\nER  - \n"


@pytest.fixture
def paste(client, alice):
    client.force_login(alice.owner)
    return lambda text, **data: client.post(LOOK_UP, {"text": text, "researcher": alice.pk} | data)


def test_everything_in_one_text():
    found = understand(f"Hello\n\n{SURE}\n\n{KELP}\n10.1234/kelp.2\n\n{RIS}\n\nPMID: 12345678")
    assert [name for name, _text in found.lists] == ["bibtex", "ris"]
    assert found.named == {"doi": ["10.1234/kelp.2"], "pmid": ["12345678"]}
    assert (found.printed, found.rest) == ([SURE], ["Hello"])


@pytest.mark.parametrize(
    "text",
    [
        f"{SURE}\n{SURE}",
        f"1. {WRAPPED}\n2. {SURE}",
        f"{WRAPPED}\n{SURE}",
        f"• {SURE}\n\n• {SURE}",
    ],
)
def test_references_are_parted_as_they_are_printed(text):
    assert understand(text).printed == [SURE, SURE]


def test_a_reference_with_a_doi_is_asked_for_by_it_alone():
    found = understand(f"{SURE} doi:10.1234/kelp.2. PMID: 12345678. ORCID 0000-0002-1825-0097")
    assert (found.named, found.printed) == ({"doi": ["10.1234/kelp.2"]}, [])


def test_comments_of_bibtex_are_no_papers():
    found = understand(f"% doi 10.1234/old\n{KELP}\n@comment{{jabref 10.1234/x}}")
    assert (len(found.lists), found.named, found.rest) == (1, {}, [])


def test_several_lists_are_read_as_one_with_lines_of_their_own():
    lists = [("bibtex", KELP), ("printed", f"{SURE}\n{UNSURE}"), ("ris", RIS)]
    parsed = reference_lists.parse(reference_lists.joined(lists).encode(), encoding="utf-8")
    titles = [record.text("title") for record in parsed.records]
    lines = [record.line for record in parsed.records]
    assert (titles[1], titles[3]) == ("Kelp at night", "Growing Kelp")
    assert lines == sorted(set(lines))
    assert parsed.records[1].raw == SURE


def test_what_was_understood_is_shown_and_what_was_not(paste, services):
    html = paste(f"{SURE}\n\nA word about us").content.decode()
    assert "<strong>Kelp at night</strong>" in html
    assert "<div>A word about us</div>" in html
    assert "Ahlgren, A. and Ode, B., Journal of Kelp, 2019" in html
    assert 'value="Show what would be done"' in html
    assert not PendingImport.objects.exists()


def test_a_sure_reference_is_a_paper_and_an_unsure_one_a_draft(paste, services, client):
    services.say_usual()
    text = f"{SURE}\n\n{UNSURE}\n\nhttps://doi.org/10.1234/kelp.2"
    page = paste(text)
    assert "Kept as a draft, for not all of it is sure" in page.content.decode()
    understood = page.context["form"].understood
    plan = client.get(paste(text, understood=understood).url).content.decode()
    apply(client, plan, unnamed="mine")
    drafts = dict(Publication.objects.values_list("title", "published_at"))
    assert drafts["Kelp at night"]
    assert drafts["Growing Kelp"]
    assert list(drafts.values()).count(None) == 1


def test_a_list_that_is_none_is_said(paste):
    html = paste(f'[{{"kelp": 1}}]\n\n{SURE}').content.decode()
    assert "This is JSON, but neither" in html


def test_the_page_for_a_file_takes_what_names_papers_and_keeps_its_answers(client, alice):
    """A reference is shown before it is stored, as a draft if one asked for drafts."""
    client.force_login(alice.owner)
    url = reverse("admin:publications_importbatch_add")
    sent = {"text": SURE, "researcher": alice.pk, "state": "draft", "update": "never"}
    form = client.post(url, sent).context["form"]
    assert form.is_understood
    client.post(url, sent | {"understood": form.understood})
    kept = PendingImport.objects.get().options
    assert (kept["draft"], kept["update"]) == (True, "never")
