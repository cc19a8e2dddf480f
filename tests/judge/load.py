#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Effective configs as the frameworks' own loaders give them.

    load.py mmcv|mmengine SOURCES ADDICT OUT < paths

SOURCES is a checkout of mmcv 1.x or of MMEngine, ADDICT one of addict. Only the modules that Config.fromfile needs are imported from
them: neither OpenCV nor PyTorch has to be there. It runs the configs, as training would: for checkouts that you trust. OUT gets a pickled
dict from path to effective config (plain dicts, lists, tuples and values; what else there is as its repr), or to the exception as text.
"""
import importlib.machinery
import os
import pickle
import re
import sys
import types
import warnings


def stand_in(name, folder=None, **names):
    """A package whose __init__ isn't run: its modules are found in the folder."""
    module = types.ModuleType(name)
    module.__dict__.update(names)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=f'{folder}/__init__.py', is_package=bool(folder))
    if folder:
        module.__path__ = [folder]
    sys.modules[name] = module


def loader(kind, sources, addict):
    sys.path.insert(0, addict)
    stand_in(kind, f'{sources}/{kind}')
    if kind == 'mmcv':
        stand_in('mmcv.utils', f'{sources}/mmcv/utils')
        from mmcv.utils.config import Config
    else:
        stand_in('mmengine.logging', print_log=lambda *a, **k: None)
        from mmengine.config.config import Config
    return Config


def plain(v):
    if isinstance(v, dict):
        return {k: plain(x) for k, x in dict.items(v)}
    if type(v) in (list, tuple):
        return type(v)(plain(x) for x in v)
    if v is None or type(v) in (bool, int, float, str):
        return v
    if type(v).__name__ in ('LazyObject', 'LazyAttr'):
        return f'{v.module}.{v}'
    return f'{type(v).__name__}: ' + re.sub(r' at 0x[0-9a-f]+', '', repr(v))


def load(config, path):
    try:
        got = config.fromfile(path, import_custom_modules=False)
        return plain(got._to_lazy_dict() if hasattr(got, '_to_lazy_dict') else got._cfg_dict)
    except (Exception, SystemExit) as e:
        return f'{type(e).__name__}: {e}'[:300]


def main():
    kind, sources, addict, out = sys.argv[1:]
    warnings.simplefilter('ignore')
    config = loader(kind, sources, addict)
    loaded = {path: load(config, path) for path in sys.stdin.read().split('\n') if path}
    with open(out, 'wb') as f:
        pickle.dump(loaded, f)


if __name__ == '__main__':
    main()
