"""The pages of those who are not in yet: signing in, the code, one-time links, lost passwords."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.views import LoginView
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from profiles import limits
from profiles.accounts import links, lockout, mail, second_factor
from profiles.accounts.addresses import client_address
from profiles.accounts.forms import CodeForm, ForgottenForm, NewPasswordForm, SignInForm
from profiles.accounts.sessions import HALFWAY

BACKEND = "django.contrib.auth.backends.ModelBackend"
TIME_FOR_CODE = timedelta(minutes=10)


def door(view):
    """No copies; what is typed stays out of error reports."""
    view = require_http_methods(["GET", "HEAD", "POST"])(view)
    return sensitive_post_parameters()(csrf_protect(never_cache(view)))


# --- In two steps ------------------------------------------------------------------------------


def admit(request, user, to: str = ""):
    """`user` has proved who they are by a password or a link: let them in, or ask for the code."""
    to = to or reverse("admin:index")
    if not second_factor.is_on(user):
        _enter(request, user)
        return redirect(to)
    request.session.cycle_key()
    request.session[HALFWAY] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "at": timezone.now().timestamp(),
        "to": to,
    }
    return redirect("admin:code")


def _enter(request, user):
    """Under a new key, also where the same account was in already: login() keeps that one's."""
    before = request.session.session_key
    login(request, user, backend=BACKEND)
    if request.session.session_key == before:
        request.session.cycle_key()


@method_decorator(door, name="dispatch")
class SignInView(LoginView):
    template_name = "profiles/accounts/sign_in.html"
    authentication_form = SignInForm
    next_page = "admin:index"

    def form_valid(self, form):
        return admit(self.request, form.get_user(), self.get_success_url())

    def get_context_data(self, **kwargs):
        """Without `site_name`, which is the address in Django's view, the lab's name here."""
        context = super().get_context_data(**kwargs)
        del context["site_name"], context["site"]
        return context | {
            "mails": settings.MAILS,
            "other": self.request.user if self.request.user.is_authenticated else None,
        }


@door
def code(request):
    """The second step."""
    halfway = request.session.get(HALFWAY, {})
    if not (user := _halfway(halfway)):
        request.session.pop(HALFWAY, None)
        return redirect("admin:login")
    form = CodeForm(request.POST or None, attempt=lambda code: second_factor.check(user, code))
    if not form.is_valid():
        return render(request, "profiles/accounts/code.html", {"form": form})
    del request.session[HALFWAY]
    user.otp_device = form.device  # login() writes it into the session
    _enter(request, user)
    return redirect(halfway["to"])


def _halfway(accepted):
    """Nobody whose password or account changed meanwhile, nobody who took too long."""
    user = get_user_model().objects.filter(pk=accepted.get("user"), is_active=True).first()
    if user is None or user.get_session_auth_hash() != accepted["hash"]:
        return None
    age = timezone.now().timestamp() - accepted["at"]
    return user if age < TIME_FOR_CODE.total_seconds() else None


# --- One-time links ----------------------------------------------------------------------------


@door
def one_time_link(request, kind, uid, token):
    """Opening it spends nothing: mail programs do that on their own."""
    user = links.holder(kind, uid, token)
    if user is None:
        return _stale(request)
    form = NewPasswordForm(user, request.POST or None)
    if form.is_valid():
        return _spend(request, form, kind, uid, token)
    context = {"form": form, "holder": user, "is_new": not user.has_usable_password()}
    return render(request, "profiles/accounts/one_time_link.html", context)


def _spend(request, form, kind, uid, token):
    with transaction.atomic():
        user = links.holder(kind, uid, token, lock=True)
        if user is None:
            return _stale(request)
        form.user = user
        form.save()
    return admit(request, user)


def _stale(request):
    context = {"mails": settings.MAILS}
    return render(request, "profiles/accounts/stale_link.html", context, status=410)


# --- Lost passwords ----------------------------------------------------------------------------

ASKING_OFTEN = {"times": 10, "within": timedelta(minutes=15)}
WRITING_OFTEN = {"times": 1, "within": timedelta(minutes=5)}
ACCOUNTS_OF_ONE_ADDRESS = 3


@door
def forgotten(request):
    """The same answer and the same work for an address that we know and one that we do not."""
    if not settings.MAILS:
        raise Http404
    form = ForgottenForm(request.POST or None)
    if not form.is_valid():
        return render(request, "profiles/accounts/forgotten.html", {"form": form})
    if not limits.allowed("forgotten", client_address(request), **ASKING_OFTEN):
        return lockout.wait(request, ASKING_OFTEN["within"])
    _write_to(request, form.cleaned_data["email"])
    context = {"title": _("Look into your mail"), "days": links.LIFETIMES["forgotten"].days}
    return render(request, "profiles/accounts/letter_sent.html", context)


def _write_to(request, address):
    users = get_user_model().objects.filter(is_active=True, is_staff=True)
    found = list(users.filter(email__iexact=address)[:ACCOUNTS_OF_ONE_ADDRESS])
    # With a key that no account has: the same is asked of the database about them.
    nobody = users.model(pk=0, username="nobody", email=address, password="!")  # noqa: S106 no password
    for user in found or [nobody]:
        message = mail.letter(request, user, "forgotten")
        again = not limits.allowed("letter", f"{user.pk}", **WRITING_OFTEN)
        if user.pk and not again:
            mail.send_later(message)
