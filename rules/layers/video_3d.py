# SPDX-License-Identifier: MIT
"""Networks over pictures and time: mmaction/models/backbones/resnet3d.py, resnet3d_slowfast.py, resnet3d_slowonly.py, resnet3d_csn.py, resnet2plus1d.py,
c3d.py, x3d.py, common/conv2plus1d.py, necks/tpn.py (1.x), mmcv/cnn/bricks/non_local.py. A tensor has the shape (clips, channels, frames, height, width)."""

BN_3D = {'type': 'BN3d', 'requires_grad': True}


def triple(v):
    return (v, v, v) if isinstance(v, int) else tuple(v)


def conv_3d(x, out, kernel=1, stride=1, padding=0, dilation=1, groups=1, bias=True):
    """Conv3d: keeps its input."""
    kernel, stride, padding, dilation = triple(kernel), triple(stride), triple(padding), triple(dilation)
    per_point = out * x['shape'][1] // groups * kernel[0] * kernel[1] * kernel[2]
    x, trained, grad = taken(x, per_point, out if bias else 0)
    shape = x['shape'][:1] + (out,) + tuple([size_after(x['shape'][2 + i], kernel[i], stride[i], padding[i], dilation[i]) for i in (0, 1, 2)])
    flops(2 * shape[0] * per_point * elements(shape[2:]), x['grad'], trained)
    y = tensor(shape, grad, x['size'])
    if grad:
        moment((x['store']['bytes'] if x['grad'] else 0) + y['store']['bytes'])
    return y


def conv_2_and_1(x, out, kernel, stride, padding, bias, norm_cfg):
    """Conv2plus1d: over the picture, norm, ReLU, then over time; as many channels between as one convolution over both would have weights."""
    kernel, stride, padding, c = triple(kernel), triple(stride), triple(padding), x['shape'][1]
    area = kernel[1] * kernel[2]
    middle = int(3 * (c * out * area) / (c * area + 3 * out))
    x = conv_3d(x, middle, (1, kernel[1], kernel[2]), (1, stride[1], stride[2]), (0, padding[1], padding[2]), bias=bias)
    x = relu_inplace(norm(x, norm_cfg))
    return conv_3d(x, out, (kernel[0], 1, 1), (stride[0], 1, 1), (padding[0], 0, 0), bias=bias)


def module_3d(x, out, kernel=1, stride=1, padding=0, dilation=1, groups=1, cfg=None, act_cfg={'type': 'ReLU'}, bias=False):
    """ConvModule of a convolution over time. cfg: {conv, norm}, as conv_cfg and norm_cfg."""
    cfg = cfg or {}
    norm_cfg = cfg.get('norm', BN_3D)
    conv_cfg = cfg.get('conv') or {'type': 'Conv3d'}
    if conv_cfg['type'].split('.')[-1] == 'Conv2plus1d':
        x = conv_2_and_1(x, out, kernel, stride, padding, bias, conv_cfg.get('norm_cfg', BN_3D))
    else:
        x = conv_3d(x, out, kernel, stride, padding, dilation, groups, bias)
    return act(norm(x, norm_cfg), act_cfg)


def max_pool_3d(x, kernel, stride, padding=(0, 0, 0), ceil_mode=False):
    """Keeps its input and an index of eight bytes per result."""
    kernel, stride, padding = triple(kernel), triple(stride), triple(padding)
    size = tuple([(x['shape'][2 + i] + 2 * padding[i] - kernel[i] + (stride[i] - 1 if ceil_mode else 0)) // stride[i] + 1 for i in (0, 1, 2)])
    if x['grad']:
        keep(x)
        keep_bytes(8 * elements(x['shape'][:2] + size))
    return tensor(x['shape'][:2] + size, x['grad'], x['size'])


def non_local_3d(x, reduction=2, use_scale=True, norm_cfg=None, mode='embedded_gaussian', sub_sample=False, **rest):
    """mmcv's NonLocal3d: attention of all points of all frames to all, or to every fourth point of a frame."""
    n, c, points = x['shape'][0], x['shape'][1], elements(x['shape'][2:])
    inner = max(c // reduction, 1)
    g = conv_3d(x, inner)
    theta, phi = (x, x) if mode == 'gaussian' else (conv_3d(x, inner), conv_3d(x, inner))
    if sub_sample:
        g, phi = max_pool_3d(g, (1, 2, 2), (1, 2, 2)), max_pool_3d(phi, (1, 2, 2), (1, 2, 2))
    keys, width = elements(g['shape'][2:]), theta['shape'][1]
    y = matmul(view(theta, (n, points, width)), view(phi, (n, width, keys)))
    y = softmax(y) if mode != 'dot_product' else copied(y, y['shape'])
    y = matmul(y, view(g, (n, keys, inner)))
    y = conv_3d(copied(y, x['shape'][:1] + (inner,) + x['shape'][2:]), c, bias=norm_cfg is None)
    return add(x, norm(y, norm_cfg))


# --- ResNet


def block_3d(x, planes, strides, net, inflate, around):
    """BasicBlock3d, Bottleneck3d or CSNBottleneck3d; strides: (frames, picture)."""
    wide = net['expansion'] > 1
    cfg, d, dilations = net['cfg'], net['dilation'], (1, net['dilation'], net['dilation'])
    step = (strides[0], strides[1], strides[1])
    first, second = ((1, 1, 1), step) if net['style'] == 'pytorch' and wide else (step, (1, 1, 1))
    if not wide:
        kernel, padding = ((3, 3, 3), 1) if inflate else ((1, 3, 3), 0)
        y = module_3d(x, planes, kernel, first, (padding, d, d), dilations, cfg=cfg, act_cfg=net['act'])
        y = module_3d(y, planes, kernel, 1, (padding, 1, 1), cfg=cfg, act_cfg=None)
    else:
        early = inflate and net['inflate_style'] == '3x1x1'
        late = inflate and not early
        y = module_3d(x, planes, (3, 1, 1) if early else 1, first, (1, 0, 0) if early else 0, cfg=cfg, act_cfg=net['act'])
        if net['csn'] == 'ip':
            y = module_3d(y, planes, cfg=cfg, act_cfg=None)
        groups = planes if net['csn'] else 1
        y = module_3d(y, planes, (3, 3, 3) if late else (1, 3, 3), second, (1 if late else 0, d, d), dilations, groups, cfg, net['act'])
        y = module_3d(y, planes * net['expansion'], cfg=cfg, act_cfg=None)
    return add(y, module_3d(x, planes * net['expansion'], 1, step, cfg=cfg, act_cfg=None) if around else x)


def each_of(v, n):
    return (v,) * n if isinstance(v, int) else tuple(v)


def stage_3d(x, planes, blocks, strides, net, inflate, non_local, non_local_cfg):
    inflate, non_local = each_of(inflate, blocks), each_of(non_local, blocks)
    for i in range(blocks):
        step = strides if i == 0 else (1, 1)
        around = i == 0 and (strides[1] != 1 or x['shape'][1] != planes * net['expansion'])
        if net['with_cp']:
            x = checkpoint(lambda x: block_3d(x, planes, step, net, inflate[i] == 1, around), x)
        else:
            x = block_3d(x, planes, step, net, inflate[i] == 1, around)
        x = act(x, net['act'])
        if non_local[i]:
            x = non_local_3d(x, **non_local_cfg)
    return x


def stem_3d(x, net):
    kernel = triple(net.get('conv1_kernel', (3, 7, 7)))
    s, t = net.get('conv1_stride_s', 2), net.get('conv1_stride_t', 1)
    x = module_3d(x, net.get('base_channels', 64), kernel, (t, s, s), [(k - 1) // 2 for k in kernel], cfg=net['cfg'], act_cfg=net['act'])
    s, t = net.get('pool1_stride_s', 2), net.get('pool1_stride_t', 1)
    return max_pool_3d(x, (1, 3, 3), (t, s, s), (0, 1, 1)) if net.get('with_pool1', True) else x


def net_3d(depth, args):
    """What all blocks of a network share."""
    net = {'expansion': 4 if depth >= 50 else 1, 'style': 'pytorch', 'inflate_style': '3x1x1', 'with_cp': False, 'csn': '', 'dilation': 1}
    net.update(args)
    net.update(cfg={'norm': args.get('norm_cfg', BN_3D), 'conv': args.get('conv_cfg')}, act=args.get('act_cfg', {'type': 'ReLU', 'inplace': True}),
               blocks=args.get('stage_blocks') or DEPTHS[depth])
    return net


def stage_of_3d(x, net, i):
    """The stage i of a network as its config describes it, and the pooling over frames behind the first."""
    net['dilation'] = net.get('dilations', (1, 1, 1, 1))[i]
    NOW['frozen'] += 1 if i < net.get('frozen_stages', -1) else 0
    x = stage_3d(x, net.get('base_channels', 64) * 2 ** i, net['blocks'][i], (net.get('temporal_strides', (1, 1, 1, 1))[i], net.get('spatial_strides', (1, 2, 2, 2))[i]),
                 net, each_of(net.get('inflate', 1), 4)[i], each_of(net.get('non_local', 0), 4)[i], net.get('non_local_cfg', {}))
    NOW['frozen'] -= 1 if i < net.get('frozen_stages', -1) else 0
    return max_pool_3d(x, (2, 1, 1), (2, 1, 1)) if i == 0 and net.get('with_pool2', True) else x


def ResNet3d(x, depth=50, num_stages=4, out_indices=(3,), norm_eval=False, frozen_stages=-1, **args):
    net = net_3d(depth, args)
    net['frozen_stages'] = frozen_stages
    NOW['eval_norm'] += 1 if norm_eval else 0
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = stem_3d(x, net)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = []
    for i in range(num_stages):
        x = stage_of_3d(x, net, i)
        if i in out_indices:
            maps.append(x)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def ResNet3dSlowOnly(x, depth=50, conv1_kernel=(1, 7, 7), inflate=(0, 0, 1, 1), with_pool2=False, **args):
    return ResNet3d(x, depth, conv1_kernel=conv1_kernel, inflate=inflate, with_pool2=with_pool2, **args)


def ResNet2Plus1d(x, depth=34, **args):
    args.update(with_pool2=False, with_pool1=True)
    return ResNet3d(x, depth, **args)


def ResNet3dCSN(x, depth=50, temporal_strides=(1, 2, 2, 2), inflate_style='3x3x3', bottleneck_mode='ir', bn_frozen=False, norm_eval=False,
                norm_cfg={'type': 'BN3d', 'requires_grad': True}, **args):
    if bn_frozen and norm_eval:
        norm_cfg = {'type': 'BN3d', 'requires_grad': False}
    return ResNet3d(x, depth, temporal_strides=temporal_strides, inflate_style=inflate_style, csn=bottleneck_mode, norm_eval=norm_eval, norm_cfg=norm_cfg, **args)


def ResNet3dSlowFast(x, resample_rate=8, speed_ratio=8, channel_ratio=8, slow_pathway=None, fast_pathway=None, **rest):
    """Two networks, one with few frames and one with few channels, which it hands to the other ahead of each stage."""
    slow = dict(slow_pathway or {'depth': 50, 'lateral': True, 'conv1_kernel': (1, 7, 7), 'inflate': (0, 0, 1, 1)})
    fast = dict(fast_pathway or {'depth': 50, 'lateral': False, 'base_channels': 8, 'conv1_kernel': (5, 7, 7)})
    lateral, kernel, wider = slow.get('lateral', False), slow.get('fusion_kernel', 5), slow.get('lateral_infl', 2)
    slow, fast = net_3d(slow['depth'], slow), net_3d(fast['depth'], fast)
    n, c, t, h, w = x['shape']

    def at_rate(rate):
        return copied(x, (n, c, t // rate, h, w))

    def joined(a, b):
        if not lateral:
            return a
        has = slow.get('lateral_norm', False)
        cfg = {'conv': slow.get('conv_cfg'), 'norm': slow['cfg']['norm'] if has else None}
        y = module_3d(b, b['shape'][1] * wider, (kernel, 1, 1), (speed_ratio, 1, 1), ((kernel - 1) // 2, 0, 0), cfg=cfg, act_cfg=slow['act'] if has else None)
        return cat([a, y])
    for net in (slow, fast):
        net['with_pool2'] = False
    a = stem_3d(at_rate(resample_rate), slow)
    b = stem_3d(at_rate(max(1, resample_rate // speed_ratio)), fast)
    for i in range(4):
        a, b = stage_of_3d(joined(a, b), slow, i), stage_of_3d(b, fast, i)
    return [a, b]


def C3D(x, norm_cfg=None, conv_cfg=None, act_cfg={'type': 'ReLU'}, dropout_ratio=0.5, out_dim=8192, **rest):
    cfg = {'conv': conv_cfg, 'norm': norm_cfg}
    for i, (convs, out) in enumerate(((1, 64), (1, 128), (2, 256), (2, 512), (2, 512))):
        for k in range(convs):
            x = module_3d(x, out, 3, 1, 1, cfg=cfg, act_cfg=act_cfg, bias=norm_cfg is None)
        t = 1 if i == 0 else 2
        x = max_pool_3d(x, (t, 2, 2), (t, 2, 2), (0, 1, 1) if i == 4 else (0, 0, 0))
    x = view(x, (x['shape'][0], elements(x['shape'][1:])))
    return [relu(linear(dropout(relu(linear(x, 4096)), dropout_ratio), 4096))]


def squeeze_3d(x, ratio):
    c = x['shape'][1]
    y = tensor(x['shape'][:2] + (1, 1, 1), x['grad'])
    return mul(x, keeps_output(conv_3d(relu(conv_3d(y, divisible(c * ratio))), c)))


def x3d_block(x, planes, out, stride, ratio, cfg, act_cfg, around):
    y = module_3d(x, planes, cfg=cfg, act_cfg=act_cfg)
    y = module_3d(y, planes, 3, (1, stride, stride), 1, 1, planes, cfg, None)
    y = squeeze_3d(y, ratio) if ratio else y
    y = module_3d(act(y, {'type': 'Swish'}), out, cfg=cfg, act_cfg=None)
    return add(y, module_3d(x, out, 1, (1, stride, stride), cfg=cfg, act_cfg=None) if around else x)


def X3D(x, gamma_w=1.0, gamma_b=1.0, gamma_d=1.0, num_stages=4, spatial_strides=(2, 2, 2, 2), se_style='half', se_ratio=1 / 16, conv_cfg=None, norm_cfg=BN_3D,
        act_cfg={'type': 'ReLU'}, with_cp=False, **rest):
    cfg, base = {'conv': conv_cfg, 'norm': norm_cfg}, divisible(24 * gamma_w)
    x = conv_3d(x, base, (1, 3, 3), (1, 2, 2), (0, 1, 1), bias=False)
    x = module_3d(x, base, (5, 1, 1), 1, (2, 0, 0), 1, base, cfg, act_cfg)
    for i in range(num_stages):
        out = base * 2 ** i
        blocks = (1, 2, 5, 3)[i] * gamma_d
        for k in range(int(blocks) + (1 if blocks > int(blocks) else 0)):
            stride = spatial_strides[i] if k == 0 else 1
            around = k == 0 and (stride != 1 or x['shape'][1] != out)
            ratio = se_ratio if se_style == 'all' or k % 2 == 0 else None
            if with_cp:
                x = checkpoint(lambda x: x3d_block(x, int(out * gamma_b), out, stride, ratio, cfg, act_cfg, around), x)
            else:
                x = x3d_block(x, int(out * gamma_b), out, stride, ratio, cfg, act_cfg, around)
            x = act(x, act_cfg)
    return [module_3d(x, int(x['shape'][1] * gamma_b), cfg=cfg, act_cfg=act_cfg)]


# --- TPN


def pooled_conv(x, out, kernel, padding, groups, scale, before, act_cfg={'type': 'ReLU'}, norm_cfg=BN_3D):
    scale = triple(scale)
    if before:
        x = max_pool_3d(x, scale, scale, ceil_mode=True)
    x = module_3d(x, out, kernel, 1, padding, 1, groups, {'norm': norm_cfg}, act_cfg)
    return x if before else max_pool_3d(x, scale, scale, ceil_mode=True)


def levels_fused(maps, mid_channels, out_channels, downsample_scales=((1, 1, 1), (1, 1, 1)), **rest):
    parts = [pooled_conv(x, mid_channels[i], 1, 0, 32, downsample_scales[i], True) for i, x in enumerate(maps)]
    return module_3d(cat(parts), out_channels)


def TPN(maps, in_channels, out_channels, spatial_modulation_cfg=None, temporal_modulation_cfg=None, upsample_cfg=None, downsample_cfg=None, level_fusion_cfg=None,
        aux_head_cfg=None, flow_type='cascade', **rest):
    if aux_head_cfg is not None:
        y = module_3d(maps[-2], 2 * in_channels[-2], (1, 3, 3), (1, 2, 2), (0, 1, 1))
        linear(tensor((y['shape'][0], y['shape'][1]), True), aux_head_cfg['out_channels'])
    outs = []
    for i, x in enumerate(maps):
        while x['shape'][1] < spatial_modulation_cfg['out_channels']:
            x = module_3d(x, 2 * x['shape'][1], (1, 3, 3), (1, 2, 2), (0, 1, 1))
        if temporal_modulation_cfg is not None:
            scale = temporal_modulation_cfg['downsample_scales'][i]
            x = pooled_conv(x, out_channels, (3, 1, 1), (1, 0, 0), 32, (scale, 1, 1), False, None, None)
        outs.append(x)
    first = [copied(x, x['shape']) for x in outs]
    for i in range(len(first) - 1, 0, -1):
        first[i - 1] = add(first[i - 1], first[i])
    top_down = levels_fused(first, **level_fusion_cfg)
    second = [copied(x, x['shape']) for x in (outs if flow_type == 'parallel' else first)]
    for i in range(len(second) - 1):
        cfg = downsample_cfg
        y = pooled_conv(second[i], out_channels, cfg.get('kernel_size', (3, 1, 1)), cfg.get('padding', (1, 0, 0)), cfg.get('groups', 1),
                        cfg.get('downsample_scale', (1, 2, 2)), cfg.get('downsample_position', 'after') == 'before', cfg.get('act_cfg'), cfg.get('norm_cfg'))
        second[i + 1] = add(second[i + 1], y)
    return [module_3d(cat([top_down, levels_fused(second, **level_fusion_cfg)]), 2048)]
