"""A row of every registered model that is another's, with a marker wherever text can stand."""

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model

from profiles import models as people
from publications import models as papers

MARK = "Zebrafinch"
# What a researcher without a record on it may read of shared vocabularies is no secret.
SHARED = {papers.Venue, papers.Topic}
URL = "https://zebrafinch.example/"
# Columns with a form of their own.
FORMAL = {"slug", "kind", "role", "level", "arrangement", "status", "presentation", "entry_type"}
FORMAL |= {"doi", "arxiv", "isbn", "issn", "pmid", "orcid", "native_language"}
FORMAL |= {"alternate_language"}


def text_columns(model):
    """The marker in each text column that takes it, as a text that its form takes, too."""
    fields = [f for f in model._meta.fields if f.get_internal_type() in ("CharField", "TextField")]
    plain = [f for f in fields if type(f).__module__.startswith("django.db") and not f.choices]
    taken = [f for f in plain if f.name not in FORMAL and f.editable]
    return {f.name: URL if "url" in f.name else MARK[: f.max_length] for f in taken}


def item(model, owner, **values):
    return model.objects.create(
        **text_columns(model) | {"researcher": owner, "published_at": None} | values
    )


def a_paper(owner, **values):
    columns = text_columns(papers.Publication) | {"owner": owner}
    columns["slug"] = f"paper-of-{owner.slug}"
    paper = papers.Publication.objects.create(**columns | {"published_at": None} | values)
    papers.Authorship.objects.create(publication=paper, family=MARK, researcher=owner)
    return paper


def a_suggestion(owner):
    """On a paper where no printed name is the owner's yet: else the question is settled."""
    paper = a_paper(owner)
    paper.authorships.update(role=papers.Authorship.Role.LISTED, family="")
    authorship = papers.Authorship.objects.create(publication=paper, family=MARK)
    return papers.AuthorshipSuggestion.objects.create(authorship=authorship, researcher=owner)


def a_pending_import(owner, **values):
    return papers.PendingImport.objects.create(
        user=owner.owner,
        researcher=owner,
        name=MARK,
        data=b"@misc{zebrafinch, title={Zebrafinch}}",
        options={"update": "fill", "draft": False, "encoding": ""},
        **values,
    )


ROWS = {
    people.Researcher: lambda owner: owner,
    people.Education: lambda owner: item(people.Education, owner),
    people.Experience: lambda owner: item(people.Experience, owner),
    people.Award: lambda owner: item(people.Award, owner),
    people.NewsItem: lambda owner: item(people.NewsItem, owner, date="2025"),
    people.Page: lambda owner: item(people.Page, owner, slug="zebrafinch"),
    people.CVVariant: lambda owner: item(
        people.CVVariant, owner, slug="zebrafinch", language="", style=""
    ),
    people.ShortBiography: lambda owner: people.ShortBiography.objects.create(
        researcher=owner, length=100, text=MARK
    ),
    people.Section: lambda owner: item(people.Section, owner, kind="text"),
    people.Project: lambda owner: item(people.Project, owner),
    people.Talk: lambda owner: item(people.Talk, owner),
    people.Teaching: lambda owner: item(people.Teaching, owner),
    people.Service: lambda owner: item(people.Service, owner),
    people.Grant: lambda owner: item(people.Grant, owner),
    people.Student: lambda owner: item(people.Student, owner),
    people.Picture: lambda owner: people.Picture.objects.create(researcher=owner, alt=MARK),
    people.Redirect: lambda owner: people.Redirect.objects.create(
        researcher=owner, old_path=f"/{MARK}/"
    ),
    people.FormerSlug: lambda owner: people.FormerSlug.objects.create(
        researcher=owner, slug=MARK.lower()
    ),
    people.PeopleGroup: lambda owner: people.PeopleGroup.objects.create(name=MARK),
    people.LabNewsItem: lambda owner: people.LabNewsItem.objects.create(
        **text_columns(people.LabNewsItem) | {"date": "2025", "published_at": None}
    ),
    people.SiteSettings: lambda owner: people.SiteSettings.objects.get_or_create(pk=1)[0],
    papers.Publication: a_paper,
    papers.Authorship: lambda owner: a_paper(owner).authorships.get(),
    papers.AuthorshipSuggestion: a_suggestion,
    papers.ImportBatch: lambda owner: papers.ImportBatch.objects.create(
        researcher=owner, files=[MARK]
    ),
    papers.Coauthor: lambda owner: papers.Coauthor.objects.create(
        researcher=owner, names=MARK, url="https://example.org"
    ),
    papers.Venue: lambda owner: papers.Venue.objects.create(name="A shared venue"),
    papers.Topic: lambda owner: papers.Topic.objects.create(name="A shared topic", slug="shared"),
    get_user_model(): lambda owner: owner.owner,
}
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
each_model = pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
