from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"

    def ready(self):
        from publications import findings
        from website import last_modified_papers, media_papers
        from website.checks.all import register_findings
        from website.dashboard.page import register_shelves
        from website.search import papers, people, upkeep

        register_findings()
        findings.register()
        register_shelves()
        last_modified_papers.register()
        media_papers.register()
        people.register_kinds()
        papers.register_kind()
        upkeep.connect(sender=self)
