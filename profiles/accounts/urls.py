"""Below the admin's address, before everything that asks for a session."""

from django.urls import path

from profiles.accounts import doors, own


def urls(site) -> list:
    """`site` is the AdminSite, whose guard and frame the pages of one's own account use."""

    def inside(view):
        def framed(request, **kwargs):
            return view(request, site.each_context(request), **kwargs)

        return site.admin_view(framed)

    return [
        path("code/", doors.code, name="code"),
        path("link/<kind>/<uid>/<token>/", doors.one_time_link, name="one-time-link"),
        path("forgotten/", doors.forgotten, name="forgotten"),
        path("account/", inside(own.overview), name="account"),
        path("account/signed-in/", inside(own.signed_in), name="account-signed-in"),
        path("account/second-factor/", inside(own.enrol), name="account-second-factor"),
        path("account/<step>/", inside(own.confirm), name="account-step"),
    ]
