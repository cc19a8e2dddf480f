# SPDX-License-Identifier: MIT
"""Vision transformers of mmpretrain/models/backbones (1.x): vision_transformer.py, deit.py, deit3.py, beit.py, swin_transformer.py, swin_transformer_v2.py, mlp_mixer.py, xcit.py;
mmpretrain/models/utils/attention.py, with the fused attention of PyTorch 2 where the code asks for it."""


# width, layers, heads, hidden
VIT = {'s': (768, 8, 8, 2304), 'small': (768, 8, 8, 2304), 'b': (768, 12, 12, 3072), 'base': (768, 12, 12, 3072), 'l': (1024, 24, 16, 4096), 'large': (1024, 24, 16, 4096),
       'h': (1280, 32, 16, 5120), 'huge': (1280, 32, 16, 5120), 'eva-g': (1408, 40, 16, 6144), 'eva-giant': (1408, 40, 16, 6144), 'deit-t': (192, 12, 3, 768),
       'deit-tiny': (192, 12, 3, 768), 'deit-s': (384, 12, 6, 1536), 'deit-small': (384, 12, 6, 1536), 'dinov2-s': (384, 12, 6, 1536), 'dinov2-small': (384, 12, 6, 1536),
       'deit-b': (768, 12, 12, 3072), 'deit-base': (768, 12, 12, 3072), 'dinov2-g': (1536, 40, 24, 6144), 'dinov2-giant': (1536, 40, 24, 6144)}
DEIT3 = {'s': (384, 12, 6, 1536), 'small': (384, 12, 6, 1536), 'm': (512, 12, 8, 2048), 'medium': (512, 12, 8, 2048)}


def vit_setting(arch, own):
    if not isinstance(arch, str):
        return arch['embed_dims'], arch['num_layers'], arch['num_heads'], arch['feedforward_channels']
    return own.get(arch.lower()) or VIT[arch.lower()]


def fused_attention(qkv, n, heads, rows, c, plain=False):
    """softmax(q k) v. Fused (PyTorch 2): keeps what it reads, its result and a number per row; plain: as products of matrices, which copy what they read."""
    width = c // heads
    if not plain and not NOW['old_softmax']:
        keep(half_of(qkv))
        y = tensor((n, rows, c), qkv['grad'], half_of(qkv)['size'])
        keep(y)
        keep_bytes(4 * n * heads * rows)
        flops(4 * n * heads * rows * rows * width, qkv['grad'], qkv['grad'])
        return y
    energy = matmul(copied(qkv, (n, heads, rows, width)), copied(qkv, (n, heads, width, rows)))
    y = matmul(softmax(energy), copied(qkv, (n, heads, rows, width)))
    return copied(y, (n, rows, c))


def vit_layer(x, heads, hidden, bias, drop_rate, drop, scale, gated=False, shared_norm=False):
    """scale: whether each way is multiplied by a trained vector; gated: SwiGLU instead of GELU; shared_norm: one norm for both ways (DeiT3)."""
    n, rows, c = x['shape']
    y = linear(fused_attention(linear(layer_norm(x), 3 * c, bias), n, heads, rows, c), c)
    y = dropout(y, drop_rate)
    x = add(x, drop_path(mul(y, parameter((c,))) if scale else y, drop))
    if shared_norm:
        weight(2 * c)
        NOW['shared'] += 1
    z = layer_norm(x)
    NOW['shared'] -= 1 if shared_norm else 0
    if gated:
        hidden = (hidden * 2 // 3 + 7) // 8 * 8
        both = linear(z, 2 * hidden)
        y = mul(keeps_input(view(both, (n, rows, hidden))), view(both, (n, rows, hidden)))
        y = linear(y, c)
    else:
        y = hidden_layer(z, hidden, drop_rate)
    return add(x, drop_path(mul(y, parameter((c,))) if scale else y, drop))


def vit_outputs(x, size, kind, extra, norm_again):
    """What _format_output gives of all rows."""
    n, rows, c = x['shape']
    if kind == 'raw':
        return x
    if kind == 'featmap':
        return view(x, (n, c) + tuple(size))
    y = copied(x, (n, c))
    return layer_norm(y) if kind == 'avg_featmap' and norm_again else y


def vit(x, setting, img_size, patch_size, out_indices, tokens, rows_of_tokens, out_type, drop_rate, drop, bias, final_norm, pre_norm, frozen, layer, norm_again, patch_bias, position=True):
    """tokens: how many rows come before the patches; rows_of_tokens: how many of these have a position."""
    c, layers, heads, hidden = setting
    image_size = pair(img_size)
    NOW['frozen'] += 1 if frozen > 0 else 0
    x, size = patches(x, c, patch_size, patch_size, 0, patch_bias)
    weight(tokens * c)
    if position:
        weight(c * ((image_size[0] // patch_size) * (image_size[1] // patch_size) + rows_of_tokens))
    x = tensor((x['shape'][0], size[0] * size[1] + tokens, c), NOW['frozen'] == 0, x['size'])
    x = dropout(x, drop_rate)
    if pre_norm:
        x = layer_norm(x)
    NOW['frozen'] -= 1 if frozen > 0 else 0
    outs = []
    for i in range(layers):
        NOW['frozen'] += 1 if i < frozen else 0
        x = layer(x, heads, hidden)
        last = i == layers - 1
        if last and final_norm:
            NOW['frozen'] += 1 if frozen == layers and i >= frozen else 0
            x = layer_norm(x)
        NOW['frozen'] -= 1 if i < frozen else 0
        if i in whole(out_indices, layers):
            outs.append(vit_outputs(x, size, out_type, tokens, norm_again))
    return outs


def VisionTransformer(x, arch='base', img_size=224, patch_size=16, out_indices=-1, drop_rate=0.0, drop_path_rate=0.0, qkv_bias=True, final_norm=True, out_type='cls_token',
                      with_cls_token=True, frozen_stages=-1, layer_scale_init_value=0.0, layer_cfgs={}, pre_norm=False, patch_cfg={}, **rest):
    tokens = 1 if with_cls_token else 0
    gated = isinstance(layer_cfgs, dict) and layer_cfgs.get('ffn_type') == 'swiglu_fused'

    def layer(x, heads, hidden):
        return vit_layer(x, heads, hidden, qkv_bias, drop_rate, drop_path_rate, layer_scale_init_value > 0, gated)
    return vit(x, vit_setting(arch, {}), img_size, patch_size, out_indices, tokens, tokens, out_type, drop_rate, drop_path_rate, qkv_bias, final_norm, pre_norm, frozen_stages, layer,
               True, not pre_norm)


MoCoV3ViT = VisionTransformer


def DistilledVisionTransformer(x, arch='deit-base', img_size=224, patch_size=16, out_indices=-1, drop_rate=0.0, drop_path_rate=0.0, qkv_bias=True, final_norm=True, **rest):
    def layer(x, heads, hidden):
        return vit_layer(x, heads, hidden, qkv_bias, drop_rate, drop_path_rate, False)
    return vit(x, vit_setting(arch, {}), img_size, patch_size, out_indices, 2, 2, 'cls_token', drop_rate, drop_path_rate, qkv_bias, final_norm, False, -1, layer, True, True)


def DeiT3(x, arch='base', img_size=224, patch_size=16, out_indices=-1, drop_rate=0.0, drop_path_rate=0.0, qkv_bias=True, final_norm=True, out_type='cls_token', use_layer_scale=True, **rest):
    def layer(x, heads, hidden):
        return vit_layer(x, heads, hidden, qkv_bias, drop_rate, drop_path_rate, use_layer_scale, False, True)
    return vit(x, vit_setting(arch, DEIT3), img_size, patch_size, out_indices, 1, 0, out_type, drop_rate, drop_path_rate, qkv_bias, final_norm, False, -1, layer, False, True)


def BEiTViT(x, arch='base', img_size=224, patch_size=16, out_indices=-1, drop_rate=0, drop_path_rate=0, bias='qv_bias', final_norm=False, out_type='avg_featmap', with_cls_token=True,
            frozen_stages=-1, use_abs_pos_emb=False, use_rel_pos_bias=True, use_shared_rel_pos_bias=False, layer_scale_init_value=0.1, layer_cfgs={}, **rest):
    bias = layer_cfgs.get('bias', bias) if isinstance(layer_cfgs, dict) else bias
    setting = vit_setting(arch, {})
    side = [d // patch_size for d in pair(img_size)]
    table = (2 * side[0] - 1) * (2 * side[1] - 1) + 3
    tokens = 1 if with_cls_token else 0
    if use_shared_rel_pos_bias:
        weight(table * setting[2])

    def layer(x, heads, hidden):
        n, rows, c = x['shape']
        y = layer_norm(x)
        if bias == 'qv_bias':
            weight(2 * c)
        if use_rel_pos_bias:
            weight(table * heads)
        y = linear(fused_attention(linear(y, 3 * c, bias is True), n, heads, rows, c, True), c)
        x = add(x, drop_path(mul(y, parameter((c,))) if layer_scale_init_value > 0 else y, drop_path_rate))
        y = hidden_layer(layer_norm(x), hidden)
        return add(x, drop_path(mul(y, parameter((c,))) if layer_scale_init_value > 0 else y, drop_path_rate))
    return vit(x, setting, img_size, patch_size, out_indices, tokens, tokens, out_type, drop_rate, drop_path_rate, bias, final_norm, False, frozen_stages, layer, True, True,
               use_abs_pos_emb)


# --- Swin


SWIN = {'t': (96, (2, 2, 6, 2)), 's': (96, (2, 2, 18, 2)), 'b': (128, (2, 2, 18, 2)), 'l': (192, (2, 2, 18, 2)), 'h': (352, (2, 2, 18, 2)), 'g': (512, (2, 2, 42, 4))}


def swin_setting(arch):
    """Width, depths, heads of the four stages."""
    if not isinstance(arch, str):
        return arch['embed_dims'], arch['depths'], arch['num_heads']
    c, depths = SWIN[arch[:1].lower()]
    first = {352: 8}.get(c, c // 32)
    return c, depths, [first * 2 ** i for i in range(4)]


def mmpretrain_SwinTransformer(x, arch='tiny', img_size=224, patch_size=4, window_size=7, drop_path_rate=0.1, out_indices=(3,), use_abs_pos_embed=False, with_cp=False, frozen_stages=-1,
                               **rest):
    c, depths, heads = swin_setting(arch)
    sides = pair(img_size)
    if use_abs_pos_embed:
        weight(c * (sides[0] // patch_size) * (sides[1] // patch_size))
    return SwinTransformer(x, embed_dims=c, patch_size=patch_size, window_size=window_size, depths=depths, num_heads=heads, strides=(patch_size, 2, 2, 2), out_indices=out_indices,
                           drop_path_rate=drop_path_rate, with_cp=with_cp, frozen_stages=frozen_stages)


def window_attention_v2(x, size, heads, window):
    """WindowMSAV2: normalized queries and keys; the bias of positions comes from a small network."""
    n, points, c = x['shape']
    h, w = [(d + window - 1) // window * window for d in size]
    rows = window * window
    groups = n * h * w // rows
    x = copied(x, (groups, rows, c))
    weight(2 * c + heads)
    qkv = linear(x, 3 * c, False)
    q = normalized(copied(qkv, (groups, heads, rows, c // heads)))
    k = normalized(copied(qkv, (groups, heads, c // heads, rows)))
    table = tensor(((2 * window - 1) ** 2, 2), False)
    linear(relu_inplace(linear(table, 512)), heads, False)
    energy = mul(matmul(q, k), tensor((heads, 1, 1), True))
    y = matmul(softmax(energy), copied(qkv, (groups, heads, rows, c // heads)))
    return copied(linear(copied(y, (groups, rows, c)), c), (n, points, c))


def swin_block_v2(x, size, heads, window, drop, extra):
    x = add(layer_norm(window_attention_v2(x, size, heads, window)), x)
    c = x['shape'][-1]
    x = add(layer_norm(hidden_layer(x, 4 * c)), x)
    return layer_norm(x) if extra else x


def SwinTransformerV2(x, arch='tiny', img_size=256, patch_size=4, window_size=8, drop_path_rate=0.1, out_indices=(3,), use_abs_pos_embed=False, with_cp=False, **rest):
    c, depths, heads = swin_setting(arch)
    every = 6 if isinstance(arch, str) and arch[:1] in 'hg' else 0 if isinstance(arch, str) else arch['extra_norm_every_n_blocks']
    x, size = patches(x, c, patch_size, patch_size, 'corner', True, True)
    if use_abs_pos_embed:
        weight(c * (pair(img_size)[0] // patch_size) * (pair(img_size)[1] // patch_size))
    windows = [window_size] * 4 if isinstance(window_size, int) else window_size
    maps = []
    for i, depth in enumerate(depths):
        width = c * 2 ** i
        if i:
            n = x['shape'][0]
            size = [(d + 1) // 2 for d in size]
            x = layer_norm(linear(copied(x, (n, size[0] * size[1], 2 * width)), width, False))
        for k in range(depth):
            extra = every and (k + 1) % every == 0
            if with_cp:
                x = checkpoint(lambda x: swin_block_v2(x, size, heads[i], windows[i], drop_path_rate, extra), x)
            else:
                x = swin_block_v2(x, size, heads[i], windows[i], drop_path_rate, extra)
        if i in out_indices:
            maps.append(as_map(layer_norm(x), size))
    return maps


# --- others


MIXER = {'s': (512, 8, 256, 2048), 'b': (768, 12, 384, 3072), 'l': (1024, 24, 512, 4096)}


def MlpMixer(x, arch='base', img_size=224, patch_size=16, out_indices=-1, drop_rate=0.0, drop_path_rate=0.0, **rest):
    setting = MIXER[arch[:1].lower()] if isinstance(arch, str) else (arch['embed_dims'], arch['num_layers'], arch['tokens_mlp_dims'], arch['channels_mlp_dims'])
    c, layers, across, hidden = setting
    x, size = patches(x, c, patch_size, patch_size)
    n, rows = x['shape'][:2]
    outs = []
    for i in range(layers):
        y = hidden_layer(copied(layer_norm(x), (n, c, rows)), across, drop_rate)
        x = add(x, view(y, (n, rows, c)))
        x = add(x, hidden_layer(layer_norm(x), hidden, drop_rate))
        if i == layers - 1:
            x = layer_norm(x)
        if i in whole(out_indices, layers):
            outs.append(view(x, (n, c, rows)))
    return outs


def XCiT(x, img_size=224, patch_size=16, embed_dims=768, depth=12, cls_attn_layers=2, num_heads=12, mlp_ratio=4.0, qkv_bias=True, drop_rate=0.0, drop_path_rate=0.0, use_pos_embed=True,
         layer_scale_init_value=1.0, tokens_norm=False, out_type='cls_token', out_indices=(-1,), final_norm=True, **rest):
    c = embed_dims
    widths = (c // 8, c // 4, c // 2, c) if patch_size == 16 else (c // 4, c // 2, c)
    for i, width in enumerate(widths):
        x = conv_module(x, width, 3, 2, 1, norm_cfg=BN, act_cfg={'type': 'GELU'} if i < len(widths) - 1 else None)
    n = x['shape'][0]
    size = x['shape'][2:]
    rows = size[0] * size[1]
    x = view(x, (n, rows, c))
    weight(c)
    if use_pos_embed:
        weight(64 * c + c)
    x = dropout(x, drop_rate)
    hidden = int(c * mlp_ratio)
    for i in range(depth):
        x = cross_covariance(x, size, num_heads, hidden, qkv_bias, drop_rate)
    x = tensor((n, rows + 1, c), True, x['size'])
    for i in range(cls_attn_layers):
        y = layer_norm(x)
        token = copied(y, (n, 1, c))
        q, k, v = linear(token, c, qkv_bias), linear(y, c, qkv_bias), linear(y, c, qkv_bias)
        matmul(softmax(matmul(copied(q, (n, num_heads, 1, c // num_heads)), copied(k, (n, num_heads, c // num_heads, rows + 1)))),
               copied(v, (n, num_heads, rows + 1, c // num_heads)))
        linear(token, c)
        x = add(x, mul(copied(y, y['shape']), parameter((c,)))) if layer_scale_init_value > 0 else add(x, y)
        x = layer_norm(x) if tokens_norm else copied(layer_norm(x), x['shape'])
        mul(hidden_layer(copied(x, (n, 1, c)), hidden, drop_rate), parameter((c,)))
        x = add(x, x)
    if final_norm:
        x = layer_norm(x)
    return [vit_outputs(x, size, out_type, 1, False)]


def cross_covariance(x, size, heads, hidden, bias, drop_rate):
    """XCABlock: attention between channels, convolutions of the map, two linear layers."""
    n, rows, c = x['shape']
    width = c // heads
    weight(heads)
    qkv = linear(layer_norm(x), 3 * c, bias)
    q, k = normalized(view(qkv, (n, heads, width, rows))), normalized(view(qkv, (n, heads, rows, width)))
    energy = mul(matmul(q, k), tensor((heads, 1, 1), True))
    y = matmul(softmax(energy), copied(qkv, (n, heads, width, rows)))
    y = linear(copied(y, (n, rows, c)), c)
    x = add(x, mul(y, parameter((c,))))
    y = as_map(layer_norm(x), size)
    y = norm(keeps_input(conv(y, c, 3, 1, 1, 1, c)), BN)
    y = conv(y, c, 3, 1, 1, 1, c)
    x = add(x, mul(view(y, (n, rows, c)), parameter((c,))))
    return add(x, mul(hidden_layer(layer_norm(x), hidden, drop_rate), parameter((c,))))
