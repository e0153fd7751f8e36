"""“Your account”: password, second factor, recovery codes, other devices.

Each view takes the request and the admin site's context.
"""

from base64 import b32encode
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django_otp import login as verify_session
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import one_time_links, second_factor
from accounts.forms import ChangePasswordForm, CodeForm, OwnPasswordForm


def session_status(request, context):
    """For a form before it is sent: its account and a fresh token. Signed out: the login page."""
    return JsonResponse({"account": str(request.user.pk), "token": get_token(request)})


def overview(request, context):
    """Show the page “Your account”."""
    context |= {
        "title": _("Your account"),
        "email_enabled": one_time_links.may_be_mailed(request),
        "second_factor": second_factor.is_enabled(request.user),
        "codes_left": second_factor.recovery_codes_left(request.user),
    }
    return TemplateResponse(request, "admin/accounts/overview.html", context)


@sensitive_post_parameters()
def change_password(request, context):
    """Set a new password, which signs every other device out."""
    form = ChangePasswordForm(request.user, request.POST or None, request=request)
    if form.is_valid():
        form.save()
        update_session_auth_hash(request, request.user)
        text = _("Your password is changed. You are signed out everywhere but here.")
        messages.success(request, text)
        return redirect("admin:account")
    context |= {"title": _("Change password"), "form": form}
    return TemplateResponse(request, "admin/accounts/password.html", context)


# --- Actions that ask for the password again ---------------------------------------------------


class ConfirmedAction(NamedTuple):
    title: str
    text: str
    button: str
    second_factor: bool | None = None  # whether it has to be on; None: either way


ACTIONS = {
    "switch-on": ConfirmedAction(
        gettext_lazy("Switch on the sign-in code from your phone"),
        gettext_lazy(
            "From then on signing in takes your password and six digits from an authenticator app "
            "on your phone. Your other devices are asked for them, too."
        ),
        gettext_lazy("Continue"),
        False,
    ),
    "switch-off": ConfirmedAction(
        gettext_lazy("Switch off the sign-in code"),
        gettext_lazy("Whoever knows your password can then sign in as you."),
        gettext_lazy("Switch off"),
        True,
    ),
    "recovery-codes": ConfirmedAction(
        gettext_lazy("New recovery codes"),
        gettext_lazy("You get ten new codes. The ones you have now stop working."),
        gettext_lazy("Make new codes"),
        True,
    ),
    "sign-out": ConfirmedAction(
        gettext_lazy("Sign out everywhere else"),
        gettext_lazy(
            "Every other browser and device where you are signed in asks for your password again. "
            "Here you stay signed in."
        ),
        gettext_lazy("Sign out everywhere else"),
    ),
}


@sensitive_post_parameters()
def confirm(request, context, action):
    """Ask for the password: somebody else may have come upon an open session."""
    if action not in ACTIONS:
        raise Http404
    user, texts = request.user, ACTIONS[action]
    if texts.second_factor not in (None, second_factor.is_enabled(user)):
        return redirect("admin:account")
    form = OwnPasswordForm(request.POST or None, request=request)
    if not form.is_valid():
        context |= {"title": texts.title, "action": texts, "form": form}
        return TemplateResponse(request, "admin/accounts/confirm.html", context)
    if action == "switch-on":
        second_factor.start_enrolment(user)
        return redirect("admin:account-second-factor")
    if action == "recovery-codes":
        return _show_codes(request, context, second_factor.new_recovery_codes(user))
    if action == "switch-off":
        second_factor.disable(user)
        request.session.cycle_key()
        text = _("The sign-in code is off. A password is enough to sign in.")
    else:  # the same password under a new salt, which the hash in other sessions depends on
        user.set_password(form.cleaned_data["password"])
        user.save(update_fields=["password"])
        update_session_auth_hash(request, user)
        text = _("Signed out everywhere but here.")
    messages.success(request, text)
    return redirect("admin:account")


# --- Enrolment of an app -----------------------------------------------------------------------


def enrol_second_factor(request, context):
    """Show the new key until a code proves that the app has it."""
    device = TOTPDevice.objects.filter(user=request.user, confirmed=False).first()
    if device is None or second_factor.is_enabled(request.user):
        return redirect("admin:account")
    form = CodeForm(request.POST or None, device=device)
    if form.is_valid():
        codes = second_factor.enable(form.device)
        verify_session(request, form.device)
        request.session.cycle_key()
        return _show_codes(request, context, codes)
    key = b32encode(device.bin_key).decode()
    context |= {
        "title": _("Connect your app"),
        "form": form,
        "key": " ".join(key[start : start + 4] for start in range(0, len(key), 4)),
        "qr": second_factor.qr_code(device.config_url),
    }
    return TemplateResponse(request, "admin/accounts/enrol.html", context)


def _show_codes(request, context, codes):
    """Once: no address leads to them, and no page shows them again."""
    context |= {"title": _("Your recovery codes"), "codes": codes}
    return TemplateResponse(request, "admin/accounts/codes.html", context)
