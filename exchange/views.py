"""The CV as a page, which prints as a CV, and as a file in every format."""

import json
import logging
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256

from django.core.cache import caches
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from exchange import cv
from exchange.cv_formats import DESIGN_VERSION, FORMATS
from exchange.cv_formats.document import document
from exchange.cv_formats.typeset import TypesettingError
from exchange.static_site import addresses
from profiles.context_processors import origin
from profiles.views import ResearcherMixin

logger = logging.getLogger(__name__)


class CVView(ResearcherMixin, TemplateView):
    template_name = "exchange/cv.html"
    parts = (*ResearcherMixin.parts, "affiliations")

    def get_name(self):
        return _("CV")

    def get_context_data(self, **kwargs):
        whole = cv.build(self.researcher)
        formats = [form for form in FORMATS if form.is_available and form.fits(whole)]
        return super().get_context_data(cv=whole, formats=formats, **kwargs)


class CVFileView(ResearcherMixin, TemplateView):
    """The CV in one of FORMATS, which `as_view` names; 404 where its library is not installed."""

    template_name = "exchange/cv_not_typeset.html"
    parts = CVView.parts
    format = None

    def get(self, request, **kwargs):
        if not self.format.is_available:
            raise Http404
        path = reverse("cv", kwargs={"slug": self.researcher.slug})
        # A site that is exported does not know where it will stand.
        base = origin(request).replace(addresses.ORIGIN, "")
        content = self._written(document(self.researcher, base, path))
        if not content:
            return self.render_to_response(self.get_context_data(cv_url=path), status=404)
        response = HttpResponse(content, content_type=self.format.content_type)
        name = f"{self.researcher.slug}-{self.format.file}"
        # Other sites' scripts may read it: all of it is public, and no cookie makes it another.
        response["Access-Control-Allow-Origin"] = "*"
        response["Content-Disposition"] = f'inline; filename="{name}"'
        return response

    def _written(self, document) -> bytes:
        """The file, made once for what is in it; nothing where it cannot be typeset, which is kept,
        too. Pages are made anew when anything on the site changes.
        """
        if not self.format.library:
            return self.format.write(document)
        content = json.dumps([DESIGN_VERSION, asdict(document)], default=str)
        key = f"{self.format.file}-{sha256(content.encode()).hexdigest()}"
        with suppress(OSError):
            if (kept := caches["documents"].get(key)) is not None:
                return kept
        try:
            written = self.format.write(document)
        except TypesettingError as error:
            logger.warning("%s: no PDF: %s", document.address, error)
            written = b""
        with suppress(OSError):
            caches["documents"].set(key, written)
        return written
