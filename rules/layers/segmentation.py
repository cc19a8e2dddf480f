# SPDX-License-Identifier: MIT
"""Semantic segmentation: mmseg/models (1.x): segmentors, decode_heads, necks, losses. The heads make predictions that are resized to the picture;
the loss over all classes of all pixels is the largest single thing that is kept."""


def EncoderDecoder(x, backbone=None, decode_head=None, neck=None, auxiliary_head=None, **rest):
    if backbone is None or decode_head is None:
        unknown('backbone or decode_head')
        return
    maps = features(x, backbone, neck)
    size = x['shape'][2:]
    if isinstance(decode_head, (list, tuple)):
        cascade_of_heads(maps, decode_head, size, rest.get('train_cfg'))
    else:
        build('decode_head', decode_head, maps, picture=size)
    several = isinstance(auxiliary_head, (list, tuple))
    for i, head in enumerate([] if auxiliary_head is None else auxiliary_head if several else [auxiliary_head]):
        build('auxiliary_head' + ('[' + str(i) + ']' if several else ''), head, maps, picture=size)


CascadeEncoderDecoder = EncoderDecoder


def cascade_of_heads(maps, heads, size, train_cfg):
    """Each head gets the predictions of the one before, for which that one is run a second time."""
    before = None
    for i, head in enumerate(heads):
        path = 'decode_head[' + str(i) + ']'
        if i == 0:
            build(path, head, maps, picture=size)
            NOW['shared'] += 1
            before = build(path, head, maps)
            NOW['shared'] -= 1
            continue
        build(path, head, maps, before, picture=size, train_cfg=train_cfg)
        if i + 1 < len(heads):
            NOW['shared'] += 1
            before = build(path, head, maps, before)
            NOW['shared'] -= 1


# --- what all heads share: mmseg/models/decode_heads/decode_head.py


def chosen(maps, base, transform=None):
    """The maps that the head reads, as it reads them."""
    index = base.get('in_index', -1)
    transform = transform or base.get('input_transform')
    if transform is None:
        return maps[index]
    used = [maps[i] for i in index]
    if transform == 'multiple_select':
        return used
    return cat([resize(x, used[0]['shape'][2:]) for x in used])


def module_of(x, out, kernel, base, padding=None, dilation=1, act_cfg='base', **more):
    """A ConvModule with the head's norm and activation; without a padding the size stays."""
    if padding is None:
        padding = dilation * (kernel - 1) // 2
    return conv_module(x, out, kernel, 1, padding, dilation, conv_cfg=base.get('conv_cfg'), norm_cfg=base.get('norm_cfg'),
                       act_cfg=base.get('act_cfg', {'type': 'ReLU'}) if act_cfg == 'base' else act_cfg, **more)


def separable(x, out, kernel, norm_cfg, padding=0, stride=1, dilation=1, act_cfg={'type': 'ReLU'}, dw_act_cfg='same', pw_act_cfg='same', dw_norm_cfg='same', pw_norm_cfg='same'):
    """mmcv's DepthwiseSeparableConvModule."""
    y = conv_module(x, x['shape'][1], kernel, stride, padding, dilation, x['shape'][1], norm_cfg=norm_cfg if dw_norm_cfg == 'same' else dw_norm_cfg,
                    act_cfg=act_cfg if dw_act_cfg == 'same' else dw_act_cfg)
    return conv_module(y, out, 1, norm_cfg=norm_cfg if pw_norm_cfg == 'same' else pw_norm_cfg, act_cfg=act_cfg if pw_act_cfg == 'same' else pw_act_cfg)


def classified(x, base):
    """Dropout of whole maps, which makes a copy, and a convolution to the classes."""
    if base.get('dropout_ratio', 0.1) > 0:
        x = copied(x, x['shape'])
    return conv(x, base.get('out_channels') or base['num_classes'])


def predicted(x, base):
    """The classes of each point, and the losses over them."""
    y = classified(x, base)
    losses_over(y, base)
    return y


def losses_over(y, base):
    """Each loss of loss_decode over the predictions, resized to the picture. Without a picture nothing is judged."""
    size = base.get('picture')
    if size is None:
        return
    y = resize(y, size)
    n, classes, h, w = y['shape']
    losses = base.get('loss_decode') or {'type': 'CrossEntropyLoss'}
    losses = losses if isinstance(losses, (list, tuple)) else [losses]
    if base.get('sampler') is not None:
        keep_bytes(4 * n * h * w)
    keep_bytes(8 * n * h * w)
    for loss in losses:
        loss_over(y, loss)


def loss_over(y, loss):
    kind = loss['type'].split('.')[-1]
    n, classes, h, w = y['shape']
    points = n * h * w
    if not y['grad']:
        return
    if kind in ('CrossEntropyLoss', 'OhemCrossEntropy') and not loss.get('use_sigmoid', False):
        softmax(y)
        moment(2 * points * classes * 4)
    elif kind == 'CrossEntropyLoss':
        keep(full_of(y))
        keep_bytes(2 * points * classes * 4)
        moment(2 * points * classes * 4)
    elif kind == 'DiceLoss':
        softmax(y)
        keep_bytes(2 * points * classes * 4)
        moment(2 * points * classes * 4)
    elif kind in ('FocalLoss', 'TverskyLoss', 'LovaszLoss'):
        softmax(y)
        keep_bytes(3 * points * classes * 4)
        moment(2 * points * classes * 4)
    elif kind == 'BoundaryLoss':
        keep_bytes(3 * points * classes * 4)
    else:
        unknown(kind)


# --- heads of convolutions


def FCNHead(maps, channels, num_convs=2, kernel_size=3, concat_input=True, dilation=1, **base):
    x = chosen(maps, base)
    y = x
    for i in range(num_convs):
        y = module_of(y, channels, kernel_size, base, kernel_size // 2 * dilation, dilation)
    return predicted(joined(x, y, channels, kernel_size, concat_input, base), base)


STDCHead = FCNHead


def joined(x, y, channels, kernel_size, concat_input, base):
    """The end of FCNHead and its kin: what came in and what came out through one more convolution."""
    return module_of(cat([x, y]), channels, kernel_size, base, kernel_size // 2) if concat_input else y


def DepthwiseSeparableFCNHead(maps, channels, num_convs=2, kernel_size=3, concat_input=True, dw_act_cfg=None, **base):
    x = chosen(maps, base)
    y = x
    for i in range(num_convs):
        y = separable(y, channels, kernel_size, base.get('norm_cfg'), kernel_size // 2, dw_act_cfg=dw_act_cfg)
    if concat_input:
        y = separable(cat([x, y]), channels, kernel_size, base.get('norm_cfg'), kernel_size // 2, dw_act_cfg=dw_act_cfg)
    return predicted(y, base)


def pyramid_pooled(x, scales, channels, base):
    """PPM: the map pooled to a few points, a convolution, and back."""
    return [resize(module_of(pool_to(x, s), channels, 1, base), x['shape'][2:]) for s in scales]


def PSPHead(maps, channels, pool_scales=(1, 2, 3, 6), **base):
    x = chosen(maps, base)
    return predicted(module_of(cat([x] + pyramid_pooled(x, pool_scales, channels, base)), channels, 3, base), base)


def dilated_branches(x, channels, dilations, base, is_separable):
    outs = [resize(module_of(pool_to(x, 1), channels, 1, base), x['shape'][2:])]
    for d in dilations:
        if d == 1:
            outs.append(module_of(x, channels, 1, base))
        elif is_separable:
            outs.append(separable(x, channels, 3, base.get('norm_cfg'), d, 1, d, base.get('act_cfg', {'type': 'ReLU'})))
        else:
            outs.append(module_of(x, channels, 3, base, d, d))
    return module_of(cat(outs), channels, 3, base)


def ASPPHead(maps, channels, dilations=(1, 6, 12, 18), **base):
    return predicted(dilated_branches(chosen(maps, base), channels, dilations, base, False), base)


def DepthwiseSeparableASPPHead(maps, channels, c1_in_channels, c1_channels, dilations=(1, 6, 12, 18), **base):
    y = dilated_branches(chosen(maps, base), channels, dilations, base, True)
    if c1_in_channels > 0:
        c1 = module_of(maps[0], c1_channels, 1, base)
        y = cat([resize(y, c1['shape'][2:]), c1])
    for i in range(2):
        y = separable(y, channels, 3, base.get('norm_cfg'), 1, act_cfg=base.get('act_cfg', {'type': 'ReLU'}))
    return predicted(y, base)


def upernet_features(maps, channels, pool_scales, base):
    used = chosen(maps, base, 'multiple_select')
    out_of_place = dict(base)
    out_of_place['act_cfg'] = not_inplace(base.get('act_cfg', {'type': 'ReLU'}))
    sides = [module_of(x, channels, 1, out_of_place) for x in used[:-1]]
    last = used[-1]
    sides.append(module_of(cat([last] + pyramid_pooled(last, pool_scales, channels, base)), channels, 3, base))
    for i in range(len(sides) - 1, 0, -1):
        sides[i - 1] = add(sides[i - 1], resize(sides[i], sides[i - 1]['shape'][2:]))
    outs = [module_of(x, channels, 3, out_of_place) for x in sides[:-1]] + [sides[-1]]
    return module_of(cat([resize(x, outs[0]['shape'][2:]) for x in outs]), channels, 3, base)


def UPerHead(maps, channels, pool_scales=(1, 2, 3, 6), **base):
    return predicted(upernet_features(maps, channels, pool_scales, base), base)


def SegformerHead(maps, channels, **base):
    used = chosen(maps, base, 'multiple_select')
    outs = [resize(module_of(x, channels, 1, base), used[0]['shape'][2:]) for x in used]
    return predicted(conv_module(cat(outs), channels, 1, norm_cfg=base.get('norm_cfg')), base)


def mmseg_FPNHead(maps, channels, feature_strides, **base):
    total = None
    for i, x in enumerate(chosen(maps, base, 'multiple_select')):
        steps = feature_strides[i] // feature_strides[0]
        times = max(1, len(bin(steps)) - 3)
        for k in range(times):
            x = module_of(x, channels, 3, base)
            if steps > 1:
                x = resize(x, (x['shape'][2] * 2, x['shape'][3] * 2))
        total = x if total is None else add(total, resize(x, total['shape'][2:]))
    return predicted(total, base)


def LRASPPHead(maps, channels, branch_channels=(32, 64), **base):
    used = chosen(maps, base)
    x = used[-1]
    pooled = conv_module(avg_pool(x, 49, (16, 20)), channels, 1, act_cfg={'type': 'Sigmoid'}, bias=False)
    y = mul(module_of(x, channels, 1, base, bias=False), resize(pooled, x['shape'][2:]))
    y = conv(y, channels)
    for i in range(len(branch_channels) - 1, -1, -1):
        y = cat([resize(y, used[i]['shape'][2:]), conv(used[i], branch_channels[i], bias=False)])
        y = module_of(y, channels, 1, base, bias=False)
    return predicted(y, base)


# --- heads with attention


def projected(x, out, times, with_norm, base):
    for i in range(times):
        x = module_of(x, out, 1, base) if with_norm else conv(x, out)
    return x


def attended(query, key, channels, base, query_convs=1, query_norm=False, value_norm=False, value_channels=None, out_channels=None, shared=False, query_down=None, key_down=None):
    """SelfAttentionBlock of mmseg/models/utils: attention between the points of two maps; out_channels: a convolution behind it."""
    n, c, h, w = query['shape']
    q = projected(query, channels, query_convs, query_norm, base)
    q = q if query_down is None else query_down(q)
    rows = elements(q['shape'][2:])
    NOW['shared'] += 1 if shared else 0
    k = projected(key, channels, query_convs, query_norm, base)
    NOW['shared'] -= 1 if shared else 0
    v = projected(key, value_channels or channels, 1, value_norm, base)
    if key_down is not None:
        k, v = key_down(k), key_down(v)
    columns = elements(k['shape'][2:])
    energy = matmul(copied(q, (n, rows, channels)), view(k, (n, channels, columns)))
    y = matmul(softmax(energy), copied(v, (n, columns, v['shape'][1])))
    y = copied(y, (n, v['shape'][1], h, w))
    return y if out_channels is None else projected(y, out_channels, 1, value_norm, base)


def scaled(x):
    """Multiplied by one trained number."""
    weight(1)
    return mul(x, tensor((1,), True))


def DAHead(maps, channels, pam_channels, **base):
    x = chosen(maps, base)
    y = module_of(x, channels, 3, base)
    y = add(scaled(attended(y, y, pam_channels, {}, value_channels=channels)), y)
    by_place = module_of(y, channels, 3, base)
    predictions = [classified(by_place, base)]
    y = module_of(x, channels, 3, base)
    n, c, h, w = y['shape']
    energy = matmul(view(y, (n, c, h * w)), view(y, (n, h * w, c)))
    y = add(scaled(view(matmul(softmax(energy), view(y, (n, c, h * w))), (n, c, h, w))), y)
    by_channel = module_of(y, channels, 3, base)
    predictions.append(classified(by_channel, base))
    for p in [predicted(add(by_place, by_channel), base)] + predictions:
        last = p
    for p in predictions:
        losses_over(p, base)
    return last


def between_two(maps, channels, concat_input, kernel_size, base, block):
    """A convolution, the block, a convolution, as NLHead and its kin have it."""
    x = chosen(maps, base)
    y = block(module_of(x, channels, kernel_size, base))
    y = module_of(y, channels, kernel_size, base)
    return predicted(joined(x, y, channels, kernel_size, concat_input, base), base)


def non_local_block(x, reduction, norm_cfg, mode, disentangled):
    """mmcv's NonLocal2d; disentangled: the means are taken away, and one more attention over all points is added."""
    n, c, h, w = x['shape']
    inner = max(c // reduction, 1)
    g = view(conv(x, inner), (n, h * w, inner))
    if mode == 'gaussian':
        theta, phi = view(x, (n, h * w, c)), view(x, (n, c, h * w))
    else:
        theta, phi = view(conv(x, inner), (n, h * w, inner)), view(conv(x, inner), (n, inner, h * w))
    energy = matmul(theta, phi)
    if mode != 'dot_product':
        energy = softmax(energy)
    y = copied(matmul(energy, g), (n, inner, h, w))
    if disentangled:
        mask = softmax(view(conv(x, 1), (n, 1, h * w)))
        y = add(y, copied(matmul(mask, g), (n, inner, 1, 1)))
    return add(x, conv_module(y, c, 1, norm_cfg=norm_cfg, act_cfg=None))


def NLHead(maps, channels, reduction=2, use_scale=True, mode='embedded_gaussian', concat_input=True, kernel_size=3, **base):
    return between_two(maps, channels, concat_input, kernel_size, base, lambda x: non_local_block(x, reduction, base.get('norm_cfg'), mode, False))


def DNLHead(maps, channels, reduction=2, use_scale=True, mode='embedded_gaussian', temperature=0.05, concat_input=True, kernel_size=3, **base):
    return between_two(maps, channels, concat_input, kernel_size, base, lambda x: non_local_block(x, reduction, base.get('norm_cfg'), mode, True))


def GCHead(maps, channels, ratio=0.25, pooling_type='att', fusion_types=('channel_add',), concat_input=True, kernel_size=3, **base):
    cfg = {'ratio': ratio, 'pooling_type': pooling_type, 'fusion_types': fusion_types}
    return between_two(maps, channels, concat_input, kernel_size, base, lambda x: context_block(x, cfg))
