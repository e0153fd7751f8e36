"""All addresses, in the order in which they are tried.

A researcher's pages stand below /<slug>/; with VITAE_RESEARCHER they stand at /, and reverse()
takes the same arguments in both.
"""

from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps import views as sitemap_views
from django.urls import include, path, re_path
from django.views.decorators.http import require_safe

import profiles.urls
import publications.urls
from config import views
from exchange import open_data
from exchange.cv_formats import FORMATS
from exchange.views import CVFileView, CVView, EmbedFragmentView, EmbedView, LabListView, PersonView
from profiles.views import HomeView, LabNewsFeed
from publications import citations
from publications.views import PublicationListView, ResearcherPublicationsView
from website.media import MediaView
from website.search.query import find_papers
from website.views import DirectoryView, LabNewsView, SearchView, sitemap, sitemaps

handler400 = "config.views.bad_request"
handler404 = "config.views.not_found"
handler500 = "config.views.server_error"

# profiles is last: its own pages take any word that is left.
researcher_urls = [
    path(
        "publications/",
        ResearcherPublicationsView.as_view(find=find_papers),
        name="researcher-publications",
    ),
    *publications.urls.researcher_urls,
    path("publications/embed/", EmbedView.as_view(find=find_papers), name="embed"),
    path("publications/embed.html", EmbedFragmentView.as_view(find=find_papers), name="embed.html"),
    path("cv/", CVView.as_view(), name="cv"),
    *(path(form.file, CVFileView.as_view(format=form), name=form.file) for form in FORMATS),
    path("cv/<slug:variant>/", CVView.as_view(), name="cv-variant"),
    *(
        path(f"cv/<slug:variant>/{form.file}", CVFileView.as_view(format=form), name=name)
        for form in FORMATS
        for name in [f"variant-{form.file}"]
    ),
    path("person.jsonld", PersonView.as_view(), name="person.jsonld"),
    *profiles.urls.researcher_urls,
]


urlpatterns = [
    path(f"{settings.ADMIN_PATH}/", admin.site.urls),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("sitemap.xml", sitemap, {"sitemaps": sitemaps}, name="sitemap"),
    path(
        "sitemap-<slug:section>.xml",
        require_safe(sitemap_views.sitemap),
        {"sitemaps": sitemaps},
        name="sitemap-section",
    ),
    path(".well-known/security.txt", views.security_txt, name="security-txt"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("search/", SearchView.as_view(), name="search"),
    path("media/<path:path>", MediaView.as_view(), name="media"),
    *profiles.urls.urlpatterns,
]
lab_papers = path(
    "publications/", PublicationListView.as_view(find=find_papers), name="publication-list"
)
if settings.METRICS_TOKEN:
    from config.metrics import metrics

    urlpatterns.insert(0, path("metrics", metrics, name="metrics"))
if slug := settings.SINGLE_RESEARCHER:
    # There /publications/ is the researcher's own list, and it comes before the lab's.
    urlpatterns += [
        re_path(rf"^{slug}(?:/(?P<rest>.*))?$", views.redirect_to_single),
        path("", include(researcher_urls), {"slug": slug}),
        path("", HomeView.as_view(), {"slug": slug}, name="directory"),
        lab_papers,
        *publications.urls.urlpatterns,
    ]
else:
    csl = citations.FORMATS["csl-json"].content_type
    lab_people = LabListView.as_view(rows=open_data.people, schema="people.json")
    lab_json = LabListView.as_view(rows=open_data.papers, content_type=csl)
    urlpatterns += [
        path("people.json", lab_people, name="people.json"),
        path("publications.json", lab_json, name="publications.json"),
        lab_papers,
        *publications.urls.urlpatterns,
        path("", DirectoryView.as_view(), name="directory"),
        path("news/", LabNewsView.as_view(), name="lab-news"),
        path("news/feed/", LabNewsFeed(), name="lab-news-feed"),
        path("<slug:slug>/", include(researcher_urls)),
    ]
