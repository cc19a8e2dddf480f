# SPDX-License-Identifier: MIT
"""Detection in point clouds: mmdet3d/models (1.x): pillars and voxels, bird's eye views, and boxes in space from pictures (FCOS3D, PGD).

How many voxels a sweep fills is not in a config. Where points are grouped into at most max_voxels voxels, that bound stands for it, so that the estimate
is an upper one; with dynamic voxels nothing is known. A cloud is a tensor (voxels of the batch, points per voxel, numbers per point) with the batch beside it."""


def voxels_of(layer, batch):
    """The input of a model of voxels; None: the config sets no bound."""
    if layer is None:
        return None
    most = layer.get('max_voxels', -1)
    most = most[0] if isinstance(most, (list, tuple)) else most
    if most is None or most <= 0 or layer.get('max_num_points', -1) <= 0:
        return None
    x = tensor((batch * most, layer['max_num_points'], 4), False)
    x['batch'] = batch
    return x


VOXEL_MODELS = ('VoxelNet', 'MVXFasterRCNN', 'CenterPoint', 'DynamicVoxelNet', 'DynamicMVXFasterRCNN')


def from_voxels(x, parts, names):
    """Voxel encoder, middle encoder, backbone, neck, head."""
    encoder, middle, backbone, neck, head = names
    for name in (encoder, middle, backbone, head):
        if parts.get(name) is None:
            unknown(name)
            return
    y = build(encoder, parts[encoder], x)
    if y is not None:
        y['batch'] = x['batch']
    y = build(middle, parts[middle], y)
    y = build(backbone, parts[backbone], y)
    if parts.get(neck) is not None:
        y = build(neck, parts[neck], y)
    build(head, parts[head], y)


def VoxelNet(x, **parts):
    from_voxels(x, parts, ('voxel_encoder', 'middle_encoder', 'backbone', 'neck', 'bbox_head'))


def MVXFasterRCNN(x, **parts):
    for name in ('img_backbone', 'img_neck', 'img_roi_head', 'img_rpn_head'):
        if parts.get(name) is not None:
            unknown(name)
    from_voxels(x, parts, ('pts_voxel_encoder', 'pts_middle_encoder', 'pts_backbone', 'pts_neck', 'pts_bbox_head'))


CenterPoint = MVXFasterRCNN


def relative_numbers(cluster, center, distance):
    return (3 if cluster else 0) + (3 if center else 0) + (1 if distance else 0)


def point_layer(x, out):
    """Linear, norm over (voxels, channels, points), ReLU: the norm gets and gives copies."""
    n, points, c = x['shape']
    y = linear(x, out, False)
    y = batch_norm(copied(y, (n, out, points)))
    return relu(copied(y, (n, points, out)))


def most_of(x):
    """The maximum over the points of a voxel: keeps where it was, eight bytes per result."""
    n, points, c = x['shape']
    keep_bytes(8 * n * c)
    moment(2 * elements(x['shape']) * x['size'])
    return copied(x, (n, c))


def with_most(x):
    n, points, c = x['shape']
    most_of(x)
    return copied(x, (n, points, 2 * c))


def HardVFE(x, in_channels=4, feat_channels=(), with_distance=False, with_cluster_center=False, with_voxel_center=False, **rest):
    n, points = x['shape'][:2]
    x = tensor((n, points, in_channels + relative_numbers(with_cluster_center, with_voxel_center, with_distance)), False)
    for i, c in enumerate(feat_channels):
        x = point_layer(x, c)
        x = most_of(x) if i == len(feat_channels) - 1 else with_most(x)
    return x


def PillarFeatureNet(x, in_channels=4, feat_channels=(64,), with_distance=False, with_cluster_center=True, with_voxel_center=True, **rest):
    n, points = x['shape'][:2]
    x = tensor((n, points, in_channels + relative_numbers(with_cluster_center, with_voxel_center, with_distance)), False)
    for i, c in enumerate(feat_channels):
        last = i == len(feat_channels) - 1
        x = point_layer(x, c if last else c // 2)
        x = most_of(x) if last else with_most(x)
    return x


def HardSimpleVFE(x, num_features=4, **rest):
    return tensor((x['shape'][0], num_features), False)


def PointPillarsScatter(x, in_channels, output_shape, **rest):
    """Each sample's pillars are put on an empty map; what is kept are indices."""
    keep_bytes(16 * x['shape'][0])
    return copied(x, (x['batch'], in_channels, output_shape[0], output_shape[1]))


def sparse_conv(x, out, kernel, pairs):
    """A sparse convolution, norm, ReLU: keeps its input, and where it is new, pairs of indices for each point of the kernel."""
    n, c = x['shape']
    trained = weight(c * out * kernel)
    keep(x)
    if pairs:
        keep_bytes(8 * n * kernel)
    flops(2 * n * c * out * kernel, x['grad'], trained)
    y = tensor((n, out), x['grad'] or trained)
    return relu_inplace(batch_norm(y))


def sparse_block(x):
    """SparseBasicBlock: two convolutions of one width and a way around."""
    c = x['shape'][1]
    y = sparse_conv(x, c, 27, False)
    trained = weight(c * c * 27)
    keep(y)
    y = batch_norm(tensor(y['shape'], True))
    return relu_inplace(add(y, x))


def SparseEncoder(x, in_channels, sparse_shape, base_channels=16, output_channels=128, encoder_channels=((16,), (32, 32, 32), (64, 64, 64), (64, 64, 64)), block_type='conv_module', **rest):
    """Strides of 2 leave fewer voxels than the bound in later stages; how many is not known: all stages count with the bound."""
    batch = x['batch']
    x = sparse_conv(x, base_channels, 27, True)
    for i, stage in enumerate(encoder_channels):
        for k, c in enumerate(stage):
            if block_type == 'basicblock' and not (k == len(stage) - 1 and i < len(encoder_channels) - 1):
                x = sparse_block(x)
            else:
                x = sparse_conv(x, c, 27, k <= 1)
    x = sparse_conv(x, output_channels, 3, True)
    depth, h, w = sparse_shape
    for i in range(len(encoder_channels) - 1):
        depth, h, w = (depth - 1) // 2 + (0 if i == 2 else 1), (h + 1) // 2, (w + 1) // 2
    depth = (depth - 3) // 2 + 1
    return tensor((batch, output_channels * max(depth, 1), h, w), True)


def SECOND(x, in_channels=128, out_channels=(128, 128, 256), layer_nums=(3, 5, 5), layer_strides=(2, 2, 2), norm_cfg={'type': 'BN'}, **rest):
    maps = []
    for i, c in enumerate(out_channels):
        for k in range(layer_nums[i] + 1):
            x = relu_inplace(norm(conv(x, c, 3, layer_strides[i] if k == 0 else 1, 1, bias=False), norm_cfg))
        maps.append(x)
    return maps


def SECONDFPN(maps, in_channels=(128, 128, 256), out_channels=(256, 256, 256), upsample_strides=(1, 2, 4), norm_cfg={'type': 'BN'}, use_conv_for_no_stride=False, **rest):
    outs = []
    for i, c in enumerate(out_channels):
        s = upsample_strides[i]
        if s > 1 or s == 1 and not use_conv_for_no_stride:
            y = deconv(maps[i], c, s, s, bias=False)
        else:
            k = round(1 / s)
            y = conv(maps[i], c, k, k, bias=False)
        outs.append(relu_inplace(norm(y, norm_cfg)))
    return [cat(outs) if len(outs) > 1 else outs[0]]


def Anchor3DHead(maps, num_classes, in_channels, feat_channels=256, use_direction_classifier=True, anchor_generator={}, bbox_coder={}, loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    sizes = anchor_generator.get('sizes', [[3.9, 1.6, 1.56]])
    anchors = len(sizes) * len(anchor_generator.get('rotations', (0, 1.57)))
    code = bbox_coder.get('code_size', 7)

    def on_map(x):
        conv(x, anchors * code)
        if use_direction_classifier:
            conv(x, anchors * 2)
        judged_anchors(conv(x, anchors * num_classes))
        return x
    on_each(maps, on_map)


def judged_anchors(y):
    """Focal loss over a copy in rows of classes: keeps predictions and, in some versions, their sigmoid; gradients of the loss and of the copy pass."""
    keep(copied(full_of(y), (elements(y['shape']), 1)))
    moment(3 * 4 * elements(y['shape']))


FreeAnchor3DHead = Anchor3DHead


def ShapeAwareHead(maps, tasks, num_classes, in_channels, anchor_generator={}, bbox_coder={}, use_direction_classifier=True, **rest):
    """Classes of like size share convolutions and predictions: dense_heads/shape_aware_head.py."""
    turns, code = len(anchor_generator.get('rotations', (0, 1.57))), bbox_coder.get('code_size', 7)

    def on_map(x):
        for task in tasks:
            n = len(task['class_names'])
            y = x
            for c, stride in zip(task.get('shared_conv_channels', (64, 64)), task.get('shared_conv_strides', (1, 1))):
                y = conv_module(y, c, 3, stride, 1, bias=False, norm_cfg=task.get('norm_cfg', {'type': 'BN2d'}))
            conv(y, n * turns * code)
            if use_direction_classifier:
                conv(y, n * turns * 2)
            judged_anchors(conv(y, n * turns * n))
        return x
    on_each(maps, on_map)


def CenterHead(maps, in_channels, tasks, common_heads, separate_head, share_conv_channel=64, num_heatmap_convs=2, conv_cfg=None, norm_cfg={'type': 'BN2d'}, bias='auto', **rest):
    for x in maps:
        x = conv_module(x, share_conv_channel, 3, 1, 1, norm_cfg=norm_cfg, bias=bias)
        for task in tasks:
            heads = dict(common_heads)
            classes = len(task['class_names'])
            if separate_head['type'].split('.')[-1] == 'DCNSeparateHead':
                groups = separate_head['dcn_config'].get('groups', 1)
                shift = {'type': 'DCN', 'deform_groups': separate_head['dcn_config'].get('deform_groups', groups)}
                center, boxes = [conv_of(shift, x, share_conv_channel, 3, 1, 1, 1, groups, False) for i in (0, 1)]
                y = conv_module(center, separate_head.get('head_conv', 64), 3, 1, 1, norm_cfg={'type': 'BN2d'}, bias=bias)
                heatmap = conv(y, classes, 3, 1, 1)
            else:
                heads['heatmap'] = (classes, num_heatmap_convs)
                boxes, heatmap = x, None
            outs = separate_heads(boxes, heads, separate_head)
            heatmap = outs.get('heatmap', heatmap)
            y = keeps_input(keeps_output(heatmap))  # sigmoid, clamp; the Gaussian focal loss: two logarithms and two powers
            keep_bytes(4 * 4 * elements(y['shape']))


def separate_heads(x, heads, cfg):
    outs = {}
    k = cfg.get('final_kernel', 1)
    for name in heads:
        out, times = heads[name]
        y = x
        for i in range(times - 1):
            y = conv_module(y, cfg.get('head_conv', 64), k, 1, k // 2, norm_cfg={'type': 'BN2d'}, bias=cfg.get('bias', 'auto'))
        outs[name] = conv(y, out, k, 1, k // 2)
    return outs


# --- boxes in space from pictures


def FCOSMono3D(x, backbone, neck=None, bbox_head=None, **rest):
    build('bbox_head', bbox_head, features(x, backbone, neck))


def mono_branch(x, channels, cfg):
    """A copy of the features through convolutions of its own."""
    x = copied(x, x['shape'])
    for c in channels:
        x = conv_module(x, c, 3, 1, 1, conv_cfg=cfg['conv_cfg'], norm_cfg=cfg['norm_cfg'], bias=cfg['conv_bias'])
    return x


def FCOSMono3DHead(maps, num_classes, in_channels, feat_channels=256, stacked_convs=4, dcn_on_last_conv=False, conv_bias='auto', use_direction_classifier=True, group_reg_dims=(2, 1, 3, 1, 2),
                   cls_branch=(128, 64), reg_branch=((128, 64), (128, 64), (64,), (64,), ()), dir_branch=(64,), attr_branch=(64,), centerness_branch=(64,), pred_attrs=False, num_attrs=9,
                   conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32}, scale_dim=3, more_branches=(), **rest):
    cfg = {'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg, 'conv_bias': conv_bias}

    def on_map(x):
        cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last_conv, conv_bias)
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last_conv, conv_bias)
        judged_anchors(conv(mono_branch(cls, cls_branch, cfg), num_classes))
        for i, dims in enumerate(group_reg_dims):
            conv(mono_branch(reg, reg_branch[i], cfg), dims)
        if use_direction_classifier:
            conv(mono_branch(reg, dir_branch, cfg), 2)
        if pred_attrs:
            conv(mono_branch(cls, attr_branch, cfg), num_attrs)
        conv(mono_branch(reg, centerness_branch, cfg), 1)
        for channels, out in more_branches:
            conv(mono_branch(reg, channels, cfg), out)
        return x
    on_each(maps, on_map)
    weight(scale_dim * len(maps))


def PGDHead(maps, use_depth_classifier=True, depth_branch=(64,), depth_range=(0, 70), depth_unit=10, division='uniform', depth_bins=8, weight_dim=-1, weight_branch=((256,),), use_onlyreg_proj=False,
            pred_keypoints=False, pred_bbox2d=True, **args):
    bins = depth_bins if depth_bins != 8 else int((depth_range[1] - depth_range[0]) / depth_unit) + 1 if division == 'uniform' else depth_bins
    more = [(depth_branch, bins)] if use_depth_classifier else []
    if weight_dim != -1:
        more += [(weight_branch[i], 1) for i in range(weight_dim)]
    if use_depth_classifier:
        weight(1)
    FCOSMono3DHead(maps, scale_dim=3 + (1 if pred_bbox2d else 0) + (1 if pred_keypoints else 0), more_branches=more, **args)
