"""Moving a record to another address: an action of its own, since it leaves a redirect behind."""

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.models import FormerSlug, Researcher
from profiles.slugs import validate_slug


class AddressForm(forms.Form):
    slug = forms.SlugField(label=_("New address"), max_length=80, validators=[validate_slug])

    def __init__(self, *args, researcher, **kwargs):
        super().__init__(*args, **kwargs)
        self.researcher = researcher

    def clean_slug(self):
        """Free, or a former address of one's own. The refusal tells nothing of who has it."""
        slug = self.cleaned_data["slug"]
        former = FormerSlug.objects.filter(slug=slug).exclude(researcher=self.researcher)
        if former.exists() or Researcher.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is not free. Choose another."))
        return slug

    @transaction.atomic
    def save(self):
        researcher, slug = self.researcher, self.cleaned_data["slug"]
        FormerSlug.objects.filter(slug=slug).delete()
        FormerSlug.objects.create(slug=researcher.slug, researcher=researcher)
        researcher.slug = slug
        researcher.save(update_fields=["slug", "updated_at"])


class AddressMixin:
    """Adds <id>/address/ to a researcher's admin."""

    change_form_template = "admin/profiles/researcher/change_form.html"

    def get_urls(self):
        view = self.admin_site.admin_view(self.address_view)
        address = path("<path:object_id>/address/", view, name="profiles_researcher_address")
        return [address, *super().get_urls()]

    def address_view(self, request, object_id):
        researcher = self.get_object(request, unquote(object_id))
        if not access.administers(request.user, researcher):
            raise PermissionDenied
        form = AddressForm(request.POST or None, researcher=researcher)
        if request.method == "POST" and form.is_valid():
            return self._move(request, form)
        context = self.admin_site.each_context(request) | {
            "title": gettext("Change the address"),
            "form": form,
            "original": researcher,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/profiles/researcher/address.html", context)

    def _move(self, request, form):
        old = form.researcher.slug
        form.save()
        moved = gettext("Moved from /%(old)s/ to /%(new)s/.")
        self.log_change(request, form.researcher, moved % {"old": old, "new": form.researcher.slug})
        text = gettext("The pages are now at /%(new)s/. Visitors to /%(old)s/ are led there.")
        messages.success(request, text % {"new": form.researcher.slug, "old": old})
        return redirect(reverse("admin:profiles_researcher_change", args=[form.researcher.pk]))
