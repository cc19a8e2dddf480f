# SPDX-License-Identifier: MIT
"""Backbones of convolutions that only segmentation has: mmseg/models/backbones: unet.py, bisenetv1.py, bisenetv2.py, stdc.py, icnet.py, fast_scnn.py, cgnet.py,
erfnet.py; resnest.py, mobilenet_v2.py, mobilenet_v3.py, which mmpretrain has, too."""


def convs_of(x, out, times, stride, dilation, conv_cfg, norm_cfg, act_cfg):
    for i in range(times):
        d = dilation if i else 1
        x = conv_module(x, out, 3, stride if i == 0 else 1, d, d, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return x


def UNet(x, base_channels=64, num_stages=5, strides=(1, 1, 1, 1, 1), enc_num_convs=(2, 2, 2, 2, 2), dec_num_convs=(2, 2, 2, 2), downsamples=(True, True, True, True),
         enc_dilations=(1, 1, 1, 1, 1), dec_dilations=(1, 1, 1, 1), with_cp=False, conv_cfg=None, norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU'},
         upsample_cfg={'type': 'InterpConv'}, **rest):
    down = []
    for i in range(num_stages):
        if i and strides[i] == 1 and downsamples[i - 1]:
            x = max_pool(x, 2)
        x = convs_of(x, base_channels * 2 ** i, enc_num_convs[i], strides[i], enc_dilations[i], conv_cfg, norm_cfg, act_cfg)
        down.append(x)
    outs = [x]
    for i in range(num_stages - 2, -1, -1):
        side = down[i]
        width = base_channels * 2 ** i
        if strides[i + 1] != 1 or downsamples[i]:
            if upsample_cfg['type'] == 'DeconvModule':
                size = upsample_cfg.get('kernel_size', 4)
                x = act(norm(deconv(x, width, size, 2, (size - 2) // 2), norm_cfg), act_cfg)
            else:
                x = conv_module(resize(x, side['shape'][2:]), width, upsample_cfg.get('kernel_size', 1), norm_cfg=norm_cfg, act_cfg=act_cfg)
        else:
            x = conv_module(x, width, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        x = convs_of(cat([side, x]), width, dec_num_convs[i], 1, dec_dilations[i], conv_cfg, norm_cfg, act_cfg)
        outs.append(x)
    return outs


# --- two paths


BN = {'type': 'BN'}
ADAPTIVE = {'type': 'Conv2dAdaptivePadding'}


def refined(x, out, norm_cfg=BN):
    """AttentionRefinementModule: a convolution, times what its mean says."""
    x = conv_module(x, out, 3, 1, 1, norm_cfg=norm_cfg)
    return mul(x, keeps_output(conv_module(pool_to(x, 1), out, 1, bias=False, norm_cfg=norm_cfg, act_cfg=None)))


def BiSeNetV1(x, backbone_cfg, spatial_channels=(64, 64, 64, 128), context_channels=(128, 256, 512), out_indices=(0, 1, 2), out_channels=256, **rest):
    picture_in = x
    maps = build('context_path.backbone', backbone_cfg, x)
    if maps is None:
        return None
    x8, x16, x32 = maps[1:]
    width = context_channels[0]
    mean = conv_module(pool_to(x32, 1), width, 1, norm_cfg=BN)
    y32 = conv_module(resize(add(refined(x32, width), mean), x16['shape'][2:]), width, 3, 1, 1, norm_cfg=BN)
    y16 = conv_module(resize(add(refined(x16, width), y32), x8['shape'][2:]), width, 3, 1, 1, norm_cfg=BN)
    x = conv_module(picture_in, spatial_channels[0], 7, 2, 3, norm_cfg=BN)
    for c in spatial_channels[1:-1]:
        x = conv_module(x, c, 3, 2, 1, norm_cfg=BN)
    x = conv_module(x, spatial_channels[-1], 1, norm_cfg=BN)
    x = conv_module(cat([x, y16]), out_channels, 1, norm_cfg=BN)
    gate = keeps_output(conv_module(pool_to(x, 1), out_channels, 1, bias=False, norm_cfg=BN))
    outs = [add(mul(x, gate), x), y16, y32]
    return [outs[i] for i in out_indices]


def gather_expand(x, out, ratio, stride, norm_cfg=BN):
    """GELayer of BiSeNetV2."""
    c = x['shape'][1]
    y = conv_module(x, c, 3, 1, 1, norm_cfg=norm_cfg)
    if stride == 1:
        y = conv_module(y, c * ratio, 3, 1, 1, 1, c, norm_cfg=norm_cfg)
        around = x
    else:
        y = conv_module(y, c * ratio, 3, stride, 1, 1, c, bias=False, norm_cfg=norm_cfg, act_cfg=None)
        y = conv_module(y, c * ratio, 3, 1, 1, 1, c * ratio, norm_cfg=norm_cfg)
        around = None
    y = conv_module(y, out, 1, bias=False, norm_cfg=norm_cfg, act_cfg=None)
    if around is None:
        around = separable(x, out, 3, norm_cfg, 1, stride, dw_act_cfg=None, pw_act_cfg=None)
    return relu_inplace(add(y, around))


def BiSeNetV2(x, detail_channels=(64, 64, 128), semantic_channels=(16, 32, 64, 128), semantic_expansion_ratio=6, bga_channels=128, out_indices=(0, 1, 2, 3, 4), **rest):
    detail = x
    for i, c in enumerate(detail_channels):
        for k in range(2 if i == 0 else 3):
            detail = conv_module(detail, c, 3, 2 if k == 0 else 1, 1, norm_cfg=BN)
    c = semantic_channels[0]
    x = conv_module(x, c, 3, 2, 1, norm_cfg=BN)
    left = conv_module(conv_module(x, c // 2, 1, norm_cfg=BN), c, 3, 2, 1, norm_cfg=BN)
    x = conv_module(cat([left, max_pool(x, 3, 2, 1)]), c, 3, 1, 1, norm_cfg=BN)
    outs = [x]
    for i, c in enumerate(semantic_channels[1:]):
        for k in range(4 if i == len(semantic_channels) - 2 else 2):
            x = gather_expand(x, c, semantic_expansion_ratio, 2 if k == 0 else 1)
        outs.append(x)
    mean = conv_module(batch_norm(pool_to(x, 1)), c, 1, norm_cfg=BN)
    x = conv_module(add(x, mean), c, 3, 1, 1, norm_cfg=BN)
    outs.append(x)
    width = bga_channels
    near = separable(detail, width, 3, None, 1, dw_norm_cfg=BN, dw_act_cfg=None, pw_act_cfg=None)
    down = avg_pool(conv_module(detail, width, 3, 2, 1, bias=False, norm_cfg=BN, act_cfg=None), 3, 2, 1)
    far = resize(conv_module(x, width, 3, 1, 1, bias=False, norm_cfg=BN, act_cfg=None), near['shape'][2:])
    small = separable(x, width, 3, None, 1, dw_norm_cfg=BN, dw_act_cfg=None, pw_act_cfg=None)
    first = mul(near, keeps_output(far))
    second = resize(mul(down, keeps_output(small)), first['shape'][2:])
    outs = [conv_module(add(first, second), width, 3, 1, 1, norm_cfg=BN)] + outs[:-1]
    return [outs[i] for i in out_indices]


def stdc_module(x, out, stride, times, how, norm_cfg, act_cfg):
    c = x['shape'][1]
    first = conv_module(x, out // 2, 1, norm_cfg=norm_cfg)
    down = first
    if stride == 2:
        down = conv_module(first, out // 2, 3, 2, 1, 1, out // 2, norm_cfg=norm_cfg, act_cfg=None)
    outs, y = [down], down
    for i in range(1, times):
        y = conv_module(y, out // (2 ** (i + 1) if i != times - 1 else 2 ** i), 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
        outs.append(y)
    if how == 'add':
        around = x
        if stride == 2:
            around = conv_module(x, c, 3, 2, 1, 1, c, norm_cfg=norm_cfg, act_cfg=None)
            around = conv_module(around, out, 1, norm_cfg=norm_cfg, act_cfg=None)
        return add(cat(outs), around)
    if stride == 2:
        outs[0] = avg_pool(first, 3, 2, 1)
    return cat(outs)


STDC_STAGES = {'STDCNet1': ((2, 1), (2, 1), (2, 1)), 'STDCNet2': ((2, 1, 1, 1), (2, 1, 1, 1, 1), (2, 1, 1))}


def STDCNet(x, stdc_type, in_channels, channels, bottleneck_type, norm_cfg=None, act_cfg=None, num_convs=4, with_final_conv=False, **rest):
    for c in channels[:2]:
        x = conv_module(x, c, 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    outs = []
    for i, strides in enumerate(STDC_STAGES[stdc_type]):
        for s in strides:
            x = stdc_module(x, channels[i + 2], s, num_convs, bottleneck_type, norm_cfg, act_cfg)
        outs.append(x)
    if with_final_conv:
        outs[-1] = conv_module(outs[-1], max(1024, channels[-1]), 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return outs


def STDCContextPathNet(x, backbone_cfg, last_in_channels=(1024, 512), out_channels=128, ffm_cfg={}, norm_cfg=BN, **rest):
    maps = build('backbone', backbone_cfg, x)
    if maps is None:
        return None
    up = conv_module(pool_to(maps[-1], 1), out_channels, 1, norm_cfg=norm_cfg)
    arms = []
    for i in range(len(last_in_channels)):
        y = add(refined(maps[len(maps) - 1 - i], out_channels), up)
        up = conv_module(resize(y, maps[len(maps) - 2 - i]['shape'][2:]), out_channels, 3, 1, 1, norm_cfg=norm_cfg)
        arms.append(up)
    width, scale = ffm_cfg.get('out_channels', 256), ffm_cfg.get('scale_factor', 4)
    y = conv_module(cat([maps[0], arms[1]]), width, 1, norm_cfg=ffm_cfg.get('norm_cfg', BN))
    gate = keeps_output(conv(relu_inplace(conv(pool_to(y, 1), width // scale, bias=False)), width, bias=False))
    return [maps[0]] + arms + [add(mul(y, gate), y)]


def ICNet(x, backbone_cfg, layer_channels=(512, 2048), light_branch_middle_channels=32, psp_out_channels=512, out_channels=(64, 256, 256), pool_scales=(1, 2, 3, 6), conv_cfg=None,
          norm_cfg=BN, act_cfg={'type': 'ReLU'}, **rest):
    base = {'norm_cfg': norm_cfg, 'act_cfg': act_cfg, 'conv_cfg': conv_cfg}
    y = x
    for c in (light_branch_middle_channels, light_branch_middle_channels, out_channels[0]):
        y = conv_module(y, c, 3, 2, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
    outs = [y]
    middle, last = halved_resnet(x, **backbone_cfg)
    outs.append(conv_module(middle, out_channels[1], 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg))
    y = module_of(cat(pyramid_pooled(last, pool_scales, psp_out_channels, base) + [last]), psp_out_channels, 3, base)
    outs.append(conv_module(y, out_channels[2], 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg))
    return outs


def halved(x):
    return resize(x, [d // 2 for d in x['shape'][2:]])


def halved_resnet(x, depth, strides=(1, 2, 2, 2), dilations=(1, 1, 1, 1), norm_cfg=BN, conv_cfg=None, style='pytorch', with_cp=False, **rest):
    """A ResNet that sees the picture at half its size, and its own second stage at half that size once more."""
    x = halved(x)
    for out, stride in ((32, 2), (32, 1), (64, 1)) if rest['type'] != 'ResNet' else ():
        x = relu_inplace(norm(conv_of(conv_cfg, x, out, 3, stride, 1, 1, 1, False), norm_cfg))
    if rest['type'] == 'ResNet':
        x = relu_inplace(norm(conv_of(conv_cfg, x, 64, 7, 2, 3, 1, 1, False), norm_cfg))
    x = max_pool(x, 3, 2, 1, True)
    maps = []
    for i in range(4):
        block = plain_block(depth, conv_cfg, norm_cfg)
        block.update(style=style, with_cp=with_cp, avg_down=rest['type'] == 'ResNetV1d')
        x = residual_stage(halved(x) if i == 2 else x, 64 * 2 ** i, DEPTHS[depth][i], strides[i], dilations[i], block)
        maps.append(x)
    return maps[1], maps[3]


def plain_block(depth, conv_cfg, norm_cfg):
    """What residual_stage wants to know of the blocks of a ResNet without extras."""
    return {'body': bottleneck if depth >= 50 else basic_block, 'expansion': 4 if depth >= 50 else 1, 'style': 'pytorch', 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg,
            'with_cp': False, 'dcn': None, 'plugins': [], 'width': lambda planes: planes, 'groups': 1, 'scales': 1, 'avg_down': False}


def FastSCNN(x, downsample_dw_channels=(32, 48), global_in_channels=64, global_block_channels=(64, 96, 128), global_block_strides=(2, 2, 1), global_out_channels=128,
             fusion_out_channels=128, out_indices=(0, 1, 2), norm_cfg=BN, act_cfg={'type': 'ReLU'}, dw_act_cfg=None, **rest):
    base = {'norm_cfg': norm_cfg, 'act_cfg': act_cfg}
    x = conv_module(x, downsample_dw_channels[0], 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    for c in (downsample_dw_channels[1], global_in_channels):
        x = separable(x, c, 3, norm_cfg, 1, 2, dw_act_cfg=dw_act_cfg)
    high = x
    for i, c in enumerate(global_block_channels):
        for k in range(3):
            x = inverted(x, c, global_block_strides[i] if k == 0 else 1, 6, norm_cfg, act_cfg)
    x = cat([x] + pyramid_pooled(x, pool_scales_of(rest), global_block_channels[2] // 4, base))
    low = conv_module(x, global_out_channels, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    c = fusion_out_channels
    y = conv_module(resize(low, high['shape'][2:]), c, 3, 1, 1, 1, c, norm_cfg=norm_cfg, act_cfg=act_cfg)
    y = conv_module(y, c, 1, norm_cfg=norm_cfg, act_cfg=None)
    y = relu_inplace(add(conv_module(high, c, 1, norm_cfg=norm_cfg, act_cfg=None), y))
    outs = [high, low, y]
    return [outs[i] for i in out_indices]


def pool_scales_of(cfg):
    return cfg.get('pool_scales', (1, 2, 3, 6))


def prelu(x, n):
    """PReLU with n trained slopes."""
    weight(n)
    return keeps_input(x)


def context_guided(x, out, dilation, reduction, down, norm_cfg):
    c = out if down else out // 2
    y = prelu(norm(conv(x, c, 3 if down else 1, 2 if down else 1, 1 if down else 0, bias=False), norm_cfg), c)
    y = cat([conv(y, c, 3, 1, 1, 1, c, False), conv(y, c, 3, 1, dilation, dilation, c, False)])
    y = prelu(norm(y, norm_cfg), 2 * c)
    if down:
        y = conv(y, out, bias=False)
    n = y['shape'][0]
    gate = view(pool_to(y, 1), (n, out))
    gate = keeps_output(linear(relu_inplace(linear(gate, out // reduction)), out))
    y = mul(y, view(gate, (n, out, 1, 1)))
    return y if down else add(x, y)


def CGNet(x, num_channels=(32, 64, 128), num_blocks=(3, 21), dilations=(2, 4), reductions=(8, 16), norm_cfg=BN, **rest):
    half = avg_pool(x, 3, 2, 1)
    quarter = avg_pool(half, 3, 2, 1)
    for i in range(3):
        x = prelu(norm(conv(x, num_channels[0], 3, 2 if i == 0 else 1, 1, bias=False), norm_cfg), num_channels[0])
    outs = []
    for i in (0, 1):
        x = cat([x, half]) if i == 0 else cat([x, first, quarter])
        x = prelu(norm(x, norm_cfg), x['shape'][1])
        outs.append(x)
        for k in range(num_blocks[i]):
            x = context_guided(x, num_channels[i + 1], dilations[i], reductions[i], k == 0, norm_cfg)
            first = x if k == 0 else first
    x = cat([first, x])
    outs.append(prelu(norm(x, norm_cfg), x['shape'][1]))
    return outs


def erf_down(x, out, norm_cfg):
    return relu(norm(cat([conv(x, out - x['shape'][1], 3, 2, 1), max_pool(x, 2)]), norm_cfg))


def erf_block(x, drop_rate, dilation, norm_cfg):
    c = x['shape'][1]
    y = x
    for i in (0, 1):
        d = dilation if i else 1
        y = relu(conv(y, c, (3, 1), padding=(d, 0), dilation=(d, 1)))
        y = norm(conv(y, c, (1, 3), padding=(0, d), dilation=(1, d)), norm_cfg)
        y = relu(y) if i == 0 else dropout(y, drop_rate)
    return relu(add(y, x))


def ERFNet(x, enc_downsample_channels=(16, 64, 128), enc_stage_non_bottlenecks=(5, 8), enc_non_bottleneck_dilations=(2, 4, 8, 16), dec_upsample_channels=(64, 16),
           dec_stages_non_bottleneck=(2, 2), dec_non_bottleneck_channels=(64, 16), dropout_ratio=0.1, **rest):
    x = erf_down(x, enc_downsample_channels[0], BN)
    for i, c in enumerate(enc_downsample_channels[1:]):
        x = erf_down(x, c, BN)
        if i == len(enc_downsample_channels) - 2:
            for k in range(enc_stage_non_bottlenecks[-1] // len(enc_non_bottleneck_dilations)):
                for d in enc_non_bottleneck_dilations:
                    x = erf_block(x, dropout_ratio, d, BN)
        else:
            for k in range(enc_stage_non_bottlenecks[i]):
                x = erf_block(x, dropout_ratio, 1, BN)
    for i in range(len(dec_upsample_channels)):
        x = relu(norm(deconv(x, dec_non_bottleneck_channels[i], 3, 2, 1, 1), BN))
        for k in range(dec_stages_non_bottleneck[i]):
            x = erf_block(x, 0, 1, BN)
    return [x]


# --- mobile nets


def near_multiple(n, divisor=8, least=None, ratio=0.9):
    """make_divisible: the nearest multiple that is not much smaller."""
    least = divisor if least is None else least
    value = max(least, int(n + divisor / 2) // divisor * divisor)
    return value + divisor if value < ratio * n else value


def inverted(x, out, stride, ratio, norm_cfg, act_cfg, dilation=1):
    """InvertedResidual of MobileNetV2."""
    c = x['shape'][1]
    hidden = int(round(c * ratio))
    y = conv_module(x, hidden, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) if ratio != 1 else x
    y = conv_module(y, hidden, 3, stride, dilation, dilation, hidden, norm_cfg=norm_cfg, act_cfg=act_cfg)
    y = conv_module(y, out, 1, norm_cfg=norm_cfg, act_cfg=None)
    return add(x, y) if stride == 1 and c == out else y


MOBILE_NET_V2 = ((1, 16, 1), (6, 24, 2), (6, 32, 3), (6, 64, 4), (6, 96, 3), (6, 160, 3), (6, 320, 1))


def MobileNetV2(x, widen_factor=1.0, strides=(1, 2, 2, 2, 1, 2, 1), dilations=(1, 1, 1, 1, 1, 1, 1), out_indices=(1, 2, 4, 6), norm_cfg=BN, act_cfg={'type': 'ReLU6'}, frozen_stages=-1, **rest):
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = conv_module(x, near_multiple(32 * widen_factor), 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = []
    for i, stage in enumerate(MOBILE_NET_V2):
        ratio, channels, times = stage
        NOW['frozen'] += 1 if i < frozen_stages else 0
        for k in range(times):
            x = inverted(x, near_multiple(channels * widen_factor), strides[i] if k == 0 else 1, ratio, norm_cfg, act_cfg, dilations[i] if k == 0 else 1)
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in out_indices:
            maps.append(x)
    return maps


MOBILE_V3 = {
    'small': ((3, 16, 16, True, 'ReLU', 2), (3, 72, 24, False, 'ReLU', 2), (3, 88, 24, False, 'ReLU', 1), (5, 96, 40, True, 'HSwish', 2), (5, 240, 40, True, 'HSwish', 1),
              (5, 240, 40, True, 'HSwish', 1), (5, 120, 48, True, 'HSwish', 1), (5, 144, 48, True, 'HSwish', 1), (5, 288, 96, True, 'HSwish', 2),
              (5, 576, 96, True, 'HSwish', 1), (5, 576, 96, True, 'HSwish', 1)),
    'large': ((3, 16, 16, False, 'ReLU', 1), (3, 64, 24, False, 'ReLU', 2), (3, 72, 24, False, 'ReLU', 1), (5, 72, 40, True, 'ReLU', 2), (5, 120, 40, True, 'ReLU', 1),
              (5, 120, 40, True, 'ReLU', 1), (3, 240, 80, False, 'HSwish', 2), (3, 200, 80, False, 'HSwish', 1), (3, 184, 80, False, 'HSwish', 1),
              (3, 184, 80, False, 'HSwish', 1), (3, 480, 112, True, 'HSwish', 1), (3, 672, 112, True, 'HSwish', 1), (5, 672, 160, True, 'HSwish', 2),
              (5, 960, 160, True, 'HSwish', 1), (5, 960, 160, True, 'HSwish', 1))}


def squeezed(x, hidden, first_act={'type': 'ReLU'}):
    """SELayer: a gate per channel from the mean of the map."""
    y = act(conv(pool_to(x, 1), hidden), first_act)
    return mul(x, keeps_output(conv(y, x['shape'][1])))


def inverted_v3(x, out, hidden, kernel, stride, gate, norm_cfg, act_cfg, se_first={'type': 'ReLU'}, drop=0, conv_cfg=None):
    c = x['shape'][1]
    y = conv_module(x, hidden, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) if c != hidden else x
    y = conv_module(y, hidden, kernel, stride, (kernel - 1) // 2, 1, hidden, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    if gate:
        y = squeezed(y, gate, se_first)
    y = conv_module(y, out, 1, norm_cfg=norm_cfg, act_cfg=None)
    return add(x, drop_path(y, drop)) if stride == 1 and c == out else y


def mmseg_MobileNetV3(x, arch='small', norm_cfg=BN, out_indices=(0, 1, 12), reduction_factor=1, **rest):
    """Its last two strides are dilations."""
    x = conv_module(x, 16, 3, 2, 1, conv_cfg=ADAPTIVE, norm_cfg=norm_cfg, act_cfg={'type': 'HSwish'})
    maps = [x] if 0 in out_indices else []
    layers = MOBILE_V3[arch]
    for i, layer in enumerate(layers):
        kernel, hidden, out, gate, kind, stride = layer
        if i >= (12 if arch == 'large' else 8):
            hidden, out = hidden // reduction_factor, out // reduction_factor
        padded = ADAPTIVE if stride == 2 else None
        if i in ((6, 12) if arch == 'large' else (3, 8)):
            stride = 1
        x = inverted_v3(x, out, hidden, kernel, stride, near_multiple(hidden // 4) if gate else 0, norm_cfg, {'type': kind}, conv_cfg=padded)
        if i + 1 in out_indices:
            maps.append(x)
    x = conv_module(x, 576 if arch == 'small' else 960, 1, norm_cfg=norm_cfg, act_cfg={'type': 'HSwish'})
    if len(layers) + 1 in out_indices:
        maps.append(x)
    return maps
