# SPDX-License-Identifier: MIT
"""Necks: mmdet/models/necks (3.x)."""


def FPN(maps, in_channels, out_channels, num_outs, start_level=0, end_level=-1, add_extra_convs=False, relu_before_extra_convs=False,
        no_norm_on_lateral=False, conv_cfg=None, norm_cfg=None, act_cfg=None, **rest):
    end = len(maps) if end_level == -1 else end_level + 1
    used = maps[start_level:end]
    act_cfg = not_inplace(act_cfg)
    sides = [conv_module(x, out_channels, 1, conv_cfg=conv_cfg, norm_cfg=None if no_norm_on_lateral else norm_cfg, act_cfg=act_cfg) for x in used]
    for i in range(len(sides) - 1, 0, -1):
        sides[i - 1] = add(sides[i - 1], resize(sides[i], sides[i - 1]['shape'][2:]))
    outs = [conv_module(x, out_channels, 3, padding=1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in sides]
    source = {'on_lateral': sides[-1], 'on_output': outs[-1]}.get(add_extra_convs, maps[end - 1]) if add_extra_convs else None
    return more_levels(outs, num_outs - len(sides), source, relu_before_extra_convs, {'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg, 'act_cfg': act_cfg})


def more_levels(outs, n, source, relu_before, cfgs):
    """n coarser maps behind outs: by convolutions from source on, without one by leaving out points."""
    channels = outs[0]['shape'][1]
    for i in range(n):
        if source is None:
            outs.append(max_pool(outs[-1], 1, 2))
            continue
        x = source if i == 0 else relu(outs[-1]) if relu_before else outs[-1]
        outs.append(conv_module(x, channels, 3, 2, 1, **cfgs))
    return outs


def not_inplace(cfg):
    """act_cfg of a ConvModule with inplace=False."""
    if cfg is None:
        return None
    cfg = dict(cfg)
    cfg.update(inplace=False)
    return cfg


def PAFPN(maps, in_channels, out_channels, num_outs, start_level=0, end_level=-1, add_extra_convs=False, relu_before_extra_convs=False,
          no_norm_on_lateral=False, conv_cfg=None, norm_cfg=None, act_cfg=None, **rest):
    end = len(maps) if end_level == -1 else end_level + 1
    act_cfg = not_inplace(act_cfg)
    sides = [conv_module(x, out_channels, 1, conv_cfg=conv_cfg, norm_cfg=None if no_norm_on_lateral else norm_cfg, act_cfg=act_cfg) for x in maps[start_level:end]]
    for i in range(len(sides) - 1, 0, -1):
        sides[i - 1] = add(sides[i - 1], resize(sides[i], sides[i - 1]['shape'][2:]))
    inner = [conv_module(x, out_channels, 3, padding=1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in sides]
    for i in range(len(inner) - 1):
        inner[i + 1] = add(inner[i + 1], conv_module(inner[i], out_channels, 3, 2, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg))
    outs = [inner[0]] + [conv_module(x, out_channels, 3, padding=1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in inner[1:]]
    source = {'on_lateral': sides[-1], 'on_output': outs[-1]}.get(add_extra_convs, maps[end - 1]) if add_extra_convs else None
    return more_levels(outs, num_outs - len(sides), source, relu_before_extra_convs, {'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg, 'act_cfg': act_cfg})


def ChannelMapper(maps, in_channels, out_channels, kernel_size=3, conv_cfg=None, norm_cfg=None, act_cfg={'type': 'ReLU'}, bias='auto', num_outs=None, **rest):
    outs = [conv_module(x, out_channels, kernel_size, padding=(kernel_size - 1) // 2, bias=bias, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in maps]
    for i in range((num_outs or len(maps)) - len(maps)):
        outs.append(conv_module(maps[-1] if i == 0 else outs[-1], out_channels, 3, 2, 1, bias=bias, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg))
    return outs
