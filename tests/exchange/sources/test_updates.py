"""What became of papers that are here: told by Crossref and OpenAlex, decided by their owner."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.urls import reverse

from publications.importer import undo
from publications.models import AlwaysFrom, ImportBatch, PendingImport, RefusedWork
from tests.exchange.sources.conftest import ORCID_WORKS, crossref_work
from tests.publications.importing import take
from tests.publications.papers import make_paper

KELP = "10.1234/kelp.2"
NOTICE = {"DOI": "10.1234/notice.1", "type": "retraction", "label": "Retraction"}
BIBTEX = f"""@article{{kelp, title = {{Growing Kelp}}, author = {{Ahlgren, Alice}}, year = 2021,
    journal = {{Journal of Kelp}}, doi = {{{KELP}}}, abstract = {{Ours.}}}}"""
HOME = reverse("admin:index")


@pytest.fixture
def known(services, alice):
    """`known(work, ...)`: what Crossref answers; under alice's iD there is nothing."""
    alice.orcid = "0000-0002-1825-0097"
    alice.save()
    services.say(ORCID_WORKS, {"group": []})

    def says(*works):
        services.say("api.crossref.org/works", {"message": {"items": works}})

    return says


@pytest.fixture
def paper(alice):
    return make_paper("Growing Kelp", alice, doi=KELP, date="2021", entry_type="article")


def refresh(alice):
    call_command("refresh", researcher=alice.slug)


def decide(client, alice, button, source="Crossref"):
    """Home, after the first proposal of a source was answered."""
    client.force_login(alice.owner)
    pending = PendingImport.objects.get(name=source)
    url = reverse("admin:publications_importbatch_found", args=[pending.pk])
    key = pending.options["proposals"][0]["key"]
    return client.post(url, {button: key}, follow=True).content.decode()


def test_a_retraction_is_shown_at_once_to_its_owner_and_to_nobody_else(client, alice, known, paper):
    known(crossref_work(KELP, **{"updated-by": [NOTICE]}))
    refresh(alice)
    assert "Retracted" not in client.get(paper.get_absolute_url()).content.decode()
    client.force_login(alice.owner)
    home = client.get(HOME).content.decode()
    assert "Found at Crossref: 1 retraction." in home
    assert "<strong>Retracted:</strong> Growing Kelp" in home
    assert "Retraction notice: https://doi.org/10.1234/notice.1" in home


def test_accepted_it_is_a_mark_on_every_page_and_in_citations(client, alice, known, paper):
    known(crossref_work(KELP, **{"updated-by": [NOTICE]}))
    refresh(alice)
    assert "Accepted." in decide(client, alice, "accept")
    paper.refresh_from_db()
    assert paper.status == "retracted"
    assert paper.links.get().url == "https://doi.org/10.1234/notice.1"
    html = client.get(paper.get_absolute_url()).content.decode()
    assert "This paper was retracted." in html
    assert '"creativeWorkStatus":"Retracted"' in html.replace(": ", ":")
    assert 'name="citation_title" content="Growing Kelp"' in html
    page = client.get(reverse("researcher-publications", args=[alice.slug])).content.decode()
    assert '<strong class="retracted">Retracted:</strong>' in page
    bib = client.get(f"/publications/{paper.slug}.bib").content.decode()
    assert "pubstate = {retracted}" in bib
    assert not PendingImport.objects.exists()


def test_a_retraction_on_the_work_itself_counts_and_of_another_does_not(alice, known, paper):
    known(crossref_work(KELP, **{"update-to": [NOTICE | {"DOI": "10.1234/other"}]}))
    refresh(alice)
    assert not PendingImport.objects.exists()
    known(crossref_work(KELP, **{"update-to": [NOTICE | {"DOI": KELP}]}))
    refresh(alice)
    (one,) = PendingImport.objects.get().options["proposals"]
    assert (one["kind"], one["fields"]) == ("retracted", [["status", "published", "retracted"]])


def test_a_correction_is_a_link(client, alice, known, paper):
    known(crossref_work(KELP, **{"updated-by": [NOTICE | {"type": "erratum"}]}))
    refresh(alice)
    decide(client, alice, "accept")
    paper.refresh_from_db()
    assert (paper.status, paper.links.get().label) == ("published", "Correction")


def test_refused_it_never_comes_again(client, alice, known, paper):
    known(crossref_work(KELP, **{"updated-by": [NOTICE]}))
    refresh(alice)
    assert "Refused." in decide(client, alice, "refuse")
    refresh(alice)
    assert not PendingImport.objects.exists()
    paper.refresh_from_db()
    assert paper.status == "published"


def test_only_what_is_missing_is_proposed_and_nothing_else_comes_along(client, alice, known, paper):
    abstract = "<jats:title>Abstract</jats:title><jats:p>We grow <jats:i>kelp</jats:i>.</jats:p>"
    known(crossref_work(KELP, abstract=abstract, publisher="Kelp Press", volume="7"))
    refresh(alice)
    decide(client, alice, "accept")
    paper.refresh_from_db()
    assert (paper.abstract, paper.publisher, paper.volume) == ("We grow kelp.", "", "")
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_what_no_database_stores_is_replaced(alice, known, paper):
    known(crossref_work(KELP, abstract="<jats:p>We \ud800grow\x00 kelp.</jats:p>"))
    refresh(alice)
    (one,) = PendingImport.objects.get().options["proposals"]
    assert one["fields"] == [["abstract", None, "We \ufffdgrow\ufffd kelp."]]


def test_a_text_that_was_written_here_is_no_gap(alice, known, paper):
    paper.abstract = "Mine."
    paper.save()
    known(crossref_work(KELP, abstract="<jats:p>Theirs.</jats:p>"))
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_another_wording_of_an_abstract_is_no_news(alice, known):
    """Though a file is trusted less than the publisher."""
    take(BIBTEX, alice)
    known(crossref_work(KELP, abstract="<jats:p>Theirs.</jats:p>"))
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_a_preprint_that_was_published_under_another_title(client, alice, known, services):
    preprint = make_paper(
        "Do kelps grow?", alice, doi="10.1101/2020.1", date="2020", status="preprint"
    )
    relation = {"is-preprint-of": [{"id-type": "doi", "id": KELP, "asserted-by": "subject"}]}
    first = crossref_work("10.1101/2020.1", title=["Do kelps grow?"], relation=relation)
    services.answers["api.crossref.org/works"] = [
        services.answer({"message": {"items": [first]}}),
        services.answer({"message": {"items": [crossref_work(KELP)]}}),
    ]
    refresh(alice)
    assert "A preprint was published" in str(home := client_home(client, alice)), home
    decide(client, alice, "accept")
    preprint.refresh_from_db()
    assert (preprint.title, preprint.doi) == ("Growing Kelp", KELP)
    assert preprint.container_title == "Journal of Kelp"
    assert preprint.versions.get().doi == "10.1101/2020.1"
    assert alice.authorships.count() == 1


def client_home(client, alice):
    client.force_login(alice.owner)
    return client.get(HOME).content.decode()


def test_what_is_another_paper_here_is_no_published_version(alice, known, paper):
    make_paper("Do kelps grow?", alice, doi="10.1101/2020.1", date="2020", status="preprint")
    relation = {"is-preprint-of": [{"id-type": "doi", "id": KELP}]}
    known(
        crossref_work("10.1101/2020.1", title=["Do kelps grow?"], relation=relation),
        crossref_work(KELP),
    )
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_an_open_pdf_comes_with_its_licence(client, alice, known, paper, services, monkeypatch):
    monkeypatch.setenv("VITAE_OPENALEX_KEY", "secret")
    known()
    place = {"pdf_url": "https://open.example/kelp.pdf", "license": "cc-by-nc"}
    work = {
        "id": "https://openalex.org/W1",
        "doi": f"https://doi.org/{KELP}",
        "title": "Growing Kelp",
        "type": "article",
        "abstract_inverted_index": {"kelp.": [2], "We": [0], "grow": [1]},
        "best_oa_location": place,
        "cited_by_count": 3,
    }
    services.say("api.openalex.org/works", {"results": [work]})
    refresh(alice)
    decide(client, alice, "accept", "OpenAlex")
    decide(client, alice, "accept", "OpenAlex")
    paper.refresh_from_db()
    link = paper.links.get()
    assert (link.kind, link.label) == ("pdf", "PDF (CC BY-NC)")
    assert link.url == "https://open.example/kelp.pdf"
    assert paper.abstract == "We grow kelp."


def test_openalex_is_not_asked_without_a_key(alice, known, paper, services, monkeypatch):
    monkeypatch.delenv("VITAE_OPENALEX_KEY", raising=False)
    known()
    refresh(alice)
    assert not [url for url, _accept in services.asked if "openalex" in url]


def test_always_takes_it_the_next_night_and_an_undo_is_the_last_word(
    client, alice, known, paper, capsys
):
    known(crossref_work(KELP, abstract="<jats:p>Kelp.</jats:p>"))
    refresh(alice)
    home = decide(client, alice, "always")
    assert "Ask me again about Crossref" in home
    known(crossref_work(KELP, abstract="", **{"updated-by": [NOTICE | {"type": "correction"}]}))
    capsys.readouterr()
    refresh(alice)
    assert "0 new, 1 changed, as always from there" in capsys.readouterr().out
    assert paper.links.get().label == "Correction"
    undo.undo(ImportBatch.objects.latest("pk"))
    refresh(alice)
    assert not paper.links.exists()


def test_asked_again_it_waits(client, alice, known, paper):
    AlwaysFrom.objects.create(researcher=alice, source="Crossref")
    client.force_login(alice.owner)
    data = {"record": alice.slug, "source": "Crossref"}
    client.post(reverse("admin:publications_importbatch_ask"), data)
    known(crossref_work(KELP, abstract="<jats:p>Kelp.</jats:p>"))
    refresh(alice)
    paper.refresh_from_db()
    assert not paper.abstract
    assert PendingImport.objects.get().name == "Crossref"


def test_what_the_database_refuses_waits(alice, known, paper, monkeypatch):
    def refused(*args, **options):
        raise DatabaseError

    AlwaysFrom.objects.create(researcher=alice, source="Crossref")
    known(crossref_work(KELP, abstract="<jats:p>Kelp.</jats:p>"))
    monkeypatch.setattr("publications.importer.apply", refused)
    refresh(alice)
    assert PendingImport.objects.get().name == "Crossref"


def test_what_one_owner_always_takes_the_next_is_asked_about(alice, bob):
    AlwaysFrom.objects.create(researcher=alice, source="Crossref")
    alice.save()
    assert AlwaysFrom.objects.exists()
    bob.delete()
    alice.owner = bob.owner
    alice.save()
    assert not AlwaysFrom.objects.exists()


def test_for_an_account_that_is_switched_off_nothing_is_taken(alice, known, paper):
    AlwaysFrom.objects.create(researcher=alice, source="Crossref")
    known(crossref_work(KELP, abstract="<jats:p>Kelp.</jats:p>"))
    alice.owner.is_active = False
    alice.owner.save()
    call_command("refresh", all=True)
    paper.refresh_from_db()
    assert not paper.abstract


def test_the_buttons_are_not_for_an_upload(client, manager):
    pending = PendingImport.objects.create(user=manager, name="kelp.bib", data=b"")
    client.force_login(manager)
    url = reverse("admin:publications_importbatch_found", args=[pending.pk])
    assert client.post(url, {"accept": "x"}).status_code == 404


def test_what_was_typed_meanwhile_is_not_written_over(client, alice, known, paper):
    known(crossref_work(KELP, abstract="<jats:p>Theirs.</jats:p>"))
    refresh(alice)
    paper.abstract = "Mine."
    paper.save()
    assert "nothing was done" in decide(client, alice, "accept")
    paper.refresh_from_db()
    assert paper.abstract == "Mine."


def test_a_colleague_decides_nothing(client, alice, bob, known, paper):
    known(crossref_work(KELP, **{"updated-by": [NOTICE]}))
    refresh(alice)
    client.force_login(bob.owner)
    pending = PendingImport.objects.get()
    url = reverse("admin:publications_importbatch_found", args=[pending.pk])
    key = pending.options["proposals"][0]["key"]
    assert client.post(url, {"accept": key}).status_code == 404
    assert not RefusedWork.objects.exists()


def test_an_answer_that_differs_in_nothing_proposed_is_the_same_proposal(alice, known, paper):
    abstract = "<jats:p>Kelp.</jats:p>"
    known(crossref_work(KELP, abstract=abstract, reference=[{"key": "1"}]))
    refresh(alice)
    before = PendingImport.objects.get()
    assert b'"key"' not in bytes(before.data)
    known(crossref_work(KELP, abstract=abstract, **{"is-referenced-by-count": 9}))
    refresh(alice)
    assert PendingImport.objects.get().pk == before.pk


def test_two_records_of_one_paper_do_not_stand_in_each_others_way(client, alice, known, services):
    preprint = make_paper(
        "Growing Kelp", alice, doi="10.1101/2020.1", date="2020", status="preprint"
    )
    relation = {"is-preprint-of": [{"id-type": "doi", "id": KELP}]}
    abstract = {"abstract": "<jats:p>Kelp.</jats:p>"}
    known(crossref_work("10.1101/2020.1", relation=relation, **abstract), crossref_work(KELP))
    refresh(alice)
    kinds = [one["kind"] for one in PendingImport.objects.get().options["proposals"]]
    assert kinds == ["published", "more"]
    decide(client, alice, "accept")
    decide(client, alice, "accept")
    preprint.refresh_from_db()
    assert (preprint.doi, preprint.abstract) == (KELP, "Kelp.")
