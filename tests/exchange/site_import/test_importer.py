"""A site's record becomes rows and papers, once; a second import finds nothing new."""

import pytest
from django.utils import timezone

from exchange.site_import import importer
from exchange.site_import.records import Place, SiteRow
from exchange.site_import.report import counts
from history.snapshots import revisions_of
from profiles import limits
from profiles.models import (
    Award,
    Education,
    NewsItem,
    Page,
    Picture,
    Project,
    Redirect,
    Researcher,
    TalkLink,
)
from publications.importer import PlanOutdated, undo
from publications.models import ImportBatch, ImportedRow, Publication
from tests.exchange.site_import.importing import PDF, dump, kelp, record, take, tree_of
from tests.profiles.test_markdown_upload import GIF
from tests.publications.importing import take as import_bibtex

OWN = (Award, NewsItem, Page, Picture, Redirect)


@pytest.fixture
def site(tmp_path):
    files = {"files/talk.pdf": PDF, "files/kelp.pdf": PDF, "images/kelp.png": GIF}
    return tree_of(tmp_path / "site", **files)


def test_a_record_becomes_rows_papers_files_and_addresses(site, alice):
    plan, number = take(site, record(), alice)
    alice.refresh_from_db()
    paper, page = Publication.objects.get(), Page.objects.get()
    assert counts(plan)["newsitem"] == {"created": 2}
    assert number == ImportBatch.objects.get().pk
    assert alice.biography == "I grow kelp, see [my garden](/alice-ahlgren/garden/)."
    assert [link.kind for link in paper.links.all()] == ["pdf"]
    assert NewsItem.objects.first().body.startswith(
        f"Our paper on [kelp](/publications/{paper.slug}/)"
    )
    assert page.body == f"![Kelp]({Picture.objects.get().image.url}) grows."
    assert paper.venue.url == "https://sis.example.org/"
    leads = {row.old_path: row.row for row in Redirect.objects.all()}
    assert leads["/publication/kelp/"] == paper
    assert leads["/garden/"] == page
    assert "/about/" in leads
    file = Redirect.objects.get(old_path="/files/kelp.pdf").file
    assert file.name == paper.links.get().file.name


def test_a_second_import_finds_nothing_new(site, alice):
    take(site, record(), alice)
    before = dump()
    plan, number = take(site, record(), alice)
    assert number is None
    assert not plan.writes
    assert {action for kind in counts(plan).values() for action in kind} == {"unchanged"}
    assert dump() == before


def test_its_undo_leaves_the_tables_as_before(site, alice):
    before = dump()
    _plan, number = take(site, record(), alice)
    result = undo.undo(ImportBatch.objects.get(pk=number))
    assert result.kept == result.rows.kept == []
    assert dump() == before
    assert not ImportedRow.objects.exists()


def test_what_was_edited_since_is_kept_and_named(site, alice):
    take(site, record(), alice)
    Award.objects.update(name="Kelp Prize")
    made = record()
    made.rows[3].values["name"] = "Great Seaweed Prize"
    plan, number = take(site, made, alice)
    step = next(step for step in plan.rows if step.row.model is Award)
    assert [change.field for change in step.conflicts] == ["name"]
    assert number is None
    result = undo.undo(ImportBatch.objects.get())
    assert [row.name for row in result.rows.kept] == ["Kelp Prize"]
    assert Award.objects.get().name == "Kelp Prize"


def test_what_changed_in_the_site_changes_here(site, alice):
    take(site, record(), alice)
    made = record()
    made.rows[1].values["body"] = "I gave two talks."
    _plan, number = take(site, made, alice)
    assert NewsItem.objects.filter(body="I gave two talks.").count() == 1
    undo.undo(ImportBatch.objects.get(pk=number))
    assert NewsItem.objects.filter(body="I gave a talk.").count() == 1


def test_what_was_deleted_here_stays_deleted(site, alice):
    take(site, record(), alice)
    Award.objects.all().delete()
    plan, number = take(site, record(), alice)
    assert counts(plan)["award"] == {"kept": 1}
    assert (number, Award.objects.count()) == (None, 0)


def test_a_row_typed_here_before_is_not_doubled(site, alice):
    Award.objects.create(researcher=alice, name="seaweed prize", dates="2022")
    take(site, record(), alice)
    assert Award.objects.count() == 1


def test_what_a_column_cannot_hold_is_told_and_the_rest_is_stored(site, alice):
    made = record()
    made.rows[2].values["start"] = "some day"
    made.rows[3].values["url"] = "javascript:alert(1)"
    plan, _number = take(site, made, alice)
    reasons = [f"{p.place.file}:{p.place.line} {p.reason}" for p in plan.problems]
    assert any(text.startswith("_config.yml:9 start:") for text in reasons)
    assert any("javascript:alert(1)" in text for text in reasons)
    assert alice.education_set.get().description == "some day"
    assert Award.objects.get().url == ""


def test_a_missing_file_is_told(site, alice):
    plan, _number = take(site, record(), alice)
    assert any("files/lost.pdf" in problem.reason for problem in plan.problems)


def test_a_file_that_no_upload_may_be_is_told_and_left(tmp_path, alice):
    files = {"files/talk.pdf": "<script>alert(1)</script>", "files/kelp.pdf": PDF}
    plan, _number = take(tree_of(tmp_path / "site", **files), record(), alice)
    told = [problem.reason for problem in plan.problems if "files/talk.pdf" in problem.reason]
    assert told == [
        "files/talk.pdf: This is not a PDF, PPTX, ODP or ZIP file. Upload one of these."
    ]
    assert [row.old_path for row in Redirect.objects.exclude(file="")] == ["/files/kelp.pdf"]
    assert not TalkLink.objects.exists()


def test_a_row_put_before_others_moves_none(site, alice):
    take(site, record(), alice)
    made = record()
    made.rows[1].origin, made.rows[0].origin = made.rows[0].origin, made.rows[1].origin
    _plan, number = take(site, made, alice)
    assert number is None


def test_the_admin_shows_and_undoes_rows_too(site, alice, at_work):
    _plan, number = take(site, record(), alice)
    Award.objects.update(name="Kelp Prize")
    url = f"/admin/publications/importbatch/{number}/undo/"
    page = at_work.get(url).content.decode()
    assert "Seaweed" not in page
    assert "It was edited since." in page
    assert "My garden" in page
    answer = at_work.post(url, follow=True).content.decode()
    assert "Of other rows," in answer
    assert "Kelp Prize" in answer
    assert not Page.objects.exists()


def test_anothers_rows_and_papers_are_not_touched(site, alice, bob):
    take(site, record(), bob)
    before = [list(model.objects.filter(researcher=bob).values()) for model in OWN]
    plan, _number = take(site, record(), alice, by_operator=False)
    assert [list(model.objects.filter(researcher=bob).values()) for model in OWN] == before
    assert counts(plan)["award"] == {"created": 1}


def test_the_quota_holds(site, alice, settings):
    settings.UPLOAD_QUOTA = 20
    plan, _number = take(site, record(), alice)
    assert any("does not fit" in problem.reason for problem in plan.problems)
    assert limits.used(alice) == 15


ABSTRACT = """See [my garden](/garden/), [slides](../../files/talk.pdf) and [a list](/old/list/).

It grows as $x^2$, 50% a year."""


@pytest.mark.parametrize(("more", "told"), [("", []), (", Carol Coral", ["Carol Coral"])])
def test_other_authors_of_a_second_entry_are_told(tmp_path, alice, more, told):
    front = "---\ntitle: Growing Consensus in Kelp Forests\ndate: {}-05-01\nauthors: [{}]\n"
    front += "publication_types: ['{}']\npublication: {}\n---\n"
    names = "Alice Ahlgren, Bob Brandt"
    files = {
        "config/_default/config.yaml": "title: Alice Ahlgren\n",
        "content/publication/old/index.md": front.format(2020, names, 0, "arXiv"),
        "content/publication/new/index.md": front.format(2021, names + more, 2, "Reef Letters"),
    }
    problems = importer.plan(tree_of(tmp_path, **files), alice).problems
    said = [str(one.reason) for one in problems if "two entries" in str(one.reason)]
    assert [reason.partition("names ")[2].partition(";")[0] for reason in said] == told


def test_an_abstract_keeps_its_paragraphs_and_its_links_lead_on(site, alice):
    made = record()
    made.papers[0].entry = kelp(abstract=ABSTRACT)
    plan, _number = take(site, made, alice)
    shown = (
        "See [my garden](/alice-ahlgren/garden/), [slides](/alice-ahlgren/files/talk.pdf) and "
        "[a list](/old/list/).\n\nIt grows as $x^2$, 50% a year."
    )
    assert Publication.objects.get().abstract == shown
    assert Redirect.objects.get(old_path="/files/talk.pdf").file
    assert any(problem.reason.startswith("/old/list/: ") for problem in plan.problems)

    assert take(site, made, alice)[1] is None
    made.papers[0].entry = kelp(abstract=ABSTRACT.replace("See", "Look at"))
    plan, _number = take(site, made, alice)
    assert [step.conflicts for step in plan.papers.steps] == [[]]
    assert Publication.objects.get().abstract == shown.replace("See", "Look at")


def test_a_link_to_nothing_stays_and_is_told(site, alice):
    made = record()
    made.rows[1].values["body"] = "See [the list](/old/list/) and [him](https://example.org/)."
    plan, _number = take(site, made, alice)
    assert NewsItem.objects.filter(body__contains="](/old/list/)").exists()
    dead = [problem for problem in plan.problems if "leads to nothing" in problem.reason]
    assert [problem.reason.partition(":")[0] for problem in dead] == ["/old/list/"]


def test_links_to_the_old_host_are_links_within(site, alice):
    made = record()
    made.rows[1].values["body"] = "[Garden](https://www.alice.example.org/garden/#top)."
    take(site, made, alice)
    assert NewsItem.objects.filter(body="[Garden](/alice-ahlgren/garden/).").exists()


def test_a_plan_that_another_edit_outdates_is_not_applied(site, alice):
    plan = importer.plan(site, alice, record=record(), by_operator=True)
    Award.objects.create(researcher=alice, name="Seaweed Prize", dates="2022")
    with pytest.raises(PlanOutdated):
        importer.apply(plan)
    plan = importer.plan(site, alice, record=record(), by_operator=True)
    Researcher.objects.update(biography="I grow moss.")
    with pytest.raises(PlanOutdated):
        importer.apply(plan)
    assert not Page.objects.exists()


def test_columns_of_the_researcher_that_were_typed_here_stay(site, alice):
    alice.email = "alice@elsewhere.example"
    alice.save()
    plan, number = take(site, record(), alice)
    alice.refresh_from_db()
    assert alice.email == "alice@elsewhere.example"
    assert [change.field for change in plan.rows[0].conflicts] == ["email"]
    assert alice.biography
    undo.undo(ImportBatch.objects.get(pk=number))
    alice.refresh_from_db()
    assert alice.biography == ""


def test_old_addresses_answer(site, alice, client):
    take(site, record(), alice)
    paper = Publication.objects.get()
    for old, new in (
        ("about", "/alice-ahlgren/"),
        ("publication/kelp", f"/publications/{paper.slug}/"),
        ("garden/", None),
        ("files/kelp.pdf", paper.links.get().file.url),
    ):
        answer = client.get(f"/alice-ahlgren/{old}")
        assert (answer.status_code, answer.headers.get("location")) == (301 if new else 200, new)


def test_old_addresses_of_pictures_answer_while_they_are_shown(tmp_path, alice, client):
    paths = {name: f"images/{name}.png" for name in ("me", "kelp", "garden")}
    made, place = record(), Place("_config.yml", 7)
    made.researcher_files = {"portrait": (paths["me"], place)}
    made.papers[0].files = [("cover", paths["kelp"])]
    files = {"cover": paths["garden"]}
    made.rows.append(SiteRow(Project, "_portfolio/g.md", place, {"title": "My garden"}, files))
    take(tree_of(tmp_path / "site", **dict.fromkeys(paths.values(), GIF)), made, alice)
    alice.refresh_from_db()
    paper, project = Publication.objects.get(), Project.objects.get()

    for name, row, picture in (
        ("me", alice, alice.portrait),
        ("kelp", paper, paper.cover),
        ("garden", project, project.cover),
    ):
        url = f"/alice-ahlgren/{paths[name]}"
        answer = client.get(url)
        assert (answer.status_code, answer.headers["location"]) == (301, picture.url)
        type(row).objects.update(published_at=None)
        assert client.get(url).status_code == 404
        type(row).objects.update(published_at=timezone.now())


def test_old_addresses_of_pictures_in_texts_and_logos_answer_while_they_are_shown(
    tmp_path, alice, client
):
    """In texts and beside rows, too: what a row of its own would be is the stored file here."""
    made = record()
    paths = {"images/kelp.png": Page, "images/tideway.png": Education}
    [degree] = [row for row in made.rows if row.model is Education]
    degree.files = {"organisation_logo": "images/tideway.png"}
    site = tree_of(tmp_path / "site", **dict.fromkeys(paths, GIF))
    take(site, made, alice)
    stored = {
        "images/kelp.png": Picture.objects.get().image,
        "images/tideway.png": Education.objects.get().organisation_logo,
    }

    for path, model in paths.items():
        url = f"/alice-ahlgren/{path}"
        answer = client.get(url)
        assert (answer.status_code, answer.headers["location"]) == (301, stored[path].url)
        assert client.get(stored[path].url).status_code == 200
        model.objects.update(published_at=None)
        assert client.get(url).status_code == 404
        model.objects.update(published_at=timezone.now())
    assert take(site, made, alice)[1] is None


def test_files_of_drafts_have_no_public_address(site, alice, client):
    take(site, record(), alice, draft=True)
    [picture] = Redirect.objects.exclude(file="")  # of the page, which will show it
    assert picture.old_path == "/images/kelp.png"
    assert client.get("/alice-ahlgren/images/kelp.png").status_code == 404
    assert not NewsItem.objects.public().exists()


def test_what_was_read_first_keeps_an_address_that_two_had(site, alice):
    made = record()
    made.rows[4].old_paths = ["/garden/"]
    plan, _number = take(site, made, alice)
    assert Redirect.objects.get(old_path="/garden/").talk
    assert any("two things had this old address" in problem.reason for problem in plan.problems)


def test_a_venue_has_no_link_that_runs_a_script(site, alice):
    take(site, record(venue_urls={"SIS": "javascript:alert(1)"}), alice)
    assert Publication.objects.get().venue.url == ""


def test_a_paper_that_was_here_gets_its_file_and_loses_it_again(site, alice):
    import_bibtex(kelp(), alice)
    before = dump()
    _plan, number = take(site, record(), alice)
    assert Publication.objects.get().links.get().file
    undo.undo(ImportBatch.objects.get(pk=number))
    assert dump() == before


def test_what_changes_a_row_leaves_its_versions(site, alice):
    award = Award.objects.create(researcher=alice, name="Seaweed Prize", dates="2022")
    made = record()
    made.rows[3].values["note"] = "Dried."
    _plan, number = take(site, made, alice)
    assert list(revisions_of(award).values_list("action", flat=True)) == ["imported", "found"]
    undo.undo(ImportBatch.objects.get(pk=number))
    assert (Award.objects.get().note, revisions_of(award)[0].action) == ("", "restored")


def test_overwrite_takes_the_word_of_the_site_and_never_leaves_all(site, alice):
    take(site, record(), alice)
    NewsItem.objects.filter(body="I gave a talk.").update(body="I gave many talks.")
    made = record()
    take(site, made, alice, update="never")
    assert NewsItem.objects.filter(body="I gave many talks.").exists()
    take(site, record(), alice, update="overwrite")
    assert NewsItem.objects.filter(body="I gave a talk.").exists()


def test_rows_of_one_origin_are_rows_of_their_own(site, alice):
    made = record()
    made.rows[1].origin = made.rows[0].origin
    take(site, made, alice)
    assert NewsItem.objects.count() == 2
    _plan, number = take(site, made, alice)
    assert number is None


def test_an_order_by_hand_is_no_conflict(site, alice):
    made = record()
    made.rows[3].values["position"] = 5
    take(site, made, alice)
    Award.objects.update(position=9)
    plan, number = take(site, made, alice)
    assert (number, [step for step in plan.rows if step.conflicts]) == (None, [])


def test_a_dead_link_of_a_draft_is_told_too(site, alice):
    made = record()
    made.rows[1].values["body"] = "See [the list](/old/list/)."
    plan, _number = take(site, made, alice, draft=True)
    assert any("leads to nothing" in problem.reason for problem in plan.problems)
