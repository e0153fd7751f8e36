"""A form that is shown again has the files that were chosen for it: they stay on the server, and a
tick beside each box says that they are to be taken. See uploads.kept.
"""

from django.contrib.admin.widgets import AdminFileWidget
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from uploads import kept

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
        file = None if token in tokens else kept.find(request.user, token, file_name)
        tokens.add(token)
        if file:
            request.FILES[name] = file
        else:
            refusal = refusal or GONE % file_name[:100]
    return refusal


def keep(request, response) -> None:
    """After a form was sent: keep its files where it is shown again, else be rid of them."""
    words = (value for box, value in request.POST.items() if box.endswith(SUFFIX))
    kept.forget(request.user, [word.partition("/")[0] for word in words])
    if not isinstance(response, TemplateResponse) or "adminform" not in response.context_data:
        return
    formsets = [each.formset for each in response.context_data["inline_admin_formsets"]]
    forms = [form for formset in formsets for form in formset.forms]
    for form in (response.context_data["adminform"].form, *forms):
        for name, field in form.fields.items():
            upload = request.FILES.get(form.add_prefix(name))
            if upload and name not in form.errors and isinstance(field.widget, KeptFileInput):
                field.widget.kept = upload.name, kept.keep(request.user, upload)
