"""Below the admin's address."""

from django.urls import path

from accounts import account_settings, views


def urls(site) -> list:
    """`site` is the AdminSite, whose permission check and page context account pages use."""

    def account_view(view):
        def with_context(request, **kwargs):
            return view(request, site.each_context(request), **kwargs)

        return site.admin_view(with_context)

    enrol = account_view(account_settings.enrol_second_factor)
    return [
        path("code/", views.second_step, name="code"),
        path("link/<kind>/<uid>/<token>/", views.one_time_link, name="one-time-link"),
        path("forgotten/", views.password_reset, name="forgotten"),
        path("account/", account_view(account_settings.overview), name="account"),
        path(
            "account/signed-in/",
            account_view(account_settings.session_status),
            name="account-signed-in",
        ),
        path("account/second-factor/", enrol, name="account-second-factor"),
        path("account/<action>/", account_view(account_settings.confirm), name="account-action"),
    ]
