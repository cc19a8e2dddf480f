# SPDX-License-Identifier: MIT
"""Mask2Former and MaskFormer: mmdet/models/dense_heads/mask2former_head.py, maskformer_head.py, mmdet/models/layers/msdeformattn_pixel_decoder.py,
pixel_decoder.py, layers/transformer/mask2former_layers.py, detr_layers.py (3.x)."""

def deformable_encoder(x, cfg, default_points=4):
    """Layers of deformable attention of all points of all levels."""
    layer = cfg['layer_cfg']
    own, fcs = layer.get('self_attn_cfg', {}), layer.get('ffn_cfg', {})

    def one(x):
        y = layer_norm(deformable_attention(x, x, own.get('num_heads', 8), own.get('num_levels', 4), own.get('num_points', default_points), own.get('dropout', 0.1)))
        return layer_norm(ffn_around(y, fcs))
    for i in range(cfg['num_layers']):
        x = checkpoint(one, x) if i < cfg.get('num_cp', -1) else one(x)
    return x


def MSDeformAttnPixelDecoder(maps, feat_channels=256, out_channels=256, num_outs=3, norm_cfg=None, act_cfg={'type': 'ReLU'}, encoder=None, strides=(4, 8, 16, 32), **rest):
    """(mask features, maps of the encoder with the lowest resolution first)."""
    if other_transformer(encoder):
        return None
    norm_cfg = norm_cfg or {'type': 'GN', 'num_groups': 32}
    levels = encoder['layer_cfg'].get('self_attn_cfg', {}).get('num_levels', 4)
    rows, sizes = [], []
    n = maps[0]['shape'][0]
    for x in maps[::-1][:levels]:
        y = conv_module(x, feat_channels, bias=True, norm_cfg=norm_cfg, act_cfg=None)
        sizes.append(x['shape'][2:])
        rows.append(view(y, (n, elements(x['shape'][2:]), feat_channels)))
    weight(levels * feat_channels)
    memory = deformable_encoder(cat(rows), encoder)
    outs = [view(memory, (n, feat_channels) + size) for size in sizes]
    for x in maps[:len(maps) - levels][::-1]:
        side = conv_module(x, feat_channels, bias=False, norm_cfg=norm_cfg, act_cfg=None)
        y = add(side, resize(outs[-1], side['shape'][2:]))
        outs.append(conv_module(y, feat_channels, 3, 1, 1, bias=False, norm_cfg=norm_cfg, act_cfg=act_cfg))
    return conv(outs[-1], out_channels), outs[:num_outs]


def PixelDecoder(maps, feat_channels=256, out_channels=256, norm_cfg=None, act_cfg={'type': 'ReLU'}, encoder=None, **rest):
    """A pyramid; with an encoder: that of DETR over the last map."""
    if encoder is not None and other_transformer(encoder):
        return None
    norm_cfg = norm_cfg or {'type': 'GN', 'num_groups': 32}
    last = maps[-1]
    if encoder is None:
        y = conv_module(last, feat_channels, 3, 1, 1, bias=False, norm_cfg=norm_cfg, act_cfg=act_cfg)
    else:
        size = last['shape'][2:]
        x = conv(last, feat_channels)
        memory = detr_encoder(view(x, (x['shape'][0], elements(size), feat_channels)), encoder)
        last = view(memory, x['shape'])
        y = conv_module(last, feat_channels, 3, 1, 1, bias=False, norm_cfg=norm_cfg, act_cfg=act_cfg)
    for x in maps[:-1][::-1]:
        side = conv_module(x, feat_channels, bias=False, norm_cfg=norm_cfg, act_cfg=None)
        y = conv_module(add(side, resize(y, side['shape'][2:])), feat_channels, 3, 1, 1, bias=False, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return conv(y, out_channels, 3, 1, 1), [last]


TransformerEncoderPixelDecoder = PixelDecoder


def detr_encoder(x, cfg):
    layer = cfg['layer_cfg']
    own, fcs = layer.get('self_attn_cfg', {}), layer.get('ffn_cfg', {})

    def one(x):
        x = layer_norm(positioned_attention(x, None, None, own.get('num_heads', 8), own.get('dropout', 0.0)))
        return layer_norm(ffn_around(x, fcs))
    for i in range(cfg['num_layers']):
        x = checkpoint(one, x) if i < cfg.get('num_cp', -1) else one(x)
    return x


def masks_of(x, features, width, classes, out, shared, stacked=1):
    """Classes and masks from queries: three linear layers, and a product with the mask features."""
    NOW['shared'] += 1 if shared else 0
    linear(x, classes)
    y = linear(relu_inplace(linear(relu_inplace(linear(x, width)), width)), out)
    NOW['shared'] -= 1 if shared else 0
    n, c, h, w = features['shape']
    for i in range(stacked):
        matmul(view(y, (n, y['shape'][1] // stacked, out)), view(features, (n, c, h * w)))


def decoded_pixels(maps, pixel_decoder, transformer_decoder, channels):
    """(features of masks, memories of the transformer); None: one of both is not known."""
    if pixel_decoder is None or other_transformer(transformer_decoder):
        return None
    return build('pixel_decoder', pixel_decoder, maps, **channels)


def Mask2FormerHead(maps, in_channels, feat_channels, out_channels, num_things_classes=80, num_stuff_classes=53, num_queries=100, num_transformer_feat_level=3,
                    pixel_decoder=None, enforce_decoder_input_project=False, transformer_decoder=None, train_cfg=None, num_frames=1, **rest):
    """num_frames: pictures that are one sequence for the queries."""
    decoded = decoded_pixels(maps, pixel_decoder, transformer_decoder, {'in_channels': in_channels, 'feat_channels': feat_channels, 'out_channels': out_channels})
    if decoded is None:
        return None
    features, memories = decoded
    layer = transformer_decoder['layer_cfg']
    own, cross, fcs = layer['self_attn_cfg'], layer['cross_attn_cfg'], layer['ffn_cfg']
    width = cross.get('embed_dims', 256)
    classes = num_things_classes + num_stuff_classes + 1
    n = maps[0]['shape'][0] // num_frames
    keys = []
    for x in memories[:num_transformer_feat_level]:
        if width != feat_channels or enforce_decoder_input_project:
            x = conv(x, width)
        keys.append(tensor((n, num_frames * elements(x['shape'][2:]), width), True, 4))
    features = view(features, (n, features['shape'][1], num_frames * features['shape'][2], features['shape'][3]))
    weight(2 * num_queries * feat_channels + num_transformer_feat_level * feat_channels)
    query = tensor((n, num_queries, feat_channels), True)
    layers = transformer_decoder['num_layers']
    for i in range(layers + 1):
        NOW['shared'] += 1 if i else 0
        y = layer_norm(query)
        NOW['shared'] -= 1 if i else 0
        masks_of(y, features, feat_channels, classes, out_channels, i > 0)
        if i == layers:
            break
        key = keys[i % num_transformer_feat_level]
        query = layer_norm(positioned_attention(query, key, key, cross.get('num_heads', 8), cross.get('dropout', 0.0), True, True, True))
        query = layer_norm(positioned_attention(query, None, None, own.get('num_heads', 8), own.get('dropout', 0.0)))
        query = layer_norm(ffn_around(query, fcs))
    if NOW['losses']:
        mask_losses(layers + 1, objects(n), elements(features['shape'][2:]), (train_cfg or {}).get('num_points', 12544))


def mask_losses(layers, count, area, points):
    """Masks of the objects are sampled at points; each layer's losses keep the masks, the points, and per point: prediction, target, sigmoid (twice).
    While they are computed, the objects' masks are there in the picture's size: three times as integers of eight bytes (maskformer_head.py:
    preprocess_gt, get_targets and what they are put together to), once as numbers of four."""
    keep_bytes(layers * count * (area + points * 6) * 4)
    moment(count * area * 16 * (3 * 8 + 4))


def MaskFormerHead(maps, in_channels, feat_channels, out_channels, num_things_classes=80, num_stuff_classes=53, num_queries=100, pixel_decoder=None,
                   enforce_decoder_input_project=False, transformer_decoder=None, **rest):
    decoded = decoded_pixels(maps, pixel_decoder, transformer_decoder, {'in_channels': in_channels, 'feat_channels': feat_channels, 'out_channels': out_channels})
    if decoded is None:
        return None
    features, memories = decoded
    x = memories[0]
    width = transformer_decoder['layer_cfg']['cross_attn_cfg'].get('embed_dims', 256)
    if pixel_decoder['type'] == 'PixelDecoder' and (width != in_channels[-1] or enforce_decoder_input_project):
        x = conv(x, width)
    n = x['shape'][0]
    weight(num_queries * out_channels)
    states = detr_decoder(tensor((n, num_queries, width), True), view(x, (n, elements(x['shape'][2:]), width)), transformer_decoder)
    masks_of(cat(states), features, feat_channels, num_things_classes + num_stuff_classes + 1, out_channels, False, len(states))
    if NOW['losses']:
        # the masks in the size of the picture, their sigmoid, and the targets as they are and turned, as integers of eight bytes; the largest pictures of
        # detection are seldom the most crowded ones
        count = objects(n) if NOW['package'] == 'mmseg' else objects(n) - objects(1) // 2
        keep_bytes(len(states) * count * elements(features['shape'][2:]) * 16 * (2 * 4 + 2 * 8))


def detr_decoder(query, memory, cfg):
    """What each layer gives, behind the last norm."""
    layer = cfg['layer_cfg']
    own, cross, fcs = layer.get('self_attn_cfg', {}), layer.get('cross_attn_cfg', {}), layer.get('ffn_cfg', {})
    states = []
    for i in range(cfg['num_layers']):
        query = layer_norm(positioned_attention(query, None, None, own.get('num_heads', 8), own.get('dropout', 0.0)))
        query = layer_norm(positioned_attention(query, memory, memory, cross.get('num_heads', 8), cross.get('dropout', 0.0)))
        query = layer_norm(ffn_around(query, fcs))
        NOW['shared'] += 1 if i else 0
        states.append(layer_norm(query))
        NOW['shared'] -= 1 if i else 0
    return states


# --- detectors of these heads


def Mask2Former(x, backbone, neck=None, panoptic_head=None, train_cfg=None, **rest):
    build('panoptic_head', panoptic_head, features(x, backbone, neck), train_cfg=train_cfg)


MaskFormer = Mask2Former


def Mask2FormerTrackHead(maps, num_classes=40, num_frames=2, **args):
    """mmdet/models/tracking_heads/mask2former_track_head.py."""
    return Mask2FormerHead(maps, num_things_classes=num_classes, num_stuff_classes=0, num_frames=num_frames, **args)


def Mask2FormerVideo(x, backbone, track_head=None, num_frames=2, train_cfg=None, **rest):
    """Frames are pictures of the batch."""
    n, c, h, w = x['shape']
    build('track_head', track_head, features(tensor((n * num_frames, c, h, w), False), backbone, None))
