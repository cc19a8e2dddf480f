from mmcv.utils import build_from_cfg

from net.build import DATASETS, STEPS


@DATASETS.register_module()
class Pictures:
    def __init__(self, folder, annotations, pipeline, suffix='.png', least_size=32):
        self.folder = folder
        self.annotations = annotations
        self.suffix = suffix
        self.least_size = least_size
        self.pipeline = [build_from_cfg(step, STEPS) for step in pipeline]


@DATASETS.register_module()
class Often:
    def __init__(self, dataset, times):
        self.dataset = build_from_cfg(dataset, DATASETS)
        self.times = times


@STEPS.register_module()
class ReadPicture:
    def __init__(self, to_float=False, color='rgb'):
        self.to_float = to_float
        self.color = color


@STEPS.register_module()
class Shrink:
    def __init__(self, size, keep_ratio=True, interpolation='area'):
        self.size = size
        self.keep_ratio = keep_ratio
        self.interpolation = interpolation


@STEPS.register_module()
class Mirror:
    def __init__(self, probability=0.5, axis='horizontal'):
        self.probability = probability
        self.axis = axis
