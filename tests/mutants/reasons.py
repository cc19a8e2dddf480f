# SPDX-License-Identifier: MIT
"""What is not asked of the program, and what it is known to miss."""

MOVED = ("inherited", "variable, inherited", "literal, comprehension, inherited", "yaml, inherited")
DATA = ("yaml", "json", "yaml, inherited")
REWORDED = ("literal", "variable", "part", "f-string", "loop", "items", "update", "unpack", "comprehension", "listed", "wrapper", "variable, inherited",
            "loop, child", "literal, comprehension, inherited")
SPLIT = ("child", "keys in child", "loop, child")

# Where a form is not the same config for a rule: (rule or rule and kind, form) -> why. Such mutants aren't made.
NOT_THE_SAME = {
    **{("RUN010", f): "these formats have no tuples, which the loader insists on" for f in DATA},
    **{("CFG011", f): "these formats have no tuples" for f in DATA},
    **{("CFG015", f): "the cycle is one of names of files" for f in DATA},
    **{("CFG019", f): "it is the file's bytes that are wrong" for f in DATA},
    **{(r, f): "the new value and what it doesn't fit must stand in one file" for r in ("BLR002", "BLR004", "BLR008", "BLR009", "RUN015") for f in SPLIT},
    **{(f"{c}{n:03}", "classes"): "the classes are another package's then" for c, r in (("CLS", range(1, 30)), ("MDL", range(1, 40)),
                                                                                         ("DAT", range(101, 150)), ("EVL", range(101, 130))) for n in r},
    **{("PRC005", f): "imported classes and _base_ don't go together" for f in ("child", "loop, child")},
    **{(r, "wrapper"): "a wrapper draws otherwise, or takes the key" for r in ("BLR002 good", "BLR006 good", "DAT015")},
    **{(r, f): "a comment says something of the value that it stands beside" for r in ("BLR001 good", "BLR002 good") for f in (*REWORDED, *DATA)},
    ("RUN015", "three deep"): "an override is one of the file that is named",
    **{(r, f): "right only in the file that says it" for r in ("BLR005 good", "KEY006 good") for f in (*MOVED, "child", "read_base")},
    **{(r, "several"): "the other keys make a difference" for r in ("CKP006", "CLS002", "CLS004", "EVL001", "EVL012", "EVL104", "KEY002", "KEY011", "PRC008", "RUN013")},
    **{(f"CFG{n:03}", "several"): "nothing else is looked at in such a file" for n in (1, 2, 12, 13, 15, 16, 17, 18, 19, 20, 23)},
}
# Mistakes that the program doesn't find: (rule, form) -> why.
MISSED = {
    ("BLR002", "yaml"): "a batch alone is too little to tell the loader",
    ("BLR002", "json"): "a batch alone is too little to tell the loader",
    ("EVL003", "yaml"): "its keys are other programs' too, and the project shows no loader",
    ("BLR002", "yaml, inherited"): "bases of YAML don't tell the loader, where the repository doesn't either",
    **{("CFG007", f): "what a child says is looked for in Python's syntax" for f in DATA},
    ("CFG007", "lazy child"): "not looked for in what is imported",
    **{("CFG009", f): "filling the first value counts as a use of it" for f in ("loop", "items", "update")},
    **{("CFG010", f): "looked for in Python's syntax" for f in DATA},
}
# What these are about is a key that isn't there: told at the nearest dict, in the config that lacks it or where it inherits. Or the file's
# name (BLR006), or a base that is right for others (LOG007): told at the config's start.
NO_PLACE = {"BLR006", "CLS016", "LOG007", "MDL018", "RUN013", "RUN019", "CKP002", "DAT006", "DAT007", "DAT013"}
# Rules without a mutant -> why.
NO_MUTANT = {"CFG024": "it is told where the rules of the comment have run, and here one rule runs; ignores.test tries it"}
# Mistakes in a project that are looked for and in part known to be missed: (project, kind) -> share that is found at least, why. Of
# kinds that a project has no row for, all are found; ANY stands for projects that have no row at all.
ANY = None
TYPES = "types are judged only where all registries can be seen (KEY005)"
KEYWORDS = "builder_keys of rules/code.yaml are left alone under the names that they list (KEY006, KEY007)"
MISSED_IN_CODE = {
    ("tree", "builders_keyword"): (0.7, KEYWORDS),
    ("bevseg", "misspelled_type"): (0, TYPES),
    (ANY, "builders_keyword"): (0, KEYWORDS),
    (ANY, "misspelled_type"): (0, TYPES),
}


def share_in(project, kind):
    """Of the mistakes of a kind, how many shall be found in a project."""
    own = project if any(p == project for p, _ in MISSED_IN_CODE) else ANY
    return MISSED_IN_CODE.get((own, kind), (1, ""))[0]
