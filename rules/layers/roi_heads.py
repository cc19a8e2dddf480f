# SPDX-License-Identifier: MIT
"""Heads on regions: mmdet/models/roi_heads (3.x)."""


def regions(maps, extractor, count):
    """What RoIAlign cuts out of the maps for count regions of the batch: it keeps no map."""
    size = pair(extractor['roi_layer'].get('output_size', 7))
    return tensor((count, extractor.get('out_channels', 256)) + size, True, maps[0]['size'])


def convs_and_fcs(x, convs, conv_out, fcs, fc_out, conv_cfg, norm_cfg, pooled, flatten):
    for i in range(convs):
        x = conv_module(x, conv_out, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
    if len(x['shape']) == 4 and (fcs or flatten):
        x = pool_to(x, 1) if pooled else x
        x = view(x, (x['shape'][0], elements(x['shape'][1:])))
    for i in range(fcs):
        x = relu_inplace(linear(x, fc_out))
    return x


def ConvFCBBoxHead(x, num_classes, num_shared_convs=0, num_shared_fcs=0, num_cls_convs=0, num_cls_fcs=0, num_reg_convs=0, num_reg_fcs=0, conv_out_channels=256,
                   fc_out_channels=1024, conv_cfg=None, norm_cfg=None, with_avg_pool=False, with_cls=True, with_reg=True, reg_class_agnostic=False,
                   loss_cls={'type': 'CrossEntropyLoss'}, **rest):
    x = convs_and_fcs(x, num_shared_convs, conv_out_channels, num_shared_fcs, fc_out_channels, conv_cfg, norm_cfg, with_avg_pool, False)
    cls = convs_and_fcs(x, num_cls_convs, conv_out_channels, num_cls_fcs, fc_out_channels, conv_cfg, norm_cfg, with_avg_pool, True)
    reg = convs_and_fcs(x, num_reg_convs, conv_out_channels, num_reg_fcs, fc_out_channels, conv_cfg, norm_cfg, with_avg_pool, True)
    if with_cls:
        keeps_output(linear(cls, num_classes + 1))
    if with_reg:
        linear(reg, 4 if reg_class_agnostic else 4 * num_classes)


def BBoxHead(x, num_classes, with_avg_pool=False, with_cls=True, with_reg=True, reg_class_agnostic=False, **rest):
    ConvFCBBoxHead(x, num_classes, with_avg_pool=with_avg_pool, with_cls=with_cls, with_reg=with_reg, reg_class_agnostic=reg_class_agnostic)


def Shared2FCBBoxHead(x, num_classes, fc_out_channels=1024, **args):
    ConvFCBBoxHead(x, num_classes, num_shared_fcs=2, fc_out_channels=fc_out_channels, **args)


def Shared4Conv1FCBBoxHead(x, num_classes, fc_out_channels=1024, **args):
    ConvFCBBoxHead(x, num_classes, num_shared_convs=4, num_shared_fcs=1, fc_out_channels=fc_out_channels, **args)


def FCNMaskHead(x, num_classes=80, num_convs=4, conv_kernel_size=3, conv_out_channels=256, class_agnostic=False, upsample_cfg={'type': 'deconv', 'scale_factor': 2},
                conv_cfg=None, norm_cfg=None, **rest):
    for i in range(num_convs):
        x = conv_module(x, conv_out_channels, conv_kernel_size, 1, (conv_kernel_size - 1) // 2, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
    kind, factor = upsample_cfg['type'], upsample_cfg.get('scale_factor', 2)
    if kind == 'deconv':
        x = relu_inplace(deconv(x, conv_out_channels, factor, factor))
    elif kind == 'carafe':
        unknown('carafe')
        x = resize(x, [d * factor for d in x['shape'][2:]])
    elif kind is not None:
        x = resize(x, [d * factor for d in x['shape'][2:]])
    x = conv(x, 1 if class_agnostic else num_classes)
    n, c, h, w = x['shape']
    keep(tensor((n, h, w), True))


def sampled(train_cfg, batch):
    """Regions that are sampled of the batch, and those of them that may be positive."""
    sampler = train_cfg['sampler']
    num = sampler.get('num', 512)
    return batch * num, int(batch * num * sampler.get('pos_fraction', 0.25))


def with_shared(x, shared_head):
    return x if shared_head is None else build('shared_head', shared_head, x)


def StandardRoIHead(maps, train_cfg, bbox_roi_extractor=None, bbox_head=None, mask_roi_extractor=None, mask_head=None, shared_head=None, **rest):
    count, positive = sampled(train_cfg, maps[0]['shape'][0])
    if bbox_head is not None:
        x = with_shared(regions(maps, bbox_roi_extractor, count), shared_head)
        build('bbox_head', bbox_head, x)
    if mask_head is not None:
        x = with_shared(regions(maps, mask_roi_extractor or bbox_roi_extractor, positive), shared_head)
        build('mask_head', mask_head, x)


def CascadeRoIHead(maps, train_cfg, num_stages, bbox_roi_extractor=None, bbox_head=None, mask_roi_extractor=None, mask_head=None, shared_head=None, **rest):
    for i in range(num_stages):
        count, positive = sampled(train_cfg[i], maps[0]['shape'][0])
        if bbox_head is not None:
            x = with_shared(regions(maps, at_stage(bbox_roi_extractor, i), count), shared_head)
            build('bbox_head[' + str(i) + ']', at_stage(bbox_head, i), x)
        if mask_head is not None:
            x = with_shared(regions(maps, at_stage(mask_roi_extractor or bbox_roi_extractor, i), positive), shared_head)
            build('mask_head[' + str(i) + ']', at_stage(mask_head, i), x)


def at_stage(cfg, i):
    return cfg[i] if isinstance(cfg, (list, tuple)) else cfg
