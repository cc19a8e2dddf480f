# SPDX-License-Identifier: MIT
"""More of mmpretrain/models (1.x): backbones/twins.py, van.py, selfsup/mae.py, necks/mae_neck.py, heads/mae_head.py."""

# depths
TWINS_DEPTHS = {'s': (3, 4, 6, 3), 'b': (3, 4, 18, 3), 'l': (3, 8, 27, 3)}
# first width, depths, first number of heads
SVT_SETTINGS = {'s': (64, (2, 2, 10, 4), 2), 'b': (96, (2, 2, 18, 2), 3), 'l': (128, (2, 2, 18, 2), 4)}


def mmpretrain_PCPVT(x, arch, out_indices=(3,), qkv_bias=False, drop_rate=0.0, drop_path_rate=0.0, norm_after_stage=False, **rest):
    if isinstance(arch, str):
        arch = {'embed_dims': (64, 128, 320, 512), 'depths': TWINS_DEPTHS[arch.lower()[0]], 'num_heads': (1, 2, 5, 8), 'patch_sizes': (4, 2, 2, 2), 'strides': (4, 2, 2, 2),
                'mlp_ratios': (8, 8, 4, 4), 'sr_ratios': (8, 4, 2, 1)}
    return twins(x, arch['embed_dims'], arch['patch_sizes'], arch['strides'], arch['num_heads'], arch['mlp_ratios'], out_indices, qkv_bias, arch['depths'], arch['sr_ratios'],
                 arch.get('window_sizes'), norm_after_stage, drop_rate, drop_path_rate)


def mmpretrain_SVT(x, arch, **args):
    if isinstance(arch, str):
        c, depths, heads = SVT_SETTINGS[arch.lower()[0]]
        arch = {'embed_dims': [c * 2 ** i for i in range(4)], 'depths': depths, 'num_heads': [heads * 2 ** i for i in range(4)], 'patch_sizes': (4, 2, 2, 2),
                'strides': (4, 2, 2, 2), 'mlp_ratios': (4, 4, 4, 4), 'sr_ratios': (8, 4, 2, 1), 'window_sizes': (7, 7, 7, 7)}
    return mmpretrain_PCPVT(x, arch, **args)


# widths, depths, how much wider the hidden layer is
VANS = {'t': ((32, 64, 160, 256), (3, 3, 5, 2)), 's': ((64, 128, 320, 512), (2, 2, 4, 2)), 'b': ((64, 128, 320, 512), (3, 3, 12, 3)), 'l': ((64, 128, 320, 512), (3, 5, 27, 3))}


def large_kernel(x):
    """LKA: two convolutions per channel, one of them with gaps, and one over the channels weigh what came."""
    c = x['shape'][1]
    y = conv(conv(x, c, 5, 1, 2, 1, c), c, 7, 1, 9, 3, c)
    return mul(copied(x, x['shape']), conv(y, c))


def van_block(x, ratio, drop_rate, drop_path_rate, scale):
    c = x['shape'][1]
    y = keeps_input(conv(batch_norm(x), c))
    y = conv(large_kernel(y), c)
    x = add(x, drop_path(mul(y, parameter((c,))) if scale else y, drop_path_rate))
    y = conv(batch_norm(x), ratio * c)
    y = dropout(keeps_input(conv(y, ratio * c, 3, 1, 1, 1, ratio * c)), drop_rate)
    y = dropout(conv(y, c), drop_rate)
    return add(x, drop_path(mul(y, parameter((c,))) if scale else y, drop_path_rate))


def VAN(x, arch='tiny', patch_sizes=(7, 3, 3, 3), drop_rate=0.0, drop_path_rate=0.0, out_indices=(3,), block_cfgs={}, **rest):
    widths, depths = VANS[arch.lower()[0]] if isinstance(arch, str) else (arch['embed_dims'], arch['depths'])
    ratios = (8, 8, 4, 4) if isinstance(arch, str) else arch['ffn_ratios']
    maps = []
    for i, c in enumerate(widths):
        k = patch_sizes[i]
        x = batch_norm(conv(x, c, k, k // 2 + 1, k // 2))
        for j in range(depths[i]):
            x = van_block(x, ratios[i], drop_rate, drop_path_rate, block_cfgs.get('layer_scale_init_value', 0.01) > 0)
        n, c, h, w = x['shape']
        x = as_map(layer_norm(copied(x, (n, h * w, c))), (h, w))
        if i in out_indices:
            maps.append(x)
    return maps


# --- masked autoencoders


def MAE(x, backbone, neck=None, head=None, **rest):
    y = features(x, backbone, neck)
    if head is not None:
        build('head', head, y)


def MAEViT(x, arch='b', img_size=224, patch_size=16, drop_rate=0, drop_path_rate=0, mask_ratio=0.75, final_norm=True, layer_cfgs={}, **rest):
    """A part of the patches, drawn by chance, and the class's token."""
    c, layers, heads, hidden = vit_setting(arch, {})
    x, size = patches(x, c, patch_size, patch_size, 0, True)
    n, count = x['shape'][0], size[0] * size[1]
    weight(c)
    untrained(c * (1 + elements([d // patch_size for d in pair(img_size)])))
    rows = int(count * (1 - mask_ratio))
    keep_bytes(8 * n * rows * c)  # where they were
    x = tensor((n, rows + 1, c), True)
    for i in range(layers):
        x = vit_layer(x, heads, hidden, True, drop_rate, drop_path_rate, False)
    x = layer_norm(x)
    x['patches'] = count
    return x


def MAEPretrainDecoder(x, num_patches=196, patch_size=16, in_chans=3, embed_dim=1024, decoder_embed_dim=512, decoder_depth=8, decoder_num_heads=16, mlp_ratio=4,
                       predict_feature_dim=None, **rest):
    n, count = x['shape'][0], x.get('patches', num_patches)
    linear(x, decoder_embed_dim)
    weight(decoder_embed_dim)
    untrained((num_patches + 1) * decoder_embed_dim)
    keep_bytes(8 * n * count * decoder_embed_dim)
    x = tensor((n, count + 1, decoder_embed_dim), True)
    for i in range(decoder_depth):
        x = vit_layer(x, decoder_num_heads, int(mlp_ratio * decoder_embed_dim), True, 0, 0, False)
    return linear(layer_norm(x), predict_feature_dim or patch_size ** 2 * in_chans)


def MAEPretrainHead(x, **rest):
    """The mean square of differences to the pixels of all patches, of which those that were not seen count."""
    y = copied(full_of(x), x['shape'])
    keep(y)
    moment(3 * y['store']['bytes'])
