from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicationsConfig(AppConfig):
    name = "publications"
    verbose_name = _("Publications")

    def ready(self):
        """Tells `profiles`, which knows no papers, what it may ask about them."""
        from publications import (
            changes,
            finding,
            findings,
            history,
            media,
            privacy,
            references,
            search,
            visibility,
        )

        changes.register()
        finding.register()
        findings.register()
        history.register()
        media.register()
        privacy.register()
        references.register()
        search.register_kind()
        visibility.register()
