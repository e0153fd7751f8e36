"""Researchers, and what they have done. One module for each concept."""

from profiles.models.base import Link, ProfileItem, PublicQuerySet, Publishable, Translated
from profiles.models.documents import CVVariant, ShortBiography
from profiles.models.groups import Membership, PeopleGroup
from profiles.models.items import (
    Award,
    Education,
    Experience,
    Grant,
    Project,
    ProjectLink,
    Service,
    Student,
    Talk,
    TalkLink,
    Teaching,
)
from profiles.models.pages import NewsItem, Page, Picture, Redirect, Section
from profiles.models.people import Advisorship, Affiliation, Delegation, FormerSlug, ResearcherLink
from profiles.models.researcher import Researcher
from profiles.models.site import LabNewsItem, MenuLink, SiteSettings
