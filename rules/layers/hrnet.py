# SPDX-License-Identifier: MIT
"""HRNet: branches of several resolutions that exchange what they found: mmdet/models/backbones/hrnet.py (3.x), mmdet/models/necks/hrfpn.py."""


def residual_block(kind, conv_cfg, norm_cfg, with_cp):
    """What residual_stage wants to know of an ordinary block: BASIC or BOTTLENECK."""
    deep = kind == 'BOTTLENECK'
    return {'body': bottleneck if deep else basic_block, 'expansion': 4 if deep else 1, 'style': 'pytorch', 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg,
            'with_cp': with_cp, 'dcn': None, 'plugins': [], 'width': lambda planes: planes, 'groups': 1, 'scales': 1, 'avg_down': False}


def conv_norm(x, out, kernel, stride, conv_cfg, norm_cfg):
    return norm(conv_of(conv_cfg, x, out, kernel, stride, kernel // 2, 1, 1, False), norm_cfg)


def exchange(branches, i, conv_cfg, norm_cfg):
    """What branch i becomes: the sum of all branches at its resolution."""
    out = branches[i]['shape'][1]
    y = None
    for j, x in enumerate(branches):
        if j > i:
            x = resize(conv_norm(x, out, 1, 1, conv_cfg, norm_cfg), branches[i]['shape'][2:])
        for k in range(i - j):
            x = conv_norm(x, out if k == i - j - 1 else x['shape'][1], 3, 2, conv_cfg, norm_cfg)
            if k < i - j - 1:
                x = relu(x)
        y = x if y is None else add(y, x)
    return relu(copied(y, y['shape']))


def hr_stage(maps, cfg, conv_cfg, norm_cfg, with_cp, last_single):
    """The modules of a stage: blocks in each branch, then an exchange between the branches."""
    for m in range(cfg['num_modules']):
        block = residual_block(cfg['block'], conv_cfg, norm_cfg, with_cp)
        maps = [residual_stage(x, cfg['num_channels'][i], cfg['num_blocks'][i], 1, 1, block) for i, x in enumerate(maps)]
        single = last_single and m == cfg['num_modules'] - 1
        maps = [exchange(maps, i, conv_cfg, norm_cfg) for i in range(1 if single else len(maps))]
    return maps


def hr_transition(maps, cfg, conv_cfg, norm_cfg):
    """One more branch, from the lowest resolution; branches whose width changes get a convolution."""
    widths = [c * (4 if cfg['block'] == 'BOTTLENECK' else 1) for c in cfg['num_channels']]
    result = []
    for i, width in enumerate(widths):
        if i < len(maps):
            x = maps[i]
            result.append(x if x['shape'][1] == width else relu_inplace(conv_norm(x, width, 3, 1, conv_cfg, norm_cfg)))
        else:
            x = maps[-1]
            for j in range(i + 1 - len(maps)):
                x = relu_inplace(conv_norm(x, width if j == i - len(maps) else x['shape'][1], 3, 2, conv_cfg, norm_cfg))
            result.append(x)
    return result


def HRNet(x, extra, in_channels=3, conv_cfg=None, norm_cfg={'type': 'BN'}, norm_eval=True, with_cp=False, multiscale_output=True, **rest):
    NOW['eval_norm'] += 1 if norm_eval else 0
    for i in (0, 1):
        x = relu_inplace(conv_norm(x, 64, 3, 2, conv_cfg, norm_cfg))
    first = extra['stage1']
    x = residual_stage(x, first['num_channels'][0], first['num_blocks'][0], 1, 1, residual_block(first['block'], conv_cfg, norm_cfg, with_cp))
    maps = [x]
    for i in (2, 3, 4):
        cfg = extra['stage' + str(i)]
        maps = hr_transition(maps, cfg, conv_cfg, norm_cfg)
        maps = hr_stage(maps, cfg, conv_cfg, norm_cfg, with_cp, i == 4 and not multiscale_output)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def mmpretrain_HRNet(x, arch='w32', extra=None, norm_eval=False, **args):
    """arch: 'w' and the width of the first branch."""
    if extra is None:
        c = int(arch[1:])
        extra = {'stage1': {'num_modules': 1, 'num_branches': 1, 'block': 'BOTTLENECK', 'num_blocks': (4,), 'num_channels': (64,)}}
        for i, modules in ((2, 1), (3, 4), (4, 3)):
            extra['stage' + str(i)] = {'num_modules': modules, 'num_branches': i, 'block': 'BASIC', 'num_blocks': (4,) * i, 'num_channels': [c * 2 ** k for k in range(i)]}
    return HRNet(x, extra, norm_eval=norm_eval, **args)


def HRFPN(maps, in_channels, out_channels, num_outs=5, pooling_type='AVG', conv_cfg=None, norm_cfg=None, with_cp=False, stride=1, **rest):
    """All branches at the highest resolution, one convolution over them, and a pyramid of what it gives; norm_cfg is not used."""
    maps = [resize(x, maps[0]['shape'][2:]) for x in maps]

    def reduced(x):
        return conv_of(conv_cfg, x, out_channels)

    def smoothed(x):
        return conv_of(conv_cfg, x, out_channels, 3, stride, 1)
    x = cat(maps)
    x = checkpoint(reduced, x) if with_cp else reduced(x)
    pool = max_pool if pooling_type == 'MAX' else avg_pool
    outs = [x] + [pool(x, 2 ** i, 2 ** i) for i in range(1, num_outs)]
    return [checkpoint(smoothed, y) if with_cp else smoothed(y) for y in outs]
