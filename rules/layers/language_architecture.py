# SPDX-License-Identifier: MIT
"""Transformers from their config.json: which linear layers there are, and how many parameters the model has, to the last one.

Read from transformers/models/*/modeling_*.py (4.46) and, for qwen, chatglm, baichuan, internlm and minicpm, from the modeling files
beside the weights. A model_type that isn't in FAMILIES is unknown: nothing is guessed.

Example: Llama-2-7b has 224 linear layers with 6,476,005,376 parameters, 2 x 32000 x 4096 in embeddings and head, 65 norms of 4096:
6,738,415,616.
"""

# Of each model_type: the names of its linear layers, the norm, norms per layer, and which linear layers have a bias.
#   fused    query, key and value (and gate and up) are one linear layer
#   gated    the feed-forward part has a gate
#   bias     attention's query, key, value; out: its output; mlp: the feed-forward part. A text is the config's key that says so.
#   eager    what the activation function of the feed-forward part keeps, in multiples of its input (1: one kernel)
LLAMA_NAMES = {'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'o_proj', 'gate': 'gate_proj', 'up': 'up_proj', 'down': 'down_proj'}
NEOX_NAMES = {'qkv': 'query_key_value', 'o': 'dense', 'up': 'dense_h_to_4h', 'down': 'dense_4h_to_h'}
PHI_NAMES = {'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'dense', 'up': 'fc1', 'down': 'fc2'}
BERT_NAMES = {'q': 'query', 'k': 'key', 'v': 'value', 'o': 'dense', 'up': 'dense', 'down': 'dense'}


def family(names, norm='rms', norms=2, gated=True, bias=False, out=False, mlp=False, tied=False, act=1, **more):
    row = {'names': names, 'norm': norm, 'norms': norms, 'gated': gated, 'bias': bias, 'out': out, 'mlp': mlp, 'tied': tied, 'act': act}
    row.update(more)
    return row


FAMILIES = {
    'llama': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', mlp='mlp_bias'),
    'minicpm': family(LLAMA_NAMES),
    'mistral': family(LLAMA_NAMES),
    'internlm': family(LLAMA_NAMES, bias='bias', out='bias'),
    'smollm3': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', mlp='mlp_bias', tied=True),
    'granite': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', mlp='mlp_bias'),
    'seed_oss': family(LLAMA_NAMES, bias='attention_bias', out='attention_out_bias', mlp='mlp_bias'),
    'olmo2': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', wide_norms=True),
    'olmo3': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', wide_norms=True),
    'arcee': family({'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'o_proj', 'up': 'up_proj', 'down': 'down_proj'}, gated=False, act=2),
    'apertus': family({'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'o_proj', 'up': 'up_proj', 'down': 'down_proj'}, gated=False, act=3,
                      head_norms=True, act_values=2),
    'mimo': family(LLAMA_NAMES, bias=True),
    'qwen2': family(LLAMA_NAMES, bias=True),
    'qwen3': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', head_norms=True),
    'qwen2_moe': family(LLAMA_NAMES, bias=True),
    'qwen3_moe': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', head_norms=True),
    'mixtral': family({'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'o_proj', 'gate': 'w1', 'up': 'w3', 'down': 'w2'}),
    'gemma': family(LLAMA_NAMES, bias='attention_bias', out='attention_bias', tied=True),
    'gemma2': family(LLAMA_NAMES, norms=4, bias='attention_bias', out='attention_bias', tied=True, act=1),
    'gemma3_text': family(LLAMA_NAMES, norms=4, bias='attention_bias', out='attention_bias', tied=True, head_norms=True),
    'stablelm': family(LLAMA_NAMES, norm='layer', bias='use_qkv_bias'),
    'phi': family(PHI_NAMES, norm='layer', norms=1, gated=False, bias=True, out=True, mlp=True, head_bias=True, act=4),
    'phi3': family({'qkv': 'qkv_proj', 'o': 'o_proj', 'gate_up': 'gate_up_proj', 'down': 'down_proj'}),
    'starcoder2': family({'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'o_proj', 'up': 'c_fc', 'down': 'c_proj'}, norm='layer',
                         gated=False, bias='use_bias', out='use_bias', mlp='use_bias', tied=True),
    'qwen': family({'qkv': 'c_attn', 'o': 'c_proj', 'gate': 'w2', 'up': 'w1', 'down': 'c_proj'}, bias=True, half_ffn=True),
    'chatglm': family({'qkv': 'query_key_value', 'o': 'dense', 'gate_up': 'dense_h_to_4h', 'down': 'dense_4h_to_h'}, bias='add_qkv_bias',
                      out='add_bias_linear', mlp='add_bias_linear'),
    'baichuan': family({'qkv': 'W_pack', 'o': 'o_proj', 'gate': 'gate_proj', 'up': 'up_proj', 'down': 'down_proj'}),
    'internlm2': family({'qkv': 'wqkv', 'o': 'wo', 'gate': 'w1', 'up': 'w3', 'down': 'w2'}, bias='bias', out='bias'),
    'gpt2': family({'qkv': 'c_attn', 'o': 'c_proj', 'up': 'c_fc', 'down': 'c_proj'}, norm='layer', gated=False, bias=True, out=True, mlp=True,
                   tied=True, act=4, positions='n_positions', dropout=0.1, attention_dropout=0.1, narrow_loss=True),
    'gpt_bigcode': family({'qkv': 'c_attn', 'o': 'c_proj', 'up': 'c_fc', 'down': 'c_proj'}, norm='layer', gated=False, bias=True, out=True,
                          mlp=True, tied=True, positions='n_positions', dropout=0.1, attention_dropout=0.1, narrow_loss=True),
    'gpt_neox': family(NEOX_NAMES, norm='layer', gated=False, bias=True, out=True, mlp=True, narrow_loss=True),
    'bloom': family(NEOX_NAMES, norm='layer', gated=False, bias=True, out=True, mlp=True, tied=True, embedding_norm=True, act=1, narrow_loss=True),
    'falcon': family(NEOX_NAMES, norm='layer', norms=1, gated=False, bias='bias', out='bias', mlp='bias', tied=True, narrow_loss=True),
    'gptj': family({'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'out_proj', 'up': 'fc_in', 'down': 'fc_out'}, norm='layer', norms=1,
                   gated=False, mlp=True, head_bias=True, act=4),
    'gpt_neo': family({'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'out_proj', 'up': 'c_fc', 'down': 'c_proj'}, norm='layer',
                      gated=False, out=True, mlp=True, tied=True, act=4, positions='max_position_embeddings'),
    'opt': family({'q': 'q_proj', 'k': 'k_proj', 'v': 'v_proj', 'o': 'out_proj', 'up': 'fc1', 'down': 'fc2'}, norm='layer', gated=False,
                  bias=True, out=True, mlp=True, tied=True, positions='max_position_embeddings', more_positions=2, dropout=0.1, narrow_loss=True),
    'bert': family(BERT_NAMES, norm='layer', gated=False, bias=True, out=True, mlp=True, encoder=True, dropout=0.1, attention_dropout=0.1),
    'roberta': family(BERT_NAMES, norm='layer', gated=False, bias=True, out=True, mlp=True, encoder=True, dropout=0.1, attention_dropout=0.1),
    'vit': family(BERT_NAMES, norm='layer', gated=False, bias=True, out=True, mlp=True, encoder=True),
    't5': family({'q': 'q', 'k': 'k', 'v': 'v', 'o': 'o', 'gate': 'wi_0', 'up': 'wi_1', 'down': 'wo'}, encoder_decoder=True, dropout=0.1, attention_dropout=0.1),
    'mt5': family({'q': 'q', 'k': 'k', 'v': 'v', 'o': 'o', 'gate': 'wi_0', 'up': 'wi_1', 'down': 'wo'}, encoder_decoder=True, dropout=0.1, attention_dropout=0.1),
}


def first_of(config, names, other=None):
    """The value of the first of these keys that the config has and that isn't None."""
    for name in names:
        if config.get(name) is not None:
            return config[name]
    return other


def activation_of(config, row):
    """What the activation function keeps: NewGELUActivation, written out in Python, four tensors, a kernel one."""
    name = first_of(config, ['hidden_act', 'activation_function', 'hidden_activation'])
    return row['act'] if name is None else 4 if name in ('gelu_new', 'gelu_python', 'quick_gelu') else 1


def says(config, row, key):
    """Whether a family's row or, where it names a key, the config says yes."""
    value = row[key]
    return bool(config.get(value, False)) if isinstance(value, str) else bool(value)


def linear_layer(role, name, inputs, outputs, bias, copies=1, active=None):
    """copies: how many of it a layer has (experts); active: how many of them see a token."""
    return {'role': role, 'name': name, 'in': inputs, 'out': outputs, 'bias': bias, 'copies': copies, 'active': copies if active is None else active}


def values_of(linear):
    return linear['copies'] * (linear['in'] * linear['out'] + (linear['out'] if linear['bias'] else 0))


def key_value_heads(config, kind, heads):
    if kind == 'falcon' and not config.get('new_decoder_architecture', False):
        return 1 if config.get('multi_query', True) else heads
    if kind == 'gpt_bigcode':
        return 1 if config.get('multi_query', True) else heads
    if kind == 'chatglm' and 'multi_query_group_num' in config:
        return config['multi_query_group_num'] if config.get('multi_query_attention', True) else heads
    return first_of(config, ['num_key_value_heads', 'num_kv_heads', 'kv_heads'], heads)


def attention_linears(config, row, hidden, queries, keys):
    names, bias, out = row['names'], says(config, row, 'bias'), says(config, row, 'out')
    if 'qkv' in names:
        linears = [linear_layer('qkv', names['qkv'], hidden, queries + 2 * keys, bias)]
    else:
        linears = [linear_layer('q', names['q'], hidden, queries, bias), linear_layer('k', names['k'], hidden, keys, bias),
                   linear_layer('v', names['v'], hidden, keys, bias)]
    return linears + [linear_layer('o', names['o'], queries, hidden, out)]


def feed_forward_linears(config, row, hidden, width, copies=1, active=None):
    names, bias = row['names'], says(config, row, 'mlp')
    if not row['gated']:
        ups = [linear_layer('up', names['up'], hidden, width, bias, copies, active)]
    elif 'gate_up' in names:
        ups = [linear_layer('gate_up', names['gate_up'], hidden, 2 * width, bias, copies, active)]
    else:
        ups = [linear_layer('gate', names['gate'], hidden, width, bias, copies, active),
               linear_layer('up', names['up'], hidden, width, bias, copies, active)]
    return ups + [linear_layer('down', names['down'], width, hidden, bias, copies, active)]


def expert_linears(config, row, kind, hidden, width):
    """The feed-forward part of a mixture of experts: experts, the router, and a shared expert."""
    experts = first_of(config, ['num_local_experts', 'num_experts', 'experts'])
    active = first_of(config, ['num_experts_per_tok', 'experts_per_token'], 2)
    linears = feed_forward_linears(config, row, hidden, first_of(config, ['moe_intermediate_size'], width), experts, active)
    linears.append(linear_layer('router', 'gate', hidden, experts, False))
    if kind == 'qwen2_moe':
        linears += feed_forward_linears(config, row, hidden, config.get('shared_expert_intermediate_size', 0))
        linears.append(linear_layer('router', 'shared_expert_gate', hidden, 1, False))
    return linears


def norm_values(row, width):
    return width if row['norm'] == 'rms' else 2 * width


def language_model(config):
    """What a config.json says of a model. {'known': False, 'why': ...} where that isn't enough.

    Short names do, too: hidden, layers, heads, kv_heads, head_dim, vocab, ffn, tied, gated, bias, experts, experts_per_token.
    """
    kind = config.get('model_type')
    if kind is None and 'hidden' not in config:
        return {'known': False, 'why': 'model_type'}
    row = FAMILIES['llama'] if kind is None else FAMILIES.get(kind)
    if row is None or 'inner_hidden_size' in config:
        return {'known': False, 'why': 'model_type ' + str(kind)}
    if kind is None:
        row = dict(row, gated=config.get('gated', True), bias=config.get('bias', False), out=False, mlp=False)
    hidden = first_of(config, ['hidden_size', 'n_embd', 'd_model', 'hidden'])
    layers = first_of(config, ['num_hidden_layers', 'n_layer', 'num_layers', 'layers'])
    heads = first_of(config, ['num_attention_heads', 'n_head', 'num_heads', 'heads'])
    vocab = first_of(config, ['padded_vocab_size', 'vocab_size', 'vocab'], 0 if kind == 'vit' else None)
    for name, value in [('hidden_size', hidden), ('num_hidden_layers', layers), ('num_attention_heads', heads), ('vocab_size', vocab)]:
        if not isinstance(value, int) or value < 0 or value == 0 and name != 'vocab_size':
            return {'known': False, 'why': name}
    width = first_of(config, ['ffn_hidden_size', 'intermediate_size', 'ffn_dim', 'n_inner', 'd_ff', 'ffn'], 4 * hidden)
    head = first_of(config, ['head_dim', 'kv_channels', 'd_kv'], hidden // heads)
    kv = key_value_heads(config, kind, heads)
    plan = {'known': True, 'kind': kind, 'row': row, 'hidden': hidden, 'layers': layers, 'heads': heads, 'kv': kv, 'head': head, 'vocab': vocab,
            'ffn': width // 2 if 'half_ffn' in row else width, 'act': activation_of(config, row),
            'fused': 'qkv' in row['names'] or bool(config.get('fused_qkv', False)),
            'tied': bool(first_of(config, ['tie_word_embeddings', 'tied'], row['tied']))}
    if 'encoder_decoder' in row:
        return encoder_decoder(plan, config)
    return decoder_or_encoder(plan, config)


def decoder_or_encoder(plan, config):
    row, hidden, kind = plan['row'], plan['hidden'], plan['kind']
    linears = attention_linears(config, row, hidden, plan['heads'] * plan['head'], plan['kv'] * plan['head'])
    if first_of(config, ['num_local_experts', 'num_experts', 'experts']) is not None and kind in (None, 'mixtral', 'qwen2_moe', 'qwen3_moe'):
        linears += expert_linears(config, row, kind, hidden, plan['ffn'])
    else:
        linears += feed_forward_linears(config, row, hidden, plan['ffn'])
    norms = row['norms']
    if kind == 'falcon' and config.get('new_decoder_architecture', False):
        norms = first_of(config, ['num_ln_in_parallel_attn'], 2)
    in_layer = norms * norm_values(row, hidden) + (2 * plan['head'] if 'head_norms' in row else (plan['heads'] + plan['kv']) * plan['head'] if 'wide_norms' in row else 0)
    in_layer += row.get('act_values', 0)
    entry = first_of(config, ['word_embed_proj_dim'], hidden)
    embedding = plan['vocab'] * entry
    others = (norm_values(row, hidden) if 'embedding_norm' in row else 0) + (2 * entry * hidden if entry != hidden else 0)
    if 'positions' in row:
        others += (first_of(config, [row['positions'], 'max_position_embeddings'], 0) + row.get('more_positions', 0)) * hidden
    if config.get('do_layer_norm_before', True) and 'encoder' not in row:
        others += norm_values(row, hidden)
    head = {'values': 0 if plan['tied'] else plan['vocab'] * hidden, 'bias': plan['vocab'] if 'head_bias' in row else 0}
    if 'encoder' in row:
        embedding, others, head = encoder_ends(plan, config)
    others += config.get('other_values', 0)  # of a part beside the texts' layers, such as a tower for pictures
    return counted(plan, [(plan['layers'], linears, in_layer)], embedding, others, head)


def encoder_ends(plan, config):
    """Embeddings, the rest, and the head of BERT (with its pooler), RoBERTa and ViT (for classification)."""
    hidden = plan['hidden']
    if plan['kind'] == 'vit':
        patch = first_of(config, ['patch_size'], 16)
        patches = (first_of(config, ['image_size'], 224) // patch) ** 2
        labels = first_of(config, ['labels'], 2)
        return 0, 3 * patch * patch * hidden + hidden + hidden + (patches + 1) * hidden + 2 * hidden, {'values': labels * hidden, 'bias': labels}
    rows = plan['vocab'] + first_of(config, ['max_position_embeddings'], 512) + first_of(config, ['type_vocab_size'], 2)
    return rows * hidden, 2 * hidden + hidden * hidden + hidden, {'values': 0, 'bias': 0}


def encoder_decoder(plan, config):
    """T5: layers here are those of the encoder; the decoder's have a second attention."""
    row, hidden, inner = plan['row'], plan['hidden'], plan['heads'] * plan['head']
    gated = 'gated' in config.get('feed_forward_proj', 'gated-gelu' if plan['kind'] == 'mt5' else 'relu')
    row = dict(row, gated=gated, names=dict(row['names'], up='wi_1' if gated else 'wi'))
    attention = attention_linears(config, row, hidden, inner, inner)
    ffn = feed_forward_linears(config, row, hidden, plan['ffn'])
    buckets = first_of(config, ['relative_attention_num_buckets'], 32) * plan['heads']
    decoders = first_of(config, ['num_decoder_layers'], plan['layers'])
    plan['row'] = row
    plan['tied'] = bool(config.get('tie_word_embeddings', plan['kind'] == 't5'))
    groups = [(plan['layers'], attention + ffn, 2 * hidden), (decoders, attention + attention + ffn, 3 * hidden)]
    return counted(plan, groups, plan['vocab'] * hidden, 2 * buckets + 2 * hidden,
                   {'values': 0 if plan['tied'] else plan['vocab'] * hidden, 'bias': 0})


def counted(plan, groups, embedding, others, head):
    """plan with its groups of equal layers (how many, linear layers, other values of each) and the sums of parameters."""
    in_linears = sum([n * sum([values_of(x) for x in linears]) for n, linears, _ in groups])
    active = sum([n * sum([x['active'] * x['in'] * x['out'] for x in linears]) for n, linears, _ in groups])
    norms = sum([n * more for n, _, more in groups])
    per_layer = [sum([values_of(x) for x in linears]) + more for _, linears, more in groups]
    plan.update(groups=groups, linears=in_linears, embedding=embedding, other=others + norms, head_values=head['values'] + head['bias'],
                parameters=in_linears + norms + embedding + others + head['values'] + head['bias'],
                active=active + (embedding if plan['tied'] else head['values']), largest_layer=max(per_layer))
    return plan


def depth(plan):
    return sum([n for n, _, _ in plan['groups']])


def targets_linear(linear, targets):
    """Whether target_modules of LoRA mean this linear layer: by its name or, all-linear, all but the router."""
    if targets == 'all-linear' or 'all-linear' in targets:
        return linear['role'] != 'router'
    return linear['name'] in targets or linear['role'] in targets


def lora_parameters(plan, rank, targets):
    """Of each target, in x r and r x out."""
    return sum([n * sum([x['copies'] * rank * (x['in'] + x['out']) for x in linears if targets_linear(x, targets)])
                for n, linears, _ in plan['groups']])
