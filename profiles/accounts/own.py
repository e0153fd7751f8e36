"""“Your account”: password, second factor, recovery codes, the other devices."""

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

from profiles.accounts import second_factor
from profiles.accounts.forms import ChangePasswordForm, CodeForm, OwnPasswordForm


def signed_in(request, context):
    """Asked by a form before it is sent: as whom, and with which token. Signed out: the login."""
    return JsonResponse({"account": str(request.user.pk), "token": get_token(request)})


def overview(request, context):
    user = request.user
    context |= {
        "title": _("Your account"),
        "second_factor": second_factor.is_on(user),
        "codes_left": second_factor.recovery_codes_left(user),
    }
    return TemplateResponse(request, "admin/account/overview.html", context)


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
    return TemplateResponse(request, "admin/account/password.html", context)


# --- What asks for the password again ----------------------------------------------------------


def _begin(request, context, password):
    second_factor.begin(request.user)
    return redirect("admin:account-second-factor")


def _switch_off(request, context, password):
    second_factor.switch_off(request.user)
    request.session.cycle_key()
    messages.success(request, _("The second factor is off. A password is enough to sign in."))
    return redirect("admin:account")


def _new_codes(request, context, password):
    return _show_codes(request, context, second_factor.new_recovery_codes(request.user))


def _sign_out_others(request, context, password):
    """The same password, stored anew under another salt: what sessions are checked against."""
    request.user.set_password(password)
    request.user.save(update_fields=["password"])
    update_session_auth_hash(request, request.user)
    messages.success(request, _("Signed out everywhere but here."))
    return redirect("admin:account")


@dataclass(frozen=True)
class Step:
    title: str
    text: str
    button: str
    needs_second_factor: bool | None  # None: either way
    take: Callable


STEPS = {
    "switch-on": Step(
        gettext_lazy("Switch on the second factor"),
        gettext_lazy(
            "From then on signing in takes your password and a code from an app on your phone: "
            "any app for one-time passwords will do. Your other devices are asked for one, too."
        ),
        gettext_lazy("Continue"),
        False,
        _begin,
    ),
    "switch-off": Step(
        gettext_lazy("Switch off the second factor"),
        gettext_lazy("Whoever knows your password can then sign in as you."),
        gettext_lazy("Switch off"),
        True,
        _switch_off,
    ),
    "recovery-codes": Step(
        gettext_lazy("New recovery codes"),
        gettext_lazy("You get ten new codes. The ones you have now stop working."),
        gettext_lazy("Make new codes"),
        True,
        _new_codes,
    ),
    "sign-out": Step(
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
def confirm(request, context, step):
    """A step that whoever finds an open session must not take."""
    if not (wanted := STEPS.get(step)):
        raise Http404
    if wanted.needs_second_factor not in (None, second_factor.is_on(request.user)):
        return redirect("admin:account")
    form = OwnPasswordForm(request.POST or None, request=request)
    context |= {"title": wanted.title, "step": wanted, "form": form}
    if form.is_valid():
        return wanted.take(request, context, form.cleaned_data["password"])
    return TemplateResponse(request, "admin/account/confirm.html", context)


# --- The app, and the codes --------------------------------------------------------------------


def enrol(request, context):
    """Show the new key until a code proves that the app has it."""
    device = second_factor.begun(request.user)
    if device is None or second_factor.is_on(request.user):
        return redirect("admin:account")
    form = CodeForm(request.POST or None, attempt=lambda code: _confirm_app(device, code))
    if form.is_valid():
        return _enrolled(request, context, form.device)
    context |= {
        "title": _("Connect your app"),
        "form": form,
        "key": second_factor.key_in_words(device),
        "qr": second_factor.qr_code(device),
    }
    return TemplateResponse(request, "admin/account/enrol.html", context)


def _confirm_app(device, code):
    return second_factor.try_on(device, "".join(code.split()))


def _enrolled(request, context, device):
    codes = second_factor.switch_on(device)
    verify_session(request, device)
    request.session.cycle_key()
    return _show_codes(request, context, codes)


def _show_codes(request, context, codes):
    """Once: they are part of no address, and no page shows them again."""
    context |= {"title": _("Your recovery codes"), "codes": codes}
    return TemplateResponse(request, "admin/account/codes.html", context)
