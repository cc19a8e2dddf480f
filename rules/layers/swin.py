# SPDX-License-Identifier: MIT
"""Swin Transformer: mmdet/models/backbones/swin.py (3.x), mmcv/cnn/bricks/transformer.py: FFN; mmdet/models/layers/transformer/utils.py: PatchEmbed, PatchMerging."""


def window_attention(x, size, heads, window, shifted):
    """x: (B, H * W, C). The windows of the padded map, with an attention each; the bias of positions has (2 * window - 1)^2 rows."""
    n, points, c = x['shape']
    h, w = [(d + window - 1) // window * window for d in size]
    windows = n * h * w // window ** 2
    rows = window * window
    x = copied(x, (windows, rows, c))
    qkv = linear(x, 3 * c)
    q = mul(copied(qkv, (windows, heads, rows, c // heads)), tensor((1,), False))
    k = view(qkv, (windows, heads, c // heads, rows))
    v = view(qkv, (windows, heads, rows, c // heads))
    # the three are views of one memory that matmul makes contiguous
    q, k, v = copied(q, q['shape']), copied(k, k['shape']), copied(v, v['shape'])
    energy = matmul(q, k)
    weight((2 * window - 1) ** 2 * heads)
    attention = softmax(energy)
    y = matmul(attention, v)
    y = linear(copied(y, (windows, rows, c)), c)
    return copied(y, (n, points, c))


def swin_block(x, size, heads, hidden, window, shifted, drop_path_rate):
    y = window_attention(layer_norm(x), size, heads, window, shifted)
    x = add(drop_path(y, drop_path_rate), x)
    y = linear(keeps_input(linear(layer_norm(x), hidden)), x['shape'][-1])
    return add(drop_path(y, drop_path_rate), x)


def patch_merging(x, size, out):
    """Unfold of 2 x 2, norm, linear."""
    n, points, c = x['shape']
    size = [(d + 1) // 2 for d in size]
    y = layer_norm(copied(x, (n, size[0] * size[1], 4 * c)))
    return linear(y, out, False), size


def SwinTransformer(x, embed_dims=96, patch_size=4, window_size=7, mlp_ratio=4, depths=(2, 2, 6, 2), num_heads=(3, 6, 12, 24), strides=(4, 2, 2, 2),
                    out_indices=(0, 1, 2, 3), patch_norm=True, drop_rate=0.0, drop_path_rate=0.1, use_abs_pos_embed=False, with_cp=False, frozen_stages=-1, **rest):
    n, channels, h, w = x['shape']
    size = [(h + patch_size - 1) // patch_size, (w + patch_size - 1) // patch_size]
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = conv(tensor((n, channels, size[0] * patch_size, size[1] * patch_size), False), embed_dims, patch_size, strides[0])
    x = view(x, (n, size[0] * size[1], embed_dims))
    if patch_norm:
        x = layer_norm(x)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    maps = []
    for i in range(len(depths)):
        width = embed_dims * 2 ** i
        NOW['frozen'] += 1 if i < frozen_stages else 0
        for k in range(depths[i]):
            if with_cp:
                x = checkpoint(lambda x: swin_block(x, size, num_heads[i], int(mlp_ratio * width), window_size, k % 2 == 1, drop_path_rate), x)
            else:
                x = swin_block(x, size, num_heads[i], int(mlp_ratio * width), window_size, k % 2 == 1, drop_path_rate)
        last, last_size = x, size
        if i + 1 < len(depths):
            x, size = patch_merging(x, size, 2 * width)
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in out_indices:
            maps.append(copied(layer_norm(last), (n, width) + tuple(last_size)))
    return maps
