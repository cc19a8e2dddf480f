#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""JSON Schemas of files of arguments, for editors (yaml-language-server, Visual Studio Code), from the tables of rules/schemas/.

    tools/argument-editor-schemas.py FOLDER            writes FOLDER/llamafactory.json, deepspeed.json ...
    tools/argument-editor-schemas.py --check FOLDER    writes nothing; exit status 1 when one differs

Each argument has what its library says of it (rules/help), its type, its choices, its default and the versions that take it; one that is gone is deprecated, with its new name. Other names are allowed: a newer version
may have them, and cfglint itself reports those that no version takes. Needs PyYAML.
"""
import json
import os
import sys

import yaml

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# what else a file may say where a table has the type: null for a default of None, numbers where a text is meant
TYPES = {"int": ["integer", "null"], "float": ["number", "null"], "bool": ["boolean", "null"], "list": ["array", "string", "null"], "dict": ["object", "string", "null"]}
# the commands of TRL read the fields of several classes from one file
JOINED = {"trl.yaml": ["trl.SFTConfig", "trl.DPOConfig", "trl.GRPOConfig", "trl.RLOOConfig", "trl.KTOConfig", "trl.RewardConfig", "trl.ScriptArguments", "trl.ModelConfig"]}
AUTO = {"deepspeed.json"}  # the Trainer fills in "auto", and 1e9 is a number of bytes


def read(path):
    with open(path, encoding="utf-8") as f:
        return yaml.load(f, yaml.BaseLoader)


def tables():
    """{class: (table of its package, its entry)}, under all names of each class."""
    found, folder = {}, os.path.join(TOP, "rules", "schemas")
    for name in sorted(os.listdir(folder)):
        table = read(os.path.join(folder, name))
        for dotted, entry in table["classes"].items():
            for one in [dotted, *entry.get("also", [])]:
                found[one] = (table, dotted, entry)
    return found


def helps():
    """{package: {argument: [(text, classes)]}}, of rules/help."""
    found, folder = {}, os.path.join(TOP, "rules", "help")
    for name in sorted(os.listdir(folder)):
        file = read(os.path.join(folder, name))
        for argument, text, *classes in file["help"]:
            found.setdefault(file["package"], {}).setdefault(argument, []).append((text, classes))
    return found


HELP = helps()


def help_of(package, name, dotted):
    """What the library says of the argument of a class; None: nothing."""
    return next((text for text, classes in HELP.get(package, {}).get(name, ()) if not classes or dotted in classes), None)


def rows_of(known, dotted):
    """{argument: what is known of it}, of the class and of those that it is; its own first."""
    table, name, entry = known[dotted]
    out = {}
    for row in entry.get("arguments", []):
        words = row.split(" ", 3)
        since, until = words[1].split("-", 1)
        x = out.setdefault(words[0], {"package": table["package"], "newest": table["versions"][-1], "since": since if since != table["versions"][0] else "",
                                    "help": help_of(table["package"], words[0], name)})
        x.update(until=until, type=words[2], default=words[3].rsplit(" stage=", 1)[0] if len(words) > 3 else "?")
    for old, new in table.get("renames", {}).get(name, {}).items():
        if old in out:
            out[old]["becomes"] = new
            out[old]["help"] = out[old]["help"] or help_of(table["package"], new, name)
    for base in entry.get("is", []):
        for key, x in rows_of(known, base).items() if base in known else ():
            out.setdefault(key, x)
    return out


def value_of(text):
    """A default as it is written in Python, as JSON; None: it has none, or it is computed."""
    words = {"True": True, "False": False}
    if text in words:
        return words[text]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            pass
    return None if text in ("-", "?", "None") or text[:1] in "[{(" else text


def fits(value, kind):
    return kind is None or isinstance(value, bool) == ("boolean" in kind) and isinstance(value, {"integer": int, "number": (int, float), "boolean": bool}.get(kind[0], str))


def property_of(x, auto):
    kind = TYPES.get(x["type"])
    out = {}
    said = f"{x['package']} " + (f"{x['since'] or 'any'} to {x['until']}" if x["until"] else f"since {x['since']}" if x["since"] else "in all versions")
    out["description"] = (x["help"] + "\n\n" if x["help"] else "") + f"{said} (known up to {x['newest']}). " + {"-": "Has no default.", "?": "Its default is computed."}.get(x["default"], f"Default: {x['default']}.")
    if "|" in x["type"]:
        out["enum"] = x["type"].split("|")
        kind = ["string"]
    elif kind:
        out["type"] = ["number" if auto and k == "integer" else k for k in kind] + (["string"] if auto and "string" not in kind else [])
    value = value_of(x["default"])
    if value is not None and ("enum" not in out or value in out["enum"]) and fits(value, kind):
        out["default"] = value
    if x["until"]:
        out["deprecated"] = True
        out["deprecationMessage"] = f"gone after {x['package']} {x['until']}" + (f": {x['becomes']}" if "becomes" in x else "")
    return out


def choices(one):
    """An enum of texts takes YAML's own words for them, too: `no`, numbers, and nothing."""
    if "enum" in one:
        one["anyOf"] = [{"enum": one.pop("enum")}, {"type": ["boolean", "integer", "null"]}]
    return one


def put(properties, parts, x, auto):
    here = properties.setdefault(parts[0], {})
    if len(parts) > 1 and "array" in here.get("type", []):
        put(here.setdefault("items", {"type": "object", "properties": {}})["properties"], parts[1:], x, auto)
    elif len(parts) > 1:
        here.setdefault("type", ["object", "string", "null", "boolean"])
        put(here.setdefault("properties", {}), parts[1:], x, auto)
    else:
        made = choices(property_of(x, auto))
        here.update({k: v for k, v in made.items() if k != "type" or "properties" not in here})


def schema_of(known, file):
    rows = {}
    for dotted in JOINED.get(file, [file]):
        for name, x in rows_of(known, dotted).items():
            old = rows.setdefault(name, dict(x))
            if old["type"] != x["type"] or old["default"] != x["default"]:
                old.update(type=x["type"] if old["type"] == x["type"] else "any", default="?")
    table = known[JOINED.get(file, [file])[0]][0]
    out = {"$schema": "http://json-schema.org/draft-07/schema#", "title": f"{file}: arguments of {table['package']}",
           "description": f"Known up to {table['package']} {table['versions'][-1]} ({table['made']}). Made by tools/argument-editor-schemas.py from rules/schemas/.",
           "type": "object", "properties": {}}
    for name in sorted(rows):
        put(out["properties"], name.split("."), rows[name], file in AUTO)
    if file in read(os.path.join(TOP, "rules", "arguments.yaml"))["sectioned"]:  # a section takes what the file takes
        out["additionalProperties"] = {"if": {"type": "object"}, "then": {"properties": {n: {"$ref": f"#/properties/{n}"} for n in out["properties"]}}}
    return json.dumps(out, indent=1, ensure_ascii=False) + "\n"


def name_of(file):
    """trl of trl.yaml; kohya-dataset of kohya.dataset"""
    name, _, ext = file.rpartition(".")
    return name if ext in ("yaml", "json", "toml") else f"{name}-{ext}"


def files(known):
    """The formats that rules/foreign.yaml gives a table, and what JOINED makes."""
    rows = read(os.path.join(TOP, "rules", "foreign.yaml"))
    named = {row["schema"] for kind in rows.values() if isinstance(kind, list) for row in kind if isinstance(row, dict) and "schema" in row and "dataclasses" not in row}
    return sorted(n for n in named | set(JOINED) if n in known or n in JOINED)


def main():
    check, folder = "--check" in sys.argv, sys.argv[-1]
    known, differs = tables(), []
    for file in files(known):
        path, text = os.path.join(folder, name_of(file) + ".json"), schema_of(known, file)
        if check:
            with open(path, encoding="utf-8") as f:
                differs += [path] if f.read() != text else []
            continue
        os.makedirs(folder, exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    if differs:
        sys.exit(f"{', '.join(differs)}: run `make docs`")


if __name__ == "__main__":
    main()
