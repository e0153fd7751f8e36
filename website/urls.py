from django.urls import path

from website import media, views

urlpatterns = [
    path("search/", views.SearchView.as_view(), name="search"),
    path("media/<path:path>", media.MediaView.as_view(), name="media"),
]
