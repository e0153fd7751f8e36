from django.urls import path

from exchange import views

# Below a researcher's prefix.
researcher_urls = [
    path("cv/", views.CVView.as_view(), name="cv"),
]

urlpatterns = []
