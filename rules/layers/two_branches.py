# SPDX-License-Identifier: MIT
"""Networks of a branch for details and one for context: mmseg/models/backbones/ddrnet.py, pidnet.py, utils/ppm.py, decode_heads/ddr_head.py, pid_head.py."""


def before_conv(x, out, kernel, norm_cfg, groups=1):
    """A ConvModule of the order norm, activation, convolution."""
    return conv(relu_inplace(norm(x, norm_cfg)), out, kernel, padding='same', groups=groups, bias=False)


def branch_block(x, planes, stride, wide, last_act, norm_cfg, plain_around):
    """BasicBlock (wide 1) or Bottleneck (wide 2) of mmseg/models/utils/basic_block.py."""
    if wide == 1:
        y = conv_module(x, planes, 3, stride, 1, norm_cfg=norm_cfg)
        y = conv_module(y, planes, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=None)
    else:
        y = conv_module(x, planes, norm_cfg=norm_cfg)
        y = conv_module(y, planes, 3, stride, 1, norm_cfg=norm_cfg)
        y = conv_module(y, planes * wide, norm_cfg=norm_cfg, act_cfg=None)
    if stride != 1 or x['shape'][1] != planes * wide:
        x = conv_module(x, planes * wide, 1, stride, norm_cfg=norm_cfg, act_cfg=None)
    y = add(y, x)
    return relu_inplace(y) if last_act else y


def branch_layer(x, planes, blocks, stride, wide, norm_cfg):
    """The last of several blocks has no activation; a single Bottleneck has none, a single BasicBlock has one."""
    for i in range(blocks):
        x = branch_block(x, planes, stride if i == 0 else 1, wide, wide == 1 if i == 0 else i < blocks - 1, norm_cfg, False)
    return x


def two_branch_stem(x, channels, blocks, norm_cfg):
    for i in range(2):
        x = conv_module(x, channels, 3, 2, 1, norm_cfg=norm_cfg)
    x = relu(branch_layer(x, channels, blocks, 1, 1, norm_cfg))
    return relu(branch_layer(x, channels * 2, blocks, 2, 1, norm_cfg))


def deep_pyramid(x, width, out, together):
    """DAPPM, or with together PAPPM: pooled maps of five sizes, each of which gets the one before, or all in one convolution of groups."""
    size = x['shape'][2:]
    norm_cfg = {'type': 'BN'}
    first = before_conv(x, width, 1, norm_cfg)
    outs = [first]
    for i, setting in enumerate(((5, 2, 2), (9, 4, 4), (17, 8, 8), None)):
        pooled = pool_to(x, 1) if setting is None else avg_pool(x, setting[0], setting[1], setting[2])
        y = resize(before_conv(pooled, width, 1, norm_cfg), size)
        y = add(y, first if together else outs[-1])
        outs.append(y if together else before_conv(y, width, 3, norm_cfg))
    if together:
        outs = [first, before_conv(cat(outs[1:]), width * 4, 3, norm_cfg, 4)]
    return add(before_conv(cat(outs), out, 1, norm_cfg), before_conv(x, out, 1, norm_cfg))


def DDRNet(x, channels=32, ppm_channels=128, norm_cfg={'type': 'BN'}, **rest):
    c = channels
    size = [d // 8 for d in x['shape'][2:]]
    x = two_branch_stem(x, c, 2, norm_cfg)
    deep, fine, first = x, x, None
    for i in range(2):
        deep = branch_layer(deep if i == 0 else relu(deep), c * 4 * (i + 1), 2, 2, 1, norm_cfg)
        fine = branch_layer(fine if i == 0 else relu(fine), c * 2, 2, 1, 1, norm_cfg)
        narrow = conv_module(relu(deep), c * 2, norm_cfg=norm_cfg, act_cfg=None)
        down = relu(fine)
        if i == 1:
            down = conv_module(down, c * 4, 3, 2, 1, norm_cfg=norm_cfg)
        deep = add(deep, conv_module(down, c * 4 * (i + 1), 3, 2, 1, norm_cfg=norm_cfg, act_cfg=None))
        fine = add(fine, resize(narrow, size))
        first = copied(fine, fine['shape']) if i == 0 else first
    fine = branch_layer(relu(fine), c * 2, 1, 1, 2, norm_cfg)
    deep = branch_layer(relu(deep), c * 8, 1, 2, 2, norm_cfg)
    deep = resize(deep_pyramid(deep, ppm_channels, c * 4, False), size)
    return [first, add(fine, deep)]


def attention_of_pixels(fine, deep, channels, norm_cfg):
    """PagFM: how much of each branch a pixel takes is the product of both."""
    size = fine['shape'][2:]
    d = resize(conv_module(deep, channels, norm_cfg=norm_cfg, act_cfg=None), size)
    product = mul(conv_module(fine, channels, norm_cfg=norm_cfg, act_cfg=None), d)
    n = product['shape'][0]
    share = keeps_output(tensor((n, 1) + tuple(size), True, product['size']))
    rest = tensor(share['shape'], True, share['size'])
    return add(mul(resize(deep, size), share), mul(fine, rest))


def PIDNet(x, channels=64, ppm_channels=96, num_stem_blocks=2, num_branch_blocks=3, norm_cfg={'type': 'BN'}, **rest):
    c = channels
    size = [d // 8 for d in x['shape'][2:]]
    small = num_stem_blocks == 2
    x = two_branch_stem(x, c, num_stem_blocks, norm_cfg)
    deep = fine = edge = x
    outs = []
    for i in range(2):
        deep = relu(branch_layer(deep, c * 4 * (i + 1), num_branch_blocks, 2, 1, norm_cfg))
        fine = branch_layer(fine if i == 0 else relu(fine), c * 2, num_stem_blocks, 1, 1, norm_cfg)
        edge = edge if i == 0 else relu(edge)
        if not small:
            edge = branch_block(edge, c * 2, 1, 1, False, norm_cfg, False)
        elif i == 0:
            edge = branch_block(edge, c, 1, 1, False, norm_cfg, False)
        else:
            edge = branch_layer(edge, c, 1, 1, 2, norm_cfg)
        narrow = conv_module(deep, c * 2, norm_cfg=norm_cfg, act_cfg=None)
        fine = attention_of_pixels(fine, narrow, c, norm_cfg)
        difference = conv_module(deep, c if small and i == 0 else c * 2, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=None)
        edge = add(edge, resize(difference, size))
        outs.append(copied(fine if i == 0 else edge, (fine if i == 0 else edge)['shape']))
    deep = branch_layer(deep, c * 8, 2, 2, 2, norm_cfg)
    fine = branch_layer(relu(fine), c * 2, 1, 1, 2, norm_cfg)
    edge = branch_layer(relu(edge), c * 2, 1, 1, 2, norm_cfg)
    deep = resize(deep_pyramid(deep, ppm_channels, c * 4, small), size)
    share = keeps_output(edge)
    rest_of = tensor(share['shape'], True, share['size'])
    if small:
        a = conv_module(add(mul(deep, rest_of), fine), c * 4, norm_cfg=norm_cfg, act_cfg=None)
        y = add(a, conv_module(add(deep, mul(fine, share)), c * 4, norm_cfg=norm_cfg, act_cfg=None))
    else:
        y = before_conv(add(mul(fine, share), mul(deep, rest_of)), c * 4, 3, norm_cfg)
    return [outs[0], y, outs[1]]


def branch_head(x, channels, norm_cfg):
    return relu_inplace(norm(before_conv(x, channels, 3, norm_cfg), norm_cfg))


def losses_of(base, i):
    """The settings of a head for its i-th loss alone."""
    cfg = dict(base)
    losses = base.get('loss_decode')
    cfg['loss_decode'] = losses[i] if isinstance(losses, (list, tuple)) and i < len(losses) else losses
    return cfg


def DDRHead(maps, in_channels, channels, num_classes, norm_cfg={'type': 'BN'}, **base):
    base['num_classes'] = num_classes
    x = classified(branch_head(maps[1], channels, norm_cfg), base)
    losses_over(x, losses_of(base, 0))
    losses_over(conv(branch_head(maps[0], channels, norm_cfg), num_classes), losses_of(base, 1))
    return x


def PIDHead(maps, in_channels, channels, num_classes, norm_cfg={'type': 'BN'}, **base):
    base['num_classes'] = num_classes
    losses_over(conv(branch_head(maps[0], channels, norm_cfg), num_classes), losses_of(base, 0))
    x = classified(branch_head(maps[1], channels, norm_cfg), base)
    losses_over(x, losses_of(base, 1))
    edges = conv(branch_head(maps[2], in_channels // 4, norm_cfg), 1)
    losses_over(edges, losses_of(base, 2))
    losses_over(x, losses_of(base, 3))
    return x
