"""“Your account”: password, second factor, recovery codes, other devices.

Each view takes the request and the admin site's context.
"""

from collections.abc import Callable
from dataclasses import dataclass

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

from accounts import second_factor
from accounts.forms import ChangePasswordForm, CodeForm, OwnPasswordForm


def session_status(request, context):
    """For a form before it is sent: its account and a fresh token. Signed out: the login page."""
    return JsonResponse({"account": str(request.user.pk), "token": get_token(request)})


def overview(request, context):
    context |= {
        "title": _("Your account"),
        "second_factor": second_factor.is_enabled(request.user),
        "codes_left": second_factor.recovery_codes_left(request.user),
    }
    return TemplateResponse(request, "admin/accounts/overview.html", context)


@sensitive_post_parameters()
def change_password(request, context):
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


def _enable(request, context, password):
    second_factor.start_enrolment(request.user)
    return redirect("admin:account-second-factor")


def _disable(request, context, password):
    second_factor.disable(request.user)
    request.session.cycle_key()
    messages.success(request, _("The second factor is off. A password is enough to sign in."))
    return redirect("admin:account")


def _new_codes(request, context, password):
    return _show_codes(request, context, second_factor.new_recovery_codes(request.user))


def _sign_out_others(request, context, password):
    """Store the same password under a new salt, which the hash in other sessions depends on."""
    request.user.set_password(password)
    request.user.save(update_fields=["password"])
    update_session_auth_hash(request, request.user)
    messages.success(request, _("Signed out everywhere but here."))
    return redirect("admin:account")


@dataclass(frozen=True)
class ConfirmedAction:
    title: str
    text: str
    button: str
    second_factor: bool | None  # whether it has to be on; None: either way
    run: Callable


ACTIONS = {
    "switch-on": ConfirmedAction(
        gettext_lazy("Switch on the second factor"),
        gettext_lazy(
            "From then on signing in takes your password and a code from an app on your phone: "
            "any app for one-time passwords will do. Your other devices are asked for one, too."
        ),
        gettext_lazy("Continue"),
        False,
        _enable,
    ),
    "switch-off": ConfirmedAction(
        gettext_lazy("Switch off the second factor"),
        gettext_lazy("Whoever knows your password can then sign in as you."),
        gettext_lazy("Switch off"),
        True,
        _disable,
    ),
    "recovery-codes": ConfirmedAction(
        gettext_lazy("New recovery codes"),
        gettext_lazy("You get ten new codes. The ones you have now stop working."),
        gettext_lazy("Make new codes"),
        True,
        _new_codes,
    ),
    "sign-out": ConfirmedAction(
        gettext_lazy("Sign out everywhere else"),
        gettext_lazy(
            "Every other browser and device where you are signed in asks for your password again. "
            "Here you stay signed in."
        ),
        gettext_lazy("Sign out everywhere else"),
        None,
        _sign_out_others,
    ),
}


@sensitive_post_parameters()
def confirm(request, context, action):
    """Ask for the password: somebody else may have come upon an open session."""
    if action not in ACTIONS:
        raise Http404
    action = ACTIONS[action]
    if action.second_factor not in (None, second_factor.is_enabled(request.user)):
        return redirect("admin:account")
    form = OwnPasswordForm(request.POST or None, request=request)
    context |= {"title": action.title, "action": action, "form": form}
    if form.is_valid():
        return action.run(request, context, form.cleaned_data["password"])
    return TemplateResponse(request, "admin/accounts/confirm.html", context)


# --- Enrolment of an app -----------------------------------------------------------------------


def enrol_second_factor(request, context):
    """Show the new key until a code proves that the app has it."""
    device = second_factor.pending_device(request.user)
    if device is None or second_factor.is_enabled(request.user):
        return redirect("admin:account")
    form = CodeForm(
        request.POST or None,
        verify=lambda code: second_factor.verify_with(device, "".join(code.split())),
    )
    if form.is_valid():
        codes = second_factor.enable(form.device)
        verify_session(request, form.device)
        request.session.cycle_key()
        return _show_codes(request, context, codes)
    context |= {
        "title": _("Connect your app"),
        "form": form,
        "key": second_factor.grouped_key(device),
        "qr": second_factor.qr_code(device),
    }
    return TemplateResponse(request, "admin/accounts/enrol.html", context)


def _show_codes(request, context, codes):
    """Once: no address leads to them, and no page shows them again."""
    context |= {"title": _("Your recovery codes"), "codes": codes}
    return TemplateResponse(request, "admin/accounts/codes.html", context)
