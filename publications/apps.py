from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicationsConfig(AppConfig):
    name = "publications"
    verbose_name = _("Publications")

    def ready(self):
        from profiles.markup.parser import finders
        from publications import claims, references  # noqa: F401 listens to profiles

        finders.append(references.finder)
