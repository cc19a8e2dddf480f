# SPDX-License-Identifier: MIT
"""Classifiers: mmpretrain/models (1.x): classifiers/image.py, necks, heads, and backbones of convolutions; mmseg, mmdet and mmpose use these backbones, too."""


def ImageClassifier(x, backbone, neck=None, head=None, **rest):
    maps = features(x, backbone, neck)
    if head is not None:
        build('head', head, maps)


def last_of(maps):
    """What a head of mmpretrain reads: the last output; of that, the last token."""
    x = maps[-1]
    return x[-1] if isinstance(x, (list, tuple)) else x


def flat(x):
    return view(x, (x['shape'][0], elements(x['shape'][1:])))


def GlobalAveragePooling(maps, dim=2, **rest):
    return [flat(pool_to(x, 1)) if len(x['shape']) == 4 else copied(x, x['shape'][:2]) if len(x['shape']) == 3 else x for x in maps]


def ClsBatchNormNeck(maps, input_features, affine=False, **rest):
    outs = []
    for x in maps:
        keep(x)
        if affine:
            weight(2 * input_features)
        outs.append(copied(x, x['shape']))
    return outs


def HRFuseScales(maps, in_channels, out_channels=2048, norm_cfg={'type': 'BN'}, **rest):
    def wider(i):
        return residual_stage(maps[i], 32 * 2 ** i, 1, 1, 1, plain_block(50, None, BN))
    x = wider(0)
    for i in range(1, len(maps)):
        y = conv_module(x, 128 * 2 ** i, 3, 2, 1, norm_cfg=norm_cfg, bias=False)
        x = add(y, wider(i))
    return [conv_module(x, out_channels, 1, norm_cfg=norm_cfg, bias=False)]


def ClsHead(maps, **rest):
    softmax(last_of(maps))


def LinearClsHead(maps, num_classes, in_channels, **rest):
    softmax(linear(flat(last_of(maps)), num_classes))


def VisionTransformerClsHead(maps, num_classes, in_channels, hidden_dim=None, **rest):
    x = last_of(maps)
    if hidden_dim is not None:
        x = keeps_output(linear(x, hidden_dim))
    softmax(linear(x, num_classes))


def StackedLinearClsHead(maps, num_classes, in_channels, mid_channels, dropout_rate=0.0, norm_cfg=None, act_cfg={'type': 'ReLU'}, **rest):
    x = last_of(maps)
    for c in mid_channels:
        x = dropout(act(norm(linear(x, c), norm_cfg), act_cfg), dropout_rate)
    softmax(linear(x, num_classes))


def DeiTClsHead(maps, num_classes, in_channels, **rest):
    x = last_of(maps)
    for i in range(2):
        softmax(linear(x, num_classes))


# --- ResNet and its kin


def mmpretrain_ResNet(x, depth, stem_channels=64, base_channels=64, expansion=None, num_stages=4, strides=(1, 2, 2, 2), dilations=(1, 1, 1, 1), out_indices=(3,), style='pytorch',
                      deep_stem=False, avg_down=False, frozen_stages=-1, conv_cfg=None, norm_cfg={'type': 'BN'}, norm_eval=False, with_cp=False, groups=1, width_per_group=4, se_ratio=0,
                      small_pictures=False, **rest):
    wide = 4 if depth >= 50 else 1
    wide = expansion or wide
    NOW['eval_norm'] += 1 if norm_eval else 0
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    if small_pictures:
        x = relu_inplace(norm(conv(x, base_channels, 3, 1, 1, bias=False), norm_cfg))
    else:
        x = stem(x, stem_channels, deep_stem, conv_cfg, norm_cfg)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = []
    for i in range(num_stages):
        block = plain_block(depth, conv_cfg, norm_cfg)
        block.update(style=style, with_cp=with_cp, avg_down=avg_down, expansion=wide, groups=groups, se_ratio=se_ratio,
                     width=lambda planes: planes if groups == 1 else groups * width_per_group * planes // base_channels)
        if se_ratio:
            block.update(body=squeezed_bottleneck)
        NOW['frozen'] += 1 if i < frozen_stages else 0
        x = residual_stage(x, base_channels * 2 ** i, DEPTHS[depth][i], strides[i], dilations[i], block)
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in out_indices:
            maps.append(x)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def squeezed_bottleneck(x, planes, stride, dilation, block):
    return squeezed(bottleneck(x, planes, stride, dilation, block), near_multiple(planes * 4 // block['se_ratio']))


def mmpretrain_ResNetV1c(x, depth, **args):
    return mmpretrain_ResNet(x, depth, deep_stem=True, **args)


def mmpretrain_ResNetV1d(x, depth, **args):
    return mmpretrain_ResNet(x, depth, deep_stem=True, avg_down=True, **args)


def mmpretrain_ResNeXt(x, depth, groups=32, **args):
    return mmpretrain_ResNet(x, depth, groups=groups, **args)


def SEResNet(x, depth, se_ratio=16, **args):
    return mmpretrain_ResNet(x, depth, se_ratio=se_ratio, **args)


def SEResNeXt(x, depth, groups=32, se_ratio=16, **args):
    return mmpretrain_ResNet(x, depth, groups=groups, se_ratio=se_ratio, **args)


def ResNet_CIFAR(x, depth, **args):
    return mmpretrain_ResNet(x, depth, small_pictures=True, **args)


def mmpretrain_VGG(x, depth, num_classes=-1, num_stages=5, dilations=(1, 1, 1, 1, 1), out_indices=None, conv_cfg=None, norm_cfg=None, act_cfg={'type': 'ReLU'}, ceil_mode=False,
                   with_last_pool=True, **rest):
    out_indices = out_indices or ((5,) if num_classes > 0 else (4,))
    times = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}[depth]
    outs = []
    for i in range(num_stages):
        for k in range(times[i]):
            x = conv_module(x, min(64 * 2 ** i, 512), 3, 1, dilations[i], dilations[i], bias=True, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        if i < num_stages - 1 or with_last_pool:
            x = max_pool(x, 2, 2, 0, ceil_mode)
        if i in out_indices:
            outs.append(x)
    if num_classes > 0:
        x = flat(x)
        for c in (4096, 4096):
            x = dropout(relu_inplace(linear(x, c)), 0.5)
        outs.append(linear(x, num_classes))
    return outs


def DenseNet(x, arch='121', bn_size=4, drop_rate=0, compression_factor=0.5, norm_cfg={'type': 'BN'}, out_indices=-1, **rest):
    setting = DENSE[arch] if isinstance(arch, str) else (arch['growth_rate'], arch['depths'], arch['init_channels'])
    growth, depths, channels = setting
    x = max_pool(relu(norm(conv(x, channels, 7, 2, 3, bias=False), norm_cfg)), 3, 2, 1)
    outs = []
    for i, depth in enumerate(depths):
        parts = [x]
        for k in range(depth):
            y = conv(relu(norm(cat(parts), norm_cfg)), bn_size * growth, bias=False)
            parts.append(dropout(conv(relu(norm(y, norm_cfg)), growth, 3, 1, 1, bias=False), drop_rate))
        x = relu(norm(cat(parts), norm_cfg))
        if i < len(depths) - 1:
            x = avg_pool(conv(x, int(x['shape'][1] * compression_factor), bias=False), 2, 2)
        if i in whole(out_indices, len(depths)):
            outs.append(x)
    return outs


DENSE = {'121': (32, (6, 12, 24, 16), 64), '169': (32, (6, 12, 32, 32), 64), '201': (32, (6, 12, 48, 32), 64), '161': (48, (6, 12, 36, 24), 96)}


# --- mobile nets


MOBILE_V3_MORE = {
    'small_075': ((3, 16, 16, True, 'ReLU', 2), (3, 72, 24, False, 'ReLU', 2), (3, 88, 24, False, 'ReLU', 1), (5, 96, 32, True, 'HSwish', 2), (5, 192, 32, True, 'HSwish', 1),
                  (5, 192, 32, True, 'HSwish', 1), (5, 96, 40, True, 'HSwish', 1), (5, 120, 40, True, 'HSwish', 1), (5, 240, 72, True, 'HSwish', 2),
                  (5, 432, 72, True, 'HSwish', 1), (5, 432, 72, True, 'HSwish', 1)),
    'small_050': ((3, 16, 8, True, 'ReLU', 2), (3, 40, 16, False, 'ReLU', 2), (3, 56, 16, False, 'ReLU', 1), (5, 64, 24, True, 'HSwish', 2), (5, 144, 24, True, 'HSwish', 1),
                  (5, 144, 24, True, 'HSwish', 1), (5, 72, 24, True, 'HSwish', 1), (5, 72, 24, True, 'HSwish', 1), (5, 144, 48, True, 'HSwish', 2),
                  (5, 288, 48, True, 'HSwish', 1), (5, 288, 48, True, 'HSwish', 1))}


def mmpretrain_MobileNetV3(x, arch='small', conv_cfg=None, norm_cfg={'type': 'BN'}, out_indices=None, **rest):
    layers = MOBILE_V3_MORE.get(arch) or MOBILE_V3[arch]
    out_indices = out_indices or ((12,) if 'small' in arch else (16,))
    x = conv_module(x, 16, 3, 2, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg={'type': 'HSwish'})
    maps = [x] if 0 in out_indices else []
    for i, layer in enumerate(layers):
        kernel, hidden, out, gate, kind, stride = layer
        x = inverted_v3(x, out, hidden, kernel, stride, near_multiple(hidden // 4) if gate else 0, norm_cfg, {'type': kind}, conv_cfg=conv_cfg)
        if i + 1 in out_indices:
            maps.append(x)
    x = conv_module(x, layers[-1][1], 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg={'type': 'HSwish'})
    if len(layers) + 1 in out_indices:
        maps.append(x)
    return maps


def mmpretrain_MobileNetV2(x, widen_factor=1.0, out_indices=(7,), frozen_stages=-1, norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU6'}, **rest):
    maps = MobileNetV2(x, widen_factor, (1, 2, 2, 2, 1, 2, 1), (1, 1, 1, 1, 1, 1, 1), (0, 1, 2, 3, 4, 5, 6), norm_cfg, act_cfg, frozen_stages)
    if 7 in out_indices:
        maps.append(conv_module(maps[-1], int(1280 * max(1.0, widen_factor)), 1, norm_cfg=norm_cfg, act_cfg=act_cfg))
    return [maps[i] for i in out_indices]


mmpose_MobileNetV2 = mmpretrain_MobileNetV2
mmpose_MobileNetV3 = mmpretrain_MobileNetV3


def shuffle_unit(x, out, groups, first, joins, norm_cfg, act_cfg):
    c = x['shape'][1]
    y = conv_module(x, out // 4, 1, groups=1 if first else groups, norm_cfg=norm_cfg, act_cfg=act_cfg)
    y = conv_module(y, out // 4, 3, 2 if joins else 1, 1, 1, out // 4, norm_cfg=norm_cfg, act_cfg=None)
    y = conv_module(copied(y, y['shape']), out - c if joins else out, 1, groups=groups, norm_cfg=norm_cfg, act_cfg=None)
    if joins:
        return cat([avg_pool(x, 3, 2, 1), act(y, act_cfg)])
    return act(add(x, y), act_cfg)


def ShuffleNetV1(x, groups=3, widen_factor=1.0, out_indices=(2,), norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU'}, **rest):
    first = {1: 144, 2: 200, 3: 240, 4: 272, 8: 384}[groups]
    x = max_pool(conv_module(x, int(24 * widen_factor), 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), 3, 2, 1)
    outs = []
    for i, times in enumerate((4, 8, 4)):
        for k in range(times):
            x = shuffle_unit(x, near_multiple(first * 2 ** i * widen_factor), groups, i == 0 and k == 0, k == 0, norm_cfg, act_cfg)
        if i in out_indices:
            outs.append(x)
    return outs


def ShuffleNetV2(x, widen_factor=1.0, out_indices=(3,), norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU'}, **rest):
    channels = {0.5: (48, 96, 192, 1024), 1.0: (116, 232, 464, 1024), 1.5: (176, 352, 704, 1024), 2.0: (244, 488, 976, 2048)}[widen_factor]
    x = max_pool(conv_module(x, 24, 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), 3, 2, 1)
    outs = []
    for i, times in enumerate((4, 8, 4)):
        half = channels[i] // 2
        for k in range(times):
            n, c, h, w = x['shape']
            stride = 2 if k == 0 else 1
            if k == 0:
                side = conv_module(x, c, 3, 2, 1, 1, c, norm_cfg=norm_cfg, act_cfg=None)
                side = conv_module(side, half, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
                y = x
            else:
                side = y = view(x, (n, half, h, w))
            y = conv_module(y, half, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
            y = conv_module(y, half, 3, stride, 1, 1, half, norm_cfg=norm_cfg, act_cfg=None)
            y = conv_module(y, half, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
            x = cat([side, y])
            x = copied(x, x['shape'])
        if i in out_indices:
            outs.append(x)
    x = conv_module(x, channels[-1], 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    if 3 in out_indices:
        outs.append(x)
    return outs


# --- EfficientNet


EFFICIENT = {
    'b': (((3, 16, 4, 1, 1, 0),), ((3, 24, 4, 2, 6, 0), (3, 24, 4, 1, 6, 0)), ((5, 40, 4, 2, 6, 0), (5, 40, 4, 1, 6, 0)),
          ((3, 80, 4, 2, 6, 0), (3, 80, 4, 1, 6, 0), (3, 80, 4, 1, 6, 0), (5, 112, 4, 1, 6, 0), (5, 112, 4, 1, 6, 0), (5, 112, 4, 1, 6, 0)),
          ((5, 192, 4, 2, 6, 0), (5, 192, 4, 1, 6, 0), (5, 192, 4, 1, 6, 0), (5, 192, 4, 1, 6, 0), (3, 320, 4, 1, 6, 0))),
    'e': (((3, 24, 0, 1, 3, 1),), ((3, 32, 0, 2, 8, 1), (3, 32, 0, 1, 8, 1)), ((3, 48, 0, 2, 8, 1), (3, 48, 0, 1, 8, 1), (3, 48, 0, 1, 8, 1), (3, 48, 0, 1, 8, 1)),
          ((5, 96, 0, 2, 8, 0), (5, 96, 0, 1, 8, 0), (5, 96, 0, 1, 8, 0), (5, 96, 0, 1, 8, 0), (5, 96, 0, 1, 8, 0), (5, 144, 0, 1, 8, 0), (5, 144, 0, 1, 8, 0),
           (5, 144, 0, 1, 8, 0), (5, 144, 0, 1, 8, 0)),
          ((5, 192, 0, 2, 8, 0), (5, 192, 0, 1, 8, 0)))}
EFFICIENTNETS = {'b0': (1.0, 1.0), 'b1': (1.0, 1.1), 'b2': (1.1, 1.2), 'b3': (1.2, 1.4), 'b4': (1.4, 1.8), 'b5': (1.6, 2.2), 'b6': (1.8, 2.6), 'b7': (2.0, 3.1), 'b8': (2.2, 3.6),
                    'l2': (4.3, 5.3), 'es': (1.0, 1.0), 'em': (1.0, 1.1), 'el': (1.2, 1.4)}


def scaled_stages(arch):
    """The stages of an EfficientNet: runs of blocks of one width, made longer; a run that does not begin with a stride belongs to the one before."""
    width, depth = EFFICIENTNETS[arch]
    stages = []
    for i, stage in enumerate(EFFICIENT['b' if arch == 'l2' else arch[:1]]):
        runs = []
        for block in stage:
            if not runs or runs[-1][-1][1] != block[1]:
                runs.append([])
            runs[-1].append(block)
        for run in runs:
            times = -int(-(depth * len(run)) // 1)
            blocks = run[:times] + [run[-1]] * max(0, times - len(run))
            if blocks[0][3] == 1 and stages:
                stages[-1] = stages[-1] + blocks
            else:
                stages.append(blocks)
    return [[(b[0], near_multiple(b[1] * width), b[2], b[3], b[4], b[5]) for b in blocks] for blocks in stages]


def edge_residual(x, out, hidden, kernel, stride, gate, around, conv_cfg, norm_cfg, act_cfg):
    y = conv_module(x, hidden, kernel, stride, kernel // 2, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    if gate:
        y = squeezed(y, gate, act_cfg)
    y = conv_module(y, out, 1, norm_cfg=norm_cfg, act_cfg=None)
    return add(x, y) if around and stride == 1 and x['shape'][1] == out else y


def mmpretrain_EfficientNet(x, arch='b0', out_indices=(6,), conv_cfg={'type': 'Conv2dAdaptivePadding'}, norm_cfg={'type': 'BN'}, act_cfg={'type': 'Swish'}, drop_path_rate=0.0, **rest):
    width = EFFICIENTNETS[arch][0]
    x = conv_module(x, near_multiple(32 * width), 3, 2, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    maps = [x]
    for stage in scaled_stages(arch):
        for i, block in enumerate(stage):
            kernel, out, ratio, stride, expand, kind = block
            around = not (kind == 1 and i > 0 and expand == 3)
            expand = expand if around else 4
            c = x['shape'][1]
            hidden = int(c * expand)
            gate = near_multiple(hidden // (expand * ratio), 1) if ratio > 0 else 0
            if kind == 1:
                x = edge_residual(x, out, hidden, kernel, stride, gate, around, conv_cfg, norm_cfg, act_cfg)
            else:
                x = inverted_v3(x, out, hidden, kernel, stride, gate, norm_cfg, act_cfg, act_cfg, drop_path_rate, conv_cfg)
        maps.append(x)
    maps.append(conv_module(x, near_multiple(1280 * width), 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg))
    return [maps[i] for i in out_indices if i < len(maps)]


# repeats, kernel, stride, ratio, input, output, share of the gate, kind of block
EFFICIENT_V2 = {
    's': ((2, 3, 1, 1, 24, 24, 0, -1), (4, 3, 2, 4, 24, 48, 0, 0), (4, 3, 2, 4, 48, 64, 0, 0), (6, 3, 2, 4, 64, 128, 1, 1), (9, 3, 1, 6, 128, 160, 1, 1),
          (15, 3, 2, 6, 160, 256, 1, 1), 1280),
    'm': ((3, 3, 1, 1, 24, 24, 0, -1), (5, 3, 2, 4, 24, 48, 0, 0), (5, 3, 2, 4, 48, 80, 0, 0), (7, 3, 2, 4, 80, 160, 1, 1), (14, 3, 1, 6, 160, 176, 1, 1),
          (18, 3, 2, 6, 176, 304, 1, 1), (5, 3, 1, 6, 304, 512, 1, 1), 1280),
    'l': ((4, 3, 1, 1, 32, 32, 0, -1), (7, 3, 2, 4, 32, 64, 0, 0), (7, 3, 2, 4, 64, 96, 0, 0), (10, 3, 2, 4, 96, 192, 1, 1), (19, 3, 1, 6, 192, 224, 1, 1),
          (25, 3, 2, 6, 224, 384, 1, 1), (7, 3, 1, 6, 384, 640, 1, 1), 1280),
    'xl': ((4, 3, 1, 1, 32, 32, 0, -1), (8, 3, 2, 4, 32, 64, 0, 0), (8, 3, 2, 4, 64, 96, 0, 0), (16, 3, 2, 4, 96, 192, 1, 1), (24, 3, 1, 6, 192, 256, 1, 1),
           (32, 3, 2, 6, 256, 512, 1, 1), (8, 3, 1, 6, 512, 640, 1, 1), 1280),
    'b0': ((1, 3, 1, 1, 32, 16, 0, -1), (2, 3, 2, 4, 16, 32, 0, 0), (2, 3, 2, 4, 32, 48, 0, 0), (3, 3, 2, 4, 48, 96, 1, 1), (5, 3, 1, 6, 96, 112, 1, 1),
           (8, 3, 2, 6, 112, 192, 1, 1), 1280),
    'b1': ((2, 3, 1, 1, 32, 16, 0, -1), (3, 3, 2, 4, 16, 32, 0, 0), (3, 3, 2, 4, 32, 48, 0, 0), (4, 3, 2, 4, 48, 96, 1, 1), (6, 3, 1, 6, 96, 112, 1, 1),
           (9, 3, 2, 6, 112, 192, 1, 1), 1280),
    'b2': ((2, 3, 1, 1, 32, 16, 0, -1), (3, 3, 2, 4, 16, 32, 0, 0), (3, 3, 2, 4, 32, 56, 0, 0), (4, 3, 2, 4, 56, 104, 1, 1), (6, 3, 1, 6, 104, 120, 1, 1),
           (10, 3, 2, 6, 120, 208, 1, 1), 1408),
    'b3': ((2, 3, 1, 1, 40, 16, 0, -1), (3, 3, 2, 4, 16, 40, 0, 0), (3, 3, 2, 4, 40, 56, 0, 0), (5, 3, 2, 4, 56, 112, 1, 1), (7, 3, 1, 6, 112, 136, 1, 1),
           (12, 3, 2, 6, 136, 232, 1, 1), 1536)}


def EfficientNetV2(x, arch='s', out_indices=(-1,), conv_cfg={'type': 'Conv2dAdaptivePadding'}, norm_cfg={'type': 'BN'}, act_cfg={'type': 'Swish'}, drop_path_rate=0.0, **rest):
    stages = EFFICIENT_V2[{'small': 's', 'medium': 'm', 'large': 'l'}.get(arch, arch)]
    x = conv_module(x, stages[0][4], 3, 2, 0, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    maps = [x]
    for stage in stages[:-1]:
        times, kernel, stride, ratio, c, out, gated, kind = stage
        for i in range(times):
            c = x['shape'][1]
            step = stride if i == 0 else 1
            hidden = int(c * ratio)
            padded = conv_cfg if step == 2 else None
            gate = near_multiple(hidden // (ratio * 4), 1) if gated else 0
            if kind == -1:
                y = conv_module(x, out, kernel, step, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
                x = add(y, x) if step == 1 and c == out else y
            elif kind == 0:
                x = edge_residual(x, out, hidden, kernel, step, gate, True, padded, norm_cfg, act_cfg)
            else:
                x = inverted_v3(x, out, hidden, kernel, step, gate, norm_cfg, act_cfg, act_cfg, drop_path_rate, padded)
        maps.append(x)
    maps.append(conv_module(x, stages[-1], 1, norm_cfg=norm_cfg, act_cfg=act_cfg))
    return [maps[i] for i in whole(out_indices, len(maps))] if isinstance(out_indices, int) else [maps[i] for i in out_indices]


# --- networks whose branches become one for inference


REPVGG = {'A0': ((2, 4, 14, 1), (0.75, 0.75, 0.75, 2.5)), 'A1': ((2, 4, 14, 1), (1, 1, 1, 2.5)), 'A2': ((2, 4, 14, 1), (1.5, 1.5, 1.5, 2.75)), 'B0': ((4, 6, 16, 1), (1, 1, 1, 2.5)),
          'B1': ((4, 6, 16, 1), (2, 2, 2, 4)), 'B2': ((4, 6, 16, 1), (2.5, 2.5, 2.5, 5)), 'B3': ((4, 6, 16, 1), (3, 3, 3, 5)), 'D2se': ((8, 14, 24, 1), (2.5, 2.5, 2.5, 5)),
          'yolox-pai-small': ((3, 5, 7, 3), (1, 1, 1, 1))}


def repvgg_block(x, out, stride, groups, gated, norm_cfg, act_cfg):
    c = x['shape'][1]
    total = add(norm(conv(x, out, 3, stride, 1, 1, groups, False), norm_cfg), norm(conv(x, out, 1, stride, 0, 1, groups, False), norm_cfg))
    if c == out and stride == 1:
        total = add(total, norm(x, norm_cfg))
    if gated:
        total = squeezed(total, near_multiple(out // 16, 1))
    return act(total, act_cfg)


def RepVGG(x, arch, base_channels=64, out_indices=(3,), strides=(2, 2, 2, 2), norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU'}, add_ppf=False, **rest):
    groups = 1
    if isinstance(arch, dict):
        times, widths, gated = arch['num_blocks'], arch['width_factor'], arch.get('se_cfg') is not None
    else:
        name = arch.split('g')[0] if arch[:1] == 'B' else arch
        groups = int(arch.split('g')[1]) if arch[:1] == 'B' and 'g' in arch else 1
        times, widths = REPVGG[name]
        gated = name == 'D2se'
    first = 32 if arch == 'yolox-pai-small' else 64
    x = repvgg_block(x, min(first, int(base_channels * widths[0])), 2, 1, gated, norm_cfg, act_cfg)
    outs, number = [], 1
    for i in range(len(times)):
        for k in range(times[i]):
            x = repvgg_block(x, int(base_channels * 2 ** i * widths[i]), strides[i] if k == 0 else 1, groups if number % 2 == 0 else 1, gated, norm_cfg, act_cfg)
            number += 1
        if i in out_indices:
            outs.append(x)
    return outs


MOBILE_ONE = {'s0': ((0.75, 1.0, 1.0, 2.0), 4, (0, 0, 0, 0)), 's1': ((1.5, 1.5, 2.0, 2.5), 1, (0, 0, 0, 0)), 's2': ((1.5, 2.0, 2.5, 4.0), 1, (0, 0, 0, 0)),
              's3': ((2.0, 2.5, 3.0, 4.0), 1, (0, 0, 0, 0)), 's4': ((3.0, 3.5, 3.5, 4.0), 1, (0, 0, 5, 1))}


def mobile_one_block(x, out, kernel, stride, groups, branches, gated, norm_cfg, act_cfg):
    c = x['shape'][1]
    total = norm(x, norm_cfg) if c == out and stride == 1 else None
    for size in ([1] if kernel > 1 else []) + [kernel] * branches:
        y = norm(conv(x, out, size, stride, size // 2, 1, groups, False), norm_cfg)
        total = y if total is None else add(total, y)
    return act(squeezed(total, near_multiple(out // 16)) if gated else total, act_cfg)


def MobileOne(x, arch, out_indices=(3,), norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU'}, **rest):
    widths, branches, gates = MOBILE_ONE[arch]
    x = mobile_one_block(x, min(64, int(64 * widths[0])), 3, 2, 1, 1, False, norm_cfg, act_cfg)
    outs = []
    for i, times in enumerate((2, 8, 10, 1)):
        for k in range(times):
            c, gated = x['shape'][1], k >= times - gates[i]
            x = mobile_one_block(x, c, 3, 2 if k == 0 else 1, c, branches, gated, norm_cfg, act_cfg)
            x = mobile_one_block(x, int(64 * 2 ** i * widths[i]), 1, 1, 1, branches, gated, norm_cfg, act_cfg)
        if i in out_indices:
            outs.append(x)
    return outs


# --- ConvNeXt, PoolFormer, ConvMixer


CONVNEXT = {'atto': ((2, 2, 6, 2), 40), 'femto': ((2, 2, 6, 2), 48), 'pico': ((2, 2, 6, 2), 64), 'nano': ((2, 2, 8, 2), 80), 'tiny': ((3, 3, 9, 3), 96), 'small': ((3, 3, 27, 3), 96),
            'base': ((3, 3, 27, 3), 128), 'large': ((3, 3, 27, 3), 192), 'xlarge': ((3, 3, 27, 3), 256), 'huge': ((3, 3, 27, 3), 352)}


def convnext_block(x, norm_cfg, act_cfg, as_linear, drop, scale, response_norm):
    n, c, h, w = x['shape']
    y = conv(x, c, 7, 1, 3, 1, c)
    if as_linear:
        y = linear(layer_norm(view(y, (n, h, w, c))), 4 * c)
    else:
        y = conv(norm(y, norm_cfg), 4 * c)
    y = act(y, act_cfg)
    if response_norm:  # gamma * (x * nx) + beta + x
        gate = tensor((n, 1, 1, 4 * c) if as_linear else (n, 4 * c, 1, 1), True)
        keep(y)
        y = add(mul(mul(y, gate), parameter((4 * c,))), y)
        weight(4 * c)
    y = view(linear(y, c), (n, c, h, w)) if as_linear else conv(y, c)
    if scale > 0:
        y = mul(y, parameter((c,)))
    return add(x, drop_path(y, drop))


def ConvNeXt(x, arch='tiny', stem_patch_size=4, norm_cfg={'type': 'LN2d'}, act_cfg={'type': 'GELU'}, linear_pw_conv=True, use_grn=False, drop_path_rate=0.0,
             layer_scale_init_value=1e-6, out_indices=-1, frozen_stages=0, gap_before_final_norm=True, with_cp=False, **rest):
    depths, first = CONVNEXT[arch] if isinstance(arch, str) else (arch['depths'], None)
    maps = []
    for i, depth in enumerate(depths):
        c = first * 2 ** i if first else arch['channels'][i]
        NOW['frozen'] += 1 if i < frozen_stages else 0
        if i == 0:
            x = norm(conv(x, c, stem_patch_size, stem_patch_size), norm_cfg)
        else:
            x = conv(norm(x, norm_cfg), c, 2, 2)
        for k in range(depth):
            if with_cp:
                x = checkpoint(lambda x: convnext_block(x, norm_cfg, act_cfg, linear_pw_conv, drop_path_rate, layer_scale_init_value, use_grn), x)
            else:
                x = convnext_block(x, norm_cfg, act_cfg, linear_pw_conv, drop_path_rate, layer_scale_init_value, use_grn)
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in whole(out_indices, 4):
            maps.append(flat(norm(pool_to(x, 1), norm_cfg)) if gap_before_final_norm else norm(x, norm_cfg))
    return maps


POOL = {'s12': ((2, 2, 6, 2), (64, 128, 320, 512)), 's24': ((4, 4, 12, 4), (64, 128, 320, 512)), 's36': ((6, 6, 18, 6), (64, 128, 320, 512)),
        'm36': ((6, 6, 18, 6), (96, 192, 384, 768)), 'm48': ((8, 8, 24, 8), (96, 192, 384, 768))}


def PoolFormer(x, arch='s12', in_patch_size=7, in_stride=4, in_pad=2, down_patch_size=3, down_stride=2, down_pad=1, pool_size=3, norm_cfg={'type': 'GN', 'num_groups': 1}, drop_rate=0.0,
               drop_path_rate=0.0, out_indices=-1, affine=False, **rest):
    """affine: RIFormer, which mixes nothing: a number per channel stands for the pooling."""
    depths, widths = POOL[arch] if isinstance(arch, str) else (arch['layers'], arch['embed_dims'])
    outs = []
    for i, depth in enumerate(depths):
        c = widths[i]
        x = conv(x, c, in_patch_size, in_stride, in_pad) if i == 0 else conv(x, c, down_patch_size, down_stride, down_pad)
        for k in range(depth):
            y = norm(x, norm_cfg)
            y = add(conv(y, c, groups=c) if affine else avg_pool(y, pool_size, 1, pool_size // 2), y)
            x = add(x, drop_path(mul(y, parameter((c,))), drop_path_rate))
            y = conv(dropout(keeps_input(conv(norm(x, norm_cfg), 4 * c)), drop_rate), c)
            x = add(x, drop_path(mul(dropout(y, drop_rate), parameter((c,))), drop_path_rate))
        if 2 * i in whole(out_indices, 7):
            outs.append(norm(x, norm_cfg))
    return outs


def RIFormer(x, arch='s12', deploy=False, **args):
    if deploy:
        unknown('deploy')
    return PoolFormer(x, arch, affine=True, **args)


CONV_MIXER = {'768/32': (768, 32, 7, 7), '1024/20': (1024, 20, 14, 9), '1536/20': (1536, 20, 7, 9)}


def ConvMixer(x, arch='768/32', norm_cfg={'type': 'BN'}, act_cfg={'type': 'GELU'}, out_indices=-1, **rest):
    c, depth, patch, kernel = CONV_MIXER[arch] if isinstance(arch, str) else (arch['embed_dims'], arch['depth'], arch['patch_size'], arch['kernel_size'])
    x = norm(act(conv(x, c, patch, patch), act_cfg), norm_cfg)
    outs = []
    for i in range(depth):
        x = add(norm(act(conv(x, c, kernel, padding='same', groups=c), act_cfg), norm_cfg), x)
        x = norm(act(conv(x, c), act_cfg), norm_cfg)
        if i in whole(out_indices, depth):
            outs.append(x)
    return outs
