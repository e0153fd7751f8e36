"""Every address of the site, public and of the admin, as the resolver has them."""

import itertools
import re

from django.apps import apps
from django.urls import get_resolver

OF_A_ROW = re.compile(r"/admin/(\w+)/(\w+)/%\((object_id|id)\)s/")


def templates() -> list[tuple[str, tuple[str, ...]]]:
    """(address with %(name)s where something stands, those names), sorted."""
    resolver = get_resolver()
    prefix, below = resolver.namespace_dict["admin"]
    return sorted({*_of(resolver, "/"), *_of(below, f"/{prefix}")})


def _of(resolver, prefix):
    for name in resolver.reverse_dict:
        for possibilities, *_rest in resolver.reverse_dict.getlist(name):
            for template, places in possibilities:
                yield prefix + template, tuple(places)


def addresses(known: dict[str, list]) -> list[str]:
    """Each template with what is `known` to stand in its places; the first row of each model."""
    return sorted({path for template in templates() for path in filled(*template, known)})


def filled(template, places, known):
    values = known | row(template)
    for given in itertools.product(*(values[place] for place in places)):
        yield template % dict(zip(places, given, strict=True))


def row(template: str) -> dict[str, list]:
    """The first row of the model that an address is of, by the name of its place."""
    if not (found := OF_A_ROW.match(template)):
        return {}
    rows = apps.get_model(found[1], found[2])._base_manager
    return {found[3]: list(rows.values_list("pk", flat=True)[:1])}
