from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self):
        from accounts import sessions

        user_logged_in.connect(sessions.record_sign_in)
