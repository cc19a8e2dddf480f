# SPDX-License-Identifier: MIT
"""DETR and what came of it: mmdet/models/detectors/detr.py, deformable_detr.py, conditional_detr.py, dab_detr.py, dino.py, ddq_detr.py and their heads,
mmdet/models/layers/transformer/*_layers.py (3.x)."""


def mlp(x, hidden, out, layers, keeps=True):
    """Linear layers with ReLU between them."""
    for i in range(layers - 1):
        x = relu(linear(x, hidden))
    return linear(x, out)


def rows_of(maps):
    """All points of all maps as rows of one sequence: a copy where there are several."""
    rows = [view(x, (x['shape'][0], elements(x['shape'][2:]), x['shape'][1])) for x in maps]
    return rows[0] if len(rows) == 1 else cat(rows)


def other_transformer(*parts):
    """Whether encoder or decoder are not described as in mmdet 3.x: 2.x has them in the head."""
    if all([p is not None and p.get('layer_cfg') is not None for p in parts]):
        return False
    unknown('transformer')
    return True


def settings_of(cfg):
    layer = cfg['layer_cfg']
    return layer.get('self_attn_cfg', {}), layer.get('cross_attn_cfg', {}), layer.get('ffn_cfg', {})


def query_states(n, queries, width, cfg):
    """The queries as they go into a decoder."""
    return tensor((n, queries, width), True)


def DETR(x, backbone, neck=None, encoder=None, decoder=None, bbox_head=None, num_queries=100, train_cfg=None, **rest):
    maps = features(x, backbone, neck)
    if maps is None or other_transformer(encoder, decoder):
        return None
    n, width = x['shape'][0], maps[-1]['shape'][1]
    enter('transformer', 'DetrTransformer')
    memory = detr_encoder(rows_of(maps[-1:]), encoder)
    weight(num_queries * width)
    states = detr_decoder(query_states(n, num_queries, width, decoder), memory, decoder)
    leave()
    build('bbox_head', bbox_head, states)


def DETRHead(states, num_classes, embed_dims=256, num_reg_fcs=2, loss_cls={'type': 'CrossEntropyLoss'}, **rest):
    """The predictions of all layers at once."""
    x = cat(states, 0)
    sigmoid = loss_cls.get('use_sigmoid', False)
    cls = linear(x, num_classes + (0 if sigmoid else 1))
    y = x
    for i in range(num_reg_fcs - 1):
        y = relu(linear(y, embed_dims))
    y = relu(linear(y, embed_dims))
    keeps_output(linear(y, 4))
    if NOW['losses']:
        softmax(cls) if not sigmoid else keep(cls)


def deformable_decoder(query, memory, cfg, each=None):
    """Layers of a self-attention of the queries and a deformable attention to the memory; each: what comes before every layer."""
    own, cross, fcs = settings_of(cfg)
    states = []
    for i in range(cfg['num_layers']):
        if each is not None:
            each(query, i)
        query = layer_norm(positioned_attention(query, None, None, own.get('num_heads', 8), own.get('dropout', 0.0)))
        query = layer_norm(deformable_attention(query, memory, cross.get('num_heads', 8), cross.get('num_levels', 4), cross.get('num_points', 4), cross.get('dropout', 0.1)))
        query = layer_norm(ffn_around(query, fcs))
        states.append(query)
    return states


def box_branch(x, width, fcs):
    for i in range(fcs):
        x = relu(linear(x, width))
    return linear(x, 4)


def memory_proposals(memory, bbox_head):
    """Two-stage: every row of the memory is a proposal, with classes and a box, which the loss looks at."""
    width = memory['shape'][2]
    y = copied(memory, memory['shape'])
    keep_bytes(2 * elements(memory['shape'][:2]))
    y = layer_norm(linear(y, width))
    cls = linear(y, bbox_head['num_classes'])
    boxes = keeps_output(box_branch(y, width, bbox_head.get('num_reg_fcs', 2)))
    if NOW['losses']:
        keep(full_of(cls))
        keep_bytes(elements(boxes['shape']) * 4 * 6)


def DeformableDETR(x, backbone, neck=None, encoder=None, decoder=None, bbox_head=None, num_queries=300, with_box_refine=False, as_two_stage=False,
                   num_feature_levels=4, train_cfg=None, **rest):
    maps = features(x, backbone, neck)
    if maps is None or other_transformer(encoder, decoder):
        return None
    n, width = x['shape'][0], maps[-1]['shape'][1]
    enter('transformer', 'DeformableDetrTransformer')
    memory = deformable_encoder(rows_of(maps), encoder)
    weight(num_feature_levels * width)
    if as_two_stage:
        memory_proposals(memory, bbox_head)
        layer_norm(linear(tensor((n, num_queries, 2 * width), False), 2 * width))
    else:
        weight(num_queries * 2 * width)
        keeps_output(linear(tensor((n, num_queries, width), True), 2))
    states = deformable_decoder(query_states(n, num_queries, width, decoder), memory, decoder)
    leave()
    build('bbox_head', bbox_head, states, share_pred_layer=not with_box_refine, extra=0)


def DeformableDETRHead(states, num_classes, embed_dims=256, num_reg_fcs=2, share_pred_layer=False, extra=0, loss_cls=None, sync_cls_avg_factor=True, **rest):
    """Classes and boxes of each layer, with layers of their own unless they are shared."""
    own = NOW['shared']
    for i, x in enumerate(states):
        NOW['shared'] = own + (1 if share_pred_layer and i else 0)
        cls = linear(x, num_classes)
        keeps_output(box_branch(x, embed_dims, num_reg_fcs))
        if NOW['losses']:
            keep(full_of(cls))
            keep_bytes((times_kept(loss_cls) - 1) * elements(cls['shape']) * 4)
    NOW['shared'] = own


def dino_detector(x, backbone, neck, encoder, decoder, bbox_head, num_queries, num_feature_levels, dn_cfg, distinct=1):
    """distinct: how many sets of queries the decoder gets (DDQ has a dense one, too)."""
    maps = features(x, backbone, neck)
    if maps is None or other_transformer(encoder, decoder):
        return None
    n, width = x['shape'][0], maps[-1]['shape'][1]
    groups = (dn_cfg or {}).get('group_cfg', {}) or {}
    # noisy objects beside the queries: twice the number that is wanted
    noisy = 0 if dn_cfg is None else 2 * groups.get('num_dn_queries', 100)
    enter('transformer', 'DinoTransformer')
    memory = deformable_encoder(rows_of(maps), encoder)
    weight(num_feature_levels * width + num_queries * width)
    memory_proposals(memory, bbox_head)
    weight(bbox_head['num_classes'] * width)
    count = distinct * num_queries + noisy

    def positions(query, i):
        NOW['shared'] += 1 if i else 0
        mlp(tensor((n, count, 2 * width), False), width, width, 2)
        layer_norm(tensor((n, count, width), True))
        NOW['shared'] -= 1 if i else 0
    states = deformable_decoder(query_states(n, count, width, decoder), memory, decoder, positions)
    leave()
    # the last pair of branches predicts from the memory, counted there
    build('bbox_head', bbox_head, states)


def DINO(x, backbone, neck=None, encoder=None, decoder=None, bbox_head=None, num_queries=900, num_feature_levels=4, dn_cfg=None, **rest):
    return dino_detector(x, backbone, neck, encoder, decoder, bbox_head, num_queries, num_feature_levels, dn_cfg)


def DDQDETR(x, backbone, neck=None, encoder=None, decoder=None, bbox_head=None, num_queries=900, num_feature_levels=4, dn_cfg=None, dense_topk_ratio=1.5, **rest):
    return dino_detector(x, backbone, neck, encoder, decoder, bbox_head, num_queries, num_feature_levels, dn_cfg, 1 + dense_topk_ratio)


DINOHead = DDQDETRHead = DeformableDETRHead


def conditional_attention(query, key, heads, drop, cross, first):
    """ConditionalAttention: contents and positions are projected apart; across, they stand side by side."""
    n, rows, c = query['shape']
    other = query if key is None else key
    parts = [linear(query, c), linear(other, c), linear(other, c), linear(tensor(other['shape'], True), c)]
    if first or not cross:
        linear(tensor((n, rows, c), True), c)
    inner = 2 * c if cross else c
    if cross:
        linear(tensor((n, rows, c), True), c)
    q, k = tensor((n, heads, rows, inner // heads), True), tensor((n, heads, inner // heads, other['shape'][1]), True)
    attention = softmax(matmul(q, k))
    y = matmul(dropout(attention, drop), copied(parts[2], (n, heads, other['shape'][1], c // heads)))
    return add(query, linear(copied(y, (n, rows, c)), c))


def conditional_decoder(query, memory, cfg, before, box_each=None):
    own, cross, fcs = settings_of(cfg)
    states = []
    for i in range(cfg['num_layers']):
        before(query, i)
        query = layer_norm(conditional_attention(query, None, own.get('num_heads', 8), own.get('attn_drop', 0.0), False, i == 0))
        query = layer_norm(conditional_attention(query, memory, cross.get('num_heads', 8), cross.get('attn_drop', 0.0), True, i == 0 or cross.get('keep_query_pos', False)))
        query = layer_norm(ffn_around(query, fcs))
        NOW['shared'] += 1 if i else 0
        states.append(layer_norm(query))
        NOW['shared'] -= 1 if i else 0
    return states


def ConditionalDETR(x, backbone, neck=None, encoder=None, decoder=None, bbox_head=None, num_queries=300, **rest):
    maps = features(x, backbone, neck)
    if maps is None or other_transformer(encoder, decoder):
        return None
    n, width = x['shape'][0], maps[-1]['shape'][1]
    enter('transformer', 'ConditionalDetrTransformer')
    memory = detr_encoder(rows_of(maps[-1:]), encoder)
    weight(num_queries * width)
    mlp(tensor((n, num_queries, width), True), width, 2, 2)

    def scale(query, i):
        if i:
            NOW['shared'] += 1 if i > 1 else 0
            keep(mlp(query, width, width, 2))
            NOW['shared'] -= 1 if i > 1 else 0
    states = conditional_decoder(query_states(n, num_queries, width, decoder), memory, decoder, scale)
    leave()
    build('bbox_head', bbox_head, states)


ConditionalDETRHead = DETRHead


def DABDETR(x, backbone, neck=None, encoder=None, decoder=None, bbox_head=None, num_queries=300, num_patterns=0, **rest):
    maps = features(x, backbone, neck)
    if maps is None or other_transformer(encoder, decoder):
        return None
    n, width = x['shape'][0], maps[-1]['shape'][1]
    enter('transformer', 'DABDetrTransformer')
    own, cross, fcs = settings_of(encoder)
    memory = rows_of(maps[-1:])
    for i in range(encoder['num_layers']):
        NOW['shared'] += 1 if i else 0
        scale_of = mlp(memory, width, width, 2)
        NOW['shared'] -= 1 if i else 0
        memory = layer_norm(positioned_attention(memory, None, None, own.get('num_heads', 8), own.get('dropout', 0.0)))
        memory = layer_norm(ffn_around(memory, fcs))
    weight(num_queries * decoder.get('query_dim', 4) + num_patterns * width)

    def positions(query, i):
        NOW['shared'] += 1 if i else 0
        mlp(tensor((n, num_queries, width * decoder.get('query_dim', 4) // 2), True), width, width, 2)
        keeps_output(mlp(query, width, 2, 2))
        NOW['shared'] -= 1 if i else 0
        if i:
            NOW['shared'] += 1 if i > 1 else 0
            keep(mlp(query, width, width, 2))
            NOW['shared'] -= 1 if i > 1 else 0
    states = conditional_decoder(query_states(n, num_queries, width, decoder), memory, decoder, positions)
    leave()
    build('bbox_head', bbox_head, states)


def DABDETRHead(states, num_classes, embed_dims=256, loss_cls=None, **rest):
    x = cat(states, 0)
    cls = linear(x, num_classes)
    keeps_output(mlp(x, embed_dims, 4, 3))
    if NOW['losses']:
        keep(cls)


# --- Sparse R-CNN and QueryInst: mmdet/models/roi_heads/sparse_roi_head.py, bbox_heads/dii_head.py, mask_heads/dynamic_mask_head.py,
# dense_heads/embedding_rpn_head.py


def EmbeddingRPNHead(maps, num_proposals=100, proposal_feature_channel=256, **rest):
    weight(num_proposals * (4 + proposal_feature_channel))


def dynamic_conv(parameters, x, cfg, project=True):
    """Each region is multiplied by two matrices of its own."""
    count, c = x['shape'][:2]
    hidden, out, area = cfg.get('feat_channels', 64), cfg.get('out_channels') or cfg.get('in_channels', 256), elements(x['shape'][2:])
    both = linear(parameters, c * hidden + hidden * out)
    y = matmul(view(x, (count, area, c)), view(both, (count, c, hidden)))
    y = relu_inplace(layer_norm(y))
    keep(both)
    keep(y)
    y = relu_inplace(layer_norm(tensor((count, area, out), True, y['size'])))
    if project and cfg.get('with_proj', True):
        y = relu_inplace(layer_norm(linear(view(y, (count, area * out)), out)))
    return y


def DIIHead(x, states=None, num_classes=80, num_ffn_fcs=2, num_heads=8, num_cls_fcs=1, num_reg_fcs=3, feedforward_channels=2048, in_channels=256, dropout=0.0,
            ffn_act_cfg={'type': 'ReLU', 'inplace': True}, dynamic_conv_cfg=None, loss_cls={'type': 'CrossEntropyLoss'}, **rest):
    """x: regions; states: (B, N, C), the proposals' features. Returns those for the next stage and those for the mask head."""
    states = layer_norm(add(states, multihead(states, states, states, num_heads)))
    rows = copied(states, (elements(states['shape'][:2]), in_channels))
    y = layer_norm(add(rows, dynamic_conv(rows, x, dynamic_conv_cfg)))
    y = layer_norm(ffn_around(y, {'feedforward_channels': feedforward_channels, 'act_cfg': ffn_act_cfg, 'num_fcs': num_ffn_fcs}))
    cls = reg = y
    for i in range(num_cls_fcs):
        cls = relu_inplace(layer_norm(linear(cls, in_channels, False)))
    for i in range(num_reg_fcs):
        reg = relu_inplace(layer_norm(linear(reg, in_channels, False)))
    cls = linear(cls, num_classes + (0 if loss_cls.get('use_sigmoid', False) else 1))
    linear(reg, 4)
    if NOW['losses']:
        keep(full_of(cls))
    return [view(y, states['shape']), states]


def DynamicMaskHead(x, states=None, num_convs=4, conv_out_channels=256, num_classes=80, class_agnostic=False, upsample_cfg={'type': 'deconv', 'scale_factor': 2},
                    conv_cfg=None, norm_cfg=None, dynamic_conv_cfg=None, **rest):
    y = dynamic_conv(states, x, dynamic_conv_cfg, False)
    y = view(y, x['shape'])
    y = mask_tower(y, {'num_convs': num_convs, 'conv_out_channels': conv_out_channels, 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg})
    return mask_end(y, num_classes, conv_out_channels, class_agnostic, upsample_cfg)


def SparseRoIHead(maps, train_cfg=None, num_stages=6, proposal_feature_channel=256, bbox_roi_extractor=None, bbox_head=None, mask_roi_extractor=None, mask_head=None,
                  proposals=100, **rest):
    n = maps[0]['shape'][0]
    states = tensor((n, proposals, proposal_feature_channel), True)
    for i in range(num_stages):
        x = regions(maps, at_stage(bbox_roi_extractor, i), n * proposals)
        both = build('bbox_head[' + str(i) + ']', at_stage(bbox_head, i), x, states=states)
        if both is None:
            return None
        states = both[0]
        if mask_head is not None:
            count = min(objects(n), n * proposals)
            x = regions(maps, at_stage(mask_roi_extractor, i), count)
            build('mask_head[' + str(i) + ']', at_stage(mask_head, i), x, states=tensor((count, proposal_feature_channel), True))
