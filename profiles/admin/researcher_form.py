"""The form of a profile; its box of links takes all that is pasted."""

import json
from urllib.parse import urlsplit

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles.admin.forms import ScopedForm
from profiles.identifiers import clean_url, normalise_orcid, orcid_url
from profiles.link_kinds import HOSTS, ORCID, read_links
from profiles.models import FormerSlug, Researcher, ResearcherLink
from profiles.slugs import NOT_FOR_PEOPLE, TakenSlugs

FOCUS = ("portrait_focus_x", "portrait_focus_y")
MOST_LINKS = 100
# What a visitor sees of the address, first what most want.
EMAIL_CHOICES = {
    Researcher.EmailDisplay.PLAIN: (_("Shown"), _("a link that opens the mail program")),
    Researcher.EmailDisplay.PROTECTED: (_("Protected"), _("as “name [at] example [dot] org”")),
    Researcher.EmailDisplay.HIDDEN: (_("Hidden"), _("on no page")),
}


class LinksWidget(admin.widgets.AdminTextareaWidget):
    """With the names of the services, which static/js/admin-profile.js says of each line."""

    def __init__(self, attrs=None):
        names = {host: str(kind.label) for host, kind in HOSTS.items()}
        names |= {"orcid.org": "ORCID", "scholar.google": ResearcherLink.Kind.SCHOLAR.label}
        super().__init__({"rows": 5, "data-services": json.dumps(names)} | (attrs or {}))


class ResearcherForm(ScopedForm):
    slug_help = _("Leave it empty: it is made for you.")
    # A box -> the rows that it stands for, as versions name them.
    stands_for = {"pasted_links": ResearcherLink._meta.label_lower}

    class Meta:
        labels = {
            "display_name": _("Name"),
            "headline": _("One line under your name"),
            "email_display": _("On the page, your e-mail is"),
            "portrait": _("Photo"),
        }
        help_texts = {
            "slug": _("Its owner can change it; the old one then leads to the new one."),
            **dict.fromkeys(("headline", "display_name"), ""),
        }

    # Longer than the column: people paste the whole address.
    orcid = forms.CharField(
        label="ORCID iD",
        max_length=60,
        required=False,
        help_text=_("Such as 0000-0002-1825-0097, or its address."),
        widget=admin.widgets.AdminTextInputWidget,
    )
    pasted_links = forms.CharField(
        label=_("Links"),
        max_length=20_000,
        required=False,
        help_text=_("Paste all of them: GitHub, Scholar, ORCID, LinkedIn, your lab …"),
        widget=LinksWidget,
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.link_lines = {}  # as the box has it -> the row that it stands for
        if "pasted_links" in self.fields:
            rows = self.instance.links.exclude(url="") if self.instance.pk else ()
            self.link_lines = {_line(row.label, row.url): row for row in rows}
            orcid = [orcid_url(self.instance.orcid)] if self.instance.orcid else []
            self.initial["pasted_links"] = "\n".join([*orcid, *self.link_lines])

    def clean(self):
        """Keep the focus of the portrait where its box is empty."""
        cleaned = super().clean()
        for name in FOCUS:
            if cleaned.get(name, 0) is None:
                cleaned[name] = getattr(self.instance, name)
        if "pasted_links" in self.changed_data and "pasted_links" in cleaned:
            self.instance.orcid = self.pasted_orcid
        return cleaned

    def _save_m2m(self):
        """Those that are not in the box any more go; files keep their places behind the rest."""
        super()._save_m2m()
        if "pasted_links" not in self.changed_data:
            return
        kept = self.cleaned_data["pasted_links"]
        for row in self.link_lines.values():
            if row not in kept:
                row.delete()
        for row in self.instance.links.filter(url=""):
            kept.append(row)
        for place, row in enumerate(kept, 1):
            row.researcher, row.position = self.instance, place
            row.save()

    def clean_orcid(self):
        return normalise_orcid(self.cleaned_data["orcid"])

    def clean_pasted_links(self):
        """Rows of links, in the order of the box: those that were there, and new ones."""
        rows, self.pasted_orcid = [], ""
        for line in filter(None, map(str.strip, self.cleaned_data["pasted_links"].splitlines())):
            if line in self.link_lines:
                rows.append(self.link_lines[line])
                continue
            links = read_links(line)
            if not links:
                text = _("No web address in “%(line)s”. Write it like github.com/ada.")
                raise forms.ValidationError(text, params={"line": line[:100]})
            for link in links:
                if link.kind == ORCID:
                    self.pasted_orcid = normalise_orcid(link.url)
                else:
                    row = self._row(link, rows)
                    rows += [] if row in rows else [row]
        if len(rows) > MOST_LINKS:
            raise forms.ValidationError(_("These are more than %d links.") % MOST_LINKS)
        return rows

    def _row(self, link, rows):
        """The row of a new link, or that of a changed label."""
        clean_url(link.url)
        row = next((row for row in self.link_lines.values() if row.url == link.url), None)
        if row is None:
            row = ResearcherLink(url=link.url, kind=link.kind)
            is_second = any(other.kind == row.kind and not other.label for other in rows)
            if link.kind == ResearcherLink.Kind.WEBSITE and is_second:
                row.label = urlsplit(link.url).hostname[:80]
        row.label = link.label or row.label
        return row

    def clean_slug(self):
        """A former address still leads to whoever had it."""
        slug = self.cleaned_data["slug"]
        if slug and FormerSlug.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is not free. Choose another."))
        return slug

    def taken_slugs(self):
        people = Researcher.objects.all(), FormerSlug.objects.all()
        return TakenSlugs(*people, reserved=NOT_FOR_PEOPLE)


def _line(label, url):
    return f"{label}: {url}" if label else url
