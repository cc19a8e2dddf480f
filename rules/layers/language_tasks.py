# SPDX-License-Identifier: MIT
"""From the arguments of a trainer to a task for estimate_language_model: transformers' Trainer, TRL, LLaMA-Factory, axolotl and ms-swift.

Sources: transformers/training_args.py (4.58), trl/trainer/base_config.py, sft_config.py, dpo_config.py (July 2026),
llamafactory/hparams/*.py, model/adapter.py, model/model_utils/quantization.py (August 2026), axolotl/utils/schemas/*.py,
loaders/model.py (July 2026). A setting that changes the memory in a way that isn't known here makes the whole unknown.

Example: {'trainer': 'llamafactory', 'arguments': {'model_name_or_path': 'Qwen/Qwen2.5-7B', 'finetuning_type': 'lora', 'bf16': True}}
"""

# Settings that change what a GPU holds and have no formula here, unless they are off: absent, false, 0, 1, or empty.
NOT_MODELLED = ('use_unsloth', 'use_unsloth_gc', 'use_dora', 'use_oft', 'use_badam', 'use_apollo', 'use_llama_pro', 'use_mca', 'use_muon',
                'sequence_parallel_size', 'tensor_parallel_size', 'pipeline_parallel_size', 'context_parallel_size', 'tp_size', 'cp_size',
                'sp_size', 'peft_use_dora', 'relora', 'unfrozen_parameters', 'lora_layers_to_transform', 'fp8', 'lisa_n_layers',
                'auto_find_batch_size', 'expert_parallel_size')
ATTENTION = {'fa2': 'flash_attention_2', 'fa3': 'flash_attention_2', 'flash_attention_3': 'flash_attention_2', 'sdpa': 'sdpa', 'auto': 'sdpa',
             'disabled': 'eager', 'eager': 'eager', 'flash_attention_2': 'flash_attention_2', 'flash_attn': 'flash_attention_2',
             'flex_attention': 'sdpa', 'xformers': 'flash_attention_2'}
RL_KINDS = {'dpo': 'dpo', 'ipo': 'ipo', 'kto': 'kto', 'orpo': 'orpo', 'simpo': 'simpo', 'grpo': 'grpo', 'rm': 'reward', 'ppo': 'ppo',
            'sft': 'sft', 'pt': 'sft'}


def attention_of(word):
    """The kind of attention that a trainer's word asks for; a word that isn't known stays."""
    return ATTENTION.get(word, word)


def deepspeed_task(settings):
    """What a DeepSpeed config says: stage, what is offloaded, buckets; its own precision."""
    zero = settings.get('zero_optimization', {})
    offload = []
    for name, part in (('offload_optimizer', 'optimizer'), ('offload_param', 'parameters')):
        if isinstance(zero.get(name), dict) and zero[name].get('device', 'none') != 'none':
            offload.append(part)
    task = {'zero': zero.get('stage', 0), 'offload': offload}
    if isinstance(zero.get('reduce_bucket_size'), (int, float)):
        task['bucket'] = int(zero['reduce_bucket_size'])
    if isinstance(settings.get('optimizer'), dict):
        kind = settings['optimizer'].get('type')
        task['optimizer'] = 'fused_adam' if kind in ('Adam', 'AdamW', 'FusedAdam') else 'DeepSpeed ' + str(kind)
    return task


# The files that LLaMA-Factory (examples/deepspeed) and axolotl (deepspeed_configs) come with, by their names: stage, what is offloaded.
SHIPPED_DEEPSPEED = {
    'ds_z0_config.json': (0, []), 'ds_z2_config.json': (2, []), 'ds_z2_offload_config.json': (2, ['optimizer']), 'ds_z3_config.json': (3, []),
    'ds_z3_offload_config.json': (3, ['optimizer', 'parameters']), 'zero1.json': (1, []), 'zero2.json': (2, []), 'zero3.json': (3, []),
    'zero3_bf16.json': (3, []), 'zero3_bf16_cpuoffload_params.json': (3, ['parameters']), 'zero3_bf16_cpuoffload_all.json': (3, ['optimizer', 'parameters'])}


def shipped(path):
    """(stage, offload) of a file of SHIPPED_DEEPSPEED in its folder there; None: it is another one."""
    parts = str(path).split('/')
    folder = parts[-2] if len(parts) > 1 else ''
    return SHIPPED_DEEPSPEED.get(parts[-1]) if folder in ('deepspeed', 'deepspeed_configs') else None


def sharding(arguments, more):
    """zero, fsdp, offload, processes."""
    task = {'processes': more.get('processes', 1)}
    if isinstance(more.get('deepspeed'), dict):
        task.update(deepspeed_task(more['deepspeed']))
    elif shipped(arguments.get('deepspeed')) is not None:
        task['zero'], task['offload'] = shipped(arguments['deepspeed'])
    elif arguments.get('deepspeed') is not None and arguments['deepspeed'] not in SWIFT_ZERO:
        return {'known': False, 'why': 'deepspeed ' + str(arguments['deepspeed'])}
    fsdp = arguments.get('fsdp')
    words = fsdp if isinstance(fsdp, list) else str(fsdp).split() if fsdp else []
    for word in words:
        if word in ('full_shard', 'hybrid_shard', 'shard_grad_op', 'no_shard'):
            task['fsdp'] = word
        if word == 'offload':
            task['offload'] = ['parameters']
    task.update(fsdp_task(arguments.get('fsdp_config'), 'fsdp' in task))
    task.update(launcher_task(more.get('launcher')))
    if task['processes'] is None:
        if 'fsdp' in task or task.get('zero', 0) > 0:
            return {'known': False, 'why': 'processes'}
        task['processes'] = 1
    return task


# accelerate/utils/constants.py: FSDP_SHARDING_STRATEGY; files may give the number
STRATEGIES = {'1': 'full_shard', '2': 'shard_grad_op', '3': 'no_shard', '4': 'hybrid_shard', '5': 'hybrid_shard'}


def fsdp_task(settings, begun):
    """fsdp_config of transformers, axolotl or accelerate, whose keys may begin with fsdp_. begun: something else has said that FSDP is on."""
    if not isinstance(settings, dict) or not settings:
        return {}
    say = lambda key: first_of(settings, [key, 'fsdp_' + key])
    task = {}
    strategy = say('sharding_strategy')
    if strategy is not None:
        task['fsdp'] = STRATEGIES.get(str(strategy), str(strategy).lower())
    elif not begun and (say('reshard_after_forward') is not None or say('version') is not None or say('transformer_layer_cls_to_wrap') is not None):
        task['fsdp'] = 'shard_grad_op' if say('reshard_after_forward') is False else 'full_shard'
    if say('offload_params') in (True, 'true', 'True'):
        task['offload'] = ['parameters']
    if say('activation_checkpointing') in (True, 'true', 'True'):
        task['checkpointing'] = True
    return task


def launcher_task(settings):
    """What a config of accelerate says: FSDP, or DeepSpeed without a file of its own."""
    if not isinstance(settings, dict):
        return {}
    kind = str(settings.get('distributed_type')).upper()
    if kind == 'FSDP':
        return dict({'fsdp': 'full_shard'}, **fsdp_task(settings.get('fsdp_config'), True))
    own = settings.get('deepspeed_config')
    if kind == 'DEEPSPEED' and isinstance(own, dict) and own.get('zero_stage') is not None:
        parts = [part for part in ('optimizer', 'param') if own.get('offload_' + part + '_device', 'none') not in ('none', None)]
        return {'zero': int(own['zero_stage']), 'offload': ['parameters' if part == 'param' else part for part in parts]}
    return {}


def accumulates(arguments, more, default):
    """Whether a step has more micro batches than one; more: of a number that can't be computed, taken as more than one."""
    return more['accumulates'] if 'accumulates' in more else arguments.get('gradient_accumulation_steps', default) > 1


def is_not_modelled(arguments):
    for name in NOT_MODELLED:
        value = arguments.get(name)
        if value is True or value not in (None, False, 1, 0, ''):
            return name
    return None


def transformers_task(arguments, more, trl):
    """TrainingArguments, or one of TRL's configs. more: dtype (of from_pretrained), lora (LoraConfig's), quantization (BitsAndBytesConfig's),
    length of the samples where no argument says it, attention, kind, release: [transformers' major release]."""
    half = bool(arguments.get('bf16', trl) or arguments.get('fp16', False))
    task = {'model': more['model'], 'precision': 'mixed' if half else 'fp32', 'batch': arguments.get('per_device_train_batch_size', 8),
            'accumulates': accumulates(arguments, more, 1), 'optimizer': first_of(arguments, ['optim'], more.get('optim') or 'adamw_torch'),
            'checkpointing': bool(arguments.get('gradient_checkpointing', trl)), 'kind': more.get('kind', 'sft'),
            'compile': bool(arguments.get('torch_compile', False)),
            'length': first_of(arguments, ['max_length', 'max_seq_length', 'model_max_length'], 1024 if trl else more.get('length'))}
    task['loss'] = 'liger' if arguments.get('use_liger_kernel', False) else 'chunked' if arguments.get('loss_type') == 'chunked_nll' else 'full'
    if more.get('classifies', False):
        task['loss'] = 'none'  # the head is as small as there are labels
    task['offload_activations'] = bool(arguments.get('activation_offloading', False))
    task['reference_precomputed'] = bool(arguments.get('precompute_ref_log_probs', False))
    task['attention'] = attention_of(more.get('attention', 'sdpa'))
    inits = arguments.get('model_init_kwargs') or {}
    named = first_of(inits, ['dtype', 'torch_dtype'], more.get('dtype'))
    dtype = named
    task['dtype_by_release'] = dtype is None and more.get('release', 4) >= 5 and not is_stored_in_32_bits(more.get('model'))
    if dtype is None:
        dtype = 'float32' if more.get('release', 4) < 5 else 'auto'
    if dtype == 'auto' and is_stored_in_32_bits(more.get('model')):
        dtype = 'float32'
    task['weights'] = 'bf16' if str(dtype).split('.')[-1] in ('auto', 'bfloat16', 'float16', 'bf16', 'fp16') else 'fp32'
    if task['weights'] == 'bf16' and not half:
        task['precision'] = 'pure'
    task.update(lora_task(more.get('lora')))
    task.update(quantization_task(more.get('quantization')))
    # TRL prepared quantized models by itself; since 1.0 it makes adapters of 16 bits instead (sft_trainer.py)
    task['prepared'] = trl and more.get('trl_release', 0) < 1 or bool(more.get('prepared', False))
    if trl and more.get('trl_release', 0) >= 1 and task.get('quantization') is not None:
        task['adapters'] = 'bf16'
    if task.get('quantization') is not None and dtype == 'float32' and named is None:
        task['weights'] = 'bf16'  # what isn't quantized is loaded in 16 bits
    if task.get('quantization') is not None:
        task['dtype_by_release'] = False
    if more.get('prepared_checkpoints', False):
        task['checkpointing'] = True
    if not arguments.get('packing', False) and not more.get('padded', False):
        task['varied'] = True
    return task


# Families whose checkpoints were saved in 32 bits.
SAVED_IN_32_BITS = ('bert', 'roberta', 'gpt2', 'gpt_neo', 'gptj', 'vit', 't5', 'mt5')


def is_stored_in_32_bits(model):
    config = checkpoint_config(model) if isinstance(model, str) else model
    return config is not None and config.get('model_type') in SAVED_IN_32_BITS


def lora_task(lora):
    if lora is None:
        return {'method': 'full'}
    targets = lora.get('target_modules')
    return {'method': 'lora', 'rank': lora.get('r', 8), 'targets': ['q', 'v', 'qkv'] if targets is None else targets,
            'lora_dropout': lora.get('lora_dropout', 0), 'modules_to_save': lora.get('modules_to_save') or []}


def quantization_task(settings):
    if settings is None:
        return {}
    if settings.get('load_in_8bit', False):
        return {'quantization': 'int8'}
    kind = settings.get('bnb_4bit_quant_type', 'fp4')
    return {'quantization': kind + '-dq' if settings.get('bnb_4bit_use_double_quant', False) else kind}


def llamafactory_task(arguments, more):
    """LLaMA-Factory: what is trained is made 32 bits, but for pure_bf16 and DeepSpeed's stage 3; checkpointing is on; LoRA is the default."""
    kind = RL_KINDS.get(arguments.get('stage', 'sft'), arguments.get('stage', 'sft'))
    if kind == 'dpo' and arguments.get('pref_loss', 'sigmoid') in ('orpo', 'simpo'):
        kind = arguments['pref_loss']
    pure = arguments.get('pure_bf16', False)
    half = bool(pure or arguments.get('bf16', False) or arguments.get('fp16', False))
    method = arguments.get('finetuning_type', 'lora')
    targets = arguments.get('lora_target', 'all')
    task = {'model': more.get('model', arguments.get('model_name_or_path')), 'kind': kind, 'method': method,
            'precision': 'pure' if pure else 'mixed' if half else 'fp32', 'weights': 'fp32' if method == 'full' and not pure or not half else 'bf16',
            'rank': arguments.get('lora_rank', 8), 'targets': 'all-linear' if targets == 'all' else names_in(targets),
            'lora_dropout': arguments.get('lora_dropout', 0), 'adapters': 'bf16' if pure else 'fp32',
            'modules_to_save': names_in(arguments.get('additional_target') or ''), 'modules': 'bf16' if pure else 'fp32', 'batch': arguments.get('per_device_train_batch_size', 8),
            'length': arguments.get('cutoff_len', 2048), 'accumulates': accumulates(arguments, more, 1),
            'checkpointing': not arguments.get('disable_gradient_checkpointing', False), 'optimizer': arguments.get('optim', 'adamw_torch'),
            'attention': attention_of(arguments.get('flash_attn', 'auto')), 'prepared': False,
            'loss': 'liger' if arguments.get('enable_liger_kernel', False) else 'full'}
    if arguments.get('use_galore', False):
        task.update(optimizer='galore_adamw', galore_rank=arguments.get('galore_rank', 16))
    bits = arguments.get('quantization_bit')
    if bits is not None:
        task['quantization'] = {4: 'nf4-dq' if arguments.get('double_quantization', True) else 'nf4', 8: 'int8'}.get(bits, str(bits) + ' bits')
    if not (first_of(arguments, ['packing'], arguments.get('stage') == 'pt') or arguments.get('neat_packing', False)):
        task['varied'] = True
    return task


def names_in(text):
    return [w.strip() for w in text.split(',') if w.strip()] if isinstance(text, str) else list(text)


def axolotl_task(arguments, more):
    """axolotl: the model is loaded as it computes; bf16 is the default where the card can."""
    adapter = arguments.get('adapter')
    half = bool(arguments.get('bf16', 'auto') or arguments.get('fp16', False))
    task = {'model': more.get('model', arguments.get('base_model')), 'kind': RL_KINDS.get(arguments.get('rl') or 'sft', arguments.get('rl')),
            'method': 'full' if adapter is None else 'lora' if adapter in ('lora', 'qlora') else adapter, 'precision': 'mixed' if half else 'fp32',
            'weights': 'bf16' if half else 'fp32', 'rank': arguments.get('lora_r'), 'lora_dropout': arguments.get('lora_dropout') or 0,
            'targets': 'all-linear' if arguments.get('lora_target_linear', False) else arguments.get('lora_target_modules') or ['q', 'v', 'qkv'],
            'modules_to_save': arguments.get('lora_modules_to_save') or [], 'batch': arguments.get('micro_batch_size', 1),
            'length': arguments.get('sequence_len', 512), 'accumulates': accumulates(arguments, more, 1),
            'checkpointing': bool(arguments.get('gradient_checkpointing', False)), 'optimizer': arguments.get('optimizer', 'adamw_torch_fused'),
            'offload_activations': arguments.get('gradient_checkpointing') == 'offload' or bool(arguments.get('activation_offloading', False)),
            'prepared': False}  # loaders/model.py: _configure_embedding_dtypes makes 16 bits of what prepare_model_for_kbit_training widened
    task['attention'] = 'flash_attention_2' if arguments.get('flash_attention', False) else attention_of(arguments.get('attn_implementation') or 'sdpa')
    cut = any(['cut_cross_entropy' in str(plugin) for plugin in arguments.get('plugins') or []])  # the plugin's default is on
    task['loss'] = 'liger' if arguments.get('liger_fused_linear_cross_entropy', False) or arguments.get('cut_cross_entropy', cut) else 'full'
    if arguments.get('load_in_4bit', False) or adapter == 'qlora' and not arguments.get('load_in_8bit', False):
        task['quantization'] = 'nf4-dq'
    elif arguments.get('load_in_8bit', False):
        task['quantization'] = 'int8'
    if not arguments.get('sample_packing', False) and not arguments.get('pad_to_sequence_len', False):
        task['varied'] = True
    return task


# swift/arguments/sft_args.py: _init_deepspeed: files of its own, by name
SWIFT_ZERO = {'zero0': (0, []), 'zero1': (1, []), 'zero2': (2, []), 'zero3': (3, []), 'zero2_offload': (2, ['optimizer']),
              'zero3_offload': (3, ['optimizer', 'parameters'])}


def swift_task(arguments, more):
    """ms-swift (3.x): the model is loaded in 16 bits and trained so, adapters are 32 bits, checkpointing is on; texts end at max_length."""
    kind = arguments.get('rlhf_type', 'sft')
    method = first_of(arguments, ['tuner_type', 'train_type', 'sft_type'], 'lora')
    half = arguments.get('torch_dtype', 'bfloat16') in ('bfloat16', 'float16')
    attention = arguments.get('attn_impl')
    targets = arguments.get('target_modules', 'all-linear')
    task = {'model': first_of(arguments, ['model', 'model_id_or_path'], more.get('model')), 'kind': RL_KINDS.get(kind, kind), 'method': method,
            'precision': 'mixed' if half else 'fp32', 'weights': 'bf16' if half else 'fp32', 'rank': arguments.get('lora_rank', 8),
            'targets': targets if isinstance(targets, list) else 'all-linear' if targets in ('all-linear', 'ALL') else targets.split(),
            'lora_dropout': arguments.get('lora_dropout', 0.05), 'adapters': 'fp32', 'modules_to_save': names_in(arguments.get('modules_to_save') or []),
            'batch': arguments.get('per_device_train_batch_size', 1), 'length': arguments.get('max_length', more.get('length')), 'prepared': False,
            'accumulates': accumulates(arguments, more, 16), 'optimizer': first_of(arguments, ['optim'], 'adamw_torch_fused'),
            'checkpointing': bool(arguments.get('gradient_checkpointing', True)),
            'attention': 'sdpa' if attention is None else 'flash_attention_2' if str(attention).startswith('flash') else attention_of(attention),
            'loss': 'liger' if arguments.get('use_liger_kernel', False) or arguments.get('use_cce', False) else 'full'}
    if arguments.get('quant_bits') is not None:
        bits, by = str(arguments['quant_bits']), arguments.get('quant_method', 'bnb')
        task['quantization'] = {'4': 'nf4-dq', '8': 'int8'}.get(bits, bits + ' bits') if by == 'bnb' else by + '-' + bits
    if not arguments.get('packing', False):
        task['varied'] = True
    elif task['kind'] != 'sft':
        task['sequences'] = 1  # both texts of a pair are in the packed one
    if arguments.get('optimizer') is not None:
        task['optimizer'] = 'ms-swift ' + arguments['optimizer']
    if arguments.get('task_type', 'causal_lm') not in ('causal_lm', None):
        task['loss'] = 'none'
    if arguments.get('deepspeed') in SWIFT_ZERO:
        task['zero'], task['offload'] = SWIFT_ZERO[arguments['deepspeed']]
    return task


def language_task(run):
    """A task of run: trainer (transformers, trl, llamafactory, axolotl, swift), arguments, and what stands elsewhere: model, processes, deepspeed (its
    config), dtype, lora, quantization, attention, length, kind, release."""
    arguments, trainer = run['arguments'], run['trainer']
    name = is_not_modelled(arguments)
    if name is not None:
        return {'known': False, 'why': name}
    if trainer == 'llamafactory':
        task = llamafactory_task(arguments, run)
    elif trainer == 'axolotl':
        task = axolotl_task(arguments, run)
    elif trainer == 'swift':
        task = swift_task(arguments, run)
    elif trainer in ('transformers', 'trl'):
        task = transformers_task(arguments, run, trainer == 'trl')
    else:
        return {'known': False, 'why': 'trainer ' + str(trainer)}
    if task.get('quantization') is None and isinstance(task.get('model'), str) and stored_bits(task['model']) is not None:
        task['quantization'] = stored_bits(task['model'])
    shared = sharding(arguments, run)
    if 'known' in shared:
        return shared
    task.update(shared)
    if trainer == 'llamafactory' and task.get('zero') == 3 and task.get('quantization') is None:
        task['adapters'] = 'bf16'
    return task


# Why there is no estimate, in words for people; of a word that isn't here: that setting.
REASONS = {'length': 'no argument says how long the texts are', 'rank': 'the rank of the adapters', 'deepspeed': "what DeepSpeed's file {} says", 'processes': 'how many GPUs divide the model (--gpus N)', 'model': 'the dimensions of the model {}',
           'model_type': 'the layers of the model type {}', 'kind': 'trainings of the kind {}', 'optimizer': 'the state of the optimizer {}', 'trainer': 'the trainer {}',
           'quantization': 'the quantization {}', 'attention': 'the attention {}', 'method': 'the method {}'}


def reason(why):
    word = why.split(' ')[0]
    return REASONS.get(word, 'the effect of {}').replace('{}', why[len(word) + 1:] if word in REASONS else why)


def estimate_fine_tuning(run):
    """estimate_language_model of what a run's files say."""
    task = language_task(run)
    answer = task if task.get('known', True) is False else dict(estimate_language_model(task), task=task, dtype_by_release=task.get('dtype_by_release', False))
    return answer if answer['known'] else dict(answer, why=reason(answer['why']), missing=answer['why'])
