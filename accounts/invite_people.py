"""Many people invited at once: of each an account, a profile and a one-time link; in a group of the
lab, where one is named.
"""

import hashlib
from dataclasses import dataclass
from urllib.parse import quote

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import one_time_links
from accounts.pasted_people import PastedPerson, read_people, without_titles
from history.recording import track_changes
from profiles import access
from profiles.admin.extra_pages import ExtraPages
from profiles.models import (
    Affiliation,
    FormerSlug,
    Membership,
    PeopleGroup,
    Researcher,
    divide_name,
    next_group_position,
)
from profiles.signals import send_names_changed
from profiles.slugs import NOT_FOR_PEOPLE, TakenSlugs, make_slug

# Each may be a mail, and somebody waits.
MOST = 50
LONGEST_NAME = Researcher._meta.get_field("display_name").max_length
LONGEST_GROUP = PeopleGroup._meta.get_field("name").max_length


@dataclass
class Invitee:
    """One of the people who were pasted, and what would be made for them."""

    person: PastedPerson
    # Without the titles: for the address, and to tell who is who.
    name: str
    group: PeopleGroup | None = None
    problem: str = ""
    # Their profile and account are here: nothing is made.
    is_here: bool = False
    # A profile that nobody signs in for; None: a new one, at `slug`.
    researcher: Researcher | None = None
    slug: str = ""
    username: str = ""
    # Once it is made.
    user: User | None = None

    @property
    def is_new(self) -> bool:
        return not (self.problem or self.is_here)


def plan(people: list[PastedPerson], inviter, default_group: str = "") -> list[Invitee]:
    """What would be made for each; `default_group`: of who has no role. Writes nothing."""
    invitees, names, emails, usernames, slugs = [], set(), set(), set(), set()
    groups = {group.name.casefold(): group for group in PeopleGroup.objects.all()}
    for person in people:
        name = person.group or default_group
        if name and not (group := groups.get(name.casefold())):
            # A column of roles says "Student" of each, the group is "Students".
            group = groups.get(f"{name}s".casefold()) or PeopleGroup(name=name)
            groups[name.casefold()] = group
        invitee = Invitee(person, without_titles(person.name), group if name else None)
        invitee.problem = _problem(invitee, names, emails)
        names.add(invitee.name.casefold())
        emails.add(person.email.casefold())
        if not invitee.problem:
            _plan_one(invitee, inviter, usernames, slugs)
            usernames.add(invitee.username)
            slugs.add(invitee.slug)
        invitees.append(invitee)
    return invitees


def _problem(invitee, names, emails):
    person, group = invitee.person, invitee.group
    if not invitee.name:
        return gettext("There is no name before the e-mail address.")
    if len(person.name) > LONGEST_NAME:
        return gettext("The name is too long.")
    if invitee.name.casefold() in names:
        return gettext("This name is also on another line.")
    if group and len(group.name) > LONGEST_GROUP:
        return gettext("The name of the group is too long.")
    if not person.email:
        return ""
    try:
        validate_email(person.email)
    except ValidationError:
        return gettext("“%s” is not an e-mail address.") % person.email
    if person.email.casefold() in emails:
        return gettext("This e-mail address is also on another line.")
    return ""


def _plan_one(invitee, inviter, usernames, slugs):
    email = invitee.person.email
    same_name = Q(display_name__iexact=invitee.name) | Q(display_name__iexact=invitee.person.name)
    known = Researcher.objects.filter(same_name)
    invitee.researcher = known.filter(owner=None).first()
    if known and invitee.researcher is None:
        invitee.is_here = True
        return
    same = access.accounts(inviter).exclude(email="").filter(email__iexact=email).first()
    if same:
        text = gettext("The account “%s” has this e-mail address. Invite them from a profile.")
        invitee.problem = text % same
        return
    if invitee.researcher:
        invitee.slug = invitee.researcher.slug
    else:
        people = Researcher.objects.all(), FormerSlug.objects.all()
        taken = TakenSlugs(*people, reserved={*slugs, *NOT_FOR_PEOPLE})
        invitee.slug = make_slug(invitee.name, taken, fallback="researcher")
    taken = TakenSlugs(User.objects.all(), reserved=usernames, lookup="username__iexact")
    invitee.username = make_slug(invitee.slug, taken, fallback="member")


def digest(invitees: list[Invitee]) -> str:
    """Of what was shown: nothing else is made."""
    made = [
        (invitee.person, invitee.username, invitee.slug, invitee.is_new, str(invitee.group))
        for invitee in invitees
    ]
    return hashlib.sha256(repr(made).encode()).hexdigest()


def make(invitee: Invitee) -> User:
    """The account, to which a link gives a password; and its profile, where there is none here."""
    person = invitee.person
    user = User(username=invitee.username, email=person.email, is_staff=True)
    user.set_unusable_password()
    user.full_clean(exclude=["password"])
    user.save()
    researcher = invitee.researcher
    if researcher is None:
        given, family = divide_name(invitee.name)
        researcher = invitee.researcher = Researcher(
            display_name=person.name,
            given_name=given[:120],
            family_name=family[:120],
            slug=invitee.slug,
            email=person.email,
        )
    researcher.owner = user
    researcher.save()
    if person.role and not researcher.affiliations.exists():
        longest = Affiliation._meta.get_field("role").max_length
        researcher.affiliations.create(role=person.role[:longest])
    return user


def put_into(group: PeopleGroup, researchers: list[Researcher], user) -> None:
    """Behind its members; who stands in a group already stays there."""
    if group.pk is None:
        group.position = next_group_position()
        group.save()
    placed = set(Membership.objects.exclude(researcher=None).values_list("researcher", flat=True))
    first = 1 + (group.memberships.aggregate(last=Max("position"))["last"] or 0)
    with track_changes(user, group):
        for place, researcher in enumerate(researchers, first):
            if researcher.pk not in placed:
                group.memberships.create(researcher=researcher, position=place)


class InvitePeopleForm(forms.Form):
    people = forms.CharField(
        label=_("People"),
        strip=False,
        max_length=20_000,
        widget=forms.Textarea({"rows": 10, "cols": 60, "spellcheck": "false"}),
        help_text=_(
            "One a line, such as: Ada Lovelace <ada@example.org>. Or paste rows of a spreadsheet, "
            "with their role, or the recipients of a mail. Without an address you pass the link "
            "on yourself."
        ),
    )
    group = forms.CharField(
        label=_("Group"),
        required=False,
        max_length=LONGEST_GROUP,
        widget=forms.TextInput({"list": "groups"}),
        help_text=_(
            "Their group on the front page, such as Students, unless a column with their role "
            "says it. A new name makes a new group. Empty: no group."
        ),
    )

    def __init__(self, *args, inviter, mails, **kwargs):
        super().__init__(*args, **kwargs)
        self.inviter, self.mails, self.invitees = inviter, mails, []
        self.groups = PeopleGroup.objects.all()

    def clean_people(self):
        people = read_people(self.cleaned_data["people"])
        if not people:
            raise ValidationError(_("There is nobody below the headings."))
        if len(people) > MOST:
            text = _("At most %(most)s people at once: invite the rest afterwards.")
            raise ValidationError(text % {"most": MOST})
        return people

    def clean(self):
        if not self.errors:
            group = self.cleaned_data["group"]
            self.invitees = plan(self.cleaned_data["people"], self.inviter, group)

    @property
    def may_make(self) -> bool:
        has_problems = any(invitee.problem for invitee in self.invitees)
        is_valid = self.is_valid() and not has_problems
        return is_valid and any(invitee.is_new for invitee in self.invitees)

    @property
    def may_mail(self) -> bool:
        """Whether there is a choice: to mail the links, or to be shown all of them."""
        has_email = any(invitee.is_new and invitee.person.email for invitee in self.invitees)
        return self.mails and has_email

    @property
    def digest(self) -> str:
        return digest(self.invitees)


class InvitePeoplePages(ExtraPages):
    """invite/ of the admin of researchers, for managers."""

    def get_urls(self):
        return [self.path("invite/", self.view, "invite_people")]

    def view(self, request):
        """A first POST shows what would be made; a second one, of the same, makes it."""
        if not access.is_manager(request.user):
            raise PermissionDenied
        mails = one_time_links.may_be_mailed(request)
        form = InvitePeopleForm(request.POST or None, inviter=request.user, mails=mails)
        context = {"title": gettext("Invite people"), "form": form, "invitees": []}
        if form.is_valid():
            context["invitees"] = form.invitees
            if form.may_make and {"_make", "_show"} & request.POST.keys():
                if request.POST.get("plan") == form.digest and self._make(request, form):
                    return self._links_page(request, form.invitees)
                context["has_changed"] = True
        return self.admin.render_page(request, "admin/accounts/invite_people.html", context)

    def _make(self, request, form):
        """All of them or none; False where somebody was quicker with one of the names."""
        new, members = [each for each in form.invitees if each.is_new], {}
        try:
            with transaction.atomic():
                for invitee in new:
                    is_added = invitee.researcher is None
                    user = invitee.user = make(invitee)
                    log = self.admin.log_addition if is_added else self.admin.log_change
                    log(request, invitee.researcher, gettext("Invited %s.") % user)
                    if is_added:
                        send_names_changed(invitee.researcher, by_manager=True)
                    if invitee.group:
                        named = members.setdefault(invitee.group.name, (invitee.group, []))
                        named[1].append(invitee.researcher)
                for group, researchers in members.values():
                    put_into(group, researchers, request.user)
        except (IntegrityError, ValidationError):
            return False
        return True

    def _links_page(self, request, invitees):
        """Shown once: each link by itself, ready for a mail, and all of them as one text."""
        made = [invitee for invitee in invitees if invitee.is_new]
        rows, lines = [], []
        for invitee in made:
            if "_show" in request.POST:
                link, was_mailed = one_time_links.invitation_address(request, invitee.user), None
            else:
                link, was_mailed = one_time_links.send_invitation(request, invitee.user)
            mail = (
                "" if was_mailed or not invitee.person.email else self._own_mail(request, invitee)
            )
            rows.append((invitee, link, was_mailed, mail))
            if not was_mailed:
                lines.append("\t".join((invitee.person.name, invitee.person.email, link)))
        title = ngettext("%(count)s person invited", "%(count)s people invited", len(made))
        context = {
            "title": title % {"count": len(made)},
            "rows": rows,
            "lines": lines[1:] and lines,
            "days": one_time_links.LIFETIMES["invitation"].days,
        }
        return self.admin.render_page(request, "admin/accounts/invited.html", context)

    def _own_mail(self, request, invitee):
        """A mailto: address (RFC 6068), for whose mail program is to send the link."""
        message = one_time_links.build_mail(request, invitee.user, "invitation")
        subject, body = quote(message.subject), quote(message.body.replace("\n", "\r\n"))
        return f"mailto:{quote(invitee.person.email, safe='@')}?subject={subject}&body={body}"
