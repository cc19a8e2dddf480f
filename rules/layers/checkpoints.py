# SPDX-License-Identifier: MIT
"""The dimensions of common checkpoints of language models, by name: what their config.json says.

A row: model_type, hidden size, layers, attention heads, key-value heads, width of the feed-forward part, vocabulary, and the other keys of
config.json that decide the number of parameters. rules/models.yaml says which type a name has; this table adds the numbers.

The values are those of each checkpoint's config.json on the Hugging Face Hub. On 2026-11-30, 57 rows were compared with litgpt/config.py of
Lightning-AI/litgpt (width, layers, heads, feed-forward part); the parameters that follow were compared with published counts, to the last
one, for 58 (tests/data/language-model-parameters.yaml). Known to differ: the model card of stablelm-base-alpha-3b says 3,638,525,952, which
is 1,204,224 more than follows here.
"""

CHECKPOINTS = {
    'huggyllama/llama-7b': ('llama', 4096, 32, 32, 32, 11008, 32000, {}),
    'huggyllama/llama-13b': ('llama', 5120, 40, 40, 40, 13824, 32000, {}),
    'huggyllama/llama-30b': ('llama', 6656, 60, 52, 52, 17920, 32000, {}),
    'huggyllama/llama-65b': ('llama', 8192, 80, 64, 64, 22016, 32000, {}),
    'meta-llama/Llama-2-7b-hf': ('llama', 4096, 32, 32, 32, 11008, 32000, {}),
    'meta-llama/Llama-2-13b-hf': ('llama', 5120, 40, 40, 40, 13824, 32000, {}),
    'meta-llama/Llama-2-70b-hf': ('llama', 8192, 80, 64, 8, 28672, 32000, {}),
    'meta-llama/Meta-Llama-3-8B': ('llama', 4096, 32, 32, 8, 14336, 128256, {}),
    'meta-llama/Meta-Llama-3-70B': ('llama', 8192, 80, 64, 8, 28672, 128256, {}),
    'meta-llama/Llama-3.1-8B': ('llama', 4096, 32, 32, 8, 14336, 128256, {}),
    'meta-llama/Llama-3.1-70B': ('llama', 8192, 80, 64, 8, 28672, 128256, {}),
    'meta-llama/Llama-3.1-405B': ('llama', 16384, 126, 128, 8, 53248, 128256, {}),
    'meta-llama/Llama-3.2-1B': ('llama', 2048, 16, 32, 8, 8192, 128256, {'tie_word_embeddings': True}),
    'meta-llama/Llama-3.2-3B': ('llama', 3072, 28, 24, 8, 8192, 128256, {'tie_word_embeddings': True}),
    'meta-llama/Llama-3.3-70B-Instruct': ('llama', 8192, 80, 64, 8, 28672, 128256, {}),
    'TinyLlama/TinyLlama-1.1B-Chat-v1.0': ('llama', 2048, 22, 32, 4, 5632, 32000, {}),
    'HuggingFaceTB/SmolLM-135M': ('llama', 576, 30, 9, 3, 1536, 49152, {'tie_word_embeddings': True}),
    'HuggingFaceTB/SmolLM-360M': ('llama', 960, 32, 15, 5, 2560, 49152, {'tie_word_embeddings': True}),
    'HuggingFaceTB/SmolLM-1.7B': ('llama', 2048, 24, 32, 32, 8192, 49152, {'tie_word_embeddings': True}),
    'HuggingFaceTB/SmolLM2-135M': ('llama', 576, 30, 9, 3, 1536, 49152, {'tie_word_embeddings': True}),
    'HuggingFaceTB/SmolLM2-360M': ('llama', 960, 32, 15, 5, 2560, 49152, {'tie_word_embeddings': True}),
    'HuggingFaceTB/SmolLM2-1.7B': ('llama', 2048, 24, 32, 32, 8192, 49152, {'tie_word_embeddings': True}),
    '01-ai/Yi-6B': ('llama', 4096, 32, 32, 4, 11008, 64000, {}),
    '01-ai/Yi-34B': ('llama', 7168, 60, 56, 8, 20480, 64000, {}),
    'deepseek-ai/deepseek-llm-7b-base': ('llama', 4096, 30, 32, 32, 11008, 102400, {}),
    'deepseek-ai/deepseek-coder-1.3b-base': ('llama', 2048, 24, 16, 16, 5504, 32256, {}),
    'deepseek-ai/deepseek-coder-6.7b-base': ('llama', 4096, 32, 32, 32, 11008, 32256, {}),
    'deepseek-ai/DeepSeek-R1-Distill-Llama-8B': ('llama', 4096, 32, 32, 8, 14336, 128256, {}),
    'deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B': ('qwen2', 1536, 28, 12, 2, 8960, 151936, {}),
    'deepseek-ai/DeepSeek-R1-Distill-Qwen-7B': ('qwen2', 3584, 28, 28, 4, 18944, 152064, {}),
    'openbmb/MiniCPM-2B-sft-bf16': ('minicpm', 2304, 40, 36, 36, 5760, 122753, {'tie_word_embeddings': True}),
    'mistralai/Mistral-7B-v0.1': ('mistral', 4096, 32, 32, 8, 14336, 32000, {}),
    'mistralai/Mistral-7B-v0.3': ('mistral', 4096, 32, 32, 8, 14336, 32768, {}),
    'mistralai/Mistral-Nemo-Base-2407': ('mistral', 5120, 40, 32, 8, 14336, 131072, {'head_dim': 128}),
    'mistralai/Mixtral-8x7B-v0.1': ('mixtral', 4096, 32, 32, 8, 14336, 32000, {'num_local_experts': 8, 'num_experts_per_tok': 2}),
    'mistralai/Mixtral-8x22B-v0.1': ('mixtral', 6144, 56, 48, 8, 16384, 32768, {'num_local_experts': 8, 'num_experts_per_tok': 2}),
    'Qwen/Qwen-1_8B': ('qwen', 2048, 24, 16, 16, 11008, 151936, {'kv_channels': 128}),
    'Qwen/Qwen-7B': ('qwen', 4096, 32, 32, 32, 22016, 151936, {'kv_channels': 128}),
    'Qwen/Qwen-14B': ('qwen', 5120, 40, 40, 40, 27392, 152064, {'kv_channels': 128}),
    'Qwen/Qwen-72B': ('qwen', 8192, 80, 64, 64, 49152, 152064, {'kv_channels': 128}),
    'Qwen/Qwen1.5-0.5B': ('qwen2', 1024, 24, 16, 16, 2816, 151936, {'tie_word_embeddings': True}),
    'Qwen/Qwen1.5-1.8B': ('qwen2', 2048, 24, 16, 16, 5504, 151936, {}),
    'Qwen/Qwen1.5-4B': ('qwen2', 2560, 40, 20, 20, 6912, 151936, {}),
    'Qwen/Qwen1.5-7B': ('qwen2', 4096, 32, 32, 32, 11008, 151936, {}),
    'Qwen/Qwen1.5-14B': ('qwen2', 5120, 40, 40, 40, 13696, 152064, {}),
    'Qwen/Qwen2-0.5B': ('qwen2', 896, 24, 14, 2, 4864, 151936, {'tie_word_embeddings': True}),
    'Qwen/Qwen2-1.5B': ('qwen2', 1536, 28, 12, 2, 8960, 151936, {'tie_word_embeddings': True}),
    'Qwen/Qwen2-7B': ('qwen2', 3584, 28, 28, 4, 18944, 152064, {}),
    'Qwen/Qwen2-72B': ('qwen2', 8192, 80, 64, 8, 29568, 152064, {}),
    'Qwen/Qwen2.5-0.5B': ('qwen2', 896, 24, 14, 2, 4864, 151936, {'tie_word_embeddings': True}),
    'Qwen/Qwen2.5-1.5B': ('qwen2', 1536, 28, 12, 2, 8960, 151936, {'tie_word_embeddings': True}),
    'Qwen/Qwen2.5-3B': ('qwen2', 2048, 36, 16, 2, 11008, 151936, {'tie_word_embeddings': True}),
    'Qwen/Qwen2.5-7B': ('qwen2', 3584, 28, 28, 4, 18944, 152064, {}),
    'Qwen/Qwen2.5-14B': ('qwen2', 5120, 48, 40, 8, 13824, 152064, {}),
    'Qwen/Qwen2.5-32B': ('qwen2', 5120, 64, 40, 8, 27648, 152064, {}),
    'Qwen/Qwen2.5-72B': ('qwen2', 8192, 80, 64, 8, 29568, 152064, {}),
    'Qwen/Qwen3-0.6B': ('qwen3', 1024, 28, 16, 8, 3072, 151936, {'head_dim': 128, 'tie_word_embeddings': True}),
    'Qwen/Qwen3-1.7B': ('qwen3', 2048, 28, 16, 8, 6144, 151936, {'head_dim': 128, 'tie_word_embeddings': True}),
    'Qwen/Qwen3-4B': ('qwen3', 2560, 36, 32, 8, 9728, 151936, {'head_dim': 128, 'tie_word_embeddings': True}),
    'Qwen/Qwen3-8B': ('qwen3', 4096, 36, 32, 8, 12288, 151936, {'head_dim': 128}),
    'Qwen/Qwen3-14B': ('qwen3', 5120, 40, 40, 8, 17408, 151936, {'head_dim': 128}),
    'Qwen/Qwen3-32B': ('qwen3', 5120, 64, 64, 8, 25600, 151936, {'head_dim': 128}),
    'Qwen/Qwen3-30B-A3B': ('qwen3_moe', 2048, 48, 32, 4, 6144, 151936,
                           {'head_dim': 128, 'num_experts': 128, 'num_experts_per_tok': 8, 'moe_intermediate_size': 768}),
    'Qwen/Qwen1.5-MoE-A2.7B': ('qwen2_moe', 2048, 24, 16, 16, 5632, 151936, {'num_experts': 60, 'num_experts_per_tok': 4,
                               'moe_intermediate_size': 1408, 'shared_expert_intermediate_size': 5632}),
    'google/gemma-2b': ('gemma', 2048, 18, 8, 1, 16384, 256000, {'head_dim': 256}),
    'google/gemma-7b': ('gemma', 3072, 28, 16, 16, 24576, 256000, {'head_dim': 256}),
    'google/gemma-2-2b': ('gemma2', 2304, 26, 8, 4, 9216, 256000, {'head_dim': 256}),
    'google/gemma-2-9b': ('gemma2', 3584, 42, 16, 8, 14336, 256000, {'head_dim': 256}),
    'google/gemma-2-27b': ('gemma2', 4608, 46, 32, 16, 36864, 256000, {'head_dim': 128}),
    'google/gemma-3-1b-pt': ('gemma3_text', 1152, 26, 4, 1, 6912, 262144, {'head_dim': 256}),
    'microsoft/phi-1_5': ('phi', 2048, 24, 32, 32, 8192, 51200, {}),
    'microsoft/phi-2': ('phi', 2560, 32, 32, 32, 10240, 51200, {}),
    'microsoft/Phi-3-mini-4k-instruct': ('phi3', 3072, 32, 32, 32, 8192, 32064, {}),
    'microsoft/Phi-3.5-mini-instruct': ('phi3', 3072, 32, 32, 32, 8192, 32064, {}),
    'microsoft/Phi-3-medium-4k-instruct': ('phi3', 5120, 40, 40, 10, 17920, 32064, {}),
    'microsoft/phi-4': ('phi3', 5120, 40, 40, 10, 17920, 100352, {}),
    'microsoft/Phi-4-mini-instruct': ('phi3', 3072, 32, 24, 8, 8192, 200064, {'tie_word_embeddings': True}),
    'openai-community/gpt2': ('gpt2', 768, 12, 12, 12, 3072, 50257, {'n_positions': 1024}),
    'openai-community/gpt2-medium': ('gpt2', 1024, 24, 16, 16, 4096, 50257, {'n_positions': 1024}),
    'openai-community/gpt2-large': ('gpt2', 1280, 36, 20, 20, 5120, 50257, {'n_positions': 1024}),
    'openai-community/gpt2-xl': ('gpt2', 1600, 48, 25, 25, 6400, 50257, {'n_positions': 1024}),
    'facebook/opt-125m': ('opt', 768, 12, 12, 12, 3072, 50272, {'max_position_embeddings': 2048}),
    'facebook/opt-350m': ('opt', 1024, 24, 16, 16, 4096, 50272,
                          {'max_position_embeddings': 2048, 'word_embed_proj_dim': 512, 'do_layer_norm_before': False}),
    'facebook/opt-1.3b': ('opt', 2048, 24, 32, 32, 8192, 50272, {'max_position_embeddings': 2048}),
    'facebook/opt-2.7b': ('opt', 2560, 32, 32, 32, 10240, 50272, {'max_position_embeddings': 2048}),
    'facebook/opt-6.7b': ('opt', 4096, 32, 32, 32, 16384, 50272, {'max_position_embeddings': 2048}),
    'facebook/opt-13b': ('opt', 5120, 40, 40, 40, 20480, 50272, {'max_position_embeddings': 2048}),
    'bigscience/bloom-560m': ('bloom', 1024, 24, 16, 16, 4096, 250880, {}),
    'bigscience/bloom-1b1': ('bloom', 1536, 24, 16, 16, 6144, 250880, {}),
    'bigscience/bloom-1b7': ('bloom', 2048, 24, 16, 16, 8192, 250880, {}),
    'bigscience/bloom-3b': ('bloom', 2560, 30, 32, 32, 10240, 250880, {}),
    'bigscience/bloom-7b1': ('bloom', 4096, 30, 32, 32, 16384, 250880, {}),
    'bigscience/bloomz-7b1': ('bloom', 4096, 30, 32, 32, 16384, 250880, {}),
    'EleutherAI/pythia-70m': ('gpt_neox', 512, 6, 8, 8, 2048, 50304, {}),
    'EleutherAI/pythia-160m': ('gpt_neox', 768, 12, 12, 12, 3072, 50304, {}),
    'EleutherAI/pythia-410m': ('gpt_neox', 1024, 24, 16, 16, 4096, 50304, {}),
    'EleutherAI/pythia-1b': ('gpt_neox', 2048, 16, 8, 8, 8192, 50304, {}),
    'EleutherAI/pythia-1.4b': ('gpt_neox', 2048, 24, 16, 16, 8192, 50304, {}),
    'EleutherAI/pythia-2.8b': ('gpt_neox', 2560, 32, 32, 32, 10240, 50304, {}),
    'EleutherAI/pythia-6.9b': ('gpt_neox', 4096, 32, 32, 32, 16384, 50432, {}),
    'EleutherAI/pythia-12b': ('gpt_neox', 5120, 36, 40, 40, 20480, 50688, {}),
    'EleutherAI/gpt-neox-20b': ('gpt_neox', 6144, 44, 64, 64, 24576, 50432, {}),
    'stabilityai/stablelm-base-alpha-3b': ('gpt_neox', 4096, 16, 32, 32, 16384, 50688, {}),
    'EleutherAI/gpt-j-6b': ('gptj', 4096, 28, 16, 16, 16384, 50400, {}),
    'EleutherAI/gpt-neo-1.3B': ('gpt_neo', 2048, 24, 16, 16, 8192, 50257, {'max_position_embeddings': 2048}),
    'EleutherAI/gpt-neo-2.7B': ('gpt_neo', 2560, 32, 20, 20, 10240, 50257, {'max_position_embeddings': 2048}),
    'tiiuae/falcon-7b': ('falcon', 4544, 32, 71, 1, 18176, 65024, {'multi_query': True, 'new_decoder_architecture': False}),
    'tiiuae/falcon-40b': ('falcon', 8192, 60, 128, 8, 32768, 65024, {'new_decoder_architecture': True}),
    'THUDM/chatglm2-6b': ('chatglm', 4096, 28, 32, 2, 13696, 65024, {'add_qkv_bias': True, 'kv_channels': 128}),
    'THUDM/chatglm3-6b': ('chatglm', 4096, 28, 32, 2, 13696, 65024, {'add_qkv_bias': True, 'kv_channels': 128}),
    'THUDM/glm-4-9b': ('chatglm', 4096, 40, 32, 2, 13696, 151552, {'add_qkv_bias': True, 'kv_channels': 128}),
    'baichuan-inc/Baichuan2-7B-Base': ('baichuan', 4096, 32, 32, 32, 11008, 125696, {}),
    'baichuan-inc/Baichuan2-13B-Base': ('baichuan', 5120, 40, 40, 40, 13696, 125696, {}),
    'internlm/internlm-7b': ('internlm', 4096, 32, 32, 32, 11008, 103168, {'bias': True}),
    'internlm/internlm2-7b': ('internlm2', 4096, 32, 32, 8, 14336, 92544, {}),
    'internlm/internlm2-1_8b': ('internlm2', 2048, 24, 16, 8, 8192, 92544, {}),
    'internlm/internlm2-20b': ('internlm2', 6144, 48, 48, 8, 16384, 92544, {}),
    'bigcode/starcoderbase-1b': ('gpt_bigcode', 2048, 24, 16, 1, 8192, 49152, {'n_positions': 8192, 'multi_query': True}),
    'bigcode/starcoder': ('gpt_bigcode', 6144, 40, 48, 1, 24576, 49152, {'n_positions': 8192, 'multi_query': True}),
    'bigcode/starcoder2-3b': ('starcoder2', 3072, 30, 24, 2, 12288, 49152, {'use_bias': True}),
    'bigcode/starcoder2-7b': ('starcoder2', 4608, 32, 36, 4, 18432, 49152, {'use_bias': True}),
    'stabilityai/stablelm-2-1_6b': ('stablelm', 2048, 24, 32, 32, 5632, 100352, {'use_qkv_bias': True}),
    'google-bert/bert-base-uncased': ('bert', 768, 12, 12, 12, 3072, 30522, {'max_position_embeddings': 512, 'type_vocab_size': 2}),
    'google-bert/bert-large-uncased': ('bert', 1024, 24, 16, 16, 4096, 30522, {'max_position_embeddings': 512, 'type_vocab_size': 2}),
    'FacebookAI/roberta-base': ('roberta', 768, 12, 12, 12, 3072, 50265, {'max_position_embeddings': 514, 'type_vocab_size': 1}),
    'FacebookAI/roberta-large': ('roberta', 1024, 24, 16, 16, 4096, 50265, {'max_position_embeddings': 514, 'type_vocab_size': 1}),
    'google/vit-base-patch16-224': ('vit', 768, 12, 12, 12, 3072, 0, {'image_size': 224, 'patch_size': 16, 'labels': 1000}),
    'google/vit-large-patch16-224': ('vit', 1024, 24, 16, 16, 4096, 0, {'image_size': 224, 'patch_size': 16, 'labels': 1000}),
    'google-t5/t5-small': ('t5', 512, 6, 8, 8, 2048, 32128, {'d_kv': 64}),
    'google-t5/t5-base': ('t5', 768, 12, 12, 12, 3072, 32128, {'d_kv': 64}),
    'google-t5/t5-large': ('t5', 1024, 24, 16, 16, 4096, 32128, {'d_kv': 64}),
    'google-t5/t5-3b': ('t5', 1024, 24, 32, 32, 16384, 32128, {'d_kv': 128}),
    'google/flan-t5-base': ('t5', 768, 12, 12, 12, 2048, 32128, {'d_kv': 64, 'feed_forward_proj': 'gated-gelu', 'tie_word_embeddings': False}),
    'google/flan-t5-large': ('t5', 1024, 24, 16, 16, 2816, 32128, {'d_kv': 64, 'feed_forward_proj': 'gated-gelu', 'tie_word_embeddings': False}),
    'google/flan-t5-xl': ('t5', 2048, 24, 32, 32, 5120, 32128, {'d_kv': 64, 'feed_forward_proj': 'gated-gelu', 'tie_word_embeddings': False}),
    'bigscience/T0_3B': ('t5', 2048, 24, 32, 32, 5120, 32128, {'d_kv': 64, 'feed_forward_proj': 'gated-gelu', 'tie_word_embeddings': False}),
    'bigscience/mt0-xxl': ('mt5', 4096, 24, 64, 64, 10240, 250112, {'d_kv': 64, 'feed_forward_proj': 'gated-gelu', 'tie_word_embeddings': False}),
}

# Checkpoints with the dimensions of another one: what is left when one of these endings is taken off.
SAME_DIMENSIONS = ('-Instruct', '-instruct', '-chat-hf', '-chat', '-Chat', '-it', '-Base', '-hf', '-v1.0')


def row_by_name(name):
    """The row of a name, or the one of a copy under another owner ('NousResearch/Meta-Llama-3.1-8B'), or without any ('gpt2'); of several none."""
    if name in CHECKPOINTS:
        return CHECKPOINTS[name]
    last = name.split('/')[-1].replace('Meta-', '')
    same = [known for known in CHECKPOINTS if known.split('/')[-1].replace('Meta-', '') == last]
    return CHECKPOINTS[same[0]] if len(same) == 1 else None


def checkpoint_config(name):
    """config.json of a checkpoint of the table, in its essential keys; None: the name isn't there."""
    row = row_by_name(name)
    for ending in SAME_DIMENSIONS:
        if row is None and name.endswith(ending):
            bare = name[:len(name) - len(ending)]
            row = row_by_name(bare) or row_by_name(bare + '-hf') or row_by_name(bare + '-Base')
    if row is None:
        return None
    config = {'model_type': row[0], 'hidden_size': row[1], 'num_hidden_layers': row[2], 'num_attention_heads': row[3],
              'num_key_value_heads': row[4], 'intermediate_size': row[5], 'vocab_size': row[6]}
    config.update(row[7])
    return config
