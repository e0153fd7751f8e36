from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicationsConfig(AppConfig):
    name = "publications"
    verbose_name = _("Publications")

    def ready(self):
        """Tells `profiles`, which knows no papers, what it may ask about them."""
        from publications import authorship_search, references

        authorship_search.register()
        references.register()
