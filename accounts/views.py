"""Pages for visitors who are not signed in: sign-in, second step, one-time links, lost password.

And “Your account”: password, second factor, recovery codes, other devices. Each of its views takes
the request and the admin site's context.
"""

from base64 import b32encode
from datetime import timedelta
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth import get_user_model, login, update_session_auth_hash
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin
from django.db import transaction
from django.http import Http404, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django_otp import login as verify_session
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import one_time_links, second_factor
from accounts.forms import (
    ChangePasswordForm,
    CodeForm,
    NewPasswordForm,
    OwnPasswordForm,
    PasswordResetForm,
    SignInForm,
)
from accounts.passwords import client_ip, too_many_requests
from accounts.sessions import PENDING_SIGN_IN
from profiles import limits

# --- “Your account” ------------------------------------------------------------------------------


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


BACKEND = "django.contrib.auth.backends.ModelBackend"
CODE_TIMEOUT = timedelta(minutes=10)
# Requests for a lost password from one address, and mails to one account.
REQUEST_LIMIT = {"times": 10, "within": timedelta(minutes=15)}
MAIL_LIMIT = {"times": 1, "within": timedelta(minutes=5)}
ACCOUNTS_PER_EMAIL = 3


def auth_view(view):
    """Not cached, protected from forgery, and without its POST values in error reports."""
    view = require_http_methods(["GET", "HEAD", "POST"])(view)
    return sensitive_post_parameters()(csrf_protect(never_cache(view)))


# --- Signing in --------------------------------------------------------------------------------


def sign_in(request, user, next_url: str = ""):
    """Sign in `user`, who has given a password or opened a link, or ask for the second factor."""
    next_url = next_url or reverse("admin:index")
    if not second_factor.is_enabled(user):
        _login(request, user)
        return HttpResponseRedirect(next_url)
    request.session.cycle_key()
    request.session[PENDING_SIGN_IN] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "at": timezone.now().timestamp(),
        "to": next_url,
    }
    return redirect("admin:code")


def _login(request, user):
    """Always under a new session key; login() keeps it where the same account was signed in."""
    key = request.session.session_key
    login(request, user, backend=BACKEND)
    if request.session.session_key == key:
        request.session.cycle_key()


class OwnPlaceMixin(RedirectURLMixin):
    """Only a path of this site is a place to go on to; Django takes "foo" for one, too."""

    def get_redirect_url(self):
        place = super().get_redirect_url().strip()
        return place if place.startswith("/") else ""


class SignOutView(OwnPlaceMixin, LogoutView):
    pass


@method_decorator(auth_view, name="dispatch")
class SignInView(OwnPlaceMixin, LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    next_page = "admin:index"

    def form_valid(self, form):
        return sign_in(self.request, form.get_user(), self.get_success_url())

    def get_context_data(self, **kwargs):
        """Without Django's `site_name`, the host: our context processor's is the lab's name."""
        context = super().get_context_data(**kwargs)
        del context["site_name"], context["site"]
        return context | {
            "email_enabled": one_time_links.may_be_mailed(self.request),
            "signed_in_as": self.request.user if self.request.user.is_authenticated else None,
        }


@auth_view
def second_step(request):
    """The code, once the password was right; the account is in the session until then."""
    pending = request.session.get(PENDING_SIGN_IN, {})
    user = get_user_model().objects.filter(pk=pending.get("user"), is_active=True).first()
    oldest = (timezone.now() - CODE_TIMEOUT).timestamp()
    is_same = user and user.get_session_auth_hash() == pending["hash"]
    if not is_same or pending["at"] <= oldest:  # the password has changed, or the time is over
        request.session.pop(PENDING_SIGN_IN, None)
        return redirect("admin:login")
    form = CodeForm(request.POST or None, user=user)
    if not form.is_valid():
        return render(request, "accounts/code.html", {"form": form})
    del request.session[PENDING_SIGN_IN]
    user.otp_device = form.device  # login() writes it into the session
    _login(request, user)
    return HttpResponseRedirect(pending["to"])


# --- One-time links ----------------------------------------------------------------------------


@auth_view
def one_time_link(request, kind, uid, token):
    """Opening the link does not spend it: mail programs open links by themselves."""
    user = one_time_links.link_user(kind, uid, token)
    if user is None:
        return _expired(request)
    form = NewPasswordForm(user, request.POST or None)
    if not form.is_valid():
        context = {"form": form, "holder": user, "is_new": not user.has_usable_password()}
        return render(request, "accounts/one_time_link.html", context)
    with transaction.atomic():
        user = one_time_links.link_user(kind, uid, token, lock=True)
        if user is None:
            return _expired(request)
        form.user = user
        form.save()
    return sign_in(request, user)


def _expired(request):
    context = {"email_enabled": one_time_links.may_be_mailed(request)}
    return render(request, "accounts/expired_link.html", context, status=410)


# --- Lost passwords ----------------------------------------------------------------------------


@auth_view
def password_reset(request):
    """The same answer and the same work for a known e-mail address and for an unknown one."""
    if not one_time_links.may_be_mailed(request):
        raise Http404
    form = PasswordResetForm(request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/password_reset.html", {"form": form})
    if not limits.allowed("forgotten", client_ip(request), **REQUEST_LIMIT):
        return too_many_requests(request, REQUEST_LIMIT["within"])
    email = form.cleaned_data["email"]
    users = get_user_model().objects.filter(is_active=True, is_staff=True)
    accounts = list(users.filter(email__iexact=email)[:ACCOUNTS_PER_EMAIL])
    # An account that is not stored: the database is asked the same about it.
    nobody = users.model(pk=0, username="nobody", email=email, password="!")  # noqa: S106 no password
    for user in accounts or [nobody]:
        message = one_time_links.build_mail(request, user, "forgotten")
        is_allowed = limits.allowed("letter", f"{user.pk}", **MAIL_LIMIT)
        if user.pk and is_allowed:
            one_time_links.send_in_background(message)
    days = one_time_links.LIFETIMES["forgotten"].days
    return render(request, "accounts/password_reset_sent.html", {"days": days})


# --- Addresses ---------------------------------------------------------------------------------


def account_urls(site) -> list:
    """Below the admin's; `site` checks who may open account pages, and gives their context."""

    def own(route, view, name):
        inner = site.admin_view(
            lambda request, **kw: view(request, site.each_context(request), **kw)
        )
        return path(route, inner, name=name)

    return [
        path("code/", second_step, name="code"),
        path("link/<kind>/<uid>/<token>/", one_time_link, name="one-time-link"),
        path("forgotten/", password_reset, name="forgotten"),
        own("account/", overview, "account"),
        own("account/signed-in/", session_status, "account-signed-in"),
        own("account/second-factor/", enrol_second_factor, "account-second-factor"),
        own("account/<action>/", confirm, "account-action"),
    ]
