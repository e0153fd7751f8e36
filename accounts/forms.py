"""Forms for signing in and for one's own account."""

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import authenticate
from django.contrib.auth.forms import SetPasswordForm, UsernameField
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_otp import verify_token
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice


class SignInForm(AdminAuthenticationForm):
    """By the name of an account or its e-mail address.

    One error message for all: different ones would reveal which accounts exist.
    """

    WRONG = _(
        "This name or e-mail address and this password do not belong together. Capitals count in "
        "names and passwords."
    )
    error_messages = {"invalid_login": WRONG, "inactive": WRONG}
    username = UsernameField(
        label=_("Account name or e-mail address"),
        max_length=254,
        widget=forms.TextInput,
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        first = "password" if self.is_bound else "username"  # refused: the name is there still
        self.fields[first].widget.attrs["autofocus"] = True
        self.fields["username"].widget.attrs["maxlength"] = 254  # Django: as long as a name

    def clean_username(self):
        """Return the name of the account whose name or e-mail address was typed.

        So wrong passwords count for one account, whichever is typed. What leads to no account,
        or to several, is returned in small letters, as if it were the name of one: however it is
        written, it counts as one, as the address of an account does.
        """
        typed = self.cleaned_data["username"]
        accounts = User.objects.filter(Q(username=typed) | Q(email__iexact=typed))
        names = list(accounts.values_list("username", flat=True))
        if typed in names:
            return typed
        return names[0] if len(names) == 1 else typed.lower()


class CodeForm(forms.Form):
    """Six digits are a code of the app, anything else a recovery code. Each works once.

    Of any device of `user`, or of `device`, which is being enrolled; a valid form has it.
    """

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            {"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}
        ),
    )

    def __init__(self, *args, user=None, device=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.user, self.device = user, device

    def clean_code(self):
        code = "".join(self.cleaned_data["code"].split()).replace("-", "").lower()
        kind = TOTPDevice if len(code) == 6 and code.isdigit() else StaticDevice
        device = self.device or kind.objects.filter(user=self.user, confirmed=True).first()
        allowed, refusal = device.verify_is_allowed() if device else (True, None)
        if not allowed:
            wait = refusal["locked_until"] - timezone.now()
            seconds = max(1, round(wait.total_seconds()))
            text = ngettext(
                "Too many wrong codes. Wait %(seconds)s second, then enter a new one.",
                "Too many wrong codes. Wait %(seconds)s seconds, then enter a new one.",
                seconds,
            )
            raise forms.ValidationError(text % {"seconds": seconds})
        self.device = device and verify_token(device.user, device.persistent_id, code)
        if self.device is None:
            raise forms.ValidationError(_("This code is not right, or was used already."))
        return code


PASSWORD_HELP = _(
    "12 characters or more. Not a name, not one that many use. A few words in a row are strong, "
    "and easy to keep in mind."
)


class NewPasswordForm(SetPasswordForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].label = _("Password")
        self.fields["new_password1"].widget.attrs["autofocus"] = True
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].label = _("The same once more")
        self.fields["new_password2"].help_text = ""

    def validate_password_for_user(self, user, password_field_name):
        """Show errors at the first field; Django shows them at the second."""
        super().validate_password_for_user(user, "new_password1")


class PasswordResetForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email", "autofocus": True}),
    )


class OwnPasswordForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password", "autofocus": True}),
    )

    def __init__(self, *args, request, **kwargs):
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password(self):
        """Wrong passwords count for the lockout, as at sign-in."""
        name, password = self.request.user.get_username(), self.cleaned_data["password"]
        if authenticate(self.request, username=name, password=password) != self.request.user:
            raise forms.ValidationError(_("This is not your password."))
        return password


class ChangePasswordForm(NewPasswordForm, OwnPasswordForm):
    field_order = ["password", "new_password1", "new_password2"]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].label = _("New password")
