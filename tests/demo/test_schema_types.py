"""JSON-LD of every page of the demo lab, checked against schema.org's vocabulary.

By the types of the npm package schema-dts.
"""

import json
import re
import subprocess

import pytest

from tests.node import packages

pytestmark = pytest.mark.node
BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)
ADDRESS = re.compile(r"<loc>http://testserver([^<]+)</loc>")
IMPORTS = (
    'import type { SearchAction, Thing, WithActionConstraints, WithContext } from "schema-dts";'
)
OPTIONS = ["--noEmit", "--strict", "--skipLibCheck", "--moduleResolution", "bundler"]
OPTIONS += ["--module", "esnext", "--target", "es2022"]


@pytest.fixture
def types():
    """The folder of node's packages."""
    return packages("typescript", "schema-dts")


def statements(client):
    """{page: its JSON-LD texts} of all pages that the sitemap names."""
    paths = ADDRESS.findall(client.get("/sitemap.xml").content.decode())
    return {path: BLOCK.findall(client.get(path).content.decode()) for path in paths}


def in_typescript(found):
    """One typed constant for each statement: what schema.org does not know does not compile."""
    lines = [IMPORTS]
    for path, texts in found.items():
        lines.append(f"// {path}")
        for data in map(json.loads, texts):
            # "query-input" is schema.org's, but of actions only: they have a type of their own.
            if action := data.pop("potentialAction", None):
                lines.append(constant(len(lines), "WithActionConstraints<SearchAction>", action))
            lines.append(constant(len(lines), "WithContext<Thing>", data))
    return "\n".join(lines)


def constant(number, kind, data):
    return f"export const x{number}: {kind} = {json.dumps(data)};"


def test_json_ld_compiles_against_schema_org(types, lab, client, tmp_path):
    found = statements(client)
    assert len(found) > 50
    assert all(found.values())
    (tmp_path / "node_modules").symlink_to(types)
    (tmp_path / "pages.ts").write_text(in_typescript(found))
    compiler = types / ".bin" / "tsc"
    done = subprocess.run(
        [compiler, *OPTIONS, "pages.ts"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout[:3000]) == (0, "")


def test_a_word_that_schema_org_lacks_does_not_compile(types, tmp_path):
    wrong = '{"@context": "https://schema.org", "@type": "Person", "nickname": "A"}'
    (tmp_path / "node_modules").symlink_to(types)
    (tmp_path / "pages.ts").write_text(in_typescript({"/": [wrong]}))
    compiler = types / ".bin" / "tsc"
    done = subprocess.run([compiler, *OPTIONS, "pages.ts"], cwd=tmp_path, capture_output=True)
    assert b"nickname" in done.stdout
