import torch
from mmcv.runner import HOOKS, Hook as H, build_runner, EvalHook
class E(EvalHook):
    def __init__(self, dataloader, interval=1, **eval_kwargs): self.metric = eval_kwargs.get('metric')
@HOOKS.register_module
class Hook(H):
    priority = 'LOW'
    def __init__(self, a=1, priority=2): ...
def train(cfg):
    runner = build_runner(cfg.runner, default_args=dict(model=None, max_epochs=cfg.total_epochs))
    runner.register_hook(E(None, **cfg.evaluation), priority='LOW')
    for h in cfg.custom_hooks:
        p = h.pop('priority', 'NORMAL')
        runner.register_hook(mmcv.build_from_cfg(h, HOOKS), priority=p)
    if 'fp16' in cfg or hasattr(cfg, 'fp16') and len(cfg.gpu_ids) == 1: assert cfg.unread
def main():
    from mmcv import Config
    cfg = Config.fromfile('x'); train(cfg)
if __name__ == "__main__": main()
