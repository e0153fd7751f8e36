from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = _("Profiles")

    def ready(self):
        from profiles.access import make_managers_group

        post_migrate.connect(make_managers_group, sender=self)
