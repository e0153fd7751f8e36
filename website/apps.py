from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"

    def ready(self):
        from publications import findings
        from website import last_modified_papers, media_papers
        from website.checks.all import register_findings
        from website.dashboard.page import register_shelves
        from website.personal_data import papers as papers_data
        from website.personal_data import people as people_data
        from website.search import papers, people, upkeep

        register_findings()
        findings.register()
        register_shelves()
        papers_data.register()
        people_data.register()
        last_modified_papers.register()
        media_papers.register()
        people.register_kinds()
        papers.register_kind()
        upkeep.connect(sender=self)
