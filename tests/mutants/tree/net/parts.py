from net.build import MODELS, build_model


@MODELS.register_module()
class Detector:
    def __init__(self, backbone, neck, head, frozen_parts=()):
        self.backbone = build_model(backbone)
        self.neck = build_model(neck)
        self.head = build_model(head)
        self.frozen_parts = frozen_parts


@MODELS.register_module()
class PlainBackbone:
    def __init__(self, depth, stem_width=64, dilation=1, with_pooling=True):
        self.depth = depth
        self.stem_width = stem_width
        self.dilation = dilation
        self.with_pooling = with_pooling


@MODELS.register_module()
class PyramidNeck:
    def __init__(self, in_widths, out_width=256, num_levels=4, upsampling='nearest'):
        self.in_widths = in_widths
        self.out_width = out_width
        self.num_levels = num_levels
        self.upsampling = upsampling


@MODELS.register_module()
class CenterHead:
    def __init__(self, num_classes, in_width=256, sigma=2.0, loss=None):
        self.num_classes = num_classes
        self.in_width = in_width
        self.sigma = sigma
        self.loss = build_model(loss)


@MODELS.register_module()
class HeatmapLoss:
    def __init__(self, alpha=2.0, beta=4.0, weight=1.0, reduction='mean'):
        self.alpha = alpha
        self.beta = beta
        self.weight = weight
        self.reduction = reduction
