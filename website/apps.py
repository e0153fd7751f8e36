from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"

    def ready(self):
        from website import last_modified_papers, media_papers
        from website.search import index

        last_modified_papers.register()
        media_papers.register()
        index.connect(self)
