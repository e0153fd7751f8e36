"""The CV as a page, which prints as a CV, and as a file in every format; what other sites take: the
list of papers in a frame, the record as JSON.
"""

import json
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256

from csp.decorators import csp_replace
from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.generic import TemplateView, View

from exchange import cv, open_data
from exchange.cv_formats import DESIGN_VERSION, FORMATS, TypesettingError
from exchange.cv_formats.document import document
from exchange.static_site import addresses
from profiles import languages, schema_org
from profiles.disk import one_at_a_time
from profiles.identifiers import hosts
from profiles.models import CVVariant
from profiles.site import origin, second_languages
from profiles.views import HomeView, ResearcherMixin, readable_by_scripts
from publications.views import ResearcherPublicationsView

logger = logging.getLogger(__name__)


class VariantMixin(ResearcherMixin):
    """One of the CVs of a researcher: the one that the address names, else the one met first."""

    parts = (*ResearcherMixin.parts, "affiliations")

    @cached_property
    def variants(self) -> list[CVVariant]:
        return cv.variants(self.researcher)

    @cached_property
    def variant(self) -> CVVariant | None:
        if slug := self.kwargs.get("variant"):
            variant = next((row for row in self.variants if row.slug == slug), None)
            if variant is None:
                raise Http404
            return variant
        return next((row for row in self.variants if row.is_default), None)

    def dispatch(self, request, *args, **kwargs):
        """In the language of the variant, if it has one, at the address of that."""
        code = self.variant.language if self.variant else ""
        known = (settings.LANGUAGE_CODE, *second_languages())
        if self.editor is None and code in known and code != languages.current():
            return HttpResponseRedirect(languages.prefix(code) + request.path_info)
        return super().dispatch(request, *args, **kwargs)

    @property
    def page_path(self) -> str:
        variant = self.kwargs.get("variant")
        slugs = {"slug": self.researcher.slug} | ({"variant": variant} if variant else {})
        return reverse("cv-variant" if variant else "cv", kwargs=slugs)


class CVView(VariantMixin, TemplateView):
    template_name = "exchange/cv.html"

    def get_name(self):
        return _("CV")

    def get_context_data(self, **kwargs):
        whole = cv.build(self.researcher, self.variant)
        formats = [form for form in FORMATS if form.is_available and form.fits(whole)]
        return super().get_context_data(
            cv=whole,
            files=[(self.page_path_of(form), form.label) for form in formats],
            variants=[row for row in self.variants if row != self.variant and not row.is_default],
            version=self.variant if "variant" in self.kwargs else None,
            **kwargs,
        )

    def page_path_of(self, form) -> str:
        """Of a file of this CV: below its variant, else below the researcher."""
        kind = "variant-" if "variant" in self.kwargs else ""
        return reverse(kind + form.file, kwargs=self.kwargs)


class CVFileView(VariantMixin, TemplateView):
    """The CV in one of FORMATS, which `as_view` names; 404 where its library is not installed."""

    template_name = "exchange/cv_not_typeset.html"
    format = None

    def get(self, request, **kwargs):
        if not self.format.is_available:
            raise Http404
        # A site that is exported does not know where it will stand.
        base = origin(request).replace(addresses.ORIGIN, "")
        content = self._written(document(self.researcher, base, self.page_path, self.variant))
        if not content:
            context = self.get_context_data(cv_url=self.page_path)
            return self.render_to_response(context, status=404)
        response = HttpResponse(content, content_type=self.format.content_type)
        of_variant = f"-{self.variant.slug}" if "variant" in self.kwargs else ""
        name = f"{self.researcher.slug}{of_variant}-{self.format.file}"
        response["Content-Disposition"] = f'inline; filename="{name}"'
        if schema := self.format.schema:
            response["Link"] = described_by(schema, base)
        return readable_by_scripts(response)

    def _written(self, document) -> bytes:
        """The file, made once for what is in it; nothing where it cannot be typeset, which is kept,
        too. Pages are made anew when anything on the site changes.
        """
        if not self.format.library:
            return self.format.write(document)
        content = json.dumps([DESIGN_VERSION, asdict(document)], default=str)
        key = f"{self.format.file}-{sha256(content.encode()).hexdigest()}"
        if (kept := _kept(key)) is not None:
            return kept
        # Who asks for the same gets that one, and many who ask for many take one processor from the
        # pages.
        with one_at_a_time("documents.lock", waits=True):
            if (kept := _kept(key)) is not None:
                return kept
            try:
                written = self.format.write(document)
            except TypesettingError as error:
                logger.warning("%s: no PDF: %s", document.address, error)
                written = b""
            with suppress(OSError):
                caches["documents"].set(key, written)
        return written


def _kept(key) -> bytes | None:
    with suppress(OSError):
        return caches["documents"].get(key)
    return None


# --- Publications on other sites ------------------------------------------------------------------

OWN_PATH = re.compile(r'(?<=\shref=")(?=/)')


class EmbedView(ResearcherPublicationsView):
    """The list of papers as wide as a column, without a script: for a frame on one of the sites
    that its owner names. It takes the list's filters.
    """

    template_name = "exchange/embed.html"

    def render_to_response(self, context, **options):
        response = super().render_to_response(context, **options)
        if not (allowed := hosts(self.researcher.embed_hosts)):
            return response
        policy = {"frame-ancestors": [f"https://{host}" for host in allowed]}
        framed = csp_replace(policy)(xframe_options_exempt(lambda request: response))
        return framed(self.request)

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        years = context["years"]
        by_year = [
            (year.heading, [cv.Reference("", item) for item in year.items]) for year in years
        ]
        return context | {"by_year": by_year}


class EmbedFragmentView(EmbedView):
    """The same list as a piece of HTML, with whole addresses, for another site's own page."""

    template_name = "exchange/embed_list.html"

    def render_to_response(self, context, **options):
        html = render_to_string(self.template_name, context, self.request)
        html = OWN_PATH.sub(origin(self.request), html)
        return readable_by_scripts(HttpResponse(html))


# --- The record as JSON ---------------------------------------------------------------------------


def described_by(schema: str, base: str) -> str:
    """The header that leads to the JSON Schema of an answer, which is a file of the site."""
    return f'<{base}{settings.STATIC_URL}schemas/{schema}>; rel="describedby"'


class PersonView(HomeView):
    """What the home page says of its person in JSON-LD, as a file."""

    def render_to_response(self, context, **options):
        said = next(self.structured_data(context))
        data = schema_org.without_empty(said)
        return readable_by_scripts(as_json(data, "application/ld+json"))


class LabListView(View):
    """A page of one of the lists of `open_data`; the header Link leads to the next."""

    http_method_names = ["get", "head", "options"]
    rows: Callable[[open_data.Question, str], open_data.Page] | None = None
    content_type, schema = "application/json", ""

    def get(self, request):
        base = origin(request)
        try:
            question = open_data.Question.read(request.GET)
        except ValueError as error:
            return readable_by_scripts(as_json({"error": str(error)}, status=400))
        rows, is_more = self.rows(question, base)
        response = as_json(rows, self.content_type)
        links = [described_by(self.schema, base)] if self.schema else []
        if is_more:
            query = request.GET.copy()
            query["page"] = question.page + 1
            links.append(f'<{base}{request.path}?{query.urlencode()}>; rel="next"')
        if links:
            response["Link"] = ", ".join(links)
        return readable_by_scripts(response)


def as_json(data, content_type="application/json", status=200) -> HttpResponse:
    """An answer in JSON, indented, for people look at it, too."""
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(text, content_type=content_type, status=status)
