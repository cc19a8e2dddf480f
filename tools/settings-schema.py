#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""schemas/settings.json from the rules: their ids, names, categories and options with types, the dialects and profiles.

    cfglint rules --output-format json | tools/settings-schema.py FILE            writes FILE
    cfglint rules --output-format json | tools/settings-schema.py --check FILE    writes nothing; exit status 1 when it differs

Words stand there as the rules spell them; the program takes them in any case. Where a file extends another or names folders of rules, words that no rule here has are let pass: they may be of a rule there.
"""
import json
import os
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEVELS = ["all", "error", "warning", "performance", "perf", "info"]
PATTERN = {"type": ["string", "number"], "pattern": "."}
SEVERITY = {"$ref": "#/definitions/severity"}
LISTS = {"select": "run these: ids, beginnings of ids, names, categories; levels add to the default",
         "extend-select": "run these too", "ignore": "don't run these",
         "fixable": "rules whose fixes are offered; all when absent", "unfixable": "rules whose fixes are not offered",
         "extend-safe-fixes": "rules whose fixes count as safe", "extend-unsafe-fixes": "rules whose fixes count as unsafe"}
FIGURE_MAX = 1000000


def one_or_list(item):
    return {"anyOf": [item, {"type": "array", "items": item}]}


def typed(default):
    """The type of an option, by its default: numbers are one type, a list holds what the default's list holds."""
    if isinstance(default, bool):
        return {"type": "boolean"}
    if isinstance(default, (int, float)):
        return {"type": "number"}
    if isinstance(default, str):
        return {"type": "string"}
    if isinstance(default, list):
        return {"type": "array", "items": typed(default[0]) if default else {}}
    return {}


def options_of(rule):
    found = {name: dict(typed(o["default"]), description=f"{o['doc']} (default: {json.dumps(o['default'])})")
             for name, o in rule["options"].items()}
    return {"type": "object", "description": rule["summary"], "properties": {"severity": SEVERITY, **found},
            "additionalProperties": False}


def several(rules):
    """Words that stand for more than one rule: beginnings of ids, and categories."""
    ids = [r["code"] for r in rules]
    return sorted({i[:n] for i in ids for n in range(1, len(i))} | {r["category"] for r in rules})


def alone(rules):
    return {word: r["code"] for r in rules for word in (r["code"], r["name"])}


def rule_map(rules):
    """{WORD: {severity:, options}}"""
    group = {"type": "object", "properties": {"severity": SEVERITY}, "additionalProperties": False}
    names = {word: {"$ref": "#/definitions/" + code} for word, code in alone(rules).items()}
    return {"type": "object", "properties": {**names, **{word: group for word in several(rules)}},
            "additionalProperties": {"type": "object", "properties": {"severity": SEVERITY}}}


SOME = {"pattern": "."}  # not the empty text
PATH = {"type": ["string", "number"], **SOME}


def figure(kind, text):
    return {"type": kind, "exclusiveMinimum": 0, "maximum": FIGURE_MAX, "description": text}


def everywhere(dialects):
    """What a settings file and an override may say, but for words of rules."""
    return {
        "machine": {"type": "object", "additionalProperties": False, "description": "where training runs; never guessed",
                    "properties": {"gpus": figure("integer", "GPUs on each node"), "nodes": figure("integer", "nodes"),
                                   "cores": figure("integer", "CPU cores on each node"),
                                   "gpu_mem": figure("number", "GiB of each GPU"),
                                   "gpu": {"type": "string", "pattern": "[^0-9]", "description": "the card, such as T4 or A100"}}},
        "dialect": {"enum": dialects, "description": "training code; detected when absent"},
        "lr": {"type": "object", "additionalProperties": False, "required": ["base_lr", "base_batch"],
               "description": "the learning rate's reference, for linear scaling",
               "properties": {"base_lr": figure("number", "the rate"), "base_batch": figure("integer", "the total batch it was tuned for")}},
        "pedantic": {"type": "boolean", "description": "show findings of level info"},
        "dependents": {"enum": ["yes", "no", True, False], "description": "whether what inherits from a named file is checked, too"},
        "fail-on": {"enum": ["error", "warning", "performance", "info", "never"], "description": "lowest level that fails"},
        "code": {"anyOf": [{"enum": ["on", "off", True, False]}, {"type": "array", "items": PATH}],
                 "description": "whether findings look at the training code; or further folders of it"},
    }


def profile_schema():
    with open(os.path.join(TOP, "schemas", "profile.json"), encoding="utf-8") as f:
        profile = json.load(f)
    extends = {"anyOf": [{"enum": names_in("profiles")}, {"type": "string"}]}
    parts = {**profile["properties"], "extends": {**profile["properties"]["extends"], **extends}}
    kept = {key: profile[key] for key in ("type", "additionalProperties", "anyOf")}
    return profile["definitions"], {**kept, "properties": parts}


def names_in(folder):
    return sorted(f[:-5] for f in os.listdir(os.path.join(TOP, "rules", folder)) if f.endswith(".yaml"))


def whole_file():
    """What holds for all files, and so stands in no override."""
    path, text = PATH, {"type": ["string", "number", "boolean", "null"]}
    return {
        "extends": dict(one_or_list(path), description="settings files of this project that lie below this one, relative to it"),
        "loader": {"enum": ["auto", "mmcv1", "mmengine"]},
        "exclude": dict(one_or_list(PATTERN), description="patterns as in .gitignore"),
        "roots": dict(one_or_list(path), description="folders outside the project that may be read too; a project's settings may only name what the user allows"),
        "packages": {"type": "object", "propertyNames": SOME, "additionalProperties": path,
                     "description": "{PACKAGE: folder}: where a package that is not in the project lies"},
        "evidence": {"anyOf": [{"type": "string", **SOME}, {"type": "object", "propertyNames": SOME, "additionalProperties": path}],
                     "description": "runs of the configs: a folder of work_dirs, or {CONFIG: RUN}"},
        "baseline": dict(path, description="file that counts old findings, which are not reported; relative to this one"),
        "limits": {"type": "object", "additionalProperties": False, "description": "what loading configs may take; beyond, values are not known",
                   "properties": {"seconds": figure("integer", "of a usual machine's time, a file (default 2)"),
                                  "memory": figure("integer", "MiB, a file (default 240)"),
                                  "run_memory": figure("integer", "MiB, all files of a run (default 1024)")}},
        "env": {"anyOf": [{"type": "object", "propertyNames": SOME, "additionalProperties": text},
                          one_or_list({"type": "string", "pattern": "^[^=].*="})], "description": "{NAME: value}"},
        "profiles": {"type": "object", "propertyNames": {"pattern": "^[A-Za-z0-9._-]+$"},
                     "additionalProperties": {"$ref": "#/definitions/profile"},
                     "description": "profiles of the project's own, by name, as in a profile file"},
    }


def about_rules(word, rules):
    """Keys that hold words for rules."""
    return {**{name: dict(one_or_list(word), description=text) for name, text in LISTS.items()}, "rules": rules}


def rules_or_folders(rules):
    return {"anyOf": [rules, {"type": "array", "items": {"anyOf": [
        {"type": "string", **SOME, "description": "folder of this project's rules"}, rules]}}]}


def override(dialects):
    files = dict(one_or_list(PATTERN), minItems=1, description="patterns as in .gitignore")
    return {"type": "object", "required": ["files"], "minProperties": 2, "additionalProperties": False,
            "properties": {"files": files, **everywhere(dialects), **about_rules({"type": "string"}, {"$ref": "#/definitions/rules"})}}


def known_only():
    """Over the rest: only words of the rules here."""
    closed = {"type": "object", "propertyNames": {"$ref": "#/definitions/rule"}}
    lists = about_rules({"$ref": "#/definitions/word"}, closed)
    return {"properties": {**lists, "rules": rules_or_folders(closed),
                           "overrides": {"items": {"properties": lists}}}}


def schema(rules):
    dialects = names_in("dialects")
    definitions, profile = profile_schema()
    definitions.update({r["code"]: options_of(r) for r in rules}, profile=profile, rules=rule_map(rules),
                       severity={"enum": ["error", "warning", "performance", "info", "off"]},
                       rule={"enum": sorted(alone(rules)) + several(rules)},
                       word={"anyOf": [{"enum": LEVELS}, {"$ref": "#/definitions/rule"}]})
    overrides = {"type": "array", "description": "what holds for some paths only, over the rest of this file", "items": override(dialects)}
    mapped = about_rules({"type": "string"}, rules_or_folders({"$ref": "#/definitions/rules"}))
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Settings of cfglint",
            "description": ".cfglint.yaml, nearest upwards of each linted file. Made from the rules by `make docs`.",
            "definitions": definitions, "type": "object", "additionalProperties": False,
            "properties": {**everywhere(dialects), **mapped, "overrides": overrides, **whole_file()},
            "if": {"anyOf": [{"required": ["extends"]},
                             {"required": ["rules"], "properties": {"rules": {"type": "array", "contains": {"type": "string"}}}}]},
            "else": known_only()}


def main():
    check = sys.argv[1] == "--check"
    text = json.dumps(schema(json.load(sys.stdin)), indent=1) + "\n"
    path = sys.argv[-1]
    if not check:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return 0
    with open(path, encoding="utf-8") as f:
        same = f.read() == text
    if not same:
        print(f"{os.path.relpath(path, TOP)} is not what the rules say: make docs")
    return not same


if __name__ == "__main__":
    sys.exit(main())
