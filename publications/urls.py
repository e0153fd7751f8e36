"""Papers below a researcher's prefix (`researcher_urls`) and at the root (`urlpatterns`).

The lists of papers ask the site's search: their addresses are in config.urls.
"""

from django.urls import path

from publications import views

own, one = views.ResearcherExportView, views.PublicationExportView

researcher_urls = [
    path("publications/feed/", views.PublicationsFeed(), name="publications-feed"),
    path("publications.bib", own.as_view(format="bibtex"), name="researcher-publications-bibtex"),
    path("publications.ris", own.as_view(format="ris"), name="researcher-publications-ris"),
    path("publications.json", own.as_view(format="csl-json"), name="researcher-publications-json"),
]

urlpatterns = [
    path(
        "cards/publications/<slug:publication>.<slug:digest>.jpg",
        views.PublicationCardView.as_view(),
        name="publication-card",
    ),
    path("publications/<slug:publication>/", views.PublicationView.as_view(), name="publication"),
    # Google Scholar takes a PDF only from below the page that names it.
    path(
        "publications/<slug:publication>/paper.pdf", views.PdfView.as_view(), name="publication-pdf"
    ),
    path(
        "publications/<slug:publication>.bib",
        one.as_view(format="bibtex"),
        name="publication-bibtex",
    ),
    path("publications/<slug:publication>.ris", one.as_view(format="ris"), name="publication-ris"),
    path(
        "publications/<slug:publication>.json",
        one.as_view(format="csl-json"),
        name="publication-json",
    ),
]
