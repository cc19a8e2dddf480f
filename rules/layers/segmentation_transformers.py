# SPDX-License-Identifier: MIT
"""Transformers over patches of pictures, as mmseg has them: mmseg/models/backbones: vit.py, beit.py, mae.py, mit.py, twins.py, mscan.py; mmcv's attention."""


def multihead_batch_first(x, source, heads, same, bias=True):
    """torch.nn.MultiheadAttention of x (B, N, C) to source, without fused attention. same: one projection makes query, key and value.
    mmcv hands the batch over as the second dimension, which makes a copy of what comes in; since PyTorch 1.9 three of them, because the three
    inputs are no longer seen to be one."""
    n, rows, c = x['shape']
    columns = source['shape'][1]
    if same and NOW['old_softmax']:
        y = linear(copied(x, x['shape']), 3 * c, bias)
    elif same:
        for i in range(3):
            y = linear(copied(x, x['shape']), c, bias)
    else:
        y = linear(copied(x, x['shape']), c, bias)
        linear(copied(source, source['shape']), 2 * c, bias)
    q = copied(y, (n, heads, rows, c // heads))
    energy = matmul(q, copied(y, (n, heads, c // heads, columns)))
    y = matmul(softmax(energy), copied(y, (n, heads, columns, c // heads)))
    return linear(copied(y, (n, rows, c)), c, True)


def hidden_layer(x, hidden, drop_rate=0.0):
    """mmcv's FFN with GELU, without the way around."""
    y = dropout(keeps_input(linear(x, hidden)), drop_rate)
    return dropout(linear(y, x['shape'][-1]), drop_rate)


def encoder_layer(x, heads, hidden, bias=True, drop_rate=0.0, drop_path_rate=0.0):
    """Norm, attention, norm, two linear layers."""
    y = layer_norm(x)
    x = add(x, drop_path(dropout(multihead_batch_first(y, y, heads, True, bias), drop_rate), drop_path_rate))
    return add(x, drop_path(hidden_layer(layer_norm(x), hidden, drop_rate), drop_path_rate))


def patches(x, width, kernel, stride, padding=0, bias=True, norm_last=False):
    """PatchEmbed: a convolution, rows of patches, a norm; padding 'corner': the picture is filled up to whole patches."""
    n, c, h, w = x['shape']
    if padding == 'corner':
        padding = 0
        full = [(d + stride - 1) // stride * stride for d in (h, w)]
        if full != [h, w]:
            x = copied(x, (n, c, full[0], full[1]))
    y = conv(x, width, kernel, stride, padding, bias=bias)
    size = y['shape'][2:]
    y = view(y, (n, size[0] * size[1], width))
    return (layer_norm(y) if norm_last else y), size


def whole(v, n):
    """out_indices as a list."""
    v = [v] if isinstance(v, int) else v
    return [i + n if i < 0 else i for i in v]


def mmseg_VisionTransformer(x, img_size=224, patch_size=16, patch_pad='corner', embed_dims=768, num_layers=12, num_heads=12, mlp_ratio=4, out_origin=False, out_indices=-1,
                            qkv_bias=True, drop_rate=0.0, drop_path_rate=0.0, with_cls_token=True, output_cls_token=False, patch_norm=False, patch_bias=False, pre_norm=False,
                            final_norm=False, with_cp=False, **rest):
    img_size = pair(img_size)
    x, size = patches(x, embed_dims, patch_size, patch_size, patch_pad, patch_bias, patch_norm)
    rows = size[0] * size[1]
    weight(embed_dims)
    weight(embed_dims * (img_size[0] // patch_size * (img_size[1] // patch_size) + 1))
    x = tensor((x['shape'][0], rows + (1 if with_cls_token else 0), embed_dims), True, x['size'])
    x = dropout(x, drop_rate)
    if pre_norm:
        x = layer_norm(x)
    maps = [as_map(x, size)] if out_origin else []
    for i in range(num_layers):
        if with_cp:
            x = checkpoint(lambda x: encoder_layer(x, num_heads, mlp_ratio * embed_dims, qkv_bias, drop_rate, drop_path_rate), x)
        else:
            x = encoder_layer(x, num_heads, mlp_ratio * embed_dims, qkv_bias, drop_rate, drop_path_rate)
        if i == num_layers - 1 and final_norm:
            x = layer_norm(x)
        if i in whole(out_indices, num_layers):
            maps.append([as_map(x, size), x] if output_cls_token else as_map(x, size))
    return maps


def beit_attention(x, heads, window, bias):
    """Attention with a trained bias of relative positions; query, key and value are copies that the product of matrices makes."""
    n, rows, c = x['shape']
    weight((2 * window[0] - 1) * (2 * window[1] - 1) * heads + 3 * heads)
    if bias == 'qv_bias':
        weight(2 * c)
    qkv = linear(x, 3 * c, bias is True)
    q, k, v = copied(qkv, (n, heads, rows, c // heads)), copied(qkv, (n, heads, c // heads, rows)), copied(qkv, (n, heads, rows, c // heads))
    energy = matmul(q, k)
    y = matmul(softmax(energy), v)
    return linear(copied(y, (n, rows, c)), c)


def beit_layers(x, size, num_layers, num_heads, embed_dims, mlp_ratio, out_indices, window, bias, final_norm, drop_path_rate):
    maps = []
    for i in range(num_layers):
        for part in (0, 1):
            y = layer_norm(x)
            y = beit_attention(y, num_heads, window, bias) if part == 0 else hidden_layer(y, mlp_ratio * embed_dims)
            x = add(x, drop_path(mul(y, parameter((embed_dims,))), drop_path_rate))
        if i == num_layers - 1 and final_norm:
            x = layer_norm(x)
        if i in whole(out_indices, num_layers):
            maps.append(as_map(x, size))
    return maps


def mmseg_BEiT(x, img_size=224, patch_size=16, embed_dims=768, num_layers=12, num_heads=12, mlp_ratio=4, out_indices=-1, qv_bias=True, drop_path_rate=0.0, patch_norm=False,
               final_norm=False, **rest):
    img_size = pair(img_size)
    x, size = patches(x, embed_dims, patch_size, patch_size, 0, True, patch_norm)
    weight(embed_dims)
    x = tensor((x['shape'][0], size[0] * size[1] + 1, embed_dims), True, x['size'])
    window = (img_size[0] // patch_size, img_size[1] // patch_size)
    return beit_layers(x, size, num_layers, num_heads, embed_dims, mlp_ratio, out_indices, window, 'qv_bias' if qv_bias else False, final_norm, drop_path_rate)


def mmseg_MAE(x, img_size=224, patch_size=16, embed_dims=768, num_layers=12, num_heads=12, mlp_ratio=4, out_indices=-1, drop_path_rate=0.0, patch_norm=False, final_norm=False, **rest):
    img_size = pair(img_size)
    x, size = patches(x, embed_dims, patch_size, patch_size, 0, True, patch_norm)
    window = (img_size[0] // patch_size, img_size[1] // patch_size)
    weight(embed_dims * (window[0] * window[1] + 2))
    x = tensor((x['shape'][0], size[0] * size[1] + 1, embed_dims), True, x['size'])
    return beit_layers(x, size, num_layers, num_heads, embed_dims, mlp_ratio, out_indices, window, True, final_norm, drop_path_rate)


# --- SegFormer


def reduced_attention(x, size, heads, ratio, bias):
    """EfficientMultiheadAttention: keys and values from a map that a convolution made smaller. Two copies of the input where it did not."""
    n, rows, c = x['shape']
    source = x
    if ratio > 1:
        y = conv(view(x, (n, c) + tuple(size)), c, ratio, ratio)
        source = layer_norm(view(y, (n, elements(y['shape'][2:]), c)))
    return multihead_batch_first(x, source, heads, False, bias)


def mixed_layer(x, size, heads, hidden, ratio, bias, drop_rate, drop_path_rate):
    n, rows, c = x['shape']
    x = add(x, drop_path(dropout(reduced_attention(layer_norm(x), size, heads, ratio, bias), drop_rate), drop_path_rate))
    y = conv(view(layer_norm(x), (n, c) + tuple(size)), hidden)
    y = keeps_input(conv(y, hidden, 3, 1, 1, 1, hidden))
    y = dropout(conv(dropout(y, drop_rate), c), drop_rate)
    return add(x, drop_path(view(y, (n, rows, c)), drop_path_rate))


def MixVisionTransformer(x, embed_dims=64, num_stages=4, num_layers=(3, 4, 6, 3), num_heads=(1, 2, 4, 8), patch_sizes=(7, 3, 3, 3), strides=(4, 2, 2, 2), sr_ratios=(8, 4, 2, 1),
                         out_indices=(0, 1, 2, 3), mlp_ratio=4, qkv_bias=True, drop_rate=0.0, drop_path_rate=0.0, with_cp=False, **rest):
    maps = []
    for i in range(len(num_layers)):
        width = embed_dims * num_heads[i]
        x, size = patches(x, width, patch_sizes[i], strides[i], patch_sizes[i] // 2, True, True)
        for k in range(num_layers[i]):
            if with_cp:
                x = checkpoint(lambda x: mixed_layer(x, size, num_heads[i], mlp_ratio * width, sr_ratios[i], qkv_bias, drop_rate, drop_path_rate), x)
            else:
                x = mixed_layer(x, size, num_heads[i], mlp_ratio * width, sr_ratios[i], qkv_bias, drop_rate, drop_path_rate)
        x = as_map(layer_norm(x), size)
        if i in out_indices:
            maps.append(x)
    return maps


# --- Twins


def grouped_attention(x, size, heads, window, bias):
    """LocallyGroupedSelfAttention: attention in windows of the padded map."""
    n, rows, c = x['shape']
    h, w = [(d + window - 1) // window * window for d in size]
    points = window * window
    groups = n * h * w // points
    qkv = linear(copied(x, (groups, points, c)), 3 * c, bias)
    energy = matmul(copied(qkv, (groups, heads, points, c // heads)), copied(qkv, (groups, heads, c // heads, points)))
    y = matmul(softmax(energy), copied(qkv, (groups, heads, points, c // heads)))
    return linear(copied(y, (n, rows, c)), c)


def twins(x, embed_dims, patch_sizes, strides, num_heads, mlp_ratios, out_indices, bias, depths, ratios, windows, norm_after_stage, drop_rate, drop_path_rate):
    maps = []
    for i in range(len(depths)):
        c = embed_dims[i]
        x, size = patches(x, c, patch_sizes[i], strides[i], 'corner', True, True)
        x = dropout(x, drop_rate)
        n, rows = x['shape'][:2]
        for k in range(depths[i]):
            y = layer_norm(x)
            if windows is not None and k % 2 == 0:
                y = grouped_attention(y, size, num_heads[i], windows[i], bias)
            else:
                y = drop_path(reduced_attention(y, size, num_heads[i], ratios[i], bias), drop_path_rate)
            x = add(x, drop_path(dropout(y, drop_rate), drop_path_rate))
            x = add(x, drop_path(hidden_layer(layer_norm(x), mlp_ratios[i] * c, drop_rate), drop_path_rate))
            if k == 0:
                y = view(x, (n, c) + tuple(size))
                x = view(add(conv(y, c, 3, 1, 1, 1, c), y), (n, rows, c))
        if norm_after_stage[i] if isinstance(norm_after_stage, (list, tuple)) else norm_after_stage:
            x = layer_norm(x)
        x = as_map(x, size)
        if i in out_indices:
            maps.append(x)
    return maps


def mmseg_PCPVT(x, embed_dims=(64, 128, 256, 512), patch_sizes=(4, 2, 2, 2), strides=(4, 2, 2, 2), num_heads=(1, 2, 4, 8), mlp_ratios=(4, 4, 4, 4), out_indices=(0, 1, 2, 3), qkv_bias=False,
                drop_rate=0.0, drop_path_rate=0.0, depths=(3, 4, 6, 3), sr_ratios=(8, 4, 2, 1), norm_after_stage=False, **rest):
    return twins(x, embed_dims, patch_sizes, strides, num_heads, mlp_ratios, out_indices, qkv_bias, depths, sr_ratios, None, norm_after_stage, drop_rate, drop_path_rate)


def mmseg_SVT(x, embed_dims=(64, 128, 256), patch_sizes=(4, 2, 2, 2), strides=(4, 2, 2, 2), num_heads=(1, 2, 4), mlp_ratios=(4, 4, 4), out_indices=(0, 1, 2, 3), qkv_bias=False,
              drop_rate=0.0, drop_path_rate=0.2, depths=(4, 4, 4), sr_ratios=(4, 2, 1), windiow_sizes=(7, 7, 7), norm_after_stage=True, **rest):
    return twins(x, embed_dims, patch_sizes, strides, num_heads, mlp_ratios, out_indices, qkv_bias, depths, sr_ratios, windiow_sizes, norm_after_stage, drop_rate, drop_path_rate)


# --- SegNeXt


def mscan_block(x, kernels, hidden, drop_rate, drop_path_rate, norm_cfg):
    n, c, h, w = x['shape']
    y = norm(x, norm_cfg)
    u = keeps_input(conv(y, c))
    first = conv(u, c, kernels[0], padding='same', groups=c)
    total = first
    for k in kernels[1:]:
        total = add(total, conv(conv(first, c, k, padding='same', groups=c), c, (k[1], k[0]), padding='same', groups=c))
    y = conv(mul(conv(total, c), copied(u, u['shape'])), c)
    x = add(x, drop_path(mul(add(y, y), parameter((c,))), drop_path_rate))
    y = conv(norm(x, norm_cfg), hidden)
    y = dropout(keeps_input(conv(y, hidden, 3, 1, 1, 1, hidden)), drop_rate)
    y = dropout(conv(y, c), drop_rate)
    return add(x, drop_path(mul(y, parameter((c,))), drop_path_rate))


def MSCAN(x, embed_dims=(64, 128, 256, 512), mlp_ratios=(4, 4, 4, 4), drop_rate=0.0, drop_path_rate=0.0, depths=(3, 4, 6, 3), num_stages=4,
          attention_kernel_sizes=(5, (1, 7), (1, 11), (1, 21)), norm_cfg={'type': 'SyncBN'}, **rest):
    maps = []
    for i in range(num_stages):
        c = embed_dims[i]
        if i == 0:
            x = keeps_input(norm(conv(x, c // 2, 3, 2, 1), norm_cfg))
            x = norm(conv(x, c, 3, 2, 1), norm_cfg)
        else:
            x = norm(conv(x, c, 3, 2, 1), norm_cfg)
        for k in range(depths[i]):
            x = mscan_block(x, attention_kernel_sizes, int(c * mlp_ratios[i]), drop_rate, drop_path_rate, norm_cfg)
        n, c, h, w = x['shape']
        x = as_map(layer_norm(view(x, (n, h * w, c))), (h, w))
        maps.append(x)
    return maps
