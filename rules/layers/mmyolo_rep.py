# SPDX-License-Identifier: MIT
"""mmyolo/models: YOLOv6, YOLOv7 and PPYOLOE: backbones/efficient_rep.py, yolov7_backbone.py, csp_resnet.py, necks/yolov6_pafpn.py, yolov7_pafpn.py, ppyoloe_csppan.py,
dense_heads, layers/yolo_bricks.py."""

BN_ALONE = {'type': 'BN'}


def rep_vgg(x, out, stride=1, cfg=None, use_alpha=False, identity=True):
    """RepVGGBlock: convolutions of 3 x 3 and 1 x 1, and the input where nothing changes, each with a norm; cfg: {norm, act}."""
    y = norm(conv(x, out, 3, stride, 1, bias=False), cfg['norm'])
    small = norm(conv(x, out, 1, stride, bias=False), cfg['norm'])
    if use_alpha:
        small = mul(small, parameter((1,)))
    y = add(y, small)
    if identity and stride == 1 and x['shape'][1] == out:
        y = add(y, batch_norm(x))
    return act(y, cfg['act'])


def yolo_block(x, out, stride, block, cfg):
    """The block that block_cfg asks for."""
    kind = block.get('type', 'RepVGGBlock')
    own = {'norm': block.get('norm_cfg', BN_ALONE if kind == 'RepVGGBlock' else None), 'act': block.get('act_cfg', {'type': 'ReLU'} if kind == 'RepVGGBlock' else SILU)}
    if kind == 'ConvWrapper':
        return conv_module(x, out, 3, stride, 1, bias=block.get('bias', True), norm_cfg=own['norm'], act_cfg=own['act'])
    if kind != 'RepVGGBlock':
        unknown(kind)
    return rep_vgg(x, out, stride, own)


def rep_stage(x, out, blocks, block, cfg):
    for i in range(blocks):
        x = yolo_block(x, out, 1, block, cfg)
    return x


def bottle_rep(x, out, block, cfg):
    y = yolo_block(yolo_block(x, out, 1, block, cfg), out, 1, block, cfg)
    return add(y, mul(x, parameter((1,)))) if x['shape'][1] == out else y


def bep_stage(x, out, blocks, ratio, block, cfg):
    """BepC3StageBlock"""
    hidden = int(out * ratio)
    y = conv_module(x, hidden, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    for i in range(max(1, blocks // 2)):
        y = bottle_rep(y, hidden, block, cfg)
    around = conv_module(x, hidden, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    return conv_module(cat([y, around]), out, norm_cfg=cfg['norm'], act_cfg=cfg['act'])


def YOLOv6EfficientRep(x, deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), use_cspsppf=False, norm_cfg=BN_ALONE, act_cfg={'type': 'ReLU'}, block_cfg={'type': 'RepVGGBlock'},
                       hidden_ratio=None, **rest):
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    if use_cspsppf:
        unknown('use_cspsppf')
    x = yolo_block(x, int(64 * widen_factor), 2, block_cfg, cfg)
    maps = [x] if 0 in out_indices else []
    for i, (c, blocks) in enumerate(((128, 6), (256, 12), (512, 18), (1024, 6))):
        out, blocks = int(c * widen_factor), deepened(blocks, deepen_factor)
        x = yolo_block(x, out, 2, block_cfg, cfg)
        x = bep_stage(x, out, blocks, hidden_ratio, block_cfg, cfg) if hidden_ratio else rep_stage(x, out, blocks, block_cfg, cfg)
        x = pooled_pyramid(x, 5, cfg) if i == 3 else x
        if i + 1 in out_indices:
            maps.append(x)
    return maps


def YOLOv6CSPBep(x, hidden_ratio=0.5, act_cfg=SILU, block_cfg={'type': 'ConvWrapper'}, **args):
    return YOLOv6EfficientRep(x, hidden_ratio=hidden_ratio, act_cfg=act_cfg, block_cfg=block_cfg, **args)


def path_neck(maps, reduce, up, top_down, down, bottom_up):
    """BaseYOLONeck: down from the lowest resolution and up again, each step with a function of (map, level)."""
    maps = [reduce(x, i) for i, x in enumerate(maps)]
    inner = [maps[-1]]
    for i in range(len(maps) - 1, 0, -1):
        low = maps[i - 1]
        y = up(inner[0], i)
        inner.insert(0, top_down(cat([y, low]), i))
    outs = [inner[0]]
    for i in range(len(maps) - 1):
        outs.append(bottom_up(cat([down(outs[-1], i), inner[i + 1]]), i))
    return outs


def YOLOv6RepPAFPN(maps, in_channels, out_channels, deepen_factor=1.0, widen_factor=1.0, num_csp_blocks=12, norm_cfg=BN_ALONE, act_cfg={'type': 'ReLU'},
                   block_cfg={'type': 'RepVGGBlock'}, hidden_ratio=None, block_act_cfg=SILU, **rest):
    cfg, inside = {'norm': norm_cfg, 'act': act_cfg}, {'norm': norm_cfg, 'act': block_act_cfg}
    widths, blocks = [int(c * widen_factor) for c in out_channels], deepened(num_csp_blocks, deepen_factor)

    def stage(x, out):
        return bep_stage(x, out, blocks, hidden_ratio, block_cfg, inside) if hidden_ratio else rep_stage(x, out, blocks, block_cfg, cfg)

    def reduce(x, i):
        return conv_module(x, widths[i - 1], norm_cfg=norm_cfg, act_cfg=act_cfg) if i == len(maps) - 1 else x

    def top_down(x, i):
        y = stage(x, widths[i - 1])
        return conv_module(y, widths[i - 2], norm_cfg=norm_cfg, act_cfg=act_cfg) if i == 2 else y
    return path_neck(maps, reduce, lambda x, i: deconv(x, widths[i - 1], 2, 2), top_down,
                     lambda x, i: conv_module(x, widths[i], 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), lambda x, i: stage(x, widths[i + 1]))


def YOLOv6CSPRepPAFPN(maps, in_channels, out_channels, hidden_ratio=0.5, **args):
    return YOLOv6RepPAFPN(maps, in_channels, out_channels, hidden_ratio=hidden_ratio, **args)


def varifocal_points(maps, classes, numbers, boxes):
    """Classes of all points side by side, judged in full precision by a focal loss that keeps six tensors of their size. The assigner compares all points of the
    batch with as many boxes as a picture has at most, and marks the 13 best points of each in integers of eight bytes
    (task_modules/assigners/batch_task_aligned_assigner.py)."""
    points = sum([x['shape'][0] * elements(x['shape'][2:]) for x in maps])
    keep_bytes((6 * classes + 2 * numbers) * 4 * points)
    moment(max((13 * 8 + 28) * boxes, 2 * 4 * classes) * points)


def YOLOv6Head(maps, head_module, **rest):
    build('head_module', head_module, maps)


PPYOLOEHead = YOLOv6Head


def YOLOv6HeadModule(maps, num_classes, in_channels, widen_factor=1.0, reg_max=0, norm_cfg=BN_ALONE, act_cfg=SILU, **rest):
    for x in maps:
        c = x['shape'][1]
        y = conv_module(x, c, norm_cfg=norm_cfg, act_cfg=act_cfg)
        for out in (num_classes, 4 * (1 + reg_max)):
            conv(conv_module(y, c, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), out)
    varifocal_points(maps, num_classes, 4 * (1 + reg_max), BOXES)


# --- PPYOLOE


def csp_res_layer(x, out, blocks, block, stride, attention, spp, cfg):
    """CSPResLayer"""
    if stride == 2:
        x = conv_module(x, (x['shape'][1] + out) // 2, 3, 2, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        hidden = x['shape'][1] // 2
    else:
        hidden = out // 2
    around = conv_module(x, hidden, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    y = conv_module(x, hidden, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    for i in range(blocks):
        z = conv_module(y, hidden, 3, 1, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        z = rep_vgg(z, hidden, 1, cfg, block.get('use_alpha', False), False)
        y = add(y, z) if block.get('shortcut', True) else z
        if spp and i == (blocks - 1) // 2:
            y = conv_module(cat([y] + [max_pool(y, k, 1, k // 2) for k in (5, 9, 13)]), hidden, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    y = cat([around, y])
    if attention:
        y = mul(y, keeps_input(conv(pool_to(y, 1), 2 * hidden)))
    return conv_module(y, out, norm_cfg=cfg['norm'], act_cfg=cfg['act'])


def PPYOLOECSPResNet(x, deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), block_cfg={'shortcut': True, 'use_alpha': True}, norm_cfg=BN_ALONE, act_cfg=SILU,
                     attention_cfg={'type': 'EffectiveSELayer'}, use_large_stem=False, **rest):
    cfg, first = {'norm': norm_cfg, 'act': act_cfg}, int(64 * widen_factor)
    for c, stride in ((first // 2, 2), (first // 2, 1), (first, 1)) if use_large_stem else ((first // 2, 2), (first, 1)):
        x = conv_module(x, c, 3, stride, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    maps = [x] if 0 in out_indices else []
    for i, (c, blocks) in enumerate(((128, 3), (256, 6), (512, 6), (1024, 3))):
        x = csp_res_layer(x, int(c * widen_factor), round(blocks * deepen_factor), block_cfg, 2, attention_cfg is not None, False, cfg)
        if i + 1 in out_indices:
            maps.append(x)
    return maps


def PPYOLOECSPPAFPN(maps, in_channels=(256, 512, 1024), out_channels=(256, 512, 1024), deepen_factor=1.0, widen_factor=1.0, num_csplayer=1, num_blocks_per_layer=3,
                    block_cfg={'shortcut': False, 'use_alpha': False}, norm_cfg=BN_ALONE, act_cfg=SILU, use_spp=False, **rest):
    cfg, widths = {'norm': norm_cfg, 'act': act_cfg}, [int(c * widen_factor) for c in out_channels]
    blocks = round(num_blocks_per_layer * deepen_factor)

    def stage(x, out, spp=False):
        for i in range(num_csplayer):
            x = csp_res_layer(x, out, blocks, block_cfg, 1, False, spp, cfg)
        return x

    def up(x, i):
        y = conv_module(x, widths[i] // 2, norm_cfg=norm_cfg, act_cfg=act_cfg)
        return resize(y, [2 * d for d in y['shape'][2:]])
    return path_neck(maps, lambda x, i: stage(x, widths[i], use_spp) if i == len(maps) - 1 else x, up, lambda x, i: stage(x, widths[i - 1]),
                     lambda x, i: conv_module(x, widths[i], 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), lambda x, i: stage(x, widths[i + 1]))


def PPYOLOEHeadModule(maps, num_classes, in_channels, widen_factor=1.0, reg_max=16, norm_cfg=BN_ALONE, act_cfg=SILU, **rest):
    for x in maps:
        for out in (num_classes, 4 * (reg_max + 1)):
            gate = keeps_output(conv(pool_to(x, 1), x['shape'][1]))
            y = conv_module(mul(x, gate), x['shape'][1], norm_cfg=norm_cfg, act_cfg=act_cfg)
            y = conv(add(y, x) if out == num_classes else y, out, 3, 1, 1)
        softmax(copied(y, y['shape']))
    varifocal_points(maps, num_classes, 4 * (reg_max + 1), crowd())  # no mosaics


# --- YOLOv7


def elan_block(x, out, block, cfg):
    """ELANBlock: the results of all convolutions go into the last one. EELANBlock: several of them, added."""
    total = None
    for i in range(block.get('num_elan_block', 1)):
        c = x['shape'][1]
        middle, inside = int(c * block['middle_ratio']), int(c * block['block_ratio'])
        around = conv_module(x, middle, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        y = conv_module(x, middle, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        parts = [around, y]
        for k in range(block.get('num_blocks', 2)):
            for j in range(block.get('num_convs_in_block', 1)):
                y = conv_module(y, inside, 3, 1, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
            parts.append(y)
        y = conv_module(cat(parts), out, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        total = y if total is None else add(total, y)
    return total


def tiny_down(x, out, ratio, cfg):
    middle = int(x['shape'][1] * ratio)
    parts = [conv_module(x, middle, norm_cfg=cfg['norm'], act_cfg=cfg['act'])]
    for i in range(3):
        x = conv_module(x, middle, 1 if i == 0 else 3, 1, 0 if i == 0 else 1, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        parts.append(x)
    return conv_module(cat(parts), out, norm_cfg=cfg['norm'], act_cfg=cfg['act'])


def pool_and_stride(x, out, wide, cfg):
    """MaxPoolAndStrideConvBlock"""
    y = conv_module(max_pool(x, 2), out // 2, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    z = conv_module(x, x['shape'][1] if wide else out // 2, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    return cat([conv_module(z, out // 2, 3, 2, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act']), y])


def elan_of(ratio, blocks, times=1):
    return {'middle_ratio': ratio, 'block_ratio': ratio, 'num_blocks': blocks, 'num_convs_in_block': 2, 'num_elan_block': times}


# first width, widths of the stages, blocks where channels double, blocks where they stay
YOLO7 = {'Tiny': (64, (64, 128, 256, 512), None, None), 'L': (64, (256, 512, 1024, 1024), elan_of(0.5, 2), elan_of(0.25, 2)),
         'X': (80, (320, 640, 1280, 1280), elan_of(0.4, 3), elan_of(0.2, 3)), 'W': (64, (128, 256, 512, 768, 1024), None, elan_of(0.5, 2)),
         'E': (80, (160, 320, 640, 960, 1280), None, elan_of(0.4, 3)), 'D': (96, (192, 384, 768, 1152, 1536), None, elan_of(1 / 3, 4)),
         'E2E': (80, (160, 320, 640, 960, 1280), None, elan_of(0.4, 3, 2))}


def YOLOv7Backbone(x, arch='L', widen_factor=1.0, out_indices=(2, 3, 4), norm_cfg=BN_ALONE, act_cfg=SILU, **rest):
    cfg, (first, widths, doubling, staying) = {'norm': norm_cfg, 'act': act_cfg}, YOLO7[arch]
    first = int(first * widen_factor)
    if arch in ('L', 'X', 'Tiny'):
        for c, stride in ((first // 2, 2), (first, 2)) if arch == 'Tiny' else ((first // 2, 1), (first, 2), (first, 1)):
            x = conv_module(x, c, 3, stride, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    else:  # four pictures of half the size
        n, c, h, w = x['shape']
        x = conv_module(copied(x, (n, 4 * c, h // 2, w // 2)), first, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    maps = [x] if 0 in out_indices else []
    for i, c in enumerate(widths):
        out = int(c * widen_factor)
        if arch == 'Tiny':
            x = tiny_down(max_pool(x, 2) if i else x, out, 1.0 if i else 0.5, cfg)
        elif arch in ('L', 'X'):
            if i == 0:
                x = conv_module(x, out // 2, 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
            else:
                x = pool_and_stride(x, x['shape'][1], False, cfg)
            x = elan_block(x, out, staying if i == 3 else doubling, cfg)
        else:
            x = conv_module(x, out, 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) if arch == 'W' else pool_and_stride(x, out, True, cfg)
            x = elan_block(x, out, staying, cfg)
        if i + 1 in out_indices:
            maps.append(x)
    return maps


def pooled_beside(x, out, ratio, tiny, cfg):
    """SPPFCSPBlock"""
    c = int(2 * out * ratio)
    y = x
    for kernel in (1,) if tiny else (1, 3, 1):
        y = conv_module(y, c, kernel, 1, kernel // 2, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    parts = [y]
    for i in range(3):
        parts.append(max_pool(parts[-1], 5, 1, 2))
    y = conv_module(cat(parts), c, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    if not tiny:
        y = conv_module(y, c, 3, 1, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    return conv_module(cat([y, conv_module(x, c, norm_cfg=cfg['norm'], act_cfg=cfg['act'])]), out, norm_cfg=cfg['norm'], act_cfg=cfg['act'])


def YOLOv7PAFPN(maps, in_channels, out_channels, block_cfg={'type': 'ELANBlock', 'middle_ratio': 0.5, 'block_ratio': 0.25, 'num_blocks': 4, 'num_convs_in_block': 1}, widen_factor=1.0,
                spp_expand_ratio=0.5, is_tiny_version=False, use_maxpool_in_downsample=True, use_in_channels_in_downsample=False, use_repconv_outs=True, norm_cfg=BN_ALONE,
                act_cfg=SILU, **rest):
    cfg, widths = {'norm': norm_cfg, 'act': act_cfg}, [int(c * widen_factor) for c in out_channels]

    def stage(x, out):
        if block_cfg.get('type') == 'TinyDownSampleBlock':
            return tiny_down(x, out, block_cfg.get('middle_ratio', 1.0), cfg)
        return elan_block(x, out, block_cfg, cfg)

    def reduce(x, i):
        if i == len(maps) - 1:
            return pooled_beside(x, widths[i], spp_expand_ratio, is_tiny_version, cfg)
        return conv_module(x, widths[i], norm_cfg=norm_cfg, act_cfg=act_cfg)

    def up(x, i):
        y = conv_module(x, widths[i - 1], norm_cfg=norm_cfg, act_cfg=act_cfg)
        return resize(y, [2 * d for d in y['shape'][2:]])

    def down(x, i):
        if use_maxpool_in_downsample and not is_tiny_version:
            return pool_and_stride(x, widths[i + 1], use_in_channels_in_downsample, cfg)
        return conv_module(x, widths[i + 1], 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    outs = path_neck(maps, reduce, up, lambda x, i: stage(x, widths[i - 1]), down, lambda x, i: stage(x, widths[i + 1]))
    if len(maps) == 4:
        return outs
    if use_repconv_outs:
        return [rep_vgg(x, 2 * widths[i], 1, cfg) for i, x in enumerate(outs)]
    return [conv_module(x, 2 * widths[i], 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) for i, x in enumerate(outs)]


def YOLOv7Head(maps, head_module, **rest):
    build('head_module', head_module, maps)


def implied(x, out):
    """A prediction with numbers that are added ahead of it and multiplied behind it."""
    y = mul(conv(add(x, parameter((1, x['shape'][1], 1, 1))), out), parameter((1, out, 1, 1)))
    judged_by_points(y)


def judged_by_points(y):
    keep_bytes(2 * 4 * y['shape'][0] * 3 * elements(y['shape'][2:]))
    moment(2 * y['store']['bytes'])


def YOLOv7HeadModule(maps, num_classes, in_channels, num_base_priors=3, **rest):
    for x in maps:
        implied(x, num_base_priors * (5 + num_classes))


def YOLOv7p6HeadModule(maps, num_classes, in_channels, main_out_channels=(256, 512, 768, 1024), aux_out_channels=(320, 640, 960, 1280), use_aux=True, num_base_priors=3,
                       norm_cfg=BN_ALONE, act_cfg=SILU, **rest):
    out = num_base_priors * (5 + num_classes)
    for i, x in enumerate(maps):
        implied(conv_module(x, main_out_channels[i], 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), out)
        if use_aux:
            judged_by_points(conv(conv_module(x, aux_out_channels[i], 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), out))
