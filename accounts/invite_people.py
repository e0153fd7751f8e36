"""Many people invited at once: of each an account, a profile and a one-time link; in a group of the
lab, where one is named.
"""

import csv
import hashlib
import re
from dataclasses import dataclass
from email.utils import parseaddr
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
from history.snapshots import track_changes
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
from profiles.models.researcher import UNDIVIDED
from profiles.signals import send_names_changed
from profiles.slugs import NOT_FOR_PEOPLE, TakenSlugs, make_slug

# Nothing longer is one person; and no pattern below is tried on more.
LONGEST = 600

# What may stand before the first name of a line: a bullet, a number, the label of a mail's header.
LEAD = re.compile(
    r"\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:(?:to|cc|bcc|an|à|para|收件人|抄送)\s*[:：]\s*)?", re.I
)
PART_OF_LINE = re.compile(r'"(?:[^"\\]|\\.)*"|<[^<>]*>|[,;，；]|[^,;，；"<>]+|["<>]')
IN_ANGLES = re.compile(r"(?P<name>[^<>]*)<(?:mailto:)?(?P<email>[^<>]*)>\s*[,;]?")
NAME_FIRST = re.compile(r"(?P<name>.*?)[\s,;]*(?P<email>[^\s,;()]*@[^\s,;()]*)[\s,;]*")
EMAIL_FIRST = re.compile(r"(?P<email>[^\s,;<>()\"]+@[^\s,;<>()\"]+)[\s,;]+(?P<name>[^()@]+)")

# Words above a column, and what stands in it.
HEADINGS = {
    "name": "name, full name, display name, person, nom complet, nombre completo, 姓名",
    "given": "first name, given name, forename, vorname, prénom, nombre, nome, 名",
    "family": "last name, family name, surname, nachname, familienname, nom, apellido, "
    "apellidos, cognome, sobrenome, 姓",
    "email": "e-mail, email, mail, e-mail address, email address, e-mail-adresse, adresse e-mail, "
    "courriel, correo, correo electrónico, 邮箱, 电子邮件",
    "group": "group, gruppe, groupe, grupo, gruppo, 分组",
    "role": "role, position, status, rolle, rôle, fonction, rol, ruolo, função, 角色, 职位",
    "title": "title, titel, anrede, titre, título, titolo, 头衔",
}
COLUMNS = {word: column for column, words in HEADINGS.items() for word in words.split(", ")}

BEFORE = re.compile(
    r"(?:(?:(?:(?:apl|ao|assoc|asst|univ)[.\s-]+|associate\s+|assistant\s+)?"
    r"prof(?:essor(?:in)?|esseure?)?\b\.?(?:in\b)?"
    r"|dr(?:in|a)?\b\.?(?:-ing\b\.?|\s*(?:rer\.\s*\w+|phil|med|ing|jur|iur|h\.\s*c|habil)\.)*"
    r"|pd\b|priv\.?-doz\.|dipl\.-\w+\.?|mag\.|ing\.|dott\.(?:ssa)?|mrs?\b\.?|ms\b\.?|mx\b\.?"
    r"|herr\b|frau\b|mme\b)\s+)+",
    re.I,
)
AFTER = re.compile(
    r"(?:[,\s]+\(?(?:(?i:ph\.?\s?d\b|d\.?phil\b|m\.?sc\b|b\.?sc\b|mba\b|dr\b)|M\.D|M\.A|B\.A|M\.S)"
    r"\.?\)?|\s*,\s*(?:MD|MA|BA|BS|MS|MPH|JD|FRS)\b|\s*(?:副?教授|博士|老师))+\s*$"
)


@dataclass(frozen=True)
class PastedPerson:
    """What a line says of one person; `group` is that of a spreadsheet, else their role there.
    Both come of columns; a name may be made of the address, where no other is said.
    """

    line: int
    name: str
    email: str = ""
    group: str = ""
    role: str = ""


def read_people(text: str) -> list[PastedPerson]:
    """Return the people of a pasted text, in its order."""
    people, columns, delimiter = [], None, "\t"
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if not people and columns is None and (found := read_heading(line)):
            columns, delimiter = found
            continue
        cells = next(csv.reader([line], delimiter=delimiter)) if delimiter in line else []
        if columns and cells:
            people.append(PastedPerson(number, *_from_columns(cells, columns)))
        elif cells and delimiter == "\t":
            people.append(PastedPerson(number, *_from_cells(cells)))
        else:
            people += [PastedPerson(number, *read_person(part)) for part in split_line(line)]
    return people


# --- A spreadsheet -------------------------------------------------------------------------------


def read_heading(line: str) -> tuple[list[str], str] | None:
    """Return what each column has, "" where it is not used, and what stands between two cells."""
    for delimiter in "\t;,":
        cells = line.split(delimiter)
        columns = [COLUMNS.get(cell.strip(' "').casefold(), "") for cell in cells]
        if len(list(filter(None, columns))) >= 2 and {"name", "family", "email"} & {*columns}:
            return columns, delimiter
    return None


def _from_columns(cells, columns):
    row = {}
    for column, cell in zip(columns, cells, strict=False):
        row.setdefault(column, " ".join(cell.split()))
    given, family = row.get("given", ""), row.get("family", "")
    parts = [family, given] if UNDIVIDED.search(given + family) else [f"{given} ", family]
    name = read_name(row.get("name", "")) or "".join(parts).strip()
    name, role = f"{row.get('title', '')} {name}".strip(), row.get("role", "")
    return name, row.get("email", ""), row.get("group") or role, role


def _from_cells(cells):
    """By what they look like: one has the address, one or two before it the name."""
    cells = [" ".join(cell.split()) for cell in cells]
    cells = [cell for cell in cells if cell and not cell.isdecimal()]
    place = next((place for place, cell in enumerate(cells) if "@" in cell), len(cells))
    name, email = read_person(cells.pop(place)) if place < len(cells) else ("", "")
    if not name and cells:
        is_whole = place < 2 or re.search(r"[\s,]", cells[0]) or UNDIVIDED.search(cells[0])
        parts = 1 if is_whole else 2
        name, cells = read_name(" ".join(cells[:parts])), cells[parts:]
    return name, email, cells[0] if cells else ""


# --- A line of text ------------------------------------------------------------------------------


def split_line(line: str) -> list[str]:
    """Divide a line behind each address: a comma before it may be one inside a name."""
    line = line[LEAD.match(line).end() :]
    if line.count("@") < 2:
        return [line]
    people = [""]
    for part in PART_OF_LINE.findall(line):
        if part in ",;，；" and "@" in people[-1]:
            people.append("")
        else:
            people[-1] += part
    return [person for person in people if person.strip()]


def read_person(text: str) -> tuple[str, str]:
    """ "Dora Duval <dora@lab.example>", "Duval, Dora; dora@lab.example" -> (name, e-mail).

    Without an address the whole text is the name.
    """
    text = text.strip()
    if len(text) > LONGEST:
        return text, ""
    if text.startswith('"') or text.endswith(")"):  # quoted, or "dora@lab.example (Dora Duval)"
        name, email = parseaddr(text.rstrip(",;"))
        if name and "@" in email:
            return read_name(name), email
    for form in (IN_ANGLES, NAME_FIRST, EMAIL_FIRST):
        if match := form.fullmatch(text):
            email = match["email"].strip()
            return read_name(match["name"]) or name_of_address(email), email
    return read_name(text), ""


def name_of_address(email: str) -> str:
    """ "dora.van-duval@lab.example" -> "Dora Van-Duval"; "" where it has no two words."""
    words = email.partition("@")[0].split(".")
    is_name = len(words) > 1 and all(word.replace("-", "").isalpha() for word in words)
    return " ".join(words).title() if is_name else ""


def read_name(text: str) -> str:
    """ "Duval, Dora" -> "Dora Duval"; titles stay where they are."""
    text = " ".join(text.strip(" \t,;，；\"'“”").split())
    name = without_titles(text)
    family, comma, given = name.partition(",")
    if not comma:
        return text
    before, after = text[: text.find(name)], text[text.find(name) + len(name) :]
    # "Duval, Prof. Dora"
    title, given = divide_titles(given.strip())
    return f"{before}{title}{given} {family.strip()}{after}".strip()


def divide_titles(name: str) -> tuple[str, str]:
    """ "Prof. Dr. Dora Duval" -> ("Prof. Dr. ", "Dora Duval")."""
    match = BEFORE.match(name)
    return (match[0], name[match.end() :]) if match else ("", name)


def without_titles(name: str) -> str:
    """Return the name without what stands before and behind it: "Prof. Dr.", "PhD", "教授"."""
    if len(name) > LONGEST:
        return name
    _titles, rest = divide_titles(name)
    return AFTER.sub("", rest) or rest or name


# --- Invitations ---------------------------------------------------------------------------------

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
