# SPDX-License-Identifier: MIT
"""Detectors by corners and centers: mmdet/models/backbones/hourglass.py, dense_heads/corner_head.py, centripetal_head.py, centernet_head.py,
necks/ct_resnet_neck.py (3.x), mmcv/ops/corner_pool.py."""

BATCH_NORM = {'type': 'BN', 'requires_grad': True}


def basic_layer(x, out, blocks, stride=1, last_changes=False):
    """ResLayer of BasicBlocks; last_changes: the last block is the one whose width changes."""
    block = residual_block('BASIC', None, BATCH_NORM, False)
    if last_changes:
        x = residual_stage(x, x['shape'][1], blocks - 1, 1, 1, block)
        return residual_stage(x, out, 1, stride, 1, block)
    return residual_stage(x, out, blocks, stride, 1, block)


def hourglass(x, depth, channels, blocks):
    """Around, and once more at half the resolution; as deep as depth."""
    around = basic_layer(x, channels[0], blocks[0])
    levels = [(around, channels[0], blocks[0])]
    for i in range(1, depth):
        x = basic_layer(x, channels[i], blocks[i - 1], 2)
        levels.append((basic_layer(x, channels[i], blocks[i]), channels[i], blocks[i]))
    x = basic_layer(x, channels[depth], blocks[depth - 1], 2)
    x = basic_layer(x, channels[depth], blocks[depth])
    for around, width, count in levels[::-1]:
        x = basic_layer(x, width, count, 1, True)
        x = add(around, resize(x, around['shape'][2:]))
    return x


def HourglassNet(x, downsample_times=5, num_stacks=2, stage_channels=(256, 256, 384, 384, 384, 512), stage_blocks=(2, 2, 2, 2, 2, 4), feat_channel=256,
                 norm_cfg=BATCH_NORM, **rest):
    width = stage_channels[0]
    x = conv_module(x, width // 2, 7, 2, 3, norm_cfg=norm_cfg)
    x = basic_layer(x, width, 1, 2)
    outs = []
    for i in range(num_stacks):
        y = hourglass(x, downsample_times, stage_channels, stage_blocks)
        outs.append(conv_module(y, feat_channel, 3, 1, 1, norm_cfg=norm_cfg))
        if i < num_stacks - 1:
            x = add(conv_module(x, width, norm_cfg=norm_cfg, act_cfg=None), conv_module(outs[-1], width, norm_cfg=norm_cfg, act_cfg=None))
            x = basic_layer(relu_inplace(x), width, 1)
    return outs


def corner_pool(x):
    """cummax: keeps its input (flipped: a copy) and the indices, eight bytes each."""
    keep(x)
    keep_bytes(8 * elements(x['shape']))
    return copied(x, x['shape'])


def two_corner_pools(x, width, out):
    """BiCornerPool: the first direction of the top left corner is flipped before it is pooled, both of its directions are."""
    first = conv_module(x, width, 3, 1, 1, norm_cfg=BATCH_NORM)
    second = conv_module(x, width, 3, 1, 1, norm_cfg=BATCH_NORM)
    y = add(corner_pool(first), corner_pool(second))
    y = conv_module(y, out, 3, 1, 1, norm_cfg=BATCH_NORM, act_cfg=None)
    y = relu_inplace(add(y, conv_module(x, out, norm_cfg=BATCH_NORM, act_cfg=None)))
    return conv_module(y, out, 3, 1, 1, norm_cfg=BATCH_NORM)


def corner_branch(x, out):
    return conv(conv_module(x, 256, 3, 1, 1), out)


def CornerHead(maps, num_classes, in_channels, num_feat_levels=2, corner_emb_channels=1, shifts=False, **rest):
    heats = []
    for x in maps[:num_feat_levels]:
        for corner in ('top left', 'bottom right'):
            if corner == 'top left':  # both of its pools look from the other side
                for i in (0, 1):
                    keep_bytes(elements(x['shape'][:1] + (128,) + x['shape'][2:]) * x['size'])
            pooled = two_corner_pools(x, 128, in_channels)
            heats.append(corner_branch(pooled, num_classes))
            corner_branch(pooled, 2)
            if corner_emb_channels > 0:
                corner_branch(pooled, corner_emb_channels)
            if shifts:
                centripetal(pooled, in_channels)
    scores(heats, num_classes, 8)


def centripetal(pooled, channels):
    """A shift that guides a deformable convolution, and the shift that it finds."""
    corner_branch(pooled, 2)
    offset = conv(tensor((pooled['shape'][0], 2) + pooled['shape'][2:], False), 18, bias=False)
    y = deformable_at(pooled, offset, channels, 3, 1)
    corner_branch(y, 2)


def CentripetalHead(maps, num_classes, in_channels, num_feat_levels=2, corner_emb_channels=1, **args):
    return CornerHead(maps, num_classes, in_channels, num_feat_levels, corner_emb_channels, True, **args)


def CTResNetNeck(maps, in_channels, num_deconv_filters, num_deconv_kernels, use_dcn=True, **rest):
    x = maps[-1]
    for out, kernel in zip(num_deconv_filters, num_deconv_kernels):
        x = conv_module(x, out, 3, 1, 1, conv_cfg={'type': 'DCNv2'} if use_dcn else None, norm_cfg={'type': 'BN'})
        x = relu_inplace(batch_norm(deconv(x, out, kernel, 2, 1, bias=False)))
    return [x]


def CenterNetHead(maps, in_channels, feat_channels, num_classes, **rest):
    x = maps[0]
    outs = [conv(relu_inplace(conv(x, feat_channels, 3, 1, 1)), out) for out in (num_classes, 2, 2)]
    scores([keeps_output(outs[0])], num_classes, 5)
