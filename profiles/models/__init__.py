"""Researchers, and what they have done.

researcher   `Researcher`: name, photo, biography, e-mail, address, look
people       beside a researcher: links and which service each leads to, affiliations, advisors,
             delegates, former addresses
items        the rows of a profile: education, experience, award, talk, project, grant, …
pages        news, own pages, sections, pictures, redirects; versions of the CV, short biographies
site         the site's settings, its menu, its news; groups of people on the front page
base         what rows share: draft or published, second languages, typed links, order, periods
"""

from profiles.models.base import MOMENT, Link, ProfileItem, PublicQuerySet, Publishable, Translated
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
from profiles.models.pages import (
    CVVariant,
    NewsItem,
    Page,
    Picture,
    Redirect,
    Section,
    ShortBiography,
)
from profiles.models.people import Advisorship, Affiliation, Delegation, FormerSlug, ResearcherLink
from profiles.models.researcher import Researcher, divide_name
from profiles.models.site import (
    LabNewsItem,
    Membership,
    MenuLink,
    PeopleGroup,
    SiteSettings,
    next_group_position,
    offered_languages,
)
