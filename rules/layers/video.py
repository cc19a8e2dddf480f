# SPDX-License-Identifier: MIT
"""Recognition of actions: mmaction/models/recognizers, heads, backbones/resnet.py, resnet_tsm.py, resnet_tin.py, tanet.py, mobilenet_v2_tsm.py, timesformer.py,
common/tam.py, common/transformer.py (1.x)."""

SAMPLERS = ('SampleFrames', 'DenseSampleFrames', 'UntrimmedSampleFrames', 'UniformSample', 'UniformSampleFrames', 'SampleAVAFrames', 'PyTorchVideoSample')
VIDEO_MODELS = ('Recognizer2D', 'Recognizer3D', 'FastRCNN')


def is_video(task, kind):
    """Whether the model gets clips: a detector does where the pipeline samples frames."""
    sampled_frames = any([step['type'].split('.')[-1] in SAMPLERS for step in steps_of(task['data'])])
    return kind in VIDEO_MODELS and (sampled_frames or kind != 'FastRCNN')


def clips_of(task, size, model):
    """The input of a recognizer: (clips of the batch, channels, height, width), or with frames ahead of the height. None: the pipeline does not say how many."""
    clips, frames = 0, 1
    for step in steps_of(task['data']):
        if step['type'].split('.')[-1] in SAMPLERS:
            clips, frames = step.get('num_clips', 1), step.get('clip_len', 1)
    if not clips:
        return None
    channels = model['backbone'].get('in_channels', 3)
    if model['type'].split('.')[-1] == 'Recognizer2D':  # of flow, the frames are channels
        return image((task['batch'] * clips, channels) + tuple(size))
    return image((task['batch'] * clips, channels, frames) + tuple(size))


def recognized(x, backbone, neck=None, cls_head=None, **rest):
    y = features(x, backbone, neck)
    if cls_head is not None:
        build('cls_head', cls_head, y)


Recognizer3D = recognized


def Recognizer2D(x, backbone, neck=None, cls_head=None, **rest):
    """With a neck the frames of a video become one tensor: as many as the head's or the backbone's segments."""
    y = build('backbone', backbone, x)
    if neck is not None:
        segments = backbone.get('num_segments', 8)
        if y is not None:
            y = [copied(m, (m['shape'][0] // segments, m['shape'][1], segments) + m['shape'][2:]) for m in y]
        y = build('neck', neck, y)
    if cls_head is not None:
        build('cls_head', cls_head, y)


def classes_of_clips(maps, num_classes, in_channels, dropout_ratio=0.5, **rest):
    """A mean over points and frames, dropout, a linear layer."""
    x = maps[-1] if isinstance(maps, (list, tuple)) else maps
    linear(dropout(tensor((x['shape'][0], in_channels), True), dropout_ratio), num_classes)


TSNHead = TSMHead = I3DHead = SlowFastHead = TPNHead = TimeSformerHead = UniFormerHead = MViTHead = TSNAudioHead = classes_of_clips


def X3DHead(maps, num_classes, in_channels, fc1_bias=False, **rest):
    y = relu(linear(tensor((maps[-1]['shape'][0], in_channels), True), 2048, fc1_bias))
    linear(dropout(y, 0.5), num_classes)


def TRNHead(maps, num_classes, in_channels, num_segments=8, relation_type='TRNMultiScale', hidden_dim=256, dropout_ratio=0.8, **rest):
    """Linear layers over some frames together: over all of them, or over up to three choices of each number."""
    n = maps[-1]['shape'][0]
    linear(dropout(tensor((n, in_channels), True), dropout_ratio), hidden_dim)
    for scale in range(num_segments, 1, -1) if relation_type == 'TRNMultiScale' else (num_segments,):
        def relation(x):
            return linear(relu(linear(relu(x), 256 if relation_type == 'TRNMultiScale' else 512)), num_classes)
        times = 1 if scale == num_segments else 3
        on_each([tensor((n // num_segments, scale * hidden_dim), True) for i in range(times)], relation)


def AVARoIHead(maps, bbox_roi_extractor=None, bbox_head=None, shared_head=None, **rest):
    """A few boxes of one frame, cut out of the mean over all frames."""
    if shared_head is not None:
        unknown(shared_head['type'])
    for x in maps:
        keep_bytes(x['shape'][0] * x['shape'][1] * elements(x['shape'][3:]) * 4)
    head = bbox_head or {}
    linear(tensor((maps[0]['shape'][0], head.get('in_channels', sum([x['shape'][1] for x in maps]))), True), head.get('num_classes', 81))


# --- networks over pictures, with something between the frames


def action_resnet(x, depth, stem_channels=64, num_stages=4, out_indices=(3,), strides=(1, 2, 2, 2), dilations=(1, 1, 1, 1), style='pytorch', frozen_stages=-1,
                  conv_cfg=None, norm_cfg={'type': 'BN2d'}, partial_bn=False, with_cp=False, norm_eval=False, body=None, behind=None, ahead=None, **rest):
    """mmaction's ResNet. body: what a block does instead; behind(x, stage, block), ahead(x, stage): what stands behind a block and ahead of a stage."""
    wide = depth >= 50
    NOW['eval_norm'] += 1 if norm_eval else 0
    NOW['frozen'] += 1 if frozen_stages >= 0 else 0
    x = stem(x, 64, False, conv_cfg, norm_cfg)
    NOW['frozen'] -= 1 if frozen_stages >= 0 else 0
    block = residual_block('BOTTLENECK' if wide else 'BASIC', conv_cfg, norm_cfg, with_cp)
    block.update(style=style)
    if body is not None:
        block['body'] = body
    maps = []
    for i in range(num_stages):
        NOW['frozen'] += 1 if i < frozen_stages else 0
        x = ahead(x, i) if ahead is not None else x
        for k in range(DEPTHS[depth][i]):
            block['index'] = k
            x = residual_stage(x, 64 * 2 ** i, 1, strides[i] if k == 0 else 1, dilations[i], block)
            x = behind(x, i, k) if behind is not None else x
        NOW['frozen'] -= 1 if i < frozen_stages else 0
        if i in out_indices:
            maps.append(x)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def mmaction_ResNet(x, depth, **args):
    return action_resnet(x, depth, **args)


def shifted(x):
    """A copy in which some channels come from the frame before and some from the one behind."""
    return copied(x, x['shape'])


def frames_first(x, segments):
    n, c, h, w = x['shape']
    return copied(x, (n // segments, c, segments, h, w))


def ResNetTSM(x, depth, num_segments=8, is_shift=True, shift_place='blockres', temporal_pool=False, non_local=(0, 0, 0, 0), non_local_cfg={}, instead=shifted, **args):
    """Each block's first convolution (of ResNet-101: of every second block) gets the frames shifted."""
    every = 2 if depth >= 101 and instead is shifted else 1
    places = each_of(non_local, 4)

    def body(x, planes, stride, dilation, block):
        moved = is_shift and block['index'] % every == 0
        return (bottleneck if depth >= 50 else basic_block)(instead(x) if moved else x, planes, stride, dilation, block)

    def behind(x, stage, k):
        if not non_local_cfg or not (places[stage] if isinstance(places[stage], int) else places[stage][k]):
            return x
        segments = num_segments // 2 if temporal_pool and stage > 0 else num_segments
        y = non_local_3d(frames_first(x, segments), **non_local_cfg)
        return copied(y, x['shape'])

    def ahead(x, stage):
        if not temporal_pool or stage != 1:
            return x
        n, c, h, w = x['shape']
        y = max_pool_3d(frames_first(x, num_segments), (3, 1, 1), (2, 1, 1), (1, 0, 0))
        return copied(y, (n // 2, c, h, w))
    if shift_place == 'block':
        def whole(x, stage, k):
            return behind(x, stage, k)
        return action_resnet(x, depth, behind=whole, ahead=ahead, **args)
    return action_resnet(x, depth, body=body, behind=behind, ahead=ahead, **args)


def ResNetTIN(x, depth, num_segments=8, shift_div=4, is_tin=True, **args):
    """Some channels are moved by a part of a frame: two shifts, their weights, and the copy that the convolution gets."""
    def interlaced(x):
        n, c, h, w = x['shape']
        folds, clips = c // shift_div, n // num_segments
        pooled = tensor((clips, folds, num_segments), True)
        y = conv_1d(pooled, 1, 3)
        linear(relu(linear(view(y, (clips, num_segments)), num_segments)), 2)
        conv_1d(pooled, 2, 3)
        for i in range(3):
            keep(tensor((n, folds, h, w), True))
        return copied(x, x['shape'])
    return ResNetTSM(x, depth, num_segments, is_tin, instead=interlaced, **args)


def conv_1d(x, out, kernel, bias=True):
    """Conv1d that leaves the length: keeps its input."""
    x, trained, grad = taken(x, x['shape'][1] * out * kernel, out if bias else 0)
    return tensor((x['shape'][0], out, x['shape'][2]), grad, x['size'])


def tam(x, segments, alpha=2, adaptive_kernel_size=3, beta=4, conv1d_kernel_size=3, **rest):
    """Each channel's frames are weighted and convolved by what a small network makes of their means."""
    n, c, h, w = x['shape']
    clips = n // segments
    x = copied(x, x['shape'])
    means = tensor((clips * c, segments), True)
    y = relu_inplace(batch_norm(linear(means, segments * alpha, False)))
    kernel = softmax(linear(y, adaptive_kernel_size, False))
    y = relu_inplace(batch_norm(conv_1d(view(means, (clips, c, segments)), c // beta, conv1d_kernel_size, False)))
    x = mul(x, keeps_output(conv_1d(y, c, 1, False)))
    x = copied(x, (n, c, h, w))
    keep(x)
    keep(kernel)
    return copied(x, (n, c, h, w))


def TANet(x, depth, num_segments, tam_cfg=None, **args):
    def body(x, planes, stride, dilation, block):
        first, second = (1, stride) if block['style'] == 'pytorch' else (stride, 1)
        y = relu_inplace(norm(conv(x, planes, 1, first, bias=False), block['norm_cfg']))
        y = tam(y, num_segments, **(tam_cfg or {}))
        y = relu_inplace(norm(conv(y, planes, 3, second, dilation, dilation, bias=False), block['norm_cfg']))
        return norm(conv(y, 4 * planes, bias=False), block['norm_cfg'])
    return action_resnet(x, depth, body=body, **args)


def mmaction_MobileNetV2(x, widen_factor=1.0, out_indices=(7,), frozen_stages=-1, conv_cfg=None, norm_cfg={'type': 'BN2d'}, act_cfg={'type': 'ReLU6'}, norm_eval=False,
                         with_cp=False, shift=False, **rest):
    """shift: the first convolution of each block with something around it gets the frames shifted."""
    cfg = {'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg}
    NOW['eval_norm'] += 1 if norm_eval else 0
    x = conv_module(x, divisible(32 * widen_factor), 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    for i, (expand, width, blocks, stride) in enumerate(MOBILE_V2):
        for k in range(blocks):
            step, out, hidden = stride if k == 0 else 1, divisible(width * widen_factor), int(round(x['shape'][1] * expand))
            around = step == 1 and x['shape'][1] == out and expand != 1
            y = inverted_residual(shifted(x) if shift and around else x, out, hidden, 3, step, cfg)
            x = add(y, x) if around else y
    x = conv_module(x, divisible(1280 * widen_factor) if widen_factor > 1 else 1280, norm_cfg=norm_cfg, act_cfg=act_cfg)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return [x]


def MobileNetV2TSM(x, num_segments=8, is_shift=True, **args):
    return mmaction_MobileNetV2(x, shift=is_shift, **args)


# --- TimeSformer


def attention_over(x, frames, heads, over):
    """Divided attention of TimeSformer: over the frames at a place ('time'), or over the places of a frame."""
    n, rows, c = x['shape']
    places = (rows - 1) // frames
    if over == 'time':
        y = layer_norm(copied(x, (n * places, frames, c)))
        y = multihead(y, y, y, heads)
        y = linear(copied(y, y['shape']), c)
        return copied(add(tensor((n, rows - 1, c), True), y), x['shape'])
    y = layer_norm(copied(x, (n * frames, places + 1, c)))
    y = multihead(y, y, y, heads)
    return add(x, copied(y, x['shape']))


def TimeSformer(x, num_frames, img_size, patch_size, embed_dims=768, num_heads=12, num_transformer_layers=12, dropout_ratio=0.0, attention_type='divided_space_time', **rest):
    n, c, t, h, w = x['shape']
    y, size = patch_embed(copied(x, (n * t, c, h, w)), embed_dims, patch_size, patch_size, 0, None)
    rows = elements(size) + 1
    weight(embed_dims + rows * embed_dims + (0 if attention_type == 'space_only' else num_frames * embed_dims))
    x = tensor((n * t, rows, embed_dims) if attention_type == 'space_only' else (n, (rows - 1) * t + 1, embed_dims), True)
    for i in range(num_transformer_layers):
        if attention_type == 'divided_space_time':
            x = attention_over(attention_over(x, t, num_heads, 'time'), t, num_heads, 'space')
        else:
            y = layer_norm(x)
            x = add(x, multihead(y, y, y, num_heads))
        x = add(x, ffn(layer_norm(x), 4 * embed_dims, act_cfg={'type': 'GELU'}))
    return [layer_norm(x)]
