# SPDX-License-Identifier: MIT
"""Heads on regions: mmdet/models/roi_heads (3.x)."""


def pooled_regions(maps, extractor, count):
    """What RoIAlign cuts out of a map for count regions: it keeps no map. Deformable pooling looks first where it should look: mmcv/ops/deform_roi_pool.py;
    each level has layers of its own for that, of which the regions use one."""
    layer = extractor['roi_layer']
    size = pair(layer.get('output_size', 7))
    channels = extractor.get('out_channels', 256)
    x = tensor((count, channels) + size, True, maps[0]['size'])
    if layer['type'] in ('DeformRoIPoolPack', 'ModulatedDeformRoIPoolPack'):
        area, hidden = size[0] * size[1], layer.get('deform_fc_channels', 1024)
        rows = view(x, (count, channels * area))
        keep(linear(relu_inplace(linear(relu_inplace(linear(rows, hidden)), hidden)), 2 * area))
        one = channels * area * hidden + hidden * hidden + hidden * 2 * area + 2 * hidden + 2 * area
        x = copied(x, x['shape'])
        if layer['type'] == 'ModulatedDeformRoIPoolPack':
            mask = keeps_output(linear(relu_inplace(linear(rows, hidden)), area))
            x = mul(x, view(mask, (count, 1) + size))
            one += channels * area * hidden + hidden * area + hidden + area
        weight(one * (len(extractor.get('featmap_strides', (4, 8, 16, 32))) - 1))
    return x


def regions(maps, extractor, count):
    """GenericRoIExtractor cuts regions out of all levels and adds them (concat: puts them side by side), with layers before and after that."""
    if extractor.get('type', '').split('.')[-1] != 'GenericRoIExtractor' or len(extractor.get('featmap_strides', (4,))) == 1:
        return pooled_regions(maps, extractor, count)
    levels = []
    for i in range(len(extractor['featmap_strides'])):
        NOW['shared'] += 1 if i > 0 else 0
        x = pooled_regions(maps, extractor, count)
        if extractor.get('pre_cfg') is not None:
            x = plugin_layer(x, extractor['pre_cfg'])
        NOW['shared'] -= 1 if i > 0 else 0
        levels.append(x)
    x = copied(levels[0], levels[0]['shape'])
    return plugin_layer(x, extractor['post_cfg']) if extractor.get('post_cfg') is not None else x


def convs_and_fcs(x, convs, conv_out, fcs, fc_out, conv_cfg, norm_cfg, pooled, flatten):
    for i in range(convs):
        x = conv_module(x, conv_out, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
    if len(x['shape']) == 4 and (fcs or flatten):
        x = avg_pool(x, x['shape'][2:]) if pooled else x
        x = view(x, (x['shape'][0], elements(x['shape'][1:])))
    for i in range(fcs):
        x = relu_inplace(linear(x, fc_out))
    return x


def ConvFCBBoxHead(x, num_classes, num_shared_convs=0, num_shared_fcs=0, num_cls_convs=0, num_cls_fcs=0, num_reg_convs=0, num_reg_fcs=0, conv_out_channels=256,
                   fc_out_channels=1024, conv_cfg=None, norm_cfg=None, with_avg_pool=False, with_cls=True, with_reg=True, reg_class_agnostic=False,
                   loss_cls={'type': 'CrossEntropyLoss'}, numbers=4, **rest):
    x = convs_and_fcs(x, num_shared_convs, conv_out_channels, num_shared_fcs, fc_out_channels, conv_cfg, norm_cfg, with_avg_pool, False)
    cls = convs_and_fcs(x, num_cls_convs, conv_out_channels, num_cls_fcs, fc_out_channels, conv_cfg, norm_cfg, with_avg_pool, True)
    reg = convs_and_fcs(x, num_reg_convs, conv_out_channels, num_reg_fcs, fc_out_channels, conv_cfg, norm_cfg, with_avg_pool, True)
    if with_cls:
        cls = linear(cls, num_classes + 1)
        if NOW['losses']:
            softmax(cls)
    if with_reg:
        linear(reg, numbers if reg_class_agnostic else numbers * num_classes)


def BBoxHead(x, num_classes, with_avg_pool=False, with_cls=True, with_reg=True, reg_class_agnostic=False, **rest):
    ConvFCBBoxHead(x, num_classes, with_avg_pool=with_avg_pool, with_cls=with_cls, with_reg=with_reg, reg_class_agnostic=reg_class_agnostic)


def Shared2FCBBoxHead(x, num_classes, fc_out_channels=1024, **args):
    ConvFCBBoxHead(x, num_classes, num_shared_fcs=2, fc_out_channels=fc_out_channels, **args)


def Shared4Conv1FCBBoxHead(x, num_classes, fc_out_channels=1024, **args):
    ConvFCBBoxHead(x, num_classes, num_shared_convs=4, num_shared_fcs=1, fc_out_channels=fc_out_channels, **args)


def mask_tower(x, cfg):
    for i in range(cfg['num_convs']):
        kernel = cfg.get('conv_kernel_size', 3)
        x = conv_module(x, cfg['conv_out_channels'], kernel, 1, (kernel - 1) // 2, conv_cfg=cfg.get('conv_cfg'), norm_cfg=cfg.get('norm_cfg'))
    return x


def mask_end(x, num_classes, conv_out_channels, class_agnostic, upsample_cfg):
    """The last part of a mask head: larger by a deconvolution (or another way), then a mask per class; the loss looks at one of them."""
    kind, factor = upsample_cfg['type'], upsample_cfg.get('scale_factor', 2)
    if kind == 'deconv':
        x = relu_inplace(deconv(x, conv_out_channels, factor, factor))
    elif kind == 'carafe':
        x = carafe(x, factor, upsample_cfg)
    elif kind is not None:
        x = resize(x, [d * factor for d in x['shape'][2:]])
    x = conv(x, 1 if class_agnostic else num_classes)
    n, c, h, w = x['shape']
    if NOW['losses']:
        keep_bytes(2 * n * h * w * 4)
        moment(x['store']['bytes'])
    return x


def FCNMaskHead(x, num_classes=80, num_convs=4, conv_kernel_size=3, conv_out_channels=256, class_agnostic=False, upsample_cfg={'type': 'deconv', 'scale_factor': 2},
                conv_cfg=None, norm_cfg=None, **rest):
    x = mask_tower(x, {'num_convs': num_convs, 'conv_kernel_size': conv_kernel_size, 'conv_out_channels': conv_out_channels, 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg})
    return mask_end(x, num_classes, conv_out_channels, class_agnostic, upsample_cfg)


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


PISARoIHead = DynamicRoIHead = TridentRoIHead = MultiInstanceRoIHead = StandardRoIHead


def ResLayer(x, depth, stage=3, stride=2, dilation=1, style='pytorch', norm_cfg={'type': 'BN', 'requires_grad': True}, norm_eval=True, with_cp=False, dcn=None, **rest):
    """A stage of ResNet on regions: mmdet/models/roi_heads/shared_heads/res_layer.py."""
    NOW['eval_norm'] += 1 if norm_eval else 0
    block = residual_block('BOTTLENECK', None, norm_cfg, with_cp)
    block.update(style=style, dcn=dcn)
    x = residual_stage(x, 64 * 2 ** stage, DEPTHS[depth][stage], stride, dilation, block)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return x
