from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = _("Profiles")

    def ready(self):
        from profiles import (
            checks,  # noqa: F401 registers itself
            found,
        )
        from profiles.accounts import sessions
        from profiles.dashboard.page import register_shelves
        from profiles.findings.all import register_findings
        from profiles.groups import make_managers_group
        from profiles.history.own import register_kinds
        from profiles.privacy import own
        from profiles.search import upkeep

        user_logged_in.connect(sessions.stamp)
        post_migrate.connect(make_managers_group, sender=self)
        found.register_kinds()
        register_findings()
        register_shelves()
        register_kinds()
        own.register()
        upkeep.connect(sender=self)
