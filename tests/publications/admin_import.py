"""What the tests of the admin's import share: an upload, the plan's form, a press on Import."""

import re

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from publications.models import PendingImport

ADD = "/admin/publications/importbatch/add/"
OPTIONS = {"update": "fill", "state": "publish", "encoding": ""}


def paste(client, text, **options):
    return client.post(ADD, OPTIONS | {"text": text} | options)


def upload(client, data, name="papers.bib", **options):
    file = SimpleUploadedFile(name, data)
    return client.post(ADD, OPTIONS | {"file": file} | options)


def plan_url(pending=None):
    pending = pending or PendingImport.objects.latest("created_at")
    return reverse("admin:publications_importbatch_plan", args=[pending.pk])


def plan_of(client, text, **options):
    """The page of the plan, as text."""
    answer = client.get(paste(client, text, **options).url)
    return answer.content.decode()


def form_of(page):
    """What the plan's form sends as it stands: its digest, each ticked entry, each answer."""
    ticked = re.findall(r'name="entry"\s+value="(\d+)"\s+id="entry-\d+"\s+checked', page)
    answers = re.findall(r'name="(take:[^"]+)"\s+value="(\w+)"\s+checked', page)
    kept = re.findall(r'name="keep"\s+value="([^"]+)"\s+aria-label="[^"]*"\s+checked', page)
    hidden = dict(re.findall(r'type="hidden" name="(digest|boxes|asking)" value="([^"]*)"', page))
    return hidden | {"entry": ticked, "keep": kept} | dict(answers)


def apply(client, page, **changes):
    return client.post(plan_url(), form_of(page) | changes, follow=True)
