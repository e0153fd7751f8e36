"""Education, experience, awards."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles.admin.forms import RecordForm
from profiles.admin.ordering import OrderedByHandMixin
from profiles.admin.states import PublishableAdmin, StateFilter
from profiles.models import Award, Education, Experience

ORGANISATION = (
    _("Where"),
    {
        "fields": [
            ("organisation", "organisation_abbreviation"),
            "organisation_url",
            ("department", "place"),
        ]
    },
)
SEVERAL_DATES = _("One date or several: 2025, 2017-2019, Apr 2019 & Apr 2020.")
SHOWN = (_("On the page"), {"fields": [("published_at", "position")]})


@admin.register(Education)
class EducationAdmin(OrderedByHandMixin, PublishableAdmin):
    menu_place = 20
    purpose = _("Your degrees. The newest stands first.")
    markdown = ["description"]
    list_display = ["degree_line", "organisation", "start", "end", "state", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["degree", "field_of_study", "organisation", "department", "thesis"]
    fieldsets = [
        (None, {"fields": ["researcher", ("degree", "field_of_study"), ("start", "end")]}),
        ORGANISATION,
        (_("More"), {"fields": ["advisor", "thesis", "grade", "description"]}),
        SHOWN,
    ]

    @admin.display(description=_("degree"), ordering="degree")
    def degree_line(self, row):
        return ", ".join(filter(None, [row.degree, row.field_of_study])) or str(row)


@admin.register(Experience)
class ExperienceAdmin(OrderedByHandMixin, PublishableAdmin):
    menu_place = 21
    purpose = _("Jobs, visits and internships. Those at one organisation stand together.")
    markdown = ["description"]
    list_display = ["title", "organisation", "kind", "start", "end", "state", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "kind"]
    search_fields = ["role", "organisation", "department", "mentor", "description"]
    fieldsets = [
        (None, {"fields": ["researcher", ("role", "kind"), ("start", "end")]}),
        ORGANISATION,
        (_("More"), {"fields": ["mentor", "description"]}),
        SHOWN,
    ]

    @admin.display(description=_("role"), ordering="role")
    def title(self, row):
        return row.role or str(row)


class AwardForm(RecordForm):
    class Meta:
        help_texts = {"dates": SEVERAL_DATES}


@admin.register(Award)
class AwardAdmin(OrderedByHandMixin, PublishableAdmin):
    form = AwardForm
    menu_place = 22
    purpose = _("Prizes, fellowships, best papers.")
    markdown = ["note"]
    list_display = ["name", "awarder", "dates", "state", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["name", "abbreviation", "alternate_name", "awarder"]
    fieldsets = [
        (
            None,
            {"fields": ["researcher", "name", ("abbreviation", "dates"), "awarder", "url"]},
        ),
        (
            _("More"),
            {"fields": ["note", "co_recipients", ("alternate_name", "alternate_language")]},
        ),
        SHOWN,
    ]
