from mmcv import Config
from mmcv.utils import Registry, build_from_cfg
MODELS = Registry('models')

@MODELS.register_module()
class Net(Base):
    def __init__(self, depth, wide=2, head=None, **kwargs):
        super().__init__(**kwargs)
        assert depth in (18, 50)
        self.head = MODELS.build(head)

@MODELS.register_module(name='Head', force=True)
class Head(object):
    def __init__(self, *, loss=dict(type='L1')):
        self.loss = build_from_cfg(loss, MODELS)

def main(args):
    cfg = Config.fromfile(args.config)
    model = build_from_cfg(cfg.model, MODELS, default_args=dict(train_cfg=cfg.get('train_cfg')))
    if cfg.get('unread', False) is True:
        cfg.data.samples_per_gpu = 1

if __name__ == '__main__':
    main(None)
