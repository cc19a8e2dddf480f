import argparse, importlib
from mmengine.config import Config, DictAction
from mmengine.runner import Runner
class Meta(type):
    def __new__(mcs, name, bases, ns): return super().__new__(mcs, name, bases, ns)
class A: pass
class B(A): pass
class Net(B, A, metaclass=Meta):
    __init__ = lambda self, depth, **kw: None
    @classmethod
    def from_cfg(cls, cfg): return cls(**{k: v for k, v in cfg.items() if not k.startswith('_')})
def main():
    cfg = Config.fromfile(parse().config)
    cfg.merge_from_dict(parse().cfg_options)
    getattr(importlib.import_module('net'), cfg.model.type).from_cfg(cfg.model)
    runner = Runner.from_cfg(cfg)
    global unread; unread = cfg.get('unread')
    match unread:
        case {'type': t}: del cfg.data
        case _: pass
    runner.train()
main()
