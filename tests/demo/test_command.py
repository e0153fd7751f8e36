"""The demo command: into an empty site, once; and away again, exactly."""

from django.contrib.auth import get_user_model
from django.core.management import call_command

from profiles.models import Researcher
from publications.models import Publication, Venue
from tests.conftest import make_researcher, make_user
from tests.demo import run, tables


def test_demo_says_what_it_made(lab):
    assert lab.startswith("The demo lab is here: 10 researchers, 123 papers.")
    assert len(lab.splitlines()) == 2


def test_a_second_run_changes_and_says_nothing(lab):
    before = tables()
    assert run() == ""
    assert tables() == before


def test_a_second_run_is_cheap(lab, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        run()


def test_an_edit_survives(lab):
    Researcher.objects.filter(slug="alan-turing").update(headline="Runner")
    run()
    assert Researcher.objects.get(slug="alan-turing").headline == "Runner"


def test_a_researcher_deleted_by_hand_stays_away(lab):
    Researcher.objects.get(slug="grace-hopper").delete()
    run()
    assert not Researcher.objects.filter(slug="grace-hopper").exists()


def test_each_has_an_account_of_its_own(lab):
    for researcher in Researcher.objects.all():
        assert researcher.owner.username == researcher.slug
        assert researcher.owner.is_staff
        assert not researcher.owner.is_superuser


def test_without_an_admin_the_accounts_have_no_password(lab):
    assert "no account “admin”" in lab
    assert not get_user_model().objects.get(username="alan-turing").has_usable_password()


def test_the_front_page_welcomes_while_it_is_here(lab, client, settings):
    words = "This is a <strong>demo lab</strong>"
    assert words in client.get("/").content.decode()
    settings.WELCOME = "Our own words"
    assert words not in client.get("/").content.decode()
    settings.WELCOME = ""
    run("--remove")
    assert words not in client.get("/").content.decode()


def test_it_stays_away(lab):
    run("--remove")
    assert run() == ""
    assert not Researcher.objects.exists()


def test_an_instance_with_a_data_folder_of_its_own_knows_it(lab, client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    assert "This is a <strong>demo lab</strong>" in client.get("/").content.decode()
    assert "10 researchers" in run("--remove")


def test_remove_spares_what_is_not_the_demos(lab):
    erin = make_researcher("Erin Example", make_user("erin"))
    venue = Venue.objects.create(name="A venue of ours")
    Publication.objects.create(title="Ours", slug="ours", owner=erin)
    run("--remove")
    assert list(Researcher.objects.all()) == [erin]
    assert list(Venue.objects.all()) == [venue]
    assert [p.title for p in Publication.objects.all()] == ["Ours"]
    assert list(get_user_model().objects.values_list("username", flat=True)) == ["erin"]


def test_remove_spares_a_paper_that_a_real_member_took_up(lab):
    erin = make_researcher("Erin Example", make_user("erin"))
    paper = Publication.objects.get(citation_key="lee1956question")
    paper.authorships.create(position=9, family="Example", researcher=erin)
    run("--remove")
    assert list(Publication.objects.all()) == [paper]
    assert [venue.name for venue in Venue.objects.all()] == ["Physical Review"]


def test_remove_takes_what_was_tried_in_a_demo_account(lab, tmp_path):
    file = tmp_path / "tried.bib"
    file.write_text("@article{tried, title={Tried}, author={Turing, Alan}, year=2001}")
    call_command("import_bibtex", str(file), researcher="alan-turing")
    run("--remove")
    assert not Publication.objects.exists()
