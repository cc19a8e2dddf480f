from mmcv.utils import Registry, build_from_cfg

MODELS = Registry('models')
DATASETS = Registry('datasets')
STEPS = Registry('steps')


def build_model(cfg):
    return build_from_cfg(cfg, MODELS)


def build_dataset(cfg):
    return build_from_cfg(cfg, DATASETS)
