# SPDX-License-Identifier: MIT
"""Networks on the points of a cloud themselves: mmdet3d/models/layers/pointnet_modules, layers/dgcnn_modules, layers/vote_module.py, backbones/pointnet2_sa_ssg.py,
pointnet2_sa_msg.py, dgcnn.py, decode_heads/pointnet2_head.py, dgcnn_head.py, dense_heads/vote_head.py, groupfree3d_head.py, base_conv_bbox_head.py (1.x).
The features of points are a tensor (clouds, channels, points, 1), or None where a point has its place only."""

POINT_MODELS = ('VoteNet', 'EncoderDecoder3D', 'GroupFree3DNet')
POINT_NORM = {'type': 'BN'}


def points_of(task, model):
    """The clouds of a batch: the pipeline samples as many points of each. None: it doesn't."""
    count = 0
    for step in steps_of(task['data']):
        if step['type'].split('.')[-1] in ('PointSample', 'IndoorPatchPointSample', 'IndoorPointSample'):
            count = step['num_points']
    return image((task['batch'], model['backbone'].get('in_channels', 3), count, 1)) if isinstance(count, int) and count > 0 else None


def points_mlp(x, channels, norm_cfg=POINT_NORM, bias='auto', act_cfg={'type': 'ReLU'}):
    for c in channels:
        x = conv_module(x, c, bias=bias, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return x


def most_of_group(x):
    """max_pool2d over the points of each group."""
    n, c, points, group = x['shape']
    keep(x)
    keep_bytes(8 * n * c * points)
    return tensor((n, c, points, 1), True, x['size'])


def set_abstraction(x, clouds, points, groups, widths, norm_cfg=POINT_NORM, use_xyz=True, bias='auto'):
    """PointSAModule: around each of the points, groups of so many; a small network on each group (with the points' places), of which the largest stays."""
    outs = []
    for group, channels in zip(groups, widths):
        c = (0 if x is None else x['shape'][1]) + (3 if use_xyz else 0)
        keep_bytes(4 * clouds * points * group if x is not None and x['grad'] else 0)
        y = tensor((clouds, c, points, group), x is not None and x['grad'])
        outs.append(most_of_group(points_mlp(y, channels, norm_cfg, bias)))
    return cat(outs) if len(outs) > 1 else outs[0]


def propagated(target, source, points, channels, norm_cfg=POINT_NORM):
    """PointFPModule: what three near points say, beside what the point has."""
    n = source['shape'][0]
    keep_bytes(24 * n * points)
    c = source['shape'][1] + (0 if target is None else target['shape'][1])
    return points_mlp(tensor((n, c, points, 1), True), channels, norm_cfg)


def split_cloud(x):
    """(clouds, points, features beside the places)"""
    n, c, points, one = x['shape']
    return n, points, tensor((n, c - 3, points, 1), False) if c > 3 else None


def PointNet2SASSG(x, in_channels, num_points=(2048, 1024, 512, 256), num_samples=(64, 32, 16, 16),
                   sa_channels=((64, 64, 128), (128, 128, 256), (128, 128, 256), (128, 128, 256)), fp_channels=((256, 256), (256, 256)), norm_cfg=POINT_NORM,
                   sa_cfg={'use_xyz': True}, **rest):
    n, points, features = split_cloud(x)
    counts, levels = [points], [features]
    for i, channels in enumerate(sa_channels):
        levels.append(set_abstraction(levels[-1], n, num_points[i], (num_samples[i],), (channels,), norm_cfg, sa_cfg.get('use_xyz', True)))
        counts.append(num_points[i])
    return back_up(levels, counts, fp_channels)


def back_up(levels, counts, fp_channels):
    """{sa: features of all levels, points: of each, fp: what the network gives}"""
    y = levels[-1]
    for i, channels in enumerate(fp_channels):
        y = propagated(levels[-2 - i], y, counts[-2 - i], channels)
    return {'sa': levels, 'points': counts, 'fp': y}


def PointNet2SAMSG(x, in_channels, num_points=(2048, 1024, 512, 256), num_samples=((32, 32, 64), (32, 32, 64), (32, 32, 32)), sa_channels=(), aggregation_channels=None,
                   fps_mods=(), fps_sample_range_lists=(), out_indices=(2,), norm_cfg=POINT_NORM, sa_cfg={'use_xyz': True}, **rest):
    n, points, features = split_cloud(x)
    counts, levels = [points], [features]
    y = features
    for i, widths in enumerate(sa_channels):
        count = num_points[i] if isinstance(num_points[i], int) else sum(num_points[i])
        y = set_abstraction(y, n, count, num_samples[i], widths, norm_cfg, sa_cfg.get('use_xyz', True), True)
        if aggregation_channels and aggregation_channels[i] is not None:
            y = conv_module(y, aggregation_channels[i], bias=True, norm_cfg=POINT_NORM)
        if i in out_indices:
            counts.append(count)
            levels.append(y)
    return {'sa': levels, 'points': counts, 'fp': y}


def EncoderDecoder3D(x, backbone, neck=None, decode_head=None, auxiliary_head=None, **rest):
    build('decode_head', decode_head, features(x, backbone, neck))


def labels_of_points(x, channels, num_classes, dropout_ratio, norm_cfg, act_cfg, bias):
    x = dropout(conv_module(x, channels, bias=bias, norm_cfg=norm_cfg, act_cfg=act_cfg), dropout_ratio)
    y = conv(x, num_classes)
    if NOW['losses']:
        softmax(y)


def PointNet2Head(feats, channels, num_classes, fp_channels=((768, 256, 256), (384, 256, 256), (320, 256, 128), (128, 128, 128, 128)), dropout_ratio=0.5,
                  norm_cfg=POINT_NORM, fp_norm_cfg=POINT_NORM, act_cfg={'type': 'ReLU'}, **rest):
    """The points of the cloud have no features of their own here."""
    levels, counts = [None] + feats['sa'][1:], feats['points']
    y = levels[-1]
    for i, widths in enumerate(fp_channels):
        y = propagated(levels[-2 - i], y, counts[-2 - i], widths[1:], fp_norm_cfg)
    labels_of_points(y, channels, num_classes, dropout_ratio, norm_cfg, act_cfg, True)


def DGCNNBackbone(x, in_channels, num_samples=(20, 20, 20), gf_channels=((64, 64), (64, 64), (64,)), fa_channels=(1024,), act_cfg={'type': 'ReLU'}, **rest):
    """Each point beside its difference to near ones, near in features behind the first step."""
    n, c, points, one = x['shape']
    outs, y = [], x
    for group, channels in zip(num_samples, gf_channels):
        keep_bytes(4 * n * points * group if y['grad'] else 0)
        z = tensor((n, 2 * y['shape'][1], points, group), y['grad'])
        y = most_of_group(points_mlp(z, channels, act_cfg=act_cfg))
        y = copied(y, y['shape'])
        outs.append(y)
    x = cat(outs)
    y = points_mlp(x, fa_channels, act_cfg=act_cfg)
    keep_bytes(8 * n * y['shape'][1])
    return tensor((n, y['shape'][1] + x['shape'][1], points, 1), True)


def DGCNNHead(x, channels, num_classes, fp_channels=(1216, 512), dropout_ratio=0.5, norm_cfg=POINT_NORM, act_cfg={'type': 'ReLU'}, **rest):
    y = points_mlp(copied(x, x['shape']), fp_channels[1:], act_cfg=act_cfg)
    labels_of_points(copied(y, y['shape']), channels, num_classes, dropout_ratio, norm_cfg, act_cfg, False)


# --- boxes


def VoteNet(x, backbone, bbox_head=None, **rest):
    build('bbox_head', bbox_head, build('backbone', backbone, x))


GroupFree3DNet = VoteNet


def voted(x, cfg):
    """VoteModule: a way to the object's middle and new features, as rows; where they are made as long as one: their length and quotient."""
    votes = cfg.get('vote_per_seed', 1)
    y = points_mlp(x, cfg.get('conv_channels', (16, 16)), bias=True)
    n, c, points, one = x['shape']
    conv(y, (3 + c if cfg.get('with_res_feat', True) else 3) * votes)
    if not cfg.get('with_res_feat', True):
        return x
    feats = tensor((n, c, points * votes, 1), True)
    if cfg.get('norm_feats', True):
        keep(feats)
        keep_bytes(4 * n * points * votes)
        feats = copied(feats, feats['shape'])
    return feats


def boxes_of(x, cfg, classes, numbers):
    """BaseConvBboxHead"""
    bias = cfg.get('bias', 'auto')
    x = points_mlp(x, cfg.get('shared_conv_channels', ()), bias=bias)
    conv(points_mlp(x, cfg.get('cls_conv_channels', ()), bias=bias), classes)
    conv(points_mlp(x, cfg.get('reg_conv_channels', ()), bias=bias), numbers)


def VoteHead(feats, num_classes, bbox_coder, vote_module_cfg, vote_aggregation_cfg, pred_layer_cfg, **rest):
    x = voted(feats['fp'], vote_module_cfg)
    cfg = vote_aggregation_cfg
    x = set_abstraction(x, x['shape'][0], cfg['num_point'], (cfg['num_sample'],), (cfg['mlp_channels'][1:],), cfg.get('norm_cfg', POINT_NORM), cfg.get('use_xyz', True))
    boxes_of(x, pred_layer_cfg, num_classes + 2, 3 + 2 * bbox_coder['num_dir_bins'] + 4 * bbox_coder['num_sizes'])


def rows_of_points(x):
    return copied(x, (x['shape'][0], x['shape'][2], x['shape'][1]))


def position(n, count, width, numbers):
    """ConvBNPositionalEncoding"""
    return rows_of_points(conv(relu_inplace(batch_norm(conv(tensor((n, numbers, count, 1), False), width))), width))


def GroupFree3DHead(feats, num_classes, in_channels, bbox_coder, num_decoder_layers=6, transformerlayers=None, pred_layer_cfg=None, num_proposal=256, **rest):
    """Some points are proposals; layers of attention to all others refine them, and each layer predicts boxes."""
    x = feats['fp']
    n, c, points, one = x['shape']
    classes, numbers = num_classes + 1, 3 + 2 * bbox_coder['num_dir_bins'] + 4 * bbox_coder['num_sizes']
    y = relu_inplace(batch_norm(conv(relu_inplace(batch_norm(conv(x, c))), c)))  # which points: PointsObjClsModule
    conv(y, 1)
    proposals = tensor((n, c, num_proposal, 1), True)
    boxes_of(proposals, pred_layer_cfg, classes, numbers)
    layer = transformerlayers
    attention = layer['attn_cfgs'][0] if isinstance(layer['attn_cfgs'], (list, tuple)) else layer['attn_cfgs']
    hidden = layer.get('ffn_cfgs', {}).get('feedforward_channels', layer.get('feedforward_channels', 2048))
    drop = layer.get('ffn_cfgs', {}).get('ffn_drop', layer.get('ffn_dropout', 0.1))
    heads, dropped = attention.get('num_heads', 8), attention.get('dropout', attention.get('attn_drop', 0.1))
    width = attention.get('embed_dims', c)
    query, key = conv(proposals, width), conv(x, width)
    query, key = rows_of_points(query), rows_of_points(key)
    for i in range(num_decoder_layers):
        position(n, num_proposal, width, 6)
        position(n, points, width, 3)
        query = layer_norm(positioned_attention(query, None, None, heads, dropped))
        query = layer_norm(positioned_attention(query, key, key, heads, dropped))
        query = layer_norm(add(query, ffn(query, hidden, drop)))
        boxes_of(copied(query, (n, width, num_proposal, 1)), pred_layer_cfg, classes, numbers)
