# SPDX-License-Identifier: MIT
"""What transformers are made of: torch/nn/functional.py (multi_head_attention_forward), mmcv/cnn/bricks/transformer.py,
mmdet/models/layers/transformer/utils.py (3.x)."""


def multihead(q, k, v, heads, attn_drop=0.0, out=True, masked=False):
    """nn.MultiheadAttention with its weights returned (need_weights, as mmcv calls it). q, k, v: (B, N, C); what is the same tensor is one argument."""
    n, queries, c = q['shape']
    keys = k['shape'][1]
    if q is k and k is v:
        y = linear(q, 3 * c)
        parts = [copied(y, (n, heads, queries, c // heads)) for i in (0, 1, 2)]
    elif k is v:
        y = linear(k, 2 * c)
        parts = [linear(q, c), copied(y, k['shape']), copied(y, k['shape'])]
    else:
        parts = [linear(q, c), linear(k, c), linear(v, c)]
    q = copied(parts[0], (n, heads, queries, c // heads))
    k = view(parts[1], (n, heads, c // heads, keys))
    v = view(parts[2], (n, heads, keys, c // heads))
    energy = matmul(q, k)
    if masked:  # what is masked is added to the product, a tensor of its size
        keep_bytes(elements(energy['shape']) * energy['size'])
    attention = dropout(softmax(energy), attn_drop)
    y = matmul(attention, v)
    return linear(copied(y, (n, queries, c)), c) if out else y


def ffn(x, hidden, drop=0.0, act_cfg={'type': 'ReLU'}, layers=2):
    """mmcv's FFN without what goes around it."""
    c = x['shape'][-1]
    for i in range(layers - 1):
        x = dropout(act(linear(x, hidden), act_cfg), drop)
    return dropout(linear(x, c), drop)


def patch_embed(x, out, kernel, stride, padding, norm_cfg, bias=True):
    """A convolution over patches, then rows of its points: (rows, size of the map). padding 'corner': the map is filled up to whole patches."""
    if padding == 'corner':
        n, c, h, w = x['shape']
        padded = ((h + stride - 1) // stride * stride, (w + stride - 1) // stride * stride)
        if padded != (h, w):
            x = copied(x, (n, c) + padded)
        padding = 0
    x = conv(x, out, kernel, stride, padding, bias=bias)
    size = x['shape'][2:]
    x = view(x, (x['shape'][0], size[0] * size[1], out))
    return (x if norm_cfg is None else layer_norm(x)), size


def as_map(x, size):
    """Rows of points as a map: a copy."""
    return copied(x, (x['shape'][0], x['shape'][2]) + tuple(size))


def as_rows(x):
    """A map as rows of points: a copy."""
    n, c, h, w = x['shape']
    return copied(x, (n, h * w, c))


def positioned_attention(query, key, value, heads, attn_drop=0.0, query_pos=True, key_pos=True, masked=False):
    """mmcv's MultiheadAttention of batches that come first: positions are added (copies), the batch goes second (copies), what came is added.
    key None: the query itself."""
    same = key is None
    q = copied(query, query['shape'])
    if same and not query_pos and not key_pos:
        return add(query, dropout(multihead(q, q, q, heads, attn_drop), attn_drop))
    k = copied(query if same else key, (query if same else key)['shape'])
    v = copied(query if same else value, (query if same else value)['shape'])
    return add(query, dropout(multihead(q, k, v if key_pos or query_pos else k, heads, attn_drop, True, masked), attn_drop))


def deformable_attention(query, value, heads, levels, points, drop=0.0, masked=True):
    """mmcv's MultiScaleDeformableAttention: each query looks at some points of each level. Keeps values, places and weights."""
    n, rows, c = query['shape']
    moved = copied(query, query['shape'])
    y = linear(value, c)
    if masked:
        keep_bytes(elements(value['shape'][:-1]))
        y = copied(y, y['shape'])
    where = linear(moved, heads * levels * points * 2)
    keep(copied(full_of(where), where['shape']))
    softmax(linear(moved, heads * levels * points))
    keep(full_of(y))
    y = linear(tensor((n, rows, c), True), c)
    return add(query, dropout(y, drop))


def ffn_around(x, cfg):
    """mmcv's FFN with what goes around it."""
    y = ffn(x, cfg.get('feedforward_channels', 1024), cfg.get('ffn_drop', 0.0), cfg.get('act_cfg', {'type': 'ReLU', 'inplace': True}), cfg.get('num_fcs', 2))
    return add(x, y)
