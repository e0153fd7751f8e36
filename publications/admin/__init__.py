"""The admin of publications: one module for each concept."""

from profiles import access
from publications.admin import authorship, imports, news, publication, suggestions, venues
from publications.models import Publication
from publications.visibility import public_papers

access.visitors_read[Publication] = public_papers
