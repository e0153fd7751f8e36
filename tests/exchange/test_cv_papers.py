"""The papers of a CV, as a committee reads them."""

from publications.models import PublicationAward
from tests.publications.papers import as_author, make_paper


def html(client):
    return " ".join(client.get("/alice-ahlgren/cv/").content.decode().split())


def test_papers_are_grouped_and_numbered_from_the_oldest(client, alice):
    make_paper("First", alice, date="2001")
    make_paper("Second", alice, date="2002")
    make_paper("Talk", alice, entry_type="inproceedings")
    make_paper("Draft", alice, status="preprint", arxiv="2401.00001")
    make_paper("Engines", alice, entry_type="book")
    page = html(client)
    words = (">Journal articles<", ">J2<", ">Second<", ">J1<", ">First<")
    words += (">Conference papers<", ">C1<", ">Preprints<", ">P1<", ">Books and other works<")
    places = [page.index(word) for word in words]
    assert places == sorted(places)


def test_a_group_without_papers_has_no_heading(client, alice):
    make_paper("First", alice)
    assert "Conference papers" not in html(client)


def test_ones_own_name_is_named_among_twenty(client, alice):
    make_paper("Big", *[f"Name N{n:02}" for n in range(18)], alice, "Name Last")
    page = html(client)
    own = 'Name N07, …, <strong class="self">Alice Ahlgren</strong>, et al. <a'
    assert own in page
    assert "Name N08" not in page


def test_twelve_names_all_stand(client, alice):
    make_paper("Small", *[f"Name N{n:02}" for n in range(11)], alice)
    assert "Name N10" in html(client)


def test_journal_award_and_identifier(client, alice):
    paper = make_paper("On Notes", alice, container_title="Nature", volume="7", doi="10.1000/x")
    PublicationAward.objects.create(publication=paper, name="Best Paper Award")
    page = html(client)
    assert "<bdi><cite>Nature</cite> 7</bdi>, 2024." in page
    assert "Best Paper Award." in page
    assert '<a href="https://doi.org/10.1000/x" rel="noopener">10.1000/x</a>' in page


def test_equal_contribution_is_marked_and_explained(client, alice):
    make_paper("On Notes", as_author(alice, is_equal=True), {"given": "B", "family": "C"})
    assert '<b aria-hidden="true">*</b> equal contribution' in html(client)


def test_the_papers_stand_behind_education_and_experience(client, alice):
    alice.education_set.create(degree="Ph.D.", organisation="Uppsala")
    alice.experience_set.create(role="Engineer", organisation="Works")
    alice.award_set.create(name="A prize", dates="2020")
    make_paper("On Notes", alice)
    page = html(client)
    places = [page.index(word) for word in (">Ph.D.", "Engineer", "On Notes", "A prize")]
    assert places == sorted(places)


def test_a_title_that_asks_has_no_full_stop(client, alice):
    make_paper("Can They Think?", alice, slug="think", date="1952")
    assert ">Can They Think?</a> 1952." in html(client)
