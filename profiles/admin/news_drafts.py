"""News drafted from something else on the record: the form opens with a sentence in it.

`?about=<kind>-<id>`: an app says in `drafts` what it can write about. It is a draft until its
writer says otherwise, and it is in the site's first language, as every original text is.
"""

from collections.abc import Callable

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from profiles import access
from profiles.identifiers import is_valid_pk
from profiles.models import Award, Researcher

# Kind -> (user, id) -> whose news it is, and its text; None where the user may not see it.
drafts: dict[str, Callable[[object, int], tuple[Researcher, str] | None]] = {}


def initial(request) -> dict:
    """What the form of a new news item begins with; {} where nothing was asked for."""
    kind, _dash, pk = request.GET.get("about", "").partition("-")
    if kind not in drafts or not is_valid_pk(pk):
        return {}
    with translation.override(settings.LANGUAGE_CODE):
        found = drafts[kind](request.user, int(pk))
    if found is None:
        return {}
    person, text = found
    today = timezone.localdate().isoformat()
    return {"researcher": person.pk, "date": today, "body": text, "published_at": None}


def about_award(user, pk: int) -> tuple[Researcher, str] | None:
    award = access.visible(Award.objects.filter(pk=pk), user).first()
    if award is None:
        return None
    name = f"[{award.name}]({award.url})" if award.url else f"**{award.name}**"
    if award.awarder:
        text = _("Received the %(award)s from %(awarder)s.")
        return award.researcher, text % {"award": name, "awarder": award.awarder}
    return award.researcher, _("Received the %(award)s.") % {"award": name}


drafts["award"] = about_award
