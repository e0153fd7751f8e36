from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"

    def ready(self):
        from website import last_modified_papers, media_papers
        from website.search import papers, people, upkeep

        last_modified_papers.register()
        media_papers.register()
        people.register_kinds()
        papers.register_kind()
        upkeep.connect(sender=self)
