# SPDX-License-Identifier: MIT
"""RegNet: mmdet/models/backbones/regnet.py (3.x), of one name and shape in mmpretrain (without its second stem)."""

REGNETS = {
    'regnetx_400mf': {'w0': 24, 'wa': 24.48, 'wm': 2.54, 'group_w': 16, 'depth': 22, 'bot_mul': 1.0},
    'regnetx_800mf': {'w0': 56, 'wa': 35.73, 'wm': 2.28, 'group_w': 16, 'depth': 16, 'bot_mul': 1.0},
    'regnetx_1.6gf': {'w0': 80, 'wa': 34.01, 'wm': 2.25, 'group_w': 24, 'depth': 18, 'bot_mul': 1.0},
    'regnetx_3.2gf': {'w0': 88, 'wa': 26.31, 'wm': 2.25, 'group_w': 48, 'depth': 25, 'bot_mul': 1.0},
    'regnetx_4.0gf': {'w0': 96, 'wa': 38.65, 'wm': 2.43, 'group_w': 40, 'depth': 23, 'bot_mul': 1.0},
    'regnetx_6.4gf': {'w0': 184, 'wa': 60.83, 'wm': 2.07, 'group_w': 56, 'depth': 17, 'bot_mul': 1.0},
    'regnetx_8.0gf': {'w0': 80, 'wa': 49.56, 'wm': 2.88, 'group_w': 120, 'depth': 23, 'bot_mul': 1.0},
    'regnetx_12gf': {'w0': 168, 'wa': 73.36, 'wm': 2.37, 'group_w': 112, 'depth': 19, 'bot_mul': 1.0},
}


def regnet_width(wanted, arch):
    """w0 * wm ** k with the k that comes nearest to the wanted width (in logarithms), as a multiple of 8."""
    k = 0
    while wanted >= arch['w0'] * arch['wm'] ** (k + 0.5):
        k += 1
    return int(round(arch['w0'] * arch['wm'] ** k / 8) * 8)


def regnet_stages(arch):
    """(width, group width, blocks) per stage."""
    stages = []
    for i in range(arch['depth']):
        width = regnet_width(i * arch['wa'] + arch['w0'], arch)
        if stages and stages[-1][0] == width:
            stages[-1][1] += 1
        else:
            stages.append([width, 1])
    result = []
    for width, blocks in stages:
        group = min(arch['group_w'], int(width * arch['bot_mul']))
        inner = int(round(int(width * arch['bot_mul']) / group) * group)
        result.append((int(inner / arch['bot_mul']), group, blocks))
    return result


def RegNet(x, arch, in_channels=3, stem_channels=32, base_channels=32, strides=(2, 2, 2, 2), dilations=(1, 1, 1, 1), out_indices=(0, 1, 2, 3), style='pytorch',
           deep_stem=False, avg_down=False, frozen_stages=-1, conv_cfg=None, norm_cfg={'type': 'BN', 'requires_grad': True}, norm_eval=True, dcn=None,
           stage_with_dcn=(False, False, False, False), plugins=None, with_cp=False, with_stem=True, **rest):
    arch = REGNETS[arch] if isinstance(arch, str) else arch
    NOW['eval_norm'] += 1 if norm_eval else 0
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = relu_inplace(norm(conv_of(conv_cfg, x, stem_channels, 3, 2, 1, 1, 1, False), norm_cfg)) if with_stem else x
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = []
    for i, (width, group, blocks) in enumerate(regnet_stages(arch)):
        inner = int(round(width * arch['bot_mul']))
        block = residual_block('BOTTLENECK', conv_cfg, norm_cfg, with_cp)
        block.update(expansion=1, style=style, dcn=dcn if stage_with_dcn[i] else None, plugins=plugins_of_stage(plugins, i), width=lambda planes: inner,
                     groups=inner // group, avg_down=avg_down)
        NOW['frozen'] += 1 if i < frozen_stages else 0
        x = residual_stage(x, width, blocks, strides[i], dilations[i], block)
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in out_indices:
            maps.append(x)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def NoStemRegNet(x, arch, **args):
    """mmdet3d: the voxels' encoder stands for the stem."""
    return RegNet(x, arch, with_stem=False, **args)
