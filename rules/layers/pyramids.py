# SPDX-License-Identifier: MIT
"""Pyramids that were searched for or stacked: mmdet/models/necks/bfp.py, fpg.py, nas_fpn.py, fpn_carafe.py, dyhead.py (3.x), mmcv/ops/merge_cells.py,
mmcv/ops/carafe.py, mmcv/cnn/bricks/non_local.py."""


def non_local(x, reduction, use_scale, norm_cfg, mode='embedded_gaussian', sub_sample=False):
    """mmcv's NonLocal2d: attention of all points to all points."""
    n, c, h, w = x['shape']
    inner = max(c // reduction, 1)
    less = max_pool(x, 2) if sub_sample and mode == 'gaussian' else None
    g = conv(x, inner)
    theta, phi = (x, less or x) if mode == 'gaussian' else (conv(x, inner), conv(x, inner))
    if sub_sample:
        g = max_pool(g, 2)
        phi = phi if mode == 'gaussian' else max_pool(phi, 2)
    keys = elements(g['shape'][2:])
    y = matmul(copied(theta, (n, h * w, inner)) if NOW['half'] else view(theta, (n, h * w, inner)), view(phi, (n, inner, keys)))
    y = softmax(y) if mode != 'dot_product' else y
    y = matmul(y, view(g, (n, keys, inner)))
    y = copied(y, (n, inner, h, w))
    return add(x, norm(conv(y, c, bias=norm_cfg is None), norm_cfg))


def adaptive_max_pool(x, size):
    """Keeps its input and an index of eight bytes per result."""
    y = tensor(x['shape'][:2] + tuple(size), x['grad'], x['size'])
    if x['grad']:
        keep(x)
        keep_bytes(8 * elements(y['shape']))
    return y


def BFP(maps, in_channels, num_levels, refine_level=2, refine_type=None, conv_cfg=None, norm_cfg=None, **rest):
    size = maps[refine_level]['shape'][2:]
    gathered = [adaptive_max_pool(x, size) if i < refine_level else resize(x, size) for i, x in enumerate(maps)]
    y = copied(gathered[0], gathered[0]['shape'])
    if refine_type == 'conv':
        y = conv_module(y, in_channels, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
    elif refine_type == 'non_local':
        y = non_local(y, 1, False, norm_cfg)
    return [add(resize(y, x['shape'][2:]) if i < refine_level else adaptive_max_pool(y, x['shape'][2:]), x) for i, x in enumerate(maps)]


def fpg_transition(x, cfg, out, size=None):
    kind = cfg['type']
    norm_cfg = cfg.get('norm_cfg')
    if kind == 'identity':
        return x
    if kind == 'interpolation_conv':
        x = resize(x, [d * cfg.get('scale_factor', 2) for d in x['shape'][2:]])
        kernel = cfg.get('kernel_size', 3)
        return fpg_conv(x, out, kernel, 1, (kernel - 1) // 2, cfg)
    if kind == 'last_conv':
        kernel = cfg.get('kernel_size', 3)
        return fpg_conv(x, out, kernel, 1, (kernel - 1) // 2, cfg)
    return fpg_conv(x, out, cfg.get('kernel_size', 1), cfg.get('stride', 1), cfg.get('padding', 0), cfg)


def fpg_conv(x, out, kernel, stride, padding, cfg):
    """A ConvModule whose order of convolution, norm and activation may be another one."""
    norm_cfg, act_cfg = cfg.get('norm_cfg'), cfg.get('act_cfg', {'type': 'ReLU'})
    if not cfg.get('inplace', True):
        act_cfg = not_inplace(act_cfg)
    for step in cfg.get('order', ('conv', 'norm', 'act')):
        if step == 'conv':
            x = conv_of(cfg.get('conv_cfg'), x, out, kernel, stride, padding, bias=norm_cfg is None)
        elif step == 'norm':
            x = norm(x, norm_cfg)
        else:
            x = act(x, act_cfg)
    return x


def FPG(maps, in_channels, out_channels, num_outs, stack_times, paths, inter_channels=None, same_down_trans=None,
        same_up_trans={'type': 'conv', 'kernel_size': 3, 'stride': 2, 'padding': 1}, across_lateral_trans={'type': 'conv', 'kernel_size': 1},
        across_down_trans={'type': 'conv', 'kernel_size': 3}, across_up_trans=None, across_skip_trans={'type': 'identity'},
        output_trans={'type': 'last_conv', 'kernel_size': 3}, start_level=0, end_level=-1, add_extra_convs=False, norm_cfg=None, skip_inds=None, **rest):
    width = inter_channels or out_channels
    width = [width] * num_outs if isinstance(width, int) else width
    end = len(maps) if end_level in (-1, len(maps) - 1) else end_level + 1
    feats = [conv(x, width[i]) for i, x in enumerate(maps[start_level:end])]
    while len(feats) < num_outs:
        feats.append(conv(feats[-1], width[len(feats)], 3, 2, 1) if add_extra_convs else max_pool(feats[-1], 1, 2))
    first, outs = feats, feats
    for s in range(stack_times):
        down = paths[s] == 'td'
        made = []
        for j in range(num_outs):
            level = num_outs - 1 - j if down else j
            if s in skip_inds[j]:  # the framework counts j here, not the level
                made.append(outs[j])
                continue
            same = same_down_trans if down else same_up_trans
            parts = []
            if same is not None and j > 0:
                parts.append(fpg_transition(made[-1], same, width[level]))
            if across_lateral_trans is not None:
                parts.append(fpg_transition(outs[level], across_lateral_trans, width[level]))
            if level > 0 and across_up_trans is not None:
                parts.append(fpg_transition(outs[level - 1], across_up_trans, width[level]))
            if level < num_outs - 1 and across_down_trans is not None:
                parts.append(fpg_transition(outs[level + 1], across_down_trans, width[level]))
            if across_skip_trans is not None:
                parts.append(fpg_transition(first[level], across_skip_trans, width[level]))
            made.append(copied(parts[0], parts[0]['shape']) if len(parts) > 1 else parts[0])
        fpg_unused(same_up_trans if down else same_down_trans, s, skip_inds, width, num_outs, down)
        outs = made[::-1] if down else made
    return [fpg_transition(x, output_trans, out_channels) for x in outs]


def fpg_unused(trans, s, skip_inds, width, num_outs, down):
    """A stage has the transitions of the other direction, too, which no pass uses."""
    for level in range(num_outs):
        other = level - 1 if down else level + 1
        if trans is None or s in skip_inds[level] or other < 0 or other >= num_outs:
            continue
        n = trans.get('kernel_size', 3) ** 2 * width[other] * width[level]
        weight(n + (width[level] if trans.get('norm_cfg') is None else 2 * width[level]))


def merge_sizes(x, size):
    """A merge cell's input at the cell's size."""
    h, w = x['shape'][2:]
    if (h, w) == tuple(size):
        return x
    if (h, w) < tuple(size):
        return resize(x, size)
    padded = [(d + s - 1) // s * s for d, s in zip((h, w), size)]
    if padded != [h, w]:
        x = copied(x, x['shape'][:2] + tuple(padded))
    return max_pool(x, [d // s for d, s in zip(padded, size)])


def merge_cell(a, b, size, pooled, out, norm_cfg):
    """Two maps summed, or the second weighed with the first by what its mean tells; then activation, convolution, norm."""
    a, b = merge_sizes(a, size), merge_sizes(b, size)
    if pooled:
        gate = keeps_output(pool_to(b, 1))
        a = mul(a, gate)
    y = copied(add(a, b), b['shape'])
    if out:
        y = norm(conv(relu_inplace(y), out, 3, 1, 1), norm_cfg)
    return y


def NASFPN(maps, in_channels, out_channels, num_outs, stack_times, start_level=0, end_level=-1, norm_cfg=None, **rest):
    end = len(maps) if end_level in (-1, len(maps) - 1) else end_level + 1
    feats = [conv_module(x, out_channels, norm_cfg=norm_cfg, act_cfg=None) for x in maps[start_level:end]]
    while len(feats) < num_outs:
        feats.append(max_pool(conv_module(feats[-1], out_channels, norm_cfg=norm_cfg, act_cfg=None), 2))
    p3, p4, p5, p6, p7 = feats
    sizes = [x['shape'][2:] for x in feats]
    for s in range(stack_times):
        p4_1 = merge_cell(p6, p4, sizes[1], True, out_channels, norm_cfg)
        p4_2 = merge_cell(p4_1, p4, sizes[1], False, out_channels, norm_cfg)
        p3 = merge_cell(p4_2, p3, sizes[0], False, out_channels, norm_cfg)
        p4 = merge_cell(p3, p4_2, sizes[1], False, out_channels, norm_cfg)
        p5 = merge_cell(p5, merge_cell(p4, p3, sizes[2], True, 0, None), sizes[2], False, out_channels, norm_cfg)
        p7 = merge_cell(p7, merge_cell(p5, p4_2, sizes[4], True, 0, None), sizes[4], False, out_channels, norm_cfg)
        p6 = merge_cell(p7, p5, sizes[3], True, out_channels, norm_cfg)
    return [p3, p4, p5, p6, p7]


def carafe(x, factor, cfg):
    """mmcv's CARAFEPack: enlarges by kernels that are predicted for each point; keeps features, their copy in another order, and kernels."""
    n, c, h, w = x['shape']
    kernel, group = cfg.get('up_kernel', 5), cfg.get('up_group', 1)
    encoder, dilation = cfg.get('encoder_kernel', 3), cfg.get('encoder_dilation', 1)
    y = conv(x, cfg.get('compressed_channels', 64))
    y = conv(y, kernel * kernel * group * factor * factor, encoder, 1, (encoder - 1) * dilation // 2, dilation)
    mask = keeps_output(copied(y, (n, kernel * kernel * group, h * factor, w * factor)))
    keep(x)
    keep_bytes(elements(x['shape']) * x['size'])
    return tensor((n, c, h * factor, w * factor), True, x['size'])


def FPN_CARAFE(maps, in_channels, out_channels, num_outs, start_level=0, end_level=-1, norm_cfg=None, act_cfg=None, order=('conv', 'norm', 'act'),
               upsample_cfg={'type': 'carafe'}, **rest):
    end = len(maps) if end_level in (-1, len(maps) - 1) else end_level + 1
    cfg = {'norm_cfg': norm_cfg, 'act_cfg': act_cfg, 'order': order, 'inplace': False}
    sides = [fpg_conv(x, out_channels, 1, 1, 0, cfg) for x in maps[start_level:end]]
    while len(sides) < num_outs:
        sides.append(fpg_conv(maps[-1] if len(sides) == end - start_level else sides[-1], out_channels, 3, 2, 1, cfg))
    for i in range(len(sides) - 1, 0, -1):
        if upsample_cfg['type'] == 'carafe':
            y = carafe(sides[i], 2, upsample_cfg)
        else:
            y = resize(sides[i], sides[i - 1]['shape'][2:])
        sides[i - 1] = add(sides[i - 1], y)
    return [fpg_conv(x, out_channels, 3, 1, 1, cfg) for x in sides]


def scale_attention(x):
    """A map times one number per picture."""
    y = keeps_input(relu_inplace(conv(pool_to(x, 1), 1)))
    return mul(x, y)


def dy_relu(x):
    n, c, h, w = x['shape']
    y = keeps_input(conv(relu_inplace(conv(pool_to(x, 1), c // 4)), 4 * c))
    keep(x)
    for i in (0, 1):  # the two sides of the maximum, of which it keeps both
        keep(copied(x, x['shape']))
    return copied(x, x['shape'])


def DyHead(maps, in_channels, out_channels, num_blocks=6, **rest):
    group = {'type': 'GN', 'num_groups': 16}
    for i in range(num_blocks):
        outs = []
        x_maps = maps
        for level, x in enumerate(x_maps):
            NOW['shared'] += 1 if level > 0 else 0
            outs.append(dyhead_level(x_maps, level, out_channels, group))
            NOW['shared'] -= 1 if level > 0 else 0
        maps = outs
    return maps


def dyhead_level(maps, level, out, group):
    """A level gets what deformable convolutions find on it, the one below, the one above. All three have weights that are counted at the first level."""
    x = maps[level]
    both = conv(x, 27, 3, 1, 1)
    where = view(both, both['shape'])
    mask = keeps_output(copied(both, (x['shape'][0], 9) + x['shape'][2:]))
    y = scale_attention(norm(deformable_at(x, where, out, 3, 1, 1, mask), group))
    shared = NOW['shared']
    if level > 0:
        NOW['shared'] = shared
        low = norm(deformable_at(maps[level - 1], where, out, 3, 1, 1, mask, False, 2), group)
        NOW['shared'] += 1
        y = add(y, scale_attention(low))
    if level < len(maps) - 1:
        high = norm(deformable_at(maps[level + 1], where, out, 3, 1, 1, mask), group)
        NOW['shared'] += 1
        y = add(y, scale_attention(copied(high, (x['shape'][0], out) + x['shape'][2:])))
    NOW['shared'] = shared
    if level == 0:  # the convolution of the level below, which the first level has no use for
        weight(out * x['shape'][1] * 9 + 2 * out)
    return dy_relu(y)
