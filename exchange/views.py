"""The CV as a page; it prints as a CV."""

from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from exchange import cv
from profiles.views import ResearcherMixin


class CVView(ResearcherMixin, TemplateView):
    template_name = "exchange/cv.html"
    parts = (*ResearcherMixin.parts, "affiliations")

    def get_name(self):
        return _("CV")

    def get_context_data(self, **kwargs):
        return super().get_context_data(cv=cv.build(self.researcher), **kwargs)
