"""Files of a form that was refused, kept for an hour for the account that sent them.

They lie below DATA, outside of what is served, and are named by a word that only the form knows. Of
each account there are at most MOST_BYTES; a file for which there is no room is not kept.
"""

import re
import secrets
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.contrib.admin.widgets import AdminFileWidget
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 60 * 1024 * 1024
LIFETIME = 3600  # seconds
TOKEN = re.compile(r"[0-9a-f]{32}")


def _folder(user) -> Path:
    return settings.DATA_DIR / "kept" / str(user.pk)


def store(user, upload: UploadedFile) -> str:
    """Return the word by which `user` gets the file back, "" where it could not be kept."""
    sweep()
    folder, token = _folder(user), secrets.token_hex(16)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if upload.size + sum(file.stat().st_size for file in folder.iterdir()) > MOST_BYTES:
            return ""
        with (folder / token).open("xb") as file:
            upload.seek(0)
            file.writelines(upload.chunks())
    except OSError:  # a full disk
        forget(user, [token])
        return ""
    return token


def find(user, token: str, name: str) -> SimpleUploadedFile | None:
    """Return the file that `user` sent under `name`; None where it is gone."""
    sweep()
    with suppress(OSError):
        if TOKEN.fullmatch(token):
            return SimpleUploadedFile(name, (_folder(user) / token).read_bytes(), content_type=None)
    return None


def forget(user, tokens) -> None:
    """Delete what `user` does not need any more."""
    for token in filter(TOKEN.fullmatch, tokens):
        with suppress(OSError):
            (_folder(user) / token).unlink(missing_ok=True)


def sweep() -> None:
    """Delete what is older than LIFETIME, whoever's it is."""
    oldest = time.time() - LIFETIME
    for file in (settings.DATA_DIR / "kept").glob("*/*"):
        with suppress(OSError):  # another process was faster
            if file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)


# --- The box of such a file, and a tick beside it says that it is to be taken --------------------

# What follows the name of a box of a file: there is "<word>/<name of the file>".
SUFFIX = "-kept"
GONE = _("The file “%s” is not here any more: choose it again.")


class KeptFileInput(AdminFileWidget):
    """`kept`: the name of the file that was sent and the word to have it back, which may be ""."""

    kept = None

    def get_context(self, name, value, attrs):
        context = super().get_context(name, value, attrs)
        if self.kept:
            file_name, token = self.kept
            context["widget"]["kept"] = {
                "box": f"{name}{SUFFIX}",
                "file": file_name,
                "value": token and f"{token}/{file_name}",
            }
        return context

    def use_required_attribute(self, initial):
        return super().use_required_attribute(initial) and not (self.kept and self.kept[1])


def give_back(request) -> str:
    """Add to what was sent the files that it refers to; what to say where one is gone, else "".

    Each is read once, whatever asks for it, so that they take no more memory than is kept.
    """
    refusal, tokens = "", set()
    for box, value in request.POST.items():
        name = box.removesuffix(SUFFIX)
        if name == box or name in request.FILES:
            continue
        token, _slash, file_name = value.partition("/")
        file = None if token in tokens else find(request.user, token, file_name)
        tokens.add(token)
        if file:
            request.FILES[name] = file
        else:
            refusal = refusal or GONE % file_name[:100]
    return refusal


def keep_or_forget(request, response) -> None:
    """After a form was sent: keep its files where it is shown again, else be rid of them."""
    words = (value for box, value in request.POST.items() if box.endswith(SUFFIX))
    forget(request.user, [word.partition("/")[0] for word in words])
    if not isinstance(response, TemplateResponse) or "adminform" not in response.context_data:
        return
    formsets = [each.formset for each in response.context_data["inline_admin_formsets"]]
    forms = [form for formset in formsets for form in formset.forms]
    for form in (response.context_data["adminform"].form, *forms):
        for name, field in form.fields.items():
            upload = request.FILES.get(form.add_prefix(name))
            if upload and name not in form.errors and isinstance(field.widget, KeptFileInput):
                field.widget.kept = upload.name, store(request.user, upload)
