# SPDX-License-Identifier: MIT
"""ResNet and its kin, as mmdet, mmseg, mmpretrain and mmpose have them: mmdet/models/backbones/resnet.py, resnext.py, res2net.py, regnet.py (3.x)."""

DEPTHS = {18: (2, 2, 2, 2), 34: (3, 4, 6, 3), 50: (3, 4, 6, 3), 101: (3, 4, 23, 3), 152: (3, 8, 36, 3), 200: (3, 24, 36, 3), 269: (3, 30, 48, 8)}


def basic_block(x, planes, stride, dilation, block):
    y = conv_of(block['conv_cfg'], x, planes, 3, stride, dilation, dilation, 1, False)
    y = relu_inplace(norm(y, block['norm_cfg']))
    y = norm(conv_of(block['conv_cfg'], y, planes, 3, 1, 1, 1, 1, False), block['norm_cfg'])
    return y


def bottleneck(x, planes, stride, dilation, block):
    """Three convolutions; width: that of the one in the middle."""
    width = block['width'](planes)
    first, second = (1, stride) if block['style'] == 'pytorch' else (stride, 1)
    y = relu_inplace(norm(conv_of(block['conv_cfg'], x, width, 1, first, 0, 1, 1, False), block['norm_cfg']))
    y = plugins_at(y, block, 'after_conv1')
    if block['scales'] > 1:
        y = scales_of_res2net(y, width // block['scales'], second, dilation, block)
    else:
        middle = block['conv_cfg'] if block['dcn'] is None or block['dcn'].get('fallback_on_stride', False) else block['dcn']
        y = conv_of(block.get('sac') or middle, y, width, 3, second, dilation, dilation, block['groups'], False)
        y = relu_inplace(norm(y, block['norm_cfg']))
    y = plugins_at(y, block, 'after_conv2')
    y = norm(conv_of(block['conv_cfg'], y, planes * block['expansion'], 1, 1, 0, 1, 1, False), block['norm_cfg'])
    return plugins_at(y, block, 'after_conv3')


def scales_of_res2net(x, width, stride, dilation, block):
    """Res2Net: the channels in groups; each group's convolution gets the result of the one before, but at the first block of a stage."""
    n, c, h, w = x['shape']
    first = block['first']
    pieces = [copied(x, (n, width, h, w)) for i in range(block['scales'])]
    done = []
    for i in range(block['scales'] - 1):
        y = pieces[i] if i == 0 or first else add(done[i - 1], pieces[i])
        done.append(relu_inplace(norm(conv_of(block['conv_cfg'], y, width, 3, stride, dilation, dilation, 1, False), block['norm_cfg'])))
    last = avg_pool(pieces[-1], 3, stride, 1) if first and stride != 1 else pieces[-1]
    return cat(done + [last])


def plugins_at(x, block, position):
    for plugin in block['plugins']:
        if plugin['position'] == position:
            x = plugin_layer(x, plugin['cfg'])
    return x


def plugin_layer(x, cfg):
    n, c, h, w = x['shape']
    if cfg['type'] == 'ContextBlock':
        return context_block(x, cfg)
    if cfg['type'] == 'GeneralizedAttention':
        return generalized_attention(x, cfg)
    if cfg['type'] == 'ConvModule':
        args = dict(cfg)
        for key in ('type', 'in_channels', 'inplace'):
            args.pop(key, None)
        return conv_module(x, args.pop('out_channels'), args.pop('kernel_size', 1), **args)
    if cfg['type'] == 'NonLocal2d':
        return non_local(x, cfg.get('reduction', 2), cfg.get('use_scale', True), cfg.get('norm_cfg'), cfg.get('mode', 'embedded_gaussian'), cfg.get('sub_sample', False))
    unknown(cfg['type'])
    return x


def context_block(x, cfg):
    """mmcv's ContextBlock: an attention over all points gives one vector, which is added or multiplied."""
    n, c, h, w = x['shape']
    if cfg.get('pooling_type', 'att') == 'att':
        mask = softmax(conv(x, 1))
        context = matmul(view(x, (n, 1, c, h * w)), view(mask, (n, 1, h * w, 1)))
        context = view(context, (n, c, 1, 1))
    else:
        context = pool_to(x, 1)
    planes = int(c * cfg['ratio'])
    for kind in cfg.get('fusion_types', ('channel_add',)):
        y = view(relu_inplace(layer_norm_of(conv(context, planes))), (n, planes, 1, 1))
        y = conv(y, c)
        x = add(x, y) if kind == 'channel_add' else mul(x, keeps_output(y))
    return x


def layer_norm_of(x):
    """LayerNorm over all but the batch."""
    n = x['shape'][0]
    y = layer_norm(view(x, (n, elements(x['shape'][1:]))))
    return view(y, x['shape'])


def generalized_attention(x, cfg):
    """mmcv's GeneralizedAttention: attention with up to four terms; keys lie on a thinned map. The third term alone has one query for all points."""
    n, c, h, w = x['shape']
    heads = cfg.get('num_heads', 9)
    kinds = [bool(int(k)) for k in cfg.get('attention_type', '1111')]
    inner = c // heads * heads
    stride = cfg.get('kv_stride', 2)
    kv = avg_pool(x, 1, stride) if stride > 1 else x
    stride = cfg.get('q_stride', 1)
    q = avg_pool(x, 1, stride) if stride > 1 else x
    points, rows = q['shape'][2:], kv['shape'][2:]
    single = kinds == [False, False, True, False]
    queries, keys = 1 if single else elements(points), elements(rows)
    query = conv(q, inner, bias=False) if kinds[0] or kinds[1] else None
    key = conv(kv, inner, bias=False) if kinds[0] or kinds[2] else None
    for k in (2, 3):
        weight(inner if kinds[k] else 0)
    if kinds[0]:
        matmul(copied(query, (n, heads, queries, inner // heads)), view(key, (n, heads, inner // heads, keys)))
    elif kinds[2]:
        keep(key)
    for i in (0, 1):
        if kinds[1] or kinds[3]:
            y = linear(tensor((points[i], rows[i], c // 2), False), inner, False)
            y = copied(y, (n * points[i], rows[i], inner))
            if kinds[1]:
                matmul(copied(query, (n * points[i], elements(points) // points[i], inner)), copied(y, (n * points[i], inner, rows[i])))
            else:
                keep(y)
    attention = softmax(tensor((n, heads, queries, keys), True))
    value = conv(kv, inner, bias=False)
    y = matmul(attention, view(value, (n, heads, keys, inner // heads)))
    y = conv(copied(y, (n, inner) + ((1, 1) if single else points)), c)
    if stride > 1:
        y = resize(y, (h, w))
    weight(1)
    keep(y)
    return add(x, tensor((1,), True))


def residual_stage(x, planes, blocks, stride, dilation, block):
    """Blocks of one stage: the first has a convolution on its way around where the shape changes."""
    for i in range(blocks):
        block['first'] = i == 0
        step = stride if i == 0 else 1
        changes = i == 0 and (stride != 1 or x['shape'][1] != planes * block['expansion'])
        if block['with_cp']:
            x = checkpoint(lambda x: residual_sum(x, planes, step, dilation, block, changes), x)
        else:
            x = residual_sum(x, planes, step, dilation, block, changes)
        if i == 0 and block.get('found') is not None:  # DetectoRS: what the pyramid found goes into a stage's first block
            x = add(x, conv(block['found'], planes * block['expansion']))
        x = relu_inplace(x)
    return x


def residual_sum(x, planes, stride, dilation, block, changes):
    y = block['body'](x, planes, stride, dilation, block)
    if changes:
        around = x
        if block['avg_down']:
            around, stride = avg_pool(x, stride, stride, 0, True), 1
        x = norm(conv_of(block['conv_cfg'], around, planes * block['expansion'], 1, stride, 0, 1, 1, False), block['norm_cfg'])
    return add(y, x)


def plugins_of_stage(plugins, i):
    return [p for p in (plugins or []) if p.get('stages') is None or p['stages'][i]]


def stem(x, channels, deep, conv_cfg, norm_cfg):
    if deep:
        for out, stride in ((channels // 2, 2), (channels // 2, 1), (channels, 1)):
            x = relu_inplace(norm(conv_of(conv_cfg, x, out, 3, stride, 1, 1, 1, False), norm_cfg))
    else:
        x = relu_inplace(norm(conv_of(conv_cfg, x, channels, 7, 2, 3, 1, 1, False), norm_cfg))
    return max_pool(x, 3, 2, 1)


def ResNet(x, depth, in_channels=3, stem_channels=None, base_channels=64, num_stages=4, strides=(1, 2, 2, 2), dilations=(1, 1, 1, 1),
           out_indices=(0, 1, 2, 3), style='pytorch', deep_stem=False, avg_down=False, frozen_stages=-1, conv_cfg=None,
           norm_cfg={'type': 'BN', 'requires_grad': True}, norm_eval=True, dcn=None, stage_with_dcn=(False, False, False, False), plugins=None,
           with_cp=False, width=None, groups=1, scales=1, sac=None, stage_with_sac=None, rfp_inplanes=None, rfp_feats=None, more=None, **rest):
    bottlenecks = depth >= 50
    NOW['eval_norm'] += 1 if norm_eval else 0
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = stem(x, stem_channels or base_channels, deep_stem, conv_cfg, norm_cfg)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = []
    for i in range(num_stages):
        block = {'body': bottleneck if bottlenecks else basic_block, 'expansion': 4 if bottlenecks else 1, 'style': style, 'conv_cfg': conv_cfg,
                 'norm_cfg': norm_cfg, 'with_cp': with_cp, 'dcn': dcn if stage_with_dcn[i] else None, 'plugins': plugins_of_stage(plugins, i),
                 'width': width or (lambda planes: planes), 'groups': groups, 'scales': scales, 'avg_down': avg_down,
                 'sac': sac if sac and stage_with_sac[i] else None, 'found': rfp_feats[i] if rfp_feats and rfp_inplanes and i > 0 else None}
        block.update(more or {})
        NOW['frozen'] += 1 if i < frozen_stages else 0
        if rfp_inplanes and i > 0 and not rfp_feats:
            weight((rfp_inplanes + 1) * base_channels * 2 ** i * block['expansion'])
        x = residual_stage(x, base_channels * 2 ** i, DEPTHS[depth][i], strides[i], dilations[i], block)
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in out_indices:
            maps.append(x)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def ResNetV1c(x, depth, **args):
    return ResNet(x, depth, deep_stem=True, **args)


def ResNetV1d(x, depth, **args):
    return ResNet(x, depth, deep_stem=True, avg_down=True, **args)


def ResNeXt(x, depth, groups=1, base_width=4, base_channels=64, **args):
    return ResNet(x, depth, groups=groups, base_channels=base_channels,
                  width=lambda planes: planes if groups == 1 else int(planes * (base_width / base_channels)) * groups, **args)


def Res2Net(x, depth, scales=4, base_width=26, base_channels=64, **args):
    args.update(style='pytorch', deep_stem=True, avg_down=True)
    return ResNet(x, depth, scales=scales, base_channels=base_channels, width=lambda planes: int(planes * (base_width / base_channels)) * scales, **args)
