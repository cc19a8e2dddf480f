# SPDX-License-Identifier: MIT
"""What the operations of PyTorch cost: parameters, bytes that autograd keeps until the backward pass, floating point operations.

These files are Python that cfglint evaluates by itself; CPython can run them, too. They import nothing and use no classes.

A tensor is a dict:
  shape   a tuple, the batch first
  size    bytes of an element
  grad    whether a gradient flows through it
  store   the memory behind it, which views share: {bytes, kept}
What autograd keeps follows tools/autograd/derivatives.yaml of PyTorch 1.13 to 2.5: each operation below says which tensors its
backward formula names. A memory that several operations keep counts once.

Example: conv(image((2, 3, 224, 224)), 64, 7, stride=2) keeps the picture, 2 x 3 x 224 x 224 x 4 bytes, and has 9,472 parameters.
"""

# The estimate that is being made. parts: one entry per part of the model; open: those that are being built, the innermost last;
# frozen: parameters made now are not trained; shared: they were counted before; off: autograd keeps nothing now (no_grad, or a checkpoint's first pass);
# eval_norm: batch norms use running statistics; half: the pass runs under autocast; losses: whether what losses keep counts;
# old_softmax: the PyTorch is one before 1.11, or may be; data: the class of the data set; pair: bytes per anchor and object while they are compared, on_gpu: of so many objects at most;
# total: bytes kept so far; peak: the most that is there at any moment of the step; older: what a PyTorch before 1.6 keeps beside it.
NOW = {'parts': [], 'open': [], 'frozen': 0, 'shared': 0, 'off': 0, 'eval_norm': 0, 'half': False, 'losses': True, 'old_softmax': False, 'package': '', 'own': [],
       'data': '', 'pair': 36, 'on_gpu': 1 << 20, 'total': 0, 'peak': 0, 'older': 0}


def begin(half, package, own):
    """A new estimate."""
    NOW.update(parts=[], open=[], frozen=0, shared=0, off=0, eval_norm=0, half=half, losses=True, old_softmax=False, package=package, own=own)
    NOW.update(data='', pair=36, on_gpu=1 << 20, total=0, peak=0, older=0)


def enter(path, kind):
    part = {'path': path, 'type': kind, 'parameters': 0, 'trained': 0, 'kept': 0, 'again': 0, 'largest': 0, 'flops': 0, 'work': 0, 'unknown': []}
    NOW['parts'].append(part)
    NOW['open'].append(part)
    return part


def leave():
    return NOW['open'].pop()


def ledger():
    return NOW['open'][-1]


def elements(shape):
    n = 1
    for d in shape:
        n *= d
    return n


def tensor(shape, grad, size=4, store=None):
    """A tensor; with a store it is a view of that memory."""
    return {'shape': tuple(shape), 'size': size, 'grad': grad,
            'store': {'bytes': elements(shape) * size, 'kept': False} if store is None else store}


def image(shape):
    return tensor(shape, False)


def view(x, shape):
    """Another shape of the same memory."""
    return tensor(shape, x['grad'], x['size'], x['store'])


def copied(x, shape):
    """A copy in another shape, of which autograd keeps nothing."""
    return tensor(shape, x['grad'], x['size'])


def keep(x):
    """Autograd keeps x."""
    if x['store']['kept']:
        return
    if NOW['off'] == 0:
        x['store']['kept'] = True
        ledger()['kept'] += x['store']['bytes']
        NOW['total'] += x['store']['bytes']
        ledger()['largest'] = max(ledger()['largest'], x['store']['bytes'])


def keep_bytes(n):
    """Autograd keeps n bytes that no other operation wants: masks, indices, statistics."""
    if NOW['off'] == 0:
        ledger()['kept'] += n
        NOW['total'] += n


def moment(n):
    """n bytes that the backward pass of this operation needs for a moment: gradients, workspace. What later operations keep is gone by then.
    Only the largest moment counts."""
    if NOW['off'] == 0:
        NOW['peak'] = max(NOW['peak'], NOW['total'] + n)


def weight(n):
    """n parameters; whether they are trained."""
    part = ledger()
    counted = 0 if NOW['shared'] else n
    part['parameters'] += counted
    if NOW['frozen']:
        return False
    part['trained'] += counted
    return True


def half_weight(n):
    """Autocast's copy of n weights in half precision, which it caches and autograd keeps."""
    if NOW['half'] and not NOW['shared'] and NOW['off'] == 0:
        ledger()['kept'] += 2 * n


def unknown(what):
    """Something of this part is not known here: what it keeps and has is left out."""
    if what not in ledger()['unknown']:
        ledger()['unknown'].append(what)


def on_each(maps, run):
    """run on each map with the same parameters."""
    results = []
    for x in maps:
        results.append(run(x))
        NOW['shared'] += 1
    NOW['shared'] -= len(maps)
    return results


def flops(n, to_input, to_weight):
    """n floating point operations in the forward pass, and as many for each gradient in the backward pass."""
    part = ledger()
    part['flops'] += n
    part['work'] += n * (1 + (1 if to_input else 0) + (1 if to_weight else 0))


def pair(v):
    return (v, v) if isinstance(v, int) else tuple(v)


def half_of(x):
    """x as an operation of autocast's half precision gets it."""
    if not NOW['half'] or x['size'] == 2:
        return x
    return tensor(x['shape'], x['grad'], 2)


def full_of(x):
    """x as an operation of autocast's full precision gets it."""
    if not NOW['half'] or x['size'] == 4:
        return x
    return tensor(x['shape'], x['grad'], 4)


def size_after(n, kernel, stride, padding, dilation=1):
    return (n + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1


# --- operations with parameters


def taken(x, weights, biases):
    """What an operation with so many weights takes of x, and keeps: (x, whether its weights are trained, whether a gradient flows behind it)."""
    trained = weight(weights + biases)
    half_weight(weights)
    x = half_of(x)
    grad = x['grad'] or trained
    if grad:
        keep(x)
    return x, trained, grad


def conv(x, out, kernel=1, stride=1, padding=0, dilation=1, groups=1, bias=True):
    """Conv2d: keeps its input. padding 'same': half the kernel."""
    kernel, stride, dilation = pair(kernel), pair(stride), pair(dilation)
    padding = [dilation[i] * (kernel[i] - 1) // 2 for i in (0, 1)] if padding == 'same' else pair(padding)
    n, c, h, w = x['shape']
    per_point = out * c // groups * kernel[0] * kernel[1]
    x, trained, grad = taken(x, per_point, out if bias else 0)
    shape = (n, out, size_after(h, kernel[0], stride[0], padding[0], dilation[0]), size_after(w, kernel[1], stride[1], padding[1], dilation[1]))
    flops(2 * n * per_point * shape[2] * shape[3], x['grad'], trained)
    y = tensor(shape, grad, x['size'])
    if grad:
        moment((x['store']['bytes'] if x['grad'] else 0) + y['store']['bytes'] + workspace(x, y, per_point, kernel, stride, dilation, groups))
    return y


def workspace(x, y, per_point, kernel, stride, dilation, groups):
    """cuDNN's Winograd convolution: transforms of 6 x 6 points for every 4 x 4 of both maps, and for every 3 x 3 of the weights."""
    if kernel != (3, 3) or stride != (1, 1) or dilation != (1, 1) or groups != 1 or x['size'] != 4:
        return 0
    return 9 * (elements(x['shape']) + elements(y['shape'])) + 16 * per_point


def deconv(x, out, kernel, stride=1, padding=0, output_padding=0, groups=1, bias=True):
    """ConvTranspose2d: keeps its input."""
    kernel, stride, padding, more = pair(kernel), pair(stride), pair(padding), pair(output_padding)
    n, c, h, w = x['shape']
    per_point = c * out // groups * kernel[0] * kernel[1]
    x, trained, grad = taken(x, per_point, out if bias else 0)
    flops(2 * n * per_point * h * w, x['grad'], trained)
    shape = (n, out, (h - 1) * stride[0] - 2 * padding[0] + kernel[0] + more[0], (w - 1) * stride[1] - 2 * padding[1] + kernel[1] + more[1])
    return tensor(shape, grad, x['size'])


def linear(x, out, bias=True):
    """Linear over the last dimension: keeps its input."""
    per_row = x['shape'][-1] * out
    x, trained, grad = taken(x, per_row, out if bias else 0)
    flops(2 * elements(x['shape'][:-1]) * per_row, x['grad'], trained)
    return tensor(x['shape'][:-1] + (out,), grad, x['size'])


def batch_norm(x, trained=True):
    """BatchNorm or SyncBN: keeps its input, and a mean and a deviation per channel."""
    channels = x['shape'][1]
    grad = weight(2 * channels) if trained else untrained(2 * channels)
    grad = x['grad'] or grad
    if grad:
        keep(x)
        keep_bytes(0 if NOW['eval_norm'] else 8 * channels)
    return tensor(x['shape'], grad, x['size'])


def untrained(n):
    """n parameters that a setting of the layer excludes from training."""
    ledger()['parameters'] += 0 if NOW['shared'] else n
    return False


def group_norm(x, groups=32):
    """Keeps its input; before PyTorch 1.6, when it was a batch norm of groups and a product, the norm's result, too."""
    grad = weight(2 * x['shape'][1]) or x['grad']
    x = full_of(x)
    if grad:
        keep(x)
        keep_bytes(8 * groups * x['shape'][0])
        NOW['older'] += 0 if NOW['off'] else elements(x['shape']) * x['size']
    return tensor(x['shape'], grad, x['size'])


def layer_norm(x):
    """Over the last dimension: keeps its input, and a mean and a deviation per row."""
    grad = weight(2 * x['shape'][-1]) or x['grad']
    x = full_of(x)
    if grad:
        keep(x)
        keep_bytes(8 * elements(x['shape'][:-1]))
    return tensor(x['shape'], grad, x['size'])


def layer_norm_2d(x):
    """LayerNorm over the channels of each point of a map, which is looked at with the channels last: no copy is made of what comes in."""
    n, c, h, w = x['shape']
    y = layer_norm(view(x, (n, h, w, c)))
    return tensor(x['shape'], y['grad'], y['size'])


def parameter(shape):
    """A parameter that is used as a tensor."""
    return tensor(shape, weight(elements(shape)))


def embedding(x, entries, width):
    """An embedding looked up by x, which holds indices."""
    grad = weight(entries * width)
    if grad:
        keep(x)
    return tensor(x['shape'] + (width,), grad)


# --- operations without parameters


def relu(x):
    """ReLU: keeps its result. In place or not makes no difference for what is kept: where it isn't in place, what it reads is kept by
    nothing or by the operation before."""
    y = tensor(x['shape'], x['grad'], x['size'])
    if x['grad']:
        keep(y)
    return y


def relu_inplace(x):
    """ReLU on x's own memory."""
    if x['grad']:
        keep(x)
    return x


def keeps_input(x):
    """GELU, SiLU, LeakyReLU, Hardswish, clamp and their like."""
    if x['grad']:
        keep(x)
        moment(2 * elements(x['shape']) * x['size'])
    return tensor(x['shape'], x['grad'], x['size'])


def keeps_output(x):
    """Sigmoid, tanh, exp, sqrt."""
    return relu(x)


def softmax(x):
    """Keeps its result; before PyTorch 1.11 its input, too (tools/autograd/derivatives.yaml: _softmax_backward_data took self)."""
    x = full_of(x)
    if x['grad'] and NOW['old_softmax']:
        keep(x)
    y = keeps_output(x)
    if x['grad']:
        moment(2 * y['store']['bytes'])
    return y


def dropout(x, p):
    """Keeps a mask of a byte per element (native_dropout of CUDA)."""
    if not p:
        return x
    if x['grad']:
        keep_bytes(elements(x['shape']))
    return tensor(x['shape'], x['grad'], x['size'])


def drop_path(x, p):
    """Keeps a number per sample."""
    return tensor(x['shape'], x['grad'], x['size']) if p else x


def add(x, y):
    """Keeps nothing."""
    return tensor(x['shape'], x['grad'] or y['grad'], max(x['size'], y['size']))


def mul(x, y):
    """Keeps what the other one's gradient needs."""
    if x['grad']:
        keep(y)
    if y['grad']:
        keep(x)
    return tensor(x['shape'] if elements(x['shape']) >= elements(y['shape']) else y['shape'], x['grad'] or y['grad'], max(x['size'], y['size']))


def matmul(x, y):
    """Of the last two dimensions; the others are the same, or y has none."""
    x, y = half_of(x), half_of(y)
    if x['grad']:
        keep(y)
    if y['grad']:
        keep(x)
    flops(2 * elements(x['shape']) * y['shape'][-1], x['grad'], y['grad'])
    return tensor(x['shape'][:-1] + y['shape'][-1:], x['grad'] or y['grad'], x['size'])


def cat(tensors, dim=1):
    first = tensors[0]
    shape = list(first['shape'])
    shape[dim] = sum([t['shape'][dim] for t in tensors])
    return tensor(shape, any([t['grad'] for t in tensors]), first['size'])


def max_pool(x, kernel, stride=None, padding=0, ceil_mode=False):
    """Keeps its input and an index of eight bytes per result."""
    kernel, padding = pair(kernel), pair(padding)
    stride = kernel if stride is None else pair(stride)
    n, c, h, w = x['shape']
    more = [stride[i] - 1 if ceil_mode else 0 for i in (0, 1)]
    shape = (n, c, (h + 2 * padding[0] - kernel[0] + more[0]) // stride[0] + 1, (w + 2 * padding[1] - kernel[1] + more[1]) // stride[1] + 1)
    if x['grad']:
        keep(x)
        keep_bytes(8 * elements(shape))
    return tensor(shape, x['grad'], x['size'])


def avg_pool(x, kernel, stride=None, padding=0, ceil_mode=False):
    """Keeps its input."""
    kernel, padding = pair(kernel), pair(padding)
    stride = kernel if stride is None else pair(stride)
    n, c, h, w = x['shape']
    more = [stride[i] - 1 if ceil_mode else 0 for i in (0, 1)]
    if x['grad']:
        keep(x)
    return tensor((n, c, (h + 2 * padding[0] - kernel[0] + more[0]) // stride[0] + 1, (w + 2 * padding[1] - kernel[1] + more[1]) // stride[1] + 1), x['grad'], x['size'])


def pool_to(x, size):
    """adaptive_avg_pool2d: keeps its input; to a single point it is a mean, which keeps nothing (but in PyTorch 1.13)."""
    h, w = pair(size)
    if x['grad'] and (h, w) != (1, 1):
        keep(x)
    return tensor(x['shape'][:2] + (h, w), x['grad'], x['size'])


def resize(x, size):
    """interpolate: keeps nothing."""
    return tensor(x['shape'][:2] + tuple(size), x['grad'], x['size'])


def checkpoint(run, x):
    """torch.utils.checkpoint of run(x): only x is kept; what run keeps is made again in the backward pass, one such block at a time."""
    if not x['grad'] or NOW['off']:
        return run(x)
    keep(x)
    part = ledger()
    before = part['kept']
    y = run(x)
    again = part['kept'] - before
    part['again'] = max(part['again'], again)
    part['kept'] = before
    NOW['total'] -= again
    return tensor(y['shape'], y['grad'], y['size'])


# --- norms and activations as configs name them


def norm(x, cfg, trained=True):
    """The layer that norm_cfg asks for; None: none."""
    if cfg is None:
        return x
    kind = cfg.get('type', 'BN')
    if kind == 'GN':
        return group_norm(x, cfg.get('num_groups', 32))
    if kind == 'LN2d':
        return layer_norm_2d(x)
    if kind == 'LN':
        return layer_norm(x)
    return batch_norm(x, cfg.get('requires_grad', True) and trained)


def act(x, cfg):
    if cfg is None:
        return x
    kind = cfg.get('type', 'ReLU')
    if kind in ('Sigmoid', 'Tanh'):
        return keeps_output(x)
    if kind == 'ReLU6' and not NOW['old_softmax']:  # newer ones keep what comes in, a copy of it where the result takes its place
        return keeps_input(x)
    if kind in ('ReLU', 'ReLU6'):
        return relu_inplace(x) if cfg.get('inplace', True) else relu(x)
    if kind in ('LeakyReLU', 'ELU'):
        return relu_inplace(x) if cfg.get('inplace', True) else keeps_input(x)
    if kind == 'Swish':  # mmcv/cnn/bricks/swish.py: x * sigmoid(x)
        return mul(x, keeps_output(x))
    if kind == 'PReLU':
        weight(cfg.get('num_parameters', 1))
    return keeps_input(x)


def conv_module(x, out, kernel=1, stride=1, padding=0, dilation=1, groups=1, bias='auto', conv_cfg=None, norm_cfg=None, act_cfg={'type': 'ReLU'}):
    """mmcv's ConvModule: convolution, norm, activation; no bias before a norm."""
    if bias == 'auto':
        bias = norm_cfg is None
    return act(norm(conv_of(conv_cfg, x, out, kernel, stride, padding, dilation, groups, bias), norm_cfg), act_cfg)


def depthwise_separable(x, out, kernel=3, stride=1, padding=0, dilation=1, norm_cfg=None, act_cfg={'type': 'ReLU'}, conv_cfg=None, bias='auto'):
    """mmcv's DepthwiseSeparableConvModule: a convolution per channel, then one over the channels."""
    x = conv_module(x, x['shape'][1], kernel, stride, padding, dilation, x['shape'][1], bias, conv_cfg, norm_cfg, act_cfg)
    return conv_module(x, out, 1, bias=bias, norm_cfg=norm_cfg, act_cfg=act_cfg)


def conv_of(cfg, x, out, kernel=1, stride=1, padding=0, dilation=1, groups=1, bias=True):
    """The convolution that conv_cfg asks for."""
    kind = 'Conv2d' if cfg is None else cfg.get('type', 'Conv2d')
    if kind == 'SAC':
        return switchable_conv(x, out, kernel, stride, padding, dilation, groups, bias, cfg.get('use_deform', False))
    if kind in ('ConvAWS', 'ConvWS'):
        standardized(out * x['shape'][1] // groups * pair(kernel)[0] * pair(kernel)[1], 2)
    elif kind == 'Conv2dAdaptivePadding':  # what is convolved is a padded copy, as large as its result wants it
        return adaptive_conv(x, out, kernel, stride, dilation, groups, bias)
    elif kind not in ('Conv2d', 'Conv', 'DCN', 'DCNv2'):
        unknown(kind)
    if kind in ('DCN', 'DCNv2'):
        return deformable_conv(x, out, kernel, stride, padding, dilation, groups, cfg.get('deform_groups', cfg.get('deformable_groups', 1)), kind == 'DCNv2', bias)
    return conv(x, out, kernel, stride, padding, dilation, groups, bias)


def filled_up(x, kernel, stride, dilation):
    """A copy of x with a border, so that a convolution's result has its size, divided by the stride."""
    kernel, stride, dilation = pair(kernel), pair(stride), pair(dilation)
    n, c, h, w = x['shape']
    more = [max(((d + stride[i] - 1) // stride[i] - 1) * stride[i] + (kernel[i] - 1) * dilation[i] + 1 - d, 0) for i, d in ((0, h), (1, w))]
    return copied(x, (n, c, h + more[0], w + more[1])) if any(more) else x


def deformable_conv(x, out, kernel, stride, padding, dilation, groups, deform_groups, modulated, bias):
    """mmcv's DCN: the offsets (v2: and a mask) come from a convolution; it keeps input, offsets and mask."""
    kernel = pair(kernel)
    points = kernel[0] * kernel[1] * deform_groups
    where = conv(x, points * (3 if modulated else 2), kernel, stride, padding, dilation)
    y_shape = where['shape']
    trained = weight(out * x['shape'][1] // groups * kernel[0] * kernel[1] + (out if modulated and bias else 0))
    if x['grad'] or trained:
        keep(x)
        keep(where)  # v2: its offsets, and the sigmoid of its mask
    flops(2 * x['shape'][0] * out * x['shape'][1] // groups * kernel[0] * kernel[1] * y_shape[2] * y_shape[3], x['grad'], trained)
    return tensor((y_shape[0], out) + y_shape[2:], x['grad'] or trained, x['size'])


def deformable_at(x, where, out, kernel, padding, groups=1, mask=None, bias=False, stride=1):
    """mmcv's DeformConv2d (with a mask: ModulatedDeformConv2d) at offsets that were computed elsewhere: keeps input, offsets and mask."""
    kernel, n = pair(kernel), x['shape'][0]
    per_point = out * x['shape'][1] // groups * kernel[0] * kernel[1]
    trained = weight(per_point + (out if bias else 0))
    for t in (x, where, mask):
        if t is not None and (x['grad'] or where['grad'] or trained):
            keep(t)
    h, w = [size_after(x['shape'][2 + i], kernel[i], stride, padding) for i in (0, 1)]
    flops(2 * n * per_point * h * w, x['grad'], trained)
    return tensor((n, out, h, w), True, x['size'])


def standardized(n, times):
    """A weight of n numbers that is normalized before it is used: autograd keeps what was computed of it, times tensors of its size."""
    if not NOW['frozen']:
        keep_bytes((0 if NOW['shared'] else times) * n * 4)


def switchable_conv(x, out, kernel, stride, padding, dilation, groups, bias, deform):
    """mmcv's SAC: two convolutions of one weight with different dilation, mixed by a switch; mmcv/ops/saconv.py."""
    c = x['shape'][1]
    x = add(x, conv(pool_to(x, 1), c))
    keep(x)
    n, c, h, w = x['shape']
    around = tensor((n, c, h + 4, w + 4), x['grad'], x['size'])
    around = copied(avg_pool(around, 5, 1), x['shape'])
    switch = conv(around, 1, 1, stride)
    kernels = pair(kernel)
    size = out * c // groups * kernels[0] * kernels[1]
    standardized(size, 3)
    weight(size)
    results = []
    for i in (1, 3):
        if deform:
            keep(conv(around, 18, 3, stride, 1))
        weight(size if i == 1 else 0)
        NOW['shared'] += 1
        results.append(conv(x, out, kernel, stride, [i * p for p in pair(padding)], [i * d for d in pair(dilation)], groups, bias))
        NOW['shared'] -= 1
    weight(out if bias else 0)
    y = add(mul(results[0], switch), mul(results[1], copied(switch, switch['shape'])))
    return add(y, conv(pool_to(y, 1), out))


def adaptive_conv(x, out, kernel, stride, dilation, groups, bias):
    """mmcv's Conv2dAdaptivePadding: as many results as strides fit into the picture."""
    kernel, stride, dilation = pair(kernel), pair(stride), pair(dilation)
    size = []
    for i in (0, 1):
        d = x['shape'][2 + i]
        size.append(max(((d + stride[i] - 1) // stride[i] - 1) * stride[i] + (kernel[i] - 1) * dilation[i] + 1, d))
    if tuple(size) != x['shape'][2:]:
        x = copied(x, x['shape'][:2] + tuple(size))
    return conv(x, out, kernel, stride, 0, dilation, groups, bias)
