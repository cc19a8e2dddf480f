# SPDX-License-Identifier: MIT
"""DetectoRS: mmdet/models/backbones/detectors_resnet.py, detectors_resnext.py, mmdet/models/necks/rfp.py (3.x)."""


def DetectoRS_ResNet(x, depth, sac=None, stage_with_sac=(False, False, False, False), rfp_inplanes=None, output_img=False, rfp_feats=None, **args):
    maps = ResNet(x, depth, sac=sac, stage_with_sac=stage_with_sac, rfp_inplanes=rfp_inplanes, rfp_feats=rfp_feats, **args)
    return [x] + maps if output_img else maps


def DetectoRS_ResNeXt(x, depth, groups=1, base_width=4, base_channels=64, output_img=False, **args):
    maps = ResNeXt(x, depth, groups=groups, base_width=base_width, base_channels=base_channels, **args)
    return [x] + maps if output_img else maps


def rfp_aspp(x, out, dilations):
    """Four branches, the last of them over the mean of the map."""
    n, c, h, w = x['shape']
    pooled = pool_to(x, 1)
    outs = []
    for i, d in enumerate(dilations):
        kernel = 3 if d > 1 else 1
        outs.append(relu_inplace(conv(pooled if i == len(dilations) - 1 else x, out, kernel, 1, d if d > 1 else 0, d)))
    outs[-1] = copied(outs[-1], outs[0]['shape'])
    return cat(outs)


def RFP(maps, rfp_steps, rfp_backbone, aspp_out_channels, aspp_dilations=(1, 3, 6, 1), **args):
    """The backbone once more, with what the pyramid found, and the pyramid again."""
    picture, maps = maps[0], maps[1:]
    outs = FPN(maps, **args)
    for step in range(1, rfp_steps):
        found = [outs[0]]
        for i, x in enumerate(outs[1:]):
            NOW['shared'] += 1 if step > 1 or i > 0 else 0
            found.append(rfp_aspp(x, aspp_out_channels, aspp_dilations))
            NOW['shared'] -= 1 if step > 1 or i > 0 else 0
        again = build('rfp', rfp_backbone, picture, rfp_feats=found)
        if rfp_backbone.get('output_img', False):
            again = again[1:]
        NOW['shared'] += 1
        new = FPN(again, **args)
        NOW['shared'] -= 1
        mixed = []
        for i, y in enumerate(new):
            NOW['shared'] += 1 if step > 1 or i > 0 else 0
            gate = keeps_output(conv(y, 1))
            NOW['shared'] -= 1 if step > 1 or i > 0 else 0
            mixed.append(add(mul(gate, y), mul(copied(gate, gate['shape']), outs[i])))
        outs = mixed
    return outs
