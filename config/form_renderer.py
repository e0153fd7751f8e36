"""Django's plain boxes, drawn without its templates: a form of the admin has hundreds of them.

What comes out is the same, letter by letter. A box costs three templates otherwise, and each option
of a list two more: a fifth of the time that a page of the admin takes.
"""

from collections.abc import Callable
from html import escape

from django.forms.renderers import TemplatesSetting
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe


class FormRenderer(TemplatesSetting):
    def render(self, template_name, context, request=None):
        if draw := DRAWN.get(template_name):
            return mark_safe(draw(context))  # noqa: S308  each part of it is escaped below
        return super().render(template_name, context, request)


def esc(value) -> str:
    """As conditional_escape(), which takes six times as long for a plain text."""
    return escape(value) if type(value) is str else conditional_escape(value)


def _attrs(attrs) -> str:
    return "".join(
        f" {esc(name)}" if value is True else f' {esc(name)}="{esc(value)}"'
        for name, value in (attrs or {}).items()  # None: a label of a box without an id
        if value is not False
    )


def _input(context):
    widget = context["widget"]
    value = f' value="{esc(widget["value"])}"' if widget["value"] is not None else ""
    kind, name = esc(widget["type"]), esc(widget["name"])
    return f'<input type="{kind}" name="{name}"{value}{_attrs(widget["attrs"])}>'


def _textarea(context):
    widget = context["widget"]
    name, text = esc(widget["name"]), esc(widget["value"] or "")
    return f'<textarea name="{name}"{_attrs(widget["attrs"])}>\n{text}</textarea>'


def _select(context):
    widget = context["widget"]
    parts = [f'<select name="{esc(widget["name"])}"{_attrs(widget["attrs"])}>']
    for group, options, _index in widget["optgroups"]:
        parts += [f'\n  <optgroup label="{esc(group)}">'] if group else []
        for option in options:
            value, attrs = esc(option["value"]), _attrs(option["attrs"])
            parts.append(f'\n  <option value="{value}"{attrs}>{esc(option["label"])}</option>\n')
        parts += ["\n  </optgroup>"] if group else []
    return "".join([*parts, "\n</select>"])


def _label(context):
    label, tag = esc(context["label"]), esc(context["tag"])
    attrs = _attrs(context["attrs"] or {})  # none on that of several boxes, as radio buttons
    return f"<{tag}{attrs}>{label}</{tag}>" if context["use_tag"] else label


def _errors(context):
    errors = context["errors"]
    if not errors:
        return ""
    place = f' id="{esc(errors.field_id)}_error"' if errors.field_id else ""
    items = "".join(f"<li>{esc(error)}</li>" for error in errors)
    return f'<ul class="{esc(context["error_class"])}"{place}>{items}</ul>'


INPUTS = ("checkbox", "date", "email", "hidden", "number", "password", "text", "time", "url")
DRAWN: dict[str, Callable[[dict], str | SafeString]] = {
    **{f"django/forms/widgets/{name}.html": _input for name in INPUTS},
    "django/forms/widgets/select.html": _select,
    "django/forms/widgets/textarea.html": _textarea,
    "django/forms/label.html": _label,
    "django/forms/errors/list/default.html": _errors,
    "django/forms/errors/list/ul.html": _errors,  # of every box in the admin
}
