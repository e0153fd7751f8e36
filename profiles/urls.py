from django.urls import path

from profiles import views

# Below a researcher's prefix: /<slug>/, or / on a single researcher's site.
researcher_urls = [
    path("", views.HomeView.as_view(), name="researcher-home"),
    path("news/", views.NewsView.as_view(), name="news"),
    path("news/feed/", views.NewsFeed(), name="news-feed"),
    # Last: an own page has any word that is left.
    path("<slug:page>/", views.PageView.as_view(), name="page"),
]

urlpatterns = [
    path("cards/<slug:digest>.jpg", views.SiteCardView.as_view(), name="site-card"),
    path(
        "cards/<slug:slug>.<slug:digest>.jpg",
        views.ResearcherCardView.as_view(),
        name="researcher-card",
    ),
]
