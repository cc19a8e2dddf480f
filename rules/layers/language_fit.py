# SPDX-License-Identifier: MIT
"""Whether a fine-tuning fits a card, up to which batch it does, and what would make it fit: plan_fine_tuning(run).

Example: LoRA of Llama-3.1-8B with 4 x 4096 tokens on 24 GiB: no; with batch 1 and without logits 19 GiB.
"""

LARGEST_BATCH = 256

# How each trainer's arguments say it.
WORDS = {
    'llamafactory': {'batch': 'per_device_train_batch_size: {}', 'loss': 'enable_liger_kernel: true', 'checkpointing': 'disable_gradient_checkpointing: false',
                     'quantization': 'quantization_bit: 4', 'length': 'cutoff_len: {}', 'method': 'finetuning_type: lora', 'weights': 'bf16: true'},
    'axolotl': {'batch': 'micro_batch_size: {}', 'loss': 'liger_fused_linear_cross_entropy: true', 'checkpointing': 'gradient_checkpointing: true',
                'quantization': 'adapter: qlora', 'length': 'sequence_len: {}', 'method': 'adapter: lora', 'weights': 'bf16: true'},
    'swift': {'batch': '--per_device_train_batch_size {}', 'loss': '--use_liger_kernel true', 'checkpointing': '--gradient_checkpointing true',
              'quantization': '--quant_bits 4', 'length': '--max_length {}', 'method': '--tuner_type lora', 'weights': '--torch_dtype bfloat16'},
    'transformers': {'batch': 'per_device_train_batch_size={}', 'loss': 'use_liger_kernel=True', 'checkpointing': 'gradient_checkpointing=True',
                     'quantization': 'load_in_4bit', 'length': 'texts of {} tokens', 'method': 'LoRA', 'weights': 'dtype bfloat16'},
    'trl': {'batch': 'per_device_train_batch_size={}', 'loss': 'use_liger_kernel=True', 'checkpointing': 'gradient_checkpointing=True',
            'quantization': 'load_in_4bit', 'length': 'max_length={}', 'method': 'LoRA', 'weights': 'dtype bfloat16'},
}


def gibs(size):
    return str(round(size / 1073741824, 1)) + ' GiB'


def looked_up(task):
    """task with its model's dimensions in place of a name, which takes long to find."""
    return dict(task, model=checkpoint_config(task['model'])) if isinstance(task['model'], str) else task


def largest_batch(task, memory):
    """The largest batch whose estimate is within memory; 0: not even one sample."""
    fits = lambda n: estimate_language_model(dict(task, batch=n))['total'] <= memory
    if not fits(1):
        return 0
    low, high = 1, 2
    while high <= LARGEST_BATCH and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


def ways_of(task):
    """Changes that take less memory, those first that change the training least: [(word, what of the task, number in the words)]."""
    ways = []
    if task.get('method') == 'lora' and task.get('weights') == 'fp32' and task.get('precision') == 'mixed':
        ways.append(('weights', {'weights': 'bf16'}, 0))
    if task['batch'] > 1:
        ways.append(('batch', {'batch': 1}, 1))
    if not task.get('checkpointing', False):
        ways.append(('checkpointing', {'checkpointing': True}, 0))
    if task.get('loss') == 'full' and task.get('kind', 'sft') == 'sft':
        ways.append(('loss', {'loss': 'liger'}, 0))
    if task.get('method') == 'full':
        ways.append(('method', {'method': 'lora', 'rank': 16, 'targets': 'all-linear', 'weights': 'bf16', 'adapters': 'fp32'}, 0))
    if task.get('quantization') is None:
        ways.append(('quantization', {'quantization': 'nf4-dq', 'prepared': False}, 0))
    if task['length'] > 1024:
        ways.append(('length', {'length': 1024}, 1024))
    return ways


def way_to_fit(trainer, task, memory):
    """Words: the changes of ways_of one after the other, until the estimate is within memory."""
    said = []
    for word, change, number in ways_of(task):
        task = dict(task, **change)
        e = estimate_language_model(task)
        if not e['known']:
            return None
        said.append(WORDS[trainer][word].replace('{}', str(number)) + ' (' + gibs(e['total']) + ')')
        if e['total'] <= memory:
            return ', then '.join(said)
    return None


def plan_fine_tuning(run):
    """run as of estimate_fine_tuning, and memory, the bytes of the card. answer: how sure it is that it fits, words: the same with the batch; batch: the largest that does; way: what would make it fit, None: nothing here does."""
    e = estimate_fine_tuning(run)
    if not e['known'] or run.get('memory') is None:
        return {'known': False}
    task, memory = looked_up(e['task']), run['memory']
    answer = 'yes' if e['high'] <= memory else 'probably' if e['total'] <= memory else 'probably not' if e['low'] <= memory else 'no'
    batch = largest_batch(task, memory)
    limit = 'any batch' if batch > LARGEST_BATCH else 'up to batch ' + str(batch)
    words = answer + (', ' + limit if batch >= task['batch'] else ': batch ' + str(batch) + ' would' if batch > 0 else ': not even batch 1')
    way = None
    if 0 < batch < task['batch']:
        way = WORDS[run['trainer']]['batch'].replace('{}', str(batch)) + ' (' + gibs(estimate_language_model(dict(task, batch=batch))['total']) + ')'
    elif batch == 0:
        way = way_to_fit(run['trainer'], task, memory)
    return {'known': True, 'answer': answer, 'batch': batch, 'words': words, 'way': way}


def short_fine_tuning(run):
    """The estimate for texts of an eighth of the limit, where lengths vary; with 'tokens', how long that is."""
    e = estimate_fine_tuning(run)
    if not e['known'] or not e['task'].get('varied', False) or e['task']['length'] <= LEAST_LENGTH:
        return {'known': False}
    tokens = max(LEAST_LENGTH, e['task']['length'] // 8)
    return dict(estimate_language_model(dict(e['task'], length=tokens, varied=False)), tokens=tokens)


def fine_tuning_of_length(asked):
    """The estimate of a run whose texts have this length."""
    return estimate_fine_tuning(dict(asked['run'], length=asked['length']))


def fine_tuning_by_batch(run):
    """[batch, estimate, low, high] in bytes of batches up to twice the one in question, eight at most."""
    e = estimate_fine_tuning(run)
    last = 2 * e['task']['batch']
    batches = [n for n in range(1, last + 1) if last <= 8 or n == 1 or n * 8 // last > (n - 1) * 8 // last]
    task = looked_up(e['task'])
    by_batch = [(n, estimate_language_model(dict(task, batch=n))) for n in batches]
    return [[n, x['total'], x['low'], x['high']] for n, x in by_batch]
