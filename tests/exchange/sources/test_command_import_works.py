"""import_works: the plan, the sameness, the report and the undo are those of import_bibtex."""

import json

import pytest
from django.core.management import CommandError, call_command

from publications.models import Publication

KELP = "10.1234/kelp.2"


def run(alice, **options):
    call_command("import_works", researcher=alice.slug, **options)


def test_papers_come_and_come_only_once(services, alice, capsys):
    services.say_usual()
    run(alice, doi=[KELP], orcid=["0000-0002-1825-0097"])
    assert "3 entries: 3 new." in capsys.readouterr().out
    assert alice.authorships.public().count() == 3
    run(alice, doi=[KELP])
    assert "1 entry: 1 unchanged." in capsys.readouterr().out
    assert Publication.objects.count() == 3


def test_the_same_paper_of_two_services_is_one(services, alice, capsys):
    services.say_usual()
    people = [{"family": "Ahlgren", "given": "Alice"}]
    article = {"type": "article-journal", "title": "Kelp and the tide", "author": people}
    services.say("doi.org/10.1234/kelp.1", article | {"DOI": "10.1234/kelp.1"})
    run(alice, doi=["10.1234/kelp.1"], arxiv=["2301.01234"])
    paper = Publication.objects.get()
    assert (paper.doi, paper.arxiv) == ("10.1234/kelp.1", "2301.01234")


def test_it_is_undone_as_one(services, alice, capsys):
    services.say_usual()
    run(alice, orcid=["0000-0002-1825-0097"])
    number = capsys.readouterr().out.split()[-1]
    call_command("undo_import", number)
    assert not Publication.objects.exists()


def test_a_saved_answer_is_read_like_one_that_comes(alice, tmp_path, capsys):
    file = tmp_path / "answer.json"
    file.write_text(json.dumps({"type": "book", "title": "Kelp", "DOI": KELP}))
    run(alice, file=[str(file)])
    assert Publication.objects.get().title == "Kelp"


def test_dry_run_writes_nothing(services, alice, capsys):
    services.say_usual()
    run(alice, doi=[KELP], dry_run=True)
    assert "Growing Kelp" in capsys.readouterr().out
    assert not Publication.objects.exists()


def test_a_service_that_fails_costs_no_other(services, alice, capsys):
    services.say_usual()
    with pytest.raises(CommandError, match="Not all") as error:
        run(alice, doi=[KELP], pmid=["12345678"], dblp=["1/1"])
    assert error.value.returncode == 2
    assert "DBLP does not know it." in capsys.readouterr().out
    assert Publication.objects.count() == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"doi": ["kelp"]}, "“kelp” is none of doi.org"),
        ({}, "Say what to ask for: --doi"),
        ({"doi": ["10.1000/none"]}, "No registry knows the DOI 10.1000/none."),
        ({"file": ["missing.json"]}, "missing.json: there is no such file"),
    ],
)
def test_nothing_to_import_is_said(services, alice, options, said):
    with pytest.raises(CommandError, match=said) as error:
        run(alice, **options)
    assert error.value.returncode == 1


def test_json_has_the_services_for_files(services, alice, capsys):
    services.say_usual()
    run(alice, doi=[KELP], json=True)
    report = json.loads(capsys.readouterr().out)
    assert (report["files"], report["created"]) == (["doi.org"], 1)
