# SPDX-License-Identifier: MIT
"""CSP networks of YOLOX and RTMDet: mmdet/models/layers/csp_layer.py, backbones/csp_darknet.py, cspnext.py, necks/yolox_pafpn.py, cspnext_pafpn.py (3.x)."""

# widths in and out, blocks, whether blocks add what they got, whether pooling comes first
CSP_STAGES = {
    'P5': ((64, 128, 3, True, False), (128, 256, 9, True, False), (256, 512, 9, True, False), (512, 1024, 3, False, True)),
    'P6': ((64, 128, 3, True, False), (128, 256, 9, True, False), (256, 512, 9, True, False), (512, 768, 3, True, False), (768, 1024, 3, False, True)),
}
CSPNEXT_STAGES = {
    'P5': ((64, 128, 3, True, False), (128, 256, 6, True, False), (256, 512, 6, True, False), (512, 1024, 3, False, True)),
    'P6': ((64, 128, 3, True, False), (128, 256, 6, True, False), (256, 512, 6, True, False), (512, 768, 3, True, False), (768, 1024, 3, False, True)),
}


def separable_or_not(depthwise, x, out, kernel, stride, cfg):
    if depthwise:
        return depthwise_separable(x, out, kernel, stride, kernel // 2, 1, cfg['norm'], cfg['act'], cfg['conv'])
    return conv_module(x, out, kernel, stride, kernel // 2, conv_cfg=cfg['conv'], norm_cfg=cfg['norm'], act_cfg=cfg['act'])


def csp_layer(x, out, blocks, add_identity, depthwise, cfg, next_block=False, expand=0.5, attention=False):
    """Half of the channels through blocks, half around them."""
    width = int(out * expand)
    around = separable_or_not(False, x, width, 1, 1, cfg)
    y = separable_or_not(False, x, width, 1, 1, cfg)
    for i in range(blocks):
        before = y
        if next_block:
            y = separable_or_not(depthwise, y, width, 3, 1, cfg)
            y = separable_or_not(True, y, width, 5, 1, cfg)
        else:
            y = separable_or_not(False, y, width, 1, 1, cfg)
            y = separable_or_not(depthwise, y, width, 3, 1, cfg)
        if add_identity:
            y = add(y, before)
    y = cat([y, around])
    if attention:
        y = mul(y, keeps_input(conv(pool_to(y, 1), 2 * width)))
    return separable_or_not(False, y, out, 1, 1, cfg)


def spp_bottleneck(x, out, kernels, cfg):
    x = separable_or_not(False, x, x['shape'][1] // 2, 1, 1, cfg)
    y = cat([x] + [max_pool(x, k, 1, k // 2) for k in kernels])
    return separable_or_not(False, y, out, 1, 1, cfg)


def csp_stages(x, stages, deepen, widen, out_indices, frozen, depthwise, kernels, cfg, next_block, expand, attention):
    """The stages behind the stem, which is stage 0."""
    maps = [x] if 0 in out_indices else []
    for i, (before, out, blocks, identity, spp) in enumerate(stages):
        NOW['frozen'] += 1 if frozen > i else 0
        out = int(out * widen)
        x = separable_or_not(depthwise, x, out, 3, 2, cfg)
        if spp:
            x = spp_bottleneck(x, out, kernels, cfg)
        x = csp_layer(x, out, max(round(blocks * deepen), 1), identity, depthwise, cfg, next_block, expand, attention)
        NOW['frozen'] -= 1 if frozen > i else 0
        if i + 1 in out_indices:
            maps.append(x)
    return maps


def CSPDarknet(x, arch='P5', deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), frozen_stages=-1, use_depthwise=False, arch_ovewrite=None,
               spp_kernal_sizes=(5, 9, 13), conv_cfg=None, norm_cfg={'type': 'BN'}, act_cfg={'type': 'Swish'}, norm_eval=False, **rest):
    cfg = {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg}
    NOW['eval_norm'] += 1 if norm_eval else 0
    stages = arch_ovewrite or CSP_STAGES[arch]
    n, c, h, w = x['shape']
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = separable_or_not(False, copied(x, (n, 4 * c, h // 2, w // 2)), int(stages[0][0] * widen_factor), 3, 1, cfg)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = csp_stages(x, stages, deepen_factor, widen_factor, out_indices, frozen_stages, use_depthwise, spp_kernal_sizes, cfg, False, 0.5, False)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def CSPNeXt(x, arch='P5', deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), frozen_stages=-1, use_depthwise=False, expand_ratio=0.5, arch_ovewrite=None,
            spp_kernel_sizes=(5, 9, 13), channel_attention=True, conv_cfg=None, norm_cfg={'type': 'BN'}, act_cfg={'type': 'SiLU'}, norm_eval=False, **rest):
    cfg = {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg}
    NOW['eval_norm'] += 1 if norm_eval else 0
    stages = arch_ovewrite or CSPNEXT_STAGES[arch]
    stem = {'conv': None, 'norm': norm_cfg, 'act': act_cfg}
    width = int(stages[0][0] * widen_factor // 2)
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = separable_or_not(False, x, width, 3, 2, stem)
    x = separable_or_not(False, x, width, 3, 1, stem)
    x = separable_or_not(False, x, int(stages[0][0] * widen_factor), 3, 1, stem)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = csp_stages(x, stages, deepen_factor, widen_factor, out_indices, frozen_stages, use_depthwise, spp_kernel_sizes, cfg, True, expand_ratio, channel_attention)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def csp_pafpn(maps, blocks, depthwise, cfg, next_block, expand):
    """Down from the lowest resolution, up again; the maps before the last convolutions."""
    inner = [maps[-1]]
    for i in range(len(maps) - 1, 0, -1):
        low = maps[i - 1]
        inner[0] = separable_or_not(False, inner[0], low['shape'][1], 1, 1, cfg)
        both = cat([resize(inner[0], low['shape'][2:]), low])
        inner.insert(0, csp_layer(both, low['shape'][1], blocks, False, depthwise, cfg, next_block, expand))
    outs = [inner[0]]
    for i in range(len(maps) - 1):
        down = separable_or_not(depthwise, outs[-1], outs[-1]['shape'][1], 3, 2, cfg)
        outs.append(csp_layer(cat([down, inner[i + 1]]), maps[i + 1]['shape'][1], blocks, False, depthwise, cfg, next_block, expand))
    return outs


def YOLOXPAFPN(maps, in_channels, out_channels, num_csp_blocks=3, use_depthwise=False, conv_cfg=None, norm_cfg={'type': 'BN'}, act_cfg={'type': 'Swish'}, **rest):
    cfg = {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg}
    return [separable_or_not(False, x, out_channels, 1, 1, cfg) for x in csp_pafpn(maps, num_csp_blocks, use_depthwise, cfg, False, 0.5)]


def CSPNeXtPAFPN(maps, in_channels, out_channels, num_csp_blocks=3, use_depthwise=False, expand_ratio=0.5, conv_cfg=None, norm_cfg={'type': 'BN'},
                 act_cfg={'type': 'Swish'}, **rest):
    cfg = {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg}
    return [separable_or_not(use_depthwise, x, out_channels, 3, 1, cfg) for x in csp_pafpn(maps, num_csp_blocks, use_depthwise, cfg, True, expand_ratio)]
