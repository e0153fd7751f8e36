from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = _("Profiles")

    def ready(self):
        from profiles.access import make_managers_group
        from profiles.models.site import make_site_settings

        post_migrate.connect(make_managers_group, sender=self)
        post_migrate.connect(make_site_settings, sender=self)
