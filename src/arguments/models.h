// SPDX-License-Identifier: MIT
/* What is known of models and cards by name: rules/models.yaml and rules/capabilities.yaml.
 *
 * 	model_by_name("meta-llama/Llama-2-7b-hf")	llama
 * 	model_modules(m, "llama")			{linear: [q_proj, ...], layers: [LlamaDecoderLayer], ...}
 *
 * Immutable once loaded. */
#ifndef ARGUMENTS_MODELS_H
#define ARGUMENTS_MODELS_H
#include "base/map.h"
#include "base/str.h"
#include "text/vfs.h"
#include "text/yaml.h"

struct models;
/* Read at the first call; lives as long as fs. */
const struct models *models_of(const struct vfs *fs);
/* The type of a checkpoint by its public name; NULL: not listed. */
const struct str *model_by_name(const struct models *m, const struct str *name);
/* A map of lists: linear, modules, layers, classes, lora; NULL: nothing is known of that type. Names of attributes that
 * any type may have are in models_shared alone. */
const struct ynode *model_modules(const struct models *m, const struct str *type);
const struct ynode *models_shared(const struct models *m);
/* Whether some type has a layer of that class. */
bool model_layer_known(const struct models *m, const struct str *class);
/* The compute capability of a card, however its name is spelt ("Tesla V100-SXM2-32GB", "gpu:v100:8"); of alternatives
 * ("v100|p100") the best; 0: not listed, or not each of them. */
double card_capability(const struct models *m, const char *name);
/* Parameters of a checkpoint that says them in its name ("Qwen2.5-7B-Instruct": 7e9, "opt-125m"); 0: it says none, or
 * several ("Mixtral-8x7B", "7B-to-1B"). Such names round. */
double model_size_by_name(const char *name);
#endif
