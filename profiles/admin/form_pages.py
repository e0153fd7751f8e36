"""A long form on several pages, all at its own address: `?_part=names` is the page of that name,
`?_part=email,location` these boxes alone, as the panel beside a preview wants them.
"""

from django.contrib.admin.utils import flatten_fieldsets
from django.http import HttpResponseRedirect

from profiles.admin.forms import only
from profiles.preview_links import PART, part_url


class FormPage:
    """`also`: the `part` of inlines, and fields that stand on another page, too."""

    def __init__(self, title, *fieldsets, also=()):
        self.title, self.fieldsets = title, fieldsets
        self.boxes = [*flatten_fieldsets(fieldsets), *also]


class FormPagesMixin:
    """For a ModelAdmin with `form_pages`; its `fieldsets` are those of all of them."""

    # The first is what stands at the address itself.
    form_pages: dict[str, FormPage] = {}
    # Of a row that is added: the pages that are shown, as one.
    pages_of_new: list[str] = []

    def get_fieldsets(self, request, obj=None):
        boxes = self._boxes(request, obj)
        return only(super().get_fieldsets(request, obj), boxes)

    def get_inlines(self, request, obj):
        boxes = self._boxes(request, obj)
        return [inline for inline in super().get_inlines(request, obj) if inline.part in boxes]

    def get_form(self, request, obj=None, change=False, **kwargs):
        """Without the boxes that the form declares and this page has not: nothing came for them."""
        form = super().get_form(request, obj, change, **kwargs)
        for name in form.base_fields.keys() - set(form._meta.fields):
            del form.base_fields[name]
        return form

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj is not None:
            part = request.GET.get(PART, "")
            form_url = self.row_url("change", obj)
            context["form_pages"] = [
                (page.title, part_url(form_url, name), name == part)
                for name, page in self.pages_of(request, obj)
            ]
            if title := self._title(part, context["adminform"].form):
                context["title"] = context["part_title"] = title
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def response_change(self, request, obj):
        """ "Save and stay" stays on the page."""
        response = super().response_change(request, obj)
        if "_continue" in request.POST and PART in request.GET:
            return HttpResponseRedirect(part_url(request.path, request.GET[PART]))
        return response

    def _boxes(self, request, obj) -> list[str]:
        if obj is None:
            return [box for name in self.pages_of_new for box in self.form_pages[name].boxes]
        part = request.GET.get(PART, "")
        if part in self.form_pages:
            return self.form_pages[part].boxes
        known = {box for page in self.form_pages.values() for box in page.boxes}
        asked = [box for box in part.split(",") if box.partition("__")[0] in known]
        return asked or self.form_pages[""].boxes

    def pages_of(self, request, obj):
        """(name, page) of those with something that may be asked of the user."""
        fieldsets = super().get_fieldsets(request, obj)
        for name, page in self.form_pages.items():
            if only(fieldsets, page.boxes) or self._may_see_inline(request, obj, page):
                yield name, page

    def _may_see_inline(self, request, obj, page):
        inlines = [inline for inline in self.inlines if inline.part in page.boxes]
        made = (inline(self.model, self.admin_site) for inline in inlines)
        return any(inline.has_view_permission(request, obj) for inline in made)

    def _title(self, part, form):
        """Of a page, its own; of boxes, the label of the first; "" of the first page."""
        if part in self.form_pages:
            return self.form_pages[part].title if part else ""
        box = form.fields.get(part.partition(",")[0])
        return box.label if box else ""
