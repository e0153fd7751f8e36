"""The kinds of rows on a record but news, and their entries of a CV: see profiles.items."""

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows
from profiles.dates import PartialDateField, Period, PeriodsField
from profiles.entries import (
    CVEntry,
    choice_label,
    joined,
    labelled,
    lines,
    links,
    localized,
    organisation,
    period,
    periods,
)
from profiles.identifiers import validate_url
from profiles.languages import validate_language
from profiles.models.base import AtOrganisation, Link, ProfileItem
from uploads.images import PictureField

# A row that lasts, or ended last, comes first; equal dates keep the manual order.
NEWEST_FIRST = ["-end", "-start", "position", "id"]


class Education(ProfileItem, AtOrganisation, Period):
    translatable = (
        "degree",
        "field_of_study",
        "organisation",
        "department",
        "place",
        "advisor",
        "thesis",
        "grade",
        "description",
    )

    degree = models.CharField(
        _("degree"), max_length=200, blank=True, help_text=_("Such as Ph.D. or exchange student.")
    )
    field_of_study = models.CharField(_("field of study"), max_length=200, blank=True)
    advisor = models.CharField(
        _("advisor"), max_length=300, blank=True, help_text=_("Markdown links are welcome.")
    )
    thesis = models.CharField(_("thesis"), max_length=400, blank=True)
    grade = models.CharField(_("grade"), max_length=80, blank=True)
    description = models.TextField(_("description"), blank=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("education")
        verbose_name_plural = _("education")
        ordering = NEWEST_FIRST

    def __str__(self):
        return ", ".join(filter(None, [self.degree, self.field_of_study, self.organisation])) or "–"

    @admin.display(description=_("degree"), ordering="degree")
    def degree_line(self):
        return ", ".join(filter(None, [self.degree, self.field_of_study])) or str(self)

    def clean(self):
        super().clean()
        if not (self.degree or self.organisation):
            raise ValidationError(_("Give a degree or an organisation."), "required")

    def cv_entry(self):
        return CVEntry(
            joined(localized(self, "degree"), localized(self, "field_of_study")),
            period(self),
            self.organisation_url,
            lines(
                joined(organisation(self), localized(self, "place")),
                labelled(gettext("Advisor:"), localized(self, "advisor")),
                labelled(gettext("Thesis:"), localized(self, "thesis")),
                labelled(gettext("Grade:"), localized(self, "grade")),
            ),
            localized(self, "description"),
        )


class Experience(ProfileItem, AtOrganisation, Period):
    class Kind(models.TextChoices):
        EMPLOYMENT = "employment", _("employment")
        RESEARCH = "research", _("research position")
        INTERNSHIP = "internship", _("internship")
        VISITING = "visiting", _("visiting position")
        TEACHING = "teaching", _("teaching position")
        VOLUNTEERING = "volunteering", _("volunteering")
        OTHER = "other", _("other")

    translatable = ("role", "organisation", "department", "place", "mentor", "description")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.EMPLOYMENT)
    role = models.CharField(_("role"), max_length=200, blank=True)
    mentor = models.CharField(
        _("mentor"), max_length=300, blank=True, help_text=_("Markdown links are welcome.")
    )
    description = models.TextField(
        _("description"), blank=True, help_text=_("Lists may be nested; each level is a bullet.")
    )

    class Meta(ProfileItem.Meta):
        verbose_name = _("experience")
        verbose_name_plural = _("experience")
        ordering = NEWEST_FIRST

    def __str__(self):
        return ", ".join(filter(None, [self.role, self.organisation])) or "–"

    @admin.display(description=_("role"), ordering="role")
    def role_line(self):
        return self.role or str(self)

    def clean(self):
        super().clean()
        if not (self.role or self.organisation):
            raise ValidationError(_("Give a role or an organisation."), "required")

    def cv_entry(self):
        return CVEntry(
            localized(self, "role") or choice_label(self.get_kind_display()),
            period(self),
            self.organisation_url,
            lines(
                joined(organisation(self), localized(self, "place")),
                labelled(gettext("Mentor:"), localized(self, "mentor")),
            ),
            localized(self, "description"),
        )


class Award(ProfileItem):
    translatable = ("name", "awarder", "note", "co_recipients")

    name = models.CharField(_("name"), max_length=300)
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    abbreviation = models.CharField(_("abbreviation"), max_length=40, blank=True)
    alternate_name = models.CharField(_("name in another language"), max_length=300, blank=True)
    alternate_language = models.CharField(
        _("that language"),
        max_length=20,
        blank=True,
        validators=[validate_language],
        help_text=_("A code such as zh-Hans."),
    )
    awarder = models.CharField(_("awarded by"), max_length=200, blank=True)
    dates_text = models.CharField(max_length=120, blank=True, editable=False)
    dates = PeriodsField(_("when"), text_field="dates_text")
    note = models.TextField(_("note"), blank=True)
    co_recipients = models.CharField(_("shared with"), max_length=300, blank=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering = ["-dates", "position", "id"]

    def __str__(self):
        return self.name

    def cv_entry(self):
        name = localized(self, "name")
        short = f"({self.abbreviation})" if self.abbreviation else ""
        alternate = "" if self.alternate_name == name else self.alternate_name
        others = localized(self, "co_recipients")
        shared = gettext("shared with %(names)s") % {"names": others} if others else ""
        return CVEntry(
            joined(name, short, alternate, by=" "),
            periods(self.dates),
            self.url,
            lines(joined(localized(self, "awarder"), shared)),
            localized(self, "note"),
        )


class Talk(ProfileItem):
    class Kind(models.TextChoices):
        INVITED = "invited", _("invited talk")
        KEYNOTE = "keynote", _("keynote")
        CONFERENCE = "conference", _("conference talk")
        SEMINAR = "seminar", _("seminar")
        TUTORIAL = "tutorial", _("tutorial")
        POSTER = "poster", _("poster")
        PANEL = "panel", _("panel")
        OTHER = "other", _("talk")

    translatable = ("title", "event", "place", "description")

    title = models.CharField(_("title"), max_length=300)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.INVITED)
    event = models.CharField(_("event"), max_length=200, blank=True)
    event_url = models.CharField(
        _("link of the event"), max_length=500, blank=True, validators=[validate_url]
    )
    place = models.CharField(_("place"), max_length=200, blank=True)
    date_text = models.CharField(max_length=60, blank=True, editable=False)
    date = PartialDateField(_("date"), text_field="date_text", allow_present=False)
    description = models.TextField(_("description"), blank=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("talk")
        verbose_name_plural = _("talks")
        ordering = ["-date", "position", "id"]

    def __str__(self):
        return self.title

    def cv_entry(self):
        where = joined(localized(self, "event"), localized(self, "place"))
        return CVEntry(
            localized(self, "title"),
            self.date.short() if self.date else "",
            self.event_url,
            lines(joined(choice_label(self.get_kind_display()), where)),
            localized(self, "description"),
            links(self),
        )


class TalkLink(Link):
    owned_through = ("talk__researcher",)
    inline_of = (InlineRows("talk"),)

    talk = models.ForeignKey(Talk, models.CASCADE, related_name="links")


class Teaching(ProfileItem, AtOrganisation):
    translatable = ("title", "role", "organisation", "department", "place", "description")

    code = models.CharField(_("course number"), max_length=40, blank=True)
    title = models.CharField(_("course"), max_length=200)
    url = models.CharField(_("course page"), max_length=500, blank=True, validators=[validate_url])
    role = models.CharField(
        _("role"), max_length=80, blank=True, help_text=_("Such as Teaching Assistant.")
    )
    dates_text = models.CharField(max_length=120, blank=True, editable=False)
    dates = PeriodsField(
        _("terms"), text_field="dates_text", help_text=_("Such as Fall 2023 & Fall 2024.")
    )
    description = models.TextField(_("description"), blank=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("teaching")
        verbose_name_plural = _("teaching")
        ordering = ["-dates", "position", "id"]

    def __str__(self):
        return f"{self.code} {self.title}".strip()

    def cv_entry(self):
        return CVEntry(
            joined(self.code, localized(self, "title"), by=" "),
            periods(self.dates),
            self.url,
            lines(joined(localized(self, "role"), organisation(self), localized(self, "place"))),
            localized(self, "description"),
        )


class Project(ProfileItem, Period):
    translatable = ("title", "role", "description", "cover_alt")

    title = models.CharField(_("title"), max_length=200)
    role = models.CharField(
        _("role"), max_length=120, blank=True, help_text=_("Such as lead developer.")
    )
    description = models.TextField(_("description"), blank=True)
    cover = PictureField(_("picture"), folder="projects", blank=True)
    cover_alt = models.CharField(_("alternative text of the picture"), max_length=200, blank=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("project")
        verbose_name_plural = _("projects")
        ordering = NEWEST_FIRST

    def __str__(self):
        return self.title

    def cv_entry(self):
        return CVEntry(
            localized(self, "title"),
            period(self),
            details=lines(localized(self, "role")),
            body=localized(self, "description"),
            links=links(self),
        )


class ProjectLink(Link):
    owned_through = ("project__researcher",)
    inline_of = (InlineRows("project"),)

    project = models.ForeignKey(Project, models.CASCADE, related_name="links")


class Service(ProfileItem):
    class Kind(models.TextChoices):
        REVIEWING = "reviewing", _("reviewing")
        COMMITTEE = "committee", _("programme committee")
        ORGANISING = "organising", _("organising")
        EDITORIAL = "editorial", _("editorial board")
        INSTITUTION = "institution", _("institution")
        OUTREACH = "outreach", _("outreach")
        OTHER = "other", _("other")

    translatable = ("role", "body", "description")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.REVIEWING)
    role = models.CharField(_("role"), max_length=120, blank=True, help_text=_("Such as Reviewer."))
    body = models.CharField(
        _("for"), max_length=300, help_text=_("The conference, journal or body served.")
    )
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    dates_text = models.CharField(max_length=120, blank=True, editable=False)
    dates = PeriodsField(_("when"), text_field="dates_text")
    description = models.TextField(_("description"), blank=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("service")
        verbose_name_plural = _("service")
        ordering = ["-dates", "position", "id"]

    def __str__(self):
        return ", ".join(filter(None, [self.role, self.body]))

    def cv_entry(self):
        role = localized(self, "role") or choice_label(self.get_kind_display())
        return CVEntry(
            joined(role, localized(self, "body")),
            periods(self.dates),
            self.url,
            body=localized(self, "description"),
        )


class Grant(ProfileItem, Period):
    translatable = ("title", "funder", "role", "description")

    title = models.CharField(_("title"), max_length=300)
    funder = models.CharField(_("funder"), max_length=200, blank=True)
    number = models.CharField(_("grant number"), max_length=80, blank=True)
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    role = models.CharField(_("role"), max_length=120, blank=True)
    amount = models.CharField(
        _("amount"),
        max_length=80,
        blank=True,
        help_text=_("With its currency, as you would print it."),
    )
    description = models.TextField(_("description"), blank=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("grant")
        verbose_name_plural = _("grants")
        ordering = NEWEST_FIRST

    def __str__(self):
        return self.title

    def cv_entry(self):
        funder, role = localized(self, "funder"), localized(self, "role")
        return CVEntry(
            localized(self, "title"),
            period(self),
            self.url,
            lines(joined(funder, self.number, role, self.amount)),
            localized(self, "description"),
        )


class Student(ProfileItem, Period):
    class Level(models.TextChoices):
        POSTDOC = "postdoc", _("postdoctoral researcher")
        DOCTORAL = "doctoral", _("Ph.D. student")
        MASTER = "master", _("master’s student")
        BACHELOR = "bachelor", _("undergraduate")
        VISITOR = "visitor", _("visitor")
        OTHER = "other", _("other")

    translatable = ("name", "role", "topic", "now")

    name = models.CharField(_("name"), max_length=200)
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    level = models.CharField(_("level"), max_length=20, choices=Level, default=Level.DOCTORAL)
    role = models.CharField(
        _("your role"), max_length=120, blank=True, help_text=_("Such as co-advisor, with whom.")
    )
    topic = models.CharField(_("thesis or topic"), max_length=400, blank=True)
    now = models.CharField(_("now"), max_length=200, blank=True, help_text=_("Where they went."))

    class Meta(ProfileItem.Meta):
        verbose_name = _("student")
        verbose_name_plural = _("students")
        ordering = NEWEST_FIRST

    def __str__(self):
        return self.name

    def cv_entry(self):
        level = choice_label(self.get_level_display())
        return CVEntry(
            localized(self, "name"),
            period(self),
            self.url,
            lines(
                joined(level, localized(self, "role")),
                localized(self, "topic"),
                labelled(gettext("Now:"), localized(self, "now")),
            ),
        )
