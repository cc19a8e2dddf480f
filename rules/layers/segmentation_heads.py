# SPDX-License-Identifier: MIT
"""More heads of semantic segmentation: mmseg/models/decode_heads (1.x). The wiring and the first ones are in segmentation.py."""


def criss_cross(x):
    """mmcv's CrissCrossAttention: each point sees its row and its column; einsum copies its operands to make them products of matrices."""
    n, c, h, w = x['shape']
    q, k, v = conv(x, c // 8), conv(x, c // 8), conv(x, c)
    rows = matmul(copied(q, (n, w, h, c // 8)), copied(k, (n, w, c // 8, h)))
    columns = matmul(copied(q, (n, h, w, c // 8)), copied(k, (n, h, c // 8, w)))
    attention = softmax(cat([copied(rows, (n, h, w, h)), columns], 3))
    y = matmul(copied(attention, (n, w, h, h)), copied(v, (n, w, h, c)))
    matmul(copied(attention, (n, h, w, w)), copied(v, (n, h, w, c)))
    return add(scaled(copied(y, x['shape'])), x)


def CCHead(maps, channels, recurrence=2, concat_input=True, kernel_size=3, **base):
    def block(x):
        for i in range(recurrence):
            NOW['shared'] += 1 if i else 0
            x = criss_cross(x)
            NOW['shared'] -= 1 if i else 0
        return x
    return between_two(maps, channels, concat_input, kernel_size, base, block)


def ISAHead(maps, channels, isa_channels, down_factor=(8, 8), **base):
    x = module_of(chosen(maps, base), channels, 3, base)
    n, c, h, w = x['shape']
    rows, columns = down_factor
    wide, high = (w + columns - 1) // columns, (h + rows - 1) // rows
    y = copied(x, (n * rows * columns, c, high, wide))
    y = projected(attended(y, y, isa_channels, base, 2, True, False, c), c, 1, True, base)
    y = copied(y, (n * high * wide, c, rows, columns))
    y = projected(attended(y, y, isa_channels, base, 2, True, False, c), c, 1, True, base)
    return predicted(module_of(cat([copied(y, x['shape']), x]), channels, 1, base), base)


def ANNHead(maps, channels, project_channels, query_scales=(1,), key_pool_scales=(1, 3, 6, 8), **base):
    low, high = chosen(maps, base, 'multiple_select')

    def pooled(x):
        n, c = x['shape'][:2]
        return cat([view(y, (n, c, elements(y['shape'][2:]), 1)) for y in [pool_to(x, s) for s in key_pool_scales]], 2)

    def stage(q, k, out, shared):
        return [attended(q, k, project_channels, base, 1, True, False, None, out, shared, max_pool_by(s), pooled) for s in query_scales][0]
    y = cat([stage(high, low, high['shape'][1], False), high])
    y = module_of(y, high['shape'][1], 1, base, act_cfg=None)
    y = module_of(copied(y, y['shape']), channels, 3, base)
    y = module_of(cat([stage(y, y, channels, True), y]), channels, 1, base)
    return predicted(y, base)


def max_pool_by(scale):
    return (lambda x: max_pool(x, scale)) if scale > 1 else None


def encoded(x, codes):
    """mmseg's Encoding: distances of all points to all codewords, over all channels, twice."""
    n, c, h, w = x['shape']
    weight(codes * c + codes)
    differences = n * h * w * codes * c * 4
    keep_bytes(2 * differences)
    moment(2 * differences)
    softmax(tensor((n, h * w, codes), True))
    return tensor((n, codes, c), True)


def EncHead(maps, channels, num_codes=32, use_se_loss=True, add_lateral=False, **base):
    used = chosen(maps, base, 'multiple_select')
    x = module_of(used[-1], channels, 3, base)
    if add_lateral:
        sides = [resize(module_of(y, channels, 1, base), x['shape'][2:]) for y in used[:-1]]
        x = module_of(cat([x] + sides), channels, 3, base)
    n, c, h, w = x['shape']
    codes = relu_inplace(batch_norm(encoded(module_of(x, c, 1, base), num_codes)))
    code = copied(codes, (n, c))
    gate = view(keeps_output(linear(code, c)), (n, c, 1, 1))
    y = relu_inplace(add(x, mul(x, gate)))
    if use_se_loss:
        linear(code, base['num_classes'])
    return predicted(y, base)


def PSAHead(maps, channels, mask_size, psa_type='bi-direction', compact=False, shrink_factor=2, psa_softmax=True, **base):
    x = chosen(maps, base)
    ways = 2 if psa_type == 'bi-direction' else 1
    outs = []
    for i in range(ways):
        y = module_of(x, channels, 1, base)
        n, c, h, w = y['shape']
        if shrink_factor != 1:
            more = 1 if h % shrink_factor and w % shrink_factor else 0
            h, w = [(d - more) // shrink_factor + more for d in (h, w)]
            y = resize(y, (h, w))
        attention = conv(module_of(y, channels, 1, base), mask_size[0] * mask_size[1], bias=False)
        if not compact:
            keep(attention)
        attention = copied(attention, (n, h * w, h * w))
        attention = softmax(attention) if psa_softmax else attention
        outs.append(view(matmul(view(y, (n, c, h * w)), attention), (n, c, h, w)))
    y = module_of(cat(outs), x['shape'][1], 1, base, 1)
    y = module_of(cat([x, resize(y, x['shape'][2:])]), channels, 3, base)
    return predicted(y, base)


def OCRHead(maps, before, channels, ocr_channels, scale=1, **base):
    x = module_of(chosen(maps, base), channels, 3, base)
    n, c, h, w = x['shape']
    classes = before['shape'][1]
    shares = softmax(copied(view(before, (n, classes, h * w)), (n, classes, h * w)))
    context = copied(matmul(shares, view(x, (n, h * w, c))), (n, c, classes, 1))
    y = attended(x, context, ocr_channels, base, 2, True, True, None, c)
    return predicted(module_of(cat([y, x]), c, 1, base), base)


def PointHead(maps, before, channels, num_fcs=3, coarse_pred_each_layer=True, train_cfg=None, **base):
    n, classes = before['shape'][:2]
    points = (train_cfg or {}).get('num_points', 2048)
    act_cfg = base.get('act_cfg', {'type': 'ReLU', 'inplace': False})
    used = chosen(maps, base, 'multiple_select')
    for x in used + [before]:
        if x['grad']:
            keep(x)
    coarse = tensor((n, classes, points, 1), True)
    x = cat([tensor((n, y['shape'][1], points, 1), True) for y in used] + [coarse])
    for i in range(num_fcs):
        x = conv_module(x, channels, 1, norm_cfg=base.get('norm_cfg'), act_cfg=act_cfg)
        x = cat([x, coarse]) if coarse_pred_each_layer else x
    y = conv(dropout(x, base.get('dropout_ratio', 0.1)), classes)
    if base.get('picture') is not None:
        softmax(y)
    return y


def APCHead(maps, channels, pool_scales=(1, 2, 3, 6), fusion=True, **base):
    x = chosen(maps, base)
    outs = [x]
    for s in pool_scales:
        pooled = pool_to(x, s)
        y = module_of(x, channels, 1, base)
        pooled = module_of(pooled, channels, 1, base)
        n, c, h, w = y['shape']
        together = module_of(pool_to(y, 1), channels, 1, base)
        affinity = conv(add(y, together), s * s)
        affinity = keeps_output(copied(affinity, (n, h * w, s * s)))
        z = copied(matmul(affinity, copied(pooled, (n, s * s, c))), (n, c, h, w))
        z = relu(add(module_of(z, channels, 1, base), y))
        outs.append(module_of(z, channels, 1, base) if fusion else z)
    return predicted(module_of(cat(outs), channels, 3, base), base)


def DMHead(maps, channels, filter_sizes=(1, 3, 5, 7), fusion=False, **base):
    x = chosen(maps, base)
    outs = [x]
    for size in filter_sizes:
        kernel = conv(pool_to(x, size), channels)
        y = module_of(x, channels, 1, base)
        n, c, h, w = y['shape']
        if size > 1:
            y = copied(y, (n, c, h + size - 1, w + size - 1))
        keep(y)
        keep(kernel)
        y = norm(copied(y, (n, c, h, w)), base.get('norm_cfg'))
        y = act(y, base.get('act_cfg', {'type': 'ReLU'}))
        outs.append(module_of(y, channels, 1, base) if fusion else y)
    return predicted(module_of(cat(outs), channels, 3, base), base)


def EMAHead(maps, channels, ema_channels, num_bases, num_stages, concat_input=True, **base):
    x = chosen(maps, base)
    first = module_of(x, ema_channels, 3, base)
    NOW['frozen'] += 1
    y = conv(first, ema_channels)
    NOW['frozen'] -= 1
    n, c, h, w = y['shape']
    # the bases come from a loop without gradients, and so does the attention: the result has none
    y = relu_inplace(tensor((n, c, h, w), False))
    y = module_of(y, ema_channels, 1, base, act_cfg=None)
    y = module_of(relu_inplace(add(first, y)), channels, 3, base)
    return predicted(joined(x, y, channels, 3, concat_input, base), base)


def LightHamHead(maps, channels, ham_channels=512, ham_kwargs={}, **base):
    used = chosen(maps, base, 'multiple_select')
    x = module_of(cat([resize(y, used[0]['shape'][2:]) for y in used]), ham_channels, 1, base)
    y = relu_inplace(conv(x, ham_channels))
    n, c, h, w = y['shape']
    y = copied(factorized(view(y, (n, c, h * w)), ham_kwargs), (n, c, h, w))
    y = conv_module(y, ham_channels, 1, norm_cfg=base.get('norm_cfg'), act_cfg=None)
    return predicted(module_of(relu_inplace(add(x, y)), channels, 1, base), base)


def factorized(x, cfg):
    """NMF2D: x (B, D, N) as a product of bases (B, D, R) and coefficients (B, N, R), found in some steps that gradients flow through."""
    n, d, points = x['shape']
    r = cfg.get('MD_R', 64)
    across = view(x, (n, points, d))
    bases = tensor((n, d, r), False)
    coefficients = softmax(matmul(across, bases))

    def better(old, numerator, other):
        inner = matmul(view(other, (n, r, other['shape'][1])), other)
        below = matmul(old, inner)
        up = mul(old, numerator)
        keep(up)
        keep(add(below, below))
        return tensor(old['shape'], True)
    for i in range(cfg.get('train_steps', 6)):
        coefficients = better(coefficients, matmul(across, bases), bases)
        bases = better(bases, matmul(x, coefficients), coefficients)
    coefficients = better(coefficients, matmul(across, bases), bases)
    return matmul(bases, view(coefficients, (n, r, points)))


# --- heads for transformers


def norm_of_points(x):
    """LayerNorm over the channels of each point: the map is copied to rows and back."""
    n, c, h, w = x['shape']
    return copied(layer_norm(copied(x, (n, h * w, c))), (n, c, h, w))


def SETRUPHead(maps, channels, num_convs=1, up_scale=4, kernel_size=3, **base):
    x = norm_of_points(chosen(maps, base))
    for i in range(num_convs):
        x = conv_module(x, channels, kernel_size, 1, (kernel_size - 1) // 2, norm_cfg=base.get('norm_cfg'), act_cfg=base.get('act_cfg', {'type': 'ReLU'}))
        x = resize(x, (x['shape'][2] * up_scale, x['shape'][3] * up_scale))
    return predicted(x, base)


def SETRMLAHead(maps, channels, mla_channels=128, up_scale=4, **base):
    outs = []
    for x in chosen(maps, base, 'multiple_select'):
        for i in range(2):
            x = conv_module(x, mla_channels, 3, 1, 1, norm_cfg=base.get('norm_cfg'), act_cfg=base.get('act_cfg', {'type': 'ReLU'}))
        outs.append(resize(x, (x['shape'][2] * up_scale, x['shape'][3] * up_scale)))
    return predicted(cat(outs), base)


def SegmenterMaskTransformerHead(maps, num_layers, num_heads, embed_dims, num_classes, mlp_ratio=4, drop_path_rate=0.1, drop_rate=0.0, **base):
    x = chosen(maps, base)
    n, c, h, w = x['shape']
    x = linear(copied(x, (n, h * w, c)), embed_dims)
    parameter((num_classes, embed_dims))
    x = cat([x, tensor((n, num_classes, embed_dims), True)])
    for i in range(num_layers):
        x = encoder_layer(x, num_heads, mlp_ratio * embed_dims, True, drop_rate, drop_path_rate)
    x = layer_norm(x)
    patches = linear(copied(x, (n, h * w, embed_dims)), embed_dims, False)
    classes = linear(copied(x, (n, num_classes, embed_dims)), embed_dims, False)
    y = layer_norm(matmul(normalized(patches), view(normalized(classes), (n, embed_dims, num_classes))))
    y = copied(y, (n, num_classes, h, w))
    losses_over(y, base)
    return y


def normalized(x):
    """F.normalize: divided by its length."""
    keep(x)
    keep_bytes(2 * elements(x['shape'][:-1]) * x['size'])
    return tensor(x['shape'], True, x['size'])


def DPTHead(maps, channels, embed_dims=768, post_process_channels=(96, 192, 384, 768), readout_type='ignore', expand_channels=False, **base):
    norm_cfg, act_cfg = base.get('norm_cfg', {'type': 'BN'}), base.get('act_cfg', {'type': 'ReLU'})
    outs = []
    for i, pair_of in enumerate(chosen(maps, base, 'multiple_select')):
        x = pair_of[0] if isinstance(pair_of, (list, tuple)) else pair_of
        n, c, h, w = x['shape']
        if readout_type == 'project':
            x = copied(keeps_input(linear(tensor((n, h * w, 2 * c), True), c)), (n, c, h, w))
        x = conv(x, post_process_channels[i])
        if i < 2:
            x = deconv(x, post_process_channels[i], 4 if i == 0 else 2, 4 if i == 0 else 2)
        elif i == 3:
            x = conv(x, post_process_channels[i], 3, 2, 1)
        outs.append(conv(x, channels, 3, 1, 1, bias=False))
    y = None
    for i in range(len(outs) - 1, -1, -1):
        y = outs[i] if y is None else add(y, pre_activated(resize(outs[i], y['shape'][2:]), act_cfg, norm_cfg))
        y = pre_activated(y, act_cfg, norm_cfg)
        y = conv(resize(y, (y['shape'][2] * 2, y['shape'][3] * 2)), channels)
    return predicted(conv_module(y, channels, 3, 1, 1, norm_cfg=norm_cfg), base)


def pre_activated(x, act_cfg, norm_cfg):
    """PreActResidualConvUnit: activation, convolution, norm, twice."""
    y = x
    for i in range(2):
        y = norm(conv(act(y, act_cfg), y['shape'][1], 3, 1, 1, bias=False), norm_cfg)
    return add(y, x)


# --- K-Net: mmseg/models/decode_heads/knet_head.py


def IterativeDecodeHead(maps, num_stages, kernel_generate_head, kernel_update_head, **rest):
    """A head's own classifier makes the first kernels, which each stage updates; each stage's masks are judged."""
    cfg = dict(kernel_generate_head)
    kind = cfg.pop('type').split('.')[-1]
    base = dict(cfg)
    base['picture'] = rest.get('picture')
    x = knet_features(maps, kind, base)
    if x is None:
        unknown(kind)
        return None
    y = classified(x, base)
    kernels = tensor((x['shape'][0], base['num_classes'], x['shape'][1]), True)
    seen = [y]
    for i in range(num_stages):
        head = kernel_update_head[i]
        y, kernels = kernels_updated(x, kernels, y, head)
        seen.append(y)
    for y in seen:
        losses_over(y, base)
    return y


def knet_features(maps, kind, base):
    channels = base['channels']
    if kind == 'FCNHead':
        x = chosen(maps, base)
        y = x
        for i in range(base.get('num_convs', 2)):
            y = module_of(y, channels, base.get('kernel_size', 3), base)
        return joined(x, y, channels, base.get('kernel_size', 3), base.get('concat_input', True), base)
    if kind == 'PSPHead':
        x = chosen(maps, base)
        return module_of(cat([x] + pyramid_pooled(x, base.get('pool_scales', (1, 2, 3, 6)), channels, base)), channels, 3, base)
    if kind == 'ASPPHead':
        return dilated_branches(chosen(maps, base), channels, base.get('dilations', (1, 6, 12, 18)), base, False)
    if kind == 'UPerHead':
        return upernet_features(maps, channels, base.get('pool_scales', (1, 2, 3, 6)), base)
    return None


def kernels_updated(x, kernels, masks, cfg):
    n, rows, c = kernels['shape']
    width = cfg.get('in_channels', 256)
    if cfg.get('feat_transform_cfg') is not None:
        x = conv_module(x, width, cfg['feat_transform_cfg'].get('kernel_size', 1), cfg.get('feat_gather_stride', 1), cfg.get('feat_gather_stride', 1) // 2,
                        norm_cfg=cfg['feat_transform_cfg'].get('norm_cfg'), act_cfg=cfg['feat_transform_cfg'].get('act_cfg', {'type': 'ReLU'}))
    h, w = x['shape'][2:]
    shares = softmax(view(resize(masks, (h, w)), (n, rows, h * w)))
    found = matmul(shares, view(x, (n, h * w, x['shape'][1])))
    features_of = cfg['kernel_update_conv'] if 'kernel_update_conv' in cfg else cfg.get('kernel_updator_cfg', {})
    y = kernel_updator(found, kernels, features_of)
    y = layer_norm(add(y, multihead_batch_first(y, y, cfg.get('num_heads', 8), True)))
    if cfg.get('with_ffn', True):
        y = layer_norm(add(y, linear(relu_inplace(linear(y, cfg.get('feedforward_channels', 2048))), width)))
    z = y
    for i in range(cfg.get('num_mask_fcs', 3)):
        z = relu_inplace(layer_norm(linear(z, width, False)))
    z = linear(z, cfg.get('out_channels', 256))
    if cfg.get('mask_transform_stride', 1) == 2 and cfg.get('feat_gather_stride', 1) == 1:
        x = resize(x, (h // 2, w // 2))
    for t in (x, z):
        keep(half_of(t))
    new = tensor((n, rows) + x['shape'][2:], True, x['size'])
    if cfg.get('mask_transform_stride', 1) == 2:
        new = resize(new, (h, w))
    return new, y


def kernel_updator(found, kernels, cfg):
    n, rows, c = kernels['shape']
    width = cfg.get('feat_channels', 64)
    dynamic = linear(found, 2 * width)
    given = linear(kernels, 2 * width)
    gate = mul(tensor((n, rows, width), True), tensor((n, rows, width), True))
    if cfg.get('gate_norm_act', False):
        gate = relu_inplace(layer_norm(gate))
    gates = [keeps_output(layer_norm(linear(gate, width))) for i in range(2)]
    sides = [layer_norm(view(dynamic, (n, rows, width))), layer_norm(view(given, (n, rows, width)))]
    y = add(mul(gates[0], sides[0]), mul(gates[1], sides[1]))
    return relu_inplace(layer_norm(linear(y, cfg.get('out_channels') or c)))


# --- necks: mmseg/models/necks


def JPU(maps, in_channels, mid_channels=512, start_level=0, end_level=-1, dilations=(1, 2, 4, 8), norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU'}, conv_cfg=None, **rest):
    end = len(maps) if end_level == -1 else end_level
    sides = [conv_module(x, mid_channels, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in maps[start_level:end]]
    x = cat([resize(y, sides[0]['shape'][2:]) for y in sides])
    outs = [separable(x, mid_channels, 3, norm_cfg, d, 1, d, dw_act_cfg=None, pw_act_cfg=act_cfg) for d in dilations]
    return maps[start_level:end - 1] + [cat(outs)]


def MLANeck(maps, in_channels, out_channels, norm_cfg=None, act_cfg=None, **rest):
    rows = [norm_of_points(x) for x in maps]
    sides = [conv_module(x, out_channels, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in rows]
    total, middle = None, []
    for i in range(len(sides) - 1, -1, -1):
        total = sides[i] if total is None else add(total, sides[i])
        middle.append(total)
    return [conv_module(x, out_channels, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in middle]


def MultiLevelNeck(maps, in_channels, out_channels, scales=(0.5, 1, 2, 4), norm_cfg=None, act_cfg=None, **rest):
    sides = [conv_module(x, out_channels, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in maps]
    if len(sides) == 1:
        sides = [sides[0] for s in scales]
    return [conv_module(resize(sides[i], [int(d * scales[i]) for d in sides[i]['shape'][2:]]), out_channels, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
            for i in range(len(scales))]


def Feature2Pyramid(maps, embed_dim, rescales=(4, 2, 1, 0.5), norm_cfg={'type': 'SyncBN'}, **rest):
    outs = []
    for i, x in enumerate(maps):
        s = rescales[i]
        if s == 4:
            x = keeps_input(norm(deconv(x, embed_dim, 2, 2), norm_cfg))
        if s >= 2:
            x = deconv(x, embed_dim, 2, 2)
        elif s < 1:
            x = max_pool(x, int(1 / s), int(1 / s))
        outs.append(x)
    return outs


def ICNeck(maps, in_channels=(64, 256, 256), out_channels=128, norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU'}, conv_cfg=None, **rest):
    def fused(low, high):
        low = conv_module(resize(low, high['shape'][2:]), out_channels, 3, 1, 2, 2, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        high = conv_module(high, out_channels, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        return relu_inplace(add(low, high)), low
    first, low24 = fused(maps[2], maps[1])
    second, low12 = fused(first, maps[0])
    return [low24, low12, second]
