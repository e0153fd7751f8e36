"""Many people invited at once: of each line an account, a profile and a one-time link; all in one
group of the lab, where one is named.
"""

import hashlib
import re
from dataclasses import dataclass

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import one_time_links
from history.recording import track_changes
from profiles import access
from profiles.admin.extra_pages import ExtraPages
from profiles.admin.forms import TakenSlugs
from profiles.models import FormerSlug, Membership, PeopleGroup, Researcher
from profiles.models.researcher import divide_name
from profiles.signals import send_names_changed
from profiles.slugs import NOT_FOR_PEOPLE, make_slug

# Each may be a mail, and somebody waits.
MOST = 50
LONGEST_NAME = Researcher._meta.get_field("display_name").max_length
IN_ANGLES = re.compile(r"(?P<name>[^<>]*)<(?P<email>[^<>]*)>\s*[,;]?")
WITH_ADDRESS = re.compile(r"(?P<name>.*?)[\s,;]*(?P<email>[^\s,;]*@[^\s,;]*)[\s,;]*")


@dataclass
class Invitee:
    """What a line asks for, and what it would make."""

    line: int
    name: str
    email: str
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


def read_line(text: str) -> tuple[str, str]:
    """ "Dora Duval <dora@lab.example>", "Duval, Dora; dora@lab.example" -> (name, e-mail).

    Without an address the whole line is the name.
    """
    match = IN_ANGLES.fullmatch(text) or WITH_ADDRESS.fullmatch(text)
    name, email = match.group("name", "email") if match else (text, "")
    name = " ".join(name.strip(" \t,;\"'“”").split())
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}".strip() if comma else name, email.strip()


def plan(text: str, inviter) -> list[Invitee]:
    """What each line that holds something would make. Writes nothing."""
    invitees, names, emails, usernames, slugs = [], set(), set(), set(), set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        invitee = Invitee(number, *read_line(line))
        invitee.problem = _problem(invitee, names, emails)
        names.add(invitee.name.casefold())
        emails.add(invitee.email.casefold())
        if not invitee.problem:
            _plan_one(invitee, inviter, usernames, slugs)
            usernames.add(invitee.username)
            slugs.add(invitee.slug)
        invitees.append(invitee)
    return invitees


def _problem(invitee, names, emails):
    if not invitee.name:
        return gettext("There is no name before the e-mail address.")
    if len(invitee.name) > LONGEST_NAME:
        return gettext("The name is too long.")
    if invitee.name.casefold() in names:
        return gettext("This name stands on another line, too.")
    if not invitee.email:
        return ""
    try:
        validate_email(invitee.email)
    except ValidationError:
        return gettext("“%s” is no e-mail address.") % invitee.email
    if invitee.email.casefold() in emails:
        return gettext("This e-mail address stands on another line, too.")
    return ""


def _plan_one(invitee, inviter, usernames, slugs):
    known = Researcher.objects.filter(display_name__iexact=invitee.name)
    invitee.researcher = known.filter(owner=None).first()
    if known and invitee.researcher is None:
        invitee.is_here = True
        return
    same = access.accounts(inviter).exclude(email="").filter(email__iexact=invitee.email).first()
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
    invitee.username = make_slug(invitee.slug, TakenNames(usernames), fallback="member")


class TakenNames:
    """The names of accounts, asked one at a time."""

    def __init__(self, planned):
        self.planned = planned

    def __contains__(self, name):
        return name in self.planned or User.objects.filter(username__iexact=name).exists()


def digest(invitees: list[Invitee], group: str) -> str:
    """Of what was shown: nothing else is made."""
    made = [
        (invitee.name, invitee.email, invitee.username, invitee.slug, invitee.is_new)
        for invitee in invitees
    ]
    return hashlib.sha256(repr((made, group)).encode()).hexdigest()


def make(invitee: Invitee) -> User:
    """The account, to which a link gives a password; and its profile, where there is none here."""
    user = User(username=invitee.username, email=invitee.email, is_staff=True)
    user.set_unusable_password()
    user.full_clean(exclude=["password"])
    user.save()
    researcher = invitee.researcher
    if researcher is None:
        given, family = divide_name(invitee.name)
        researcher = invitee.researcher = Researcher(
            display_name=invitee.name,
            given_name=given[:120],
            family_name=family[:120],
            slug=invitee.slug,
            email=invitee.email,
        )
    researcher.owner = user
    researcher.save()
    return user


def put_into(group: PeopleGroup, researchers: list[Researcher], user) -> None:
    """Behind its members; who stands in a group already stays there."""
    if group.pk is None:
        group.position = 1 + (PeopleGroup.objects.aggregate(last=Max("position"))["last"] or 0)
        group.save()
    placed = set(Membership.objects.exclude(researcher=None).values_list("researcher", flat=True))
    first = 1 + (group.memberships.aggregate(last=Max("position"))["last"] or 0)
    with track_changes(user, group):
        for place, researcher in enumerate(researchers, first):
            if researcher.pk not in placed:
                group.memberships.create(researcher=researcher, position=place)


class InvitePeopleForm(forms.Form):
    people = forms.CharField(
        label=_("People, one a line"),
        strip=False,
        max_length=20_000,
        widget=forms.Textarea({"rows": 10, "cols": 60, "spellcheck": "false"}),
        help_text=_(
            "A name and an e-mail address, such as: Ada Lovelace <ada@example.org>. Without an "
            "address you pass the link on yourself."
        ),
    )
    group = forms.CharField(
        label=_("Group"),
        required=False,
        max_length=PeopleGroup._meta.get_field("name").max_length,
        widget=forms.TextInput({"list": "groups"}),
        help_text=_(
            "Where they stand on the front page, such as Students. A name that is new makes a "
            "group. Empty: in none."
        ),
    )

    def __init__(self, *args, inviter, **kwargs):
        super().__init__(*args, **kwargs)
        self.inviter, self.invitees = inviter, []
        self.groups = PeopleGroup.objects.all()

    def clean_people(self):
        text = self.cleaned_data["people"]
        if sum(bool(line.strip()) for line in text.splitlines()) > MOST:
            text = _("At most %(most)s people at once: invite the rest afterwards.")
            raise ValidationError(text % {"most": MOST})
        self.invitees = plan(text, self.inviter)
        return text

    @property
    def may_make(self) -> bool:
        has_problems = any(invitee.problem for invitee in self.invitees)
        is_valid = self.is_valid() and not has_problems
        return is_valid and any(invitee.is_new for invitee in self.invitees)

    @property
    def digest(self) -> str:
        return digest(self.invitees, self.cleaned_data["group"])

    @cached_property
    def chosen_group(self) -> PeopleGroup | None:
        """Return the group that was named, an unsaved one if it is new."""
        name = self.cleaned_data["group"]
        known = self.groups.filter(name__iexact=name).first()
        return known or (PeopleGroup(name=name) if name else None)


class InvitePeoplePages(ExtraPages):
    """invite/ of the admin of researchers, for managers."""

    def get_urls(self):
        return [self.path("invite/", self.view, "invite_people")]

    def view(self, request):
        """A first POST shows what would be made; a second one, of the same, makes it."""
        if not access.is_manager(request.user):
            raise PermissionDenied
        form = InvitePeopleForm(request.POST or None, inviter=request.user)
        context = {"title": gettext("Invite people"), "form": form, "invitees": []}
        if form.is_valid():
            context["invitees"] = form.invitees
            if form.may_make and "_make" in request.POST:
                if request.POST.get("plan") == form.digest and self._make(request, form):
                    return self._links_page(request, form.invitees)
                context["has_changed"] = True
        return self.admin.render_page(request, "admin/accounts/invite_people.html", context)

    def _make(self, request, form):
        """All of them or none; False where somebody was quicker with one of the names."""
        new, group = [person for person in form.invitees if person.is_new], form.chosen_group
        try:
            with transaction.atomic():
                for invitee in new:
                    is_added = invitee.researcher is None
                    user = invitee.user = make(invitee)
                    log = self.admin.log_addition if is_added else self.admin.log_change
                    log(request, invitee.researcher, gettext("Invited %s.") % user)
                    if is_added:
                        send_names_changed(invitee.researcher, by_manager=True)
                if group:
                    put_into(group, [person.researcher for person in new], request.user)
        except (IntegrityError, ValidationError):
            return False
        return True

    def _links_page(self, request, invitees):
        made = [invitee for invitee in invitees if invitee.is_new]
        rows = [
            (invitee, *one_time_links.send_invitation(request, invitee.user)) for invitee in made
        ]
        title = ngettext("%(count)s person invited", "%(count)s people invited", len(made))
        context = {
            "title": title % {"count": len(made)},
            "rows": rows,
            "days": one_time_links.LIFETIMES["invitation"].days,
        }
        return self.admin.render_page(request, "admin/accounts/invited.html", context)
