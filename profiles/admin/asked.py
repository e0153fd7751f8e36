"""What is asked of profiles.access, once a request: a form asks the same some forty times."""


def of(request, about_row, about_kind, model, obj) -> bool:
    """`about_row` says it of `obj`; without a row, or where it is None, `about_kind` of `model`."""
    if obj is not None and about_row is not None:
        return of_row(request, about_row, obj)
    return _once(request, (about_kind.__name__, model), lambda: about_kind(model, request.user))


def of_row(request, rule, obj) -> bool:
    if obj.pk is None:
        return True
    key = (rule.__name__, type(obj), obj.pk)
    return _once(request, key, lambda: rule(obj, request.user))


def _once(request, key, ask):
    answers = request.__dict__.setdefault("_access_answers", {})
    if key not in answers:
        answers[key] = ask()
    return answers[key]
