# SPDX-License-Identifier: MIT
"""SSD, MobileNetV2, EfficientNet, ResNeSt, Trident: mmdet/models/backbones/ssd_vgg.py, mobilenet_v2.py, efficientnet.py, resnest.py, trident_resnet.py,
necks/ssd_neck.py, dense_heads/ssd_head.py, layers/inverted_residual.py, se_layer.py (3.x), mmcv/cnn/vgg.py."""

VGGS = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}


def SSDVGG(x, depth, with_last_pool=False, ceil_mode=True, out_feature_indices=(22, 34), **rest):
    """Features are counted as the framework's list has them: convolution, activation, pooling."""
    outs, at = [], 0
    steps = []
    for i, count in enumerate(VGGS[depth]):
        for k in range(count):
            steps += [('conv', 64 * 2 ** min(i, 3), 3, 1), ('relu', 0, 0, 0)]
        if i < 4 or with_last_pool:
            steps.append(('pool', 0, 2, 2))
    steps += [('pool', 0, 3, 1), ('conv', 1024, 3, 6), ('relu', 0, 0, 0), ('conv', 1024, 1, 1), ('relu', 0, 0, 0)]
    for at, (kind, out, kernel, more) in enumerate(steps):
        if kind == 'conv':
            x = conv(x, out, kernel, 1, more if kernel > 1 else 0, more)
        elif kind == 'relu':
            x = relu_inplace(x)
        else:
            x = max_pool(x, kernel, more, 1 if more == 1 else 0, ceil_mode and more == 2)
        if at in out_feature_indices:
            outs.append(x)
    return outs


def SSDNeck(maps, in_channels, out_channels, level_strides, level_paddings, l2_norm_scale=20.0, last_kernel_size=3, use_depthwise=False, conv_cfg=None, norm_cfg=None,
            act_cfg={'type': 'ReLU'}, **rest):
    outs = list(maps)
    if l2_norm_scale:
        x = outs[0]
        weight(x['shape'][1])
        keep(x)
        keep(copied(x, x['shape']))
        keep_bytes(3 * x['shape'][0] * elements(x['shape'][2:]) * 4)
        outs[0] = copied(x, x['shape'])
    x = maps[-1]
    widths = out_channels[len(in_channels):]
    for i, out in enumerate(widths):
        kernel = last_kernel_size if i == len(widths) - 1 else 3
        x = conv_module(x, out // 2, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        if use_depthwise:
            x = depthwise_separable(x, out, kernel, level_strides[i], level_paddings[i], 1, norm_cfg, act_cfg, conv_cfg)
        else:
            x = conv_module(x, out, kernel, level_strides[i], level_paddings[i], conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        outs.append(x)
    return outs


def SSDHead(maps, num_classes=80, in_channels=None, stacked_convs=0, feat_channels=256, use_depthwise=False, conv_cfg=None, norm_cfg=None, act_cfg=None,
            anchor_generator=None, **rest):
    for i, x in enumerate(maps):
        anchors = 2 + 2 * len(anchor_generator['ratios'][i])
        for out in (num_classes + 1, 4):
            y = x
            for k in range(stacked_convs):
                y = separable_or_not(use_depthwise, y, feat_channels, 3, 1, {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg})
            if use_depthwise:
                y = conv_module(y, y['shape'][1], 3, 1, 1, groups=y['shape'][1], conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
                y = conv(y, anchors * out)
            else:
                y = conv(y, anchors * out, 3, 1, 1)
            if NOW['losses'] and out != 4:
                softmax(copied(y, y['shape']))


PISASSDHead = SSDHead


def divisible(width, divisor=8):
    """make_divisible: the nearest multiple that is not more than a tenth smaller."""
    new = max(divisor, int(width + divisor / 2) // divisor * divisor)
    return new + divisor if new < 0.9 * width else new


def se_layer(x, squeezed, act_cfg):
    y = act(conv(pool_to(x, 1), squeezed), act_cfg)
    return mul(x, keeps_output(conv(y, x['shape'][1])))


def inverted_residual(x, out, hidden, kernel, stride, cfg, squeezed=0, path=0.0):
    around = x
    if hidden != x['shape'][1]:
        x = conv_module(x, hidden, conv_cfg=cfg['conv'], norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    x = conv_module(x, hidden, kernel, stride, kernel // 2, groups=hidden, conv_cfg=cfg['conv'], norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    if squeezed:
        x = se_layer(x, squeezed, cfg['act'])
    x = conv_module(x, out, conv_cfg=cfg['conv'], norm_cfg=cfg['norm'], act_cfg=None)
    return add(around, drop_path(x, path)) if stride == 1 and around['shape'][1] == out else x


MOBILE_V2 = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))


def mmdet_MobileNetV2(x, widen_factor=1.0, out_indices=(1, 2, 4, 7), frozen_stages=-1, conv_cfg=None, norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU6'},
                      norm_eval=False, with_cp=False, **rest):
    cfg = {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg}
    NOW['eval_norm'] += 1 if norm_eval else 0
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = conv_module(x, divisible(32 * widen_factor), 3, 2, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = []
    for i, (expand, width, blocks, stride) in enumerate(MOBILE_V2):
        NOW['frozen'] += 1 if i < frozen_stages else 0
        for k in range(blocks):
            step, out, hidden = stride if k == 0 else 1, divisible(width * widen_factor), int(round(x['shape'][1] * expand))
            if with_cp:
                x = checkpoint(lambda x: inverted_residual(x, out, hidden, 3, step, cfg), x)
            else:
                x = inverted_residual(x, out, hidden, 3, step, cfg)
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in out_indices:
            maps.append(x)
    x = conv_module(x, int(1280 * widen_factor) if widen_factor > 1 else 1280, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps + ([x] if 7 in out_indices else [])


# kernel, width, squeeze ratio, stride, expansion, blocks; what is one block to the framework is a list of such
EFFICIENT_B = (((3, 16, 4, 1, 1, 1),), ((3, 24, 4, 2, 6, 2),), ((5, 40, 4, 2, 6, 2),), ((3, 80, 4, 2, 6, 3), (5, 112, 4, 1, 6, 3)), ((5, 192, 4, 2, 6, 4), (3, 320, 4, 1, 6, 1)))
EFFICIENT_SCALES = {'b0': (1.0, 1.0), 'b1': (1.0, 1.1), 'b2': (1.1, 1.2), 'b3': (1.2, 1.4), 'b4': (1.4, 1.8), 'b5': (1.6, 2.2), 'b6': (1.8, 2.6), 'b7': (2.0, 3.1),
                    'b8': (2.2, 3.6)}


def EfficientNet(x, arch='b0', drop_path_rate=0.0, out_indices=(6,), frozen_stages=0, conv_cfg={'type': 'Conv2dAdaptivePadding'}, norm_cfg={'type': 'BN'},
                 act_cfg={'type': 'Swish'}, norm_eval=False, with_cp=False, **rest):
    if arch not in EFFICIENT_SCALES:
        unknown('EfficientNet ' + arch)
        return None
    width, depth = EFFICIENT_SCALES[arch]
    cfg = {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg}
    NOW['eval_norm'] += 1 if norm_eval else 0
    NOW['frozen'] += 1 if frozen_stages > 0 else 0
    x = conv_module(x, divisible(32 * width), 3, 2, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    NOW['frozen'] -= 1 if frozen_stages > 0 else 0
    maps = [x] if 0 in out_indices else []
    for i, stage in enumerate(EFFICIENT_B):
        if i + 1 > max(out_indices):
            break
        NOW['frozen'] += 1 if i + 1 < frozen_stages else 0
        for kernel, out, ratio, stride, expand, blocks in stage:
            count = int(depth * blocks)
            count += 1 if count < depth * blocks else 0
            for k in range(count):
                before = x['shape'][1]
                hidden = before * expand
                step, after = stride if k == 0 else 1, divisible(divisible(out * width))
                if with_cp:
                    x = checkpoint(lambda x: inverted_residual(x, after, hidden, kernel, step, cfg, int(hidden / (expand * ratio)), drop_path_rate), x)
                else:
                    x = inverted_residual(x, after, hidden, kernel, step, cfg, int(hidden / (expand * ratio)), drop_path_rate)
        NOW['frozen'] -= 1 if i + 1 < frozen_stages else 0
        if i + 1 in out_indices:
            maps.append(x)
    if max(out_indices) >= 6:
        x = conv_module(x, divisible(1280 * width), conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        maps.append(x)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def split_attention(x, out, stride, dilation, block):
    """A convolution into radix parts, which are added by weights that their mean decides."""
    radix, groups = block['radix'], block['groups']
    n, c = x['shape'][:2]
    inner = max(c * radix // block['reduction'], 32)
    x = conv_of(block['conv_cfg'], x, out * radix, 3, stride, dilation, dilation, groups * radix, False)
    x = relu_inplace(norm(x, block['norm_cfg']))
    gap = tensor((n, out, 1, 1), True, x['size'])
    gap = relu_inplace(norm(conv(gap, inner, groups=groups), block['norm_cfg']))
    y = conv(gap, out * radix, groups=groups)
    gate = softmax(y) if radix > 1 else keeps_output(y)
    keep(x)
    keep(gate)
    return copied(x, (n, out) + x['shape'][2:])


def resnest_bottleneck(x, planes, stride, dilation, block):
    width = block['width'](planes)
    y = relu_inplace(norm(conv_of(block['conv_cfg'], x, width, 1, 1, 0, 1, 1, False), block['norm_cfg']))
    pooled = block['avg_down_stride'] and stride > 1
    y = split_attention(y, width, 1 if pooled else stride, dilation, block)
    if pooled:
        y = avg_pool(y, 3, stride, 1)
    return norm(conv_of(block['conv_cfg'], y, planes * 4, 1, 1, 0, 1, 1, False), block['norm_cfg'])


def ResNeSt(x, depth, groups=1, base_width=4, radix=2, reduction_factor=4, avg_down_stride=True, base_channels=64, **args):
    args.update(deep_stem=True, avg_down=True)
    return ResNet(x, depth, groups=groups, base_channels=base_channels, more={'body': resnest_bottleneck, 'radix': radix, 'reduction': reduction_factor,
                                                                               'avg_down_stride': avg_down_stride},
                  width=lambda planes: planes if groups == 1 else int(planes * (base_width / base_channels)) * groups, **args)


def TridentResNet(x, depth, num_branch, trident_dilations, num_stages=3, strides=(1, 2, 2, 2), out_indices=(0, 1, 2, 3), frozen_stages=-1, base_channels=64,
                  style='pytorch', conv_cfg=None, norm_cfg={'type': 'BN', 'requires_grad': True}, norm_eval=True, with_cp=False, **args):
    """The last stage runs once per branch, with other dilations and the same weights; the branches are pictures of a larger batch from there."""
    maps = ResNet(x, depth, num_stages=num_stages - 1, strides=strides, out_indices=(num_stages - 2,), frozen_stages=frozen_stages, base_channels=base_channels, style=style,
                  conv_cfg=conv_cfg, norm_cfg=norm_cfg, norm_eval=norm_eval, with_cp=with_cp, **args)
    last = num_stages - 1
    NOW['eval_norm'] += 1 if norm_eval else 0
    branches = []
    for i in range(num_branch):
        block = residual_block('BOTTLENECK', conv_cfg, norm_cfg, with_cp)
        block.update(style=style)
        NOW['shared'] += 1 if i else 0
        branches.append(residual_stage(maps[-1], base_channels * 2 ** last, DEPTHS[depth][last], strides[last], trident_dilations[i], block))
        NOW['shared'] -= 1 if i else 0
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return [cat(branches, 0)]
