"""Researchers, and what they have done.

researcher   `Researcher`: name, photo, biography, e-mail, address, look
people       beside a researcher: links, affiliations, advisors, delegates, former addresses
items        the rows of a profile: education, experience, award, talk, project, grant, …
pages        news, own pages, sections of the home page, pictures in texts, old web addresses
documents    versions of the CV (`CVVariant`), short biographies
groups       groups of people in a lab, and who is in which
site         the site's settings, the lab's menu and news
base         what rows share: draft or published, second languages, typed links, order
periods      what lasts from one date to another
"""

from profiles.models.base import MOMENT, Link, ProfileItem, PublicQuerySet, Publishable, Translated
from profiles.models.documents import CVVariant, ShortBiography
from profiles.models.groups import Membership, PeopleGroup, next_group_position
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
from profiles.models.periods import CURRENT, PERIOD, Period
from profiles.models.researcher import Researcher, divide_name
from profiles.models.site import LabNewsItem, MenuLink, SiteSettings, offered_languages
