# SPDX-License-Identifier: MIT
"""Poses: mmpose/models (1.x): pose_estimators/topdown.py, bottomup.py, heads/heatmap_heads, heads/coord_cls_heads, necks/fmap_proc_neck.py."""


def TopdownPoseEstimator(x, backbone, neck=None, head=None, **rest):
    maps = features(x, backbone, neck)
    if head is not None:
        build('head', head, maps)


BottomupPoseEstimator = TopdownPoseEstimator


def mmpose_ResNet(x, depth, out_indices=(3,), norm_eval=False, **args):
    return mmpretrain_ResNet(x, depth, out_indices=out_indices, norm_eval=norm_eval, **args)


def mmpose_ResNetV1d(x, depth, **args):
    return mmpose_ResNet(x, depth, deep_stem=True, avg_down=True, **args)


def mmpose_SEResNet(x, depth, se_ratio=16, **args):
    return mmpose_ResNet(x, depth, se_ratio=se_ratio, **args)


def mmpose_ResNeXt(x, depth, groups=32, **args):
    return mmpose_ResNet(x, depth, groups=groups, **args)


def FeatureMapProcessor(maps, select_index=None, concat=False, scale_factor=1.0, apply_relu=False, **rest):
    if select_index is not None:
        maps = [maps[i] for i in ([select_index] if isinstance(select_index, int) else select_index)]
    if concat:
        maps = [cat([resize(x, maps[0]['shape'][2:]) for x in maps])]
    if scale_factor != 1.0:
        maps = [resize(x, [int(d * scale_factor) for d in x['shape'][2:]]) for x in maps]
    return [relu(x) for x in maps] if apply_relu else maps


def judged_heatmaps(y):
    """The mean squared error, weighed: keeps predictions, targets, and what is weighed."""
    if y['grad']:
        keep(full_of(y))
        keep_bytes(4 * elements(y['shape']))
        moment(3 * 4 * elements(y['shape']))


def heatmaps(x, out_channels, deconv_out_channels, deconv_kernel_sizes, conv_out_channels, conv_kernel_sizes, final_layer):
    for i, c in enumerate(deconv_out_channels or ()):
        k = deconv_kernel_sizes[i]
        x = relu_inplace(batch_norm(deconv(x, c, k, 2, 0 if k == 2 else 1, 1 if k == 3 else 0, bias=False)))
    for i, c in enumerate(conv_out_channels or ()):
        x = relu_inplace(batch_norm(conv(x, c, conv_kernel_sizes[i], padding='same')))
    if final_layer is not None:
        x = conv(x, out_channels, final_layer.get('kernel_size', 1), padding=final_layer.get('padding', 0))
    return x


def HeatmapHead(maps, in_channels, out_channels, deconv_out_channels=(256, 256, 256), deconv_kernel_sizes=(4, 4, 4), conv_out_channels=None, conv_kernel_sizes=None,
                final_layer={'kernel_size': 1}, **rest):
    judged_heatmaps(heatmaps(maps[-1], out_channels, deconv_out_channels, deconv_kernel_sizes, conv_out_channels, conv_kernel_sizes, final_layer))


def SimCCHead(maps, in_channels, out_channels, input_size, in_featuremap_size, simcc_split_ratio=2.0, deconv_type='heatmap', deconv_out_channels=(256, 256, 256), deconv_kernel_sizes=(4, 4, 4),
              conv_out_channels=None, conv_kernel_sizes=None, final_layer={'kernel_size': 1}, **rest):
    x = maps[-1]
    if deconv_out_channels and deconv_type != 'heatmap':
        unknown(deconv_type)
    x = heatmaps(x, out_channels, deconv_out_channels, deconv_kernel_sizes, conv_out_channels, conv_kernel_sizes, final_layer)
    n, c, h, w = x['shape']
    rows = view(x, (n, c, h * w))
    for i in (0, 1):
        softmax(linear(rows, int(input_size[i] * simcc_split_ratio)))


def RTMCCHead(maps, in_channels, out_channels, input_size, in_featuremap_size, simcc_split_ratio=2.0, final_layer_kernel_size=1, gau_cfg={}, **rest):
    x = conv(maps[-1], out_channels, final_layer_kernel_size, padding='same')
    n, c, h, w = x['shape']
    hidden = gau_cfg.get('hidden_dims', 256)
    x = linear(scale_norm(view(x, (n, c, h * w))), hidden, False)
    x = gated_attention(x, hidden, gau_cfg.get('s', 128), gau_cfg.get('expansion_factor', 2), gau_cfg.get('act_fn', 'ReLU'), gau_cfg.get('use_rel_bias', False))
    for i in (0, 1):
        softmax(linear(x, int(input_size[i] * simcc_split_ratio), False))


def scale_norm(x):
    """ScaleNorm: divided by the length of the row, times one number."""
    weight(1)
    return normalized(x)


def gated_attention(x, hidden, s, factor, act_fn, with_bias):
    """RTMCCBlock: a gated attention unit."""
    n, rows, c = x['shape']
    e = int(c * factor)
    if with_bias:
        weight(2 * rows - 1)
    y = linear(scale_norm(x), 2 * e + s, False)
    y = relu_inplace(y) if act_fn == 'ReLU' else keeps_input(y)
    weight(4 * s)
    base = tensor((n, rows, 2, s), True, y['size'])
    keep(copied(y, (n, rows, s)))
    q, k = view(base, (n, rows, s)), view(base, (n, s, rows))
    kernel = relu(matmul(q, k))
    z = mul(view(y, (n, rows, e)), matmul(kernel, view(y, (n, rows, e))))
    z = linear(z, hidden, False)
    return add(mul(x, parameter((c,))), z)
