# SPDX-License-Identifier: MIT
"""Pyramid Vision Transformer: mmdet/models/backbones/pvt.py (3.x)."""


def pvt_block(x, size, heads, hidden, ratio, with_conv, drop, attn_drop, path, act_cfg):
    y = layer_norm(x)
    if ratio > 1:
        kv = layer_norm(as_rows(conv(as_map(y, size), y['shape'][2], ratio, ratio)))
    else:
        kv = y
    # batch second: the rows are copied to be multiplied
    kv = copied(kv, kv['shape'])
    q = kv if ratio <= 1 else copied(y, y['shape'])
    x = add(x, drop_path(dropout(multihead(q, kv, kv, heads, attn_drop), drop), path))
    y = conv(as_map(layer_norm(x), size), hidden)
    if with_conv:
        y = conv(y, hidden, 3, 1, 1, groups=hidden)
    y = dropout(act(y, act_cfg), drop)
    y = dropout(conv(y, x['shape'][2]), drop)
    return add(x, drop_path(as_rows(y), path))


def PyramidVisionTransformer(x, pretrain_img_size=224, in_channels=3, embed_dims=64, num_stages=4, num_layers=(3, 4, 6, 3), num_heads=(1, 2, 5, 8),
                             patch_sizes=(4, 2, 2, 2), strides=(4, 2, 2, 2), paddings=(0, 0, 0, 0), sr_ratios=(8, 4, 2, 1), out_indices=(0, 1, 2, 3),
                             mlp_ratios=(8, 8, 4, 4), drop_rate=0.0, attn_drop_rate=0.0, drop_path_rate=0.1, use_abs_pos_embed=True, norm_after_stage=False,
                             use_conv_ffn=False, act_cfg={'type': 'GELU'}, norm_cfg={'type': 'LN', 'eps': 1e-06}, **rest):
    maps = []
    shrunk = 1
    for i in range(len(num_layers)):
        width = embed_dims * num_heads[i]
        x, size = patch_embed(x, width, patch_sizes[i], strides[i], paddings[i], norm_cfg)
        shrunk *= patch_sizes[i]
        if use_abs_pos_embed:
            h, w = [d // shrunk for d in pair(pretrain_img_size)]
            x = dropout(add(x, copied(parameter((1, h * w, width)), (1,))), drop_rate)
        for k in range(num_layers[i]):
            x = pvt_block(x, size, num_heads[i], mlp_ratios[i] * width, sr_ratios[i], use_conv_ffn, drop_rate, attn_drop_rate, drop_path_rate, act_cfg)
        if norm_after_stage:
            x = layer_norm(x)
        x = as_map(x, size)
        if i in out_indices:
            maps.append(x)
    return maps


def PyramidVisionTransformerV2(x, **args):
    return PyramidVisionTransformer(x, patch_sizes=(7, 3, 3, 3), paddings=(3, 1, 1, 1), use_abs_pos_embed=False, norm_after_stage=True, use_conv_ffn=True, **args)
