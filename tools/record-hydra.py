#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records what Hydra composes: fixtures/hydra/PROJECT/composed.jsonl.

    PYTHONPATH=HYDRA_CHECKOUT record-hydra.py fixtures/hydra/PROJECT...

Needs Hydra 1.3 with its generated grammar, and OmegaConf. Each line of overrides.txt is one command line of the project's train.py; the
record has, in the same order, the config without interpolations resolved, or null where Hydra raises.
"""
import json
import os
import re
import runpy
import sys
import warnings

from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from omegaconf import OmegaConf

warnings.filterwarnings("ignore")
own = set(ConfigStore.instance().repo)  # Hydra's own


def plain(v):
    """As cfglint prints it: keys are texts, and floats that JSON lacks too."""
    if isinstance(v, dict):
        return {str(k): plain(x) for k, x in v.items()}
    if isinstance(v, list):
        return [plain(x) for x in v]
    return str(v) if isinstance(v, float) and (v != v or v in (float("inf"), float("-inf"))) else v


def composed(folder, base, overrides):
    with initialize_config_dir(folder, version_base=base):
        try:
            return plain(OmegaConf.to_container(compose("config", overrides=overrides), resolve=False))
        except Exception:
            return None


for project in sys.argv[1:]:
    with open(f"{project}/train.py") as f:
        text = f.read()
    base = re.search(r'version_base="([^"]*)"', text)
    ConfigStore.instance().repo = {k: v for k, v in ConfigStore.instance().repo.items() if k in own}
    if "ConfigStore" in text:
        runpy.run_path(f"{project}/train.py", run_name="stores")
    with open(f"{project}/overrides.txt") as f, open(f"{project}/composed.jsonl", "w") as out:
        for line in f.read().splitlines():
            # blanks outside of quotes divide words
            words = re.findall(r"""(?:[^\s'"]|'[^']*'|"[^"]*")+""", line)
            one = composed(os.path.abspath(f"{project}/conf"), base[1] if base else "1.1", words)
            out.write(json.dumps(one, sort_keys=True) + "\n")
