"""The kinds of this app."""

from history.versioned import Kind, Rows, register
from profiles.models import (
    Advisorship,
    Affiliation,
    Award,
    Education,
    Experience,
    Grant,
    NewsItem,
    Page,
    Picture,
    Project,
    ProjectLink,
    Redirect,
    Researcher,
    ResearcherLink,
    Section,
    Service,
    Student,
    Talk,
    TalkLink,
    Teaching,
)
from profiles.rights_log import changes_of_rights

PLAIN = [
    *(Award, Education, Experience, Grant, NewsItem, Page, Picture, Redirect, Section, Service),
    *(Student, Teaching),
]


# Parts of the home page stand on the person's form, and have one of their own.
ON_FORM = [ResearcherLink, Affiliation, Advisorship, Section]


def register_kinds() -> None:
    own = [Rows(model, "researcher") for model in ON_FORM]
    register(Kind(Researcher, owner="pk", own_rows=own, elsewhere=changes_of_rights))
    register(Kind(Project, own_rows=[Rows(ProjectLink, "project")]))
    register(Kind(Talk, own_rows=[Rows(TalkLink, "talk")]))
    for model in PLAIN:
        register(Kind(model))
