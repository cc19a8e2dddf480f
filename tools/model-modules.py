#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which modules the models of transformers have, by model type.

    tools/model-modules.py TRANSFORMERS PEFT OUT

writes OUT (in the repository: rules/models.yaml) from the sources in two git directories, of which nothing is run. Of
each minor release the newest tag is read. The same commits give the same bytes: `made` is the day of the newest release.

Of each type: `linear`, the attributes that hold linear layers in the newest release; `modules`, all other attributes that
any release gives the result of a call, those of the files that it imports classes from, too; `layers`, the classes that
the newest release keeps on one device; `classes`, the others of any release that knows FSDP that may be parts; `lora`, what peft adapts
unless it is told. `shared` are such attributes of the files that all models use.
Types whose parts are other models (those for images and text) are left out. What stands behind the line `by hand` in OUT
is kept.
"""
import ast
import functools
import re
import subprocess
import sys

TYPES = '''llama mistral mixtral qwen2 qwen2_moe qwen3 qwen3_moe gemma gemma2 phi phi3 gpt2 gptj gpt_neo gpt_neox gpt_bigcode
bloom opt falcon mpt t5 mt5 umt5 bart mbart pegasus marian m2m_100 blenderbot led bert roberta xlm_roberta camembert distilbert
albert electra deberta deberta_v2 xlnet layoutlm longformer big_bird mobilebert roformer esm vit deit swin beit wav2vec2 hubert
whisper clip stablelm starcoder2 codegen cohere olmo olmo2 granite nemotron persimmon xglm biogpt glm glm4 smollm3 rwkv mamba
deepseek_v3 gpt_oss switch_transformers'''.split()
NAMED = {'xlm_roberta': 'xlm-roberta', 'deberta_v2': 'deberta-v2', 'gpt_neox': 'gpt_neox', 'big_bird': 'big_bird'}
ATTRIBUTE = re.compile(r'^\s+self\.(\w+)(?:: [\w.\[\], ]+)? = (.*)$', re.M)
KEY = re.compile(r'''\(?["'](\w+)["'](?:, |: )(?:nn\.|[A-Z]\w+\()|(?:add_module|setattr)\(\s*(?:self, )?["'](\w+)["']''')
IMPORT = re.compile(r'^from (?:\.|transformers\.models\.)+(\w+)?\.?modeling_(\w+) import', re.M)
SHARED = ['modeling_utils', 'modeling_layers', 'pytorch_utils', 'activations']
PART = re.compile(r'(Model|PreTrainedModel|Output\w*|Config|Tokenizer\w*|Cache|WithPast|Mixin)$|For[A-Z]\w+$')  # no layers
WIDTH = 118
WRAPPED = (4, 20, 0)  # FSDP came after it


def number(tag):
    return tuple(int(x) for x in tag[1:].split('.'))


def git(directory, *words, text=None):
    return subprocess.run(['git', '-C', directory, *words], input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, errors='replace').stdout


def newest_tags(directory):
    """[tag], the newest of each minor release, in order"""
    best = {}
    for tag in git(directory, 'tag').split():
        m = re.fullmatch(r'v(\d+)\.(\d+)\.(\d+)', tag)
        if m and int(m[1]) > 2:
            best.setdefault((int(m[1]), int(m[2])), []).append((int(m[3]), tag))
    return [max(best[k])[1] for k in sorted(best)]


class Sources:
    def __init__(self, directory):
        self.directory, self.blobs, self.known = directory, {}, {}

    def text(self, tag, path):
        key = self.blob(tag).get(path)
        if key and key not in self.known:
            self.known[key] = git(self.directory, 'cat-file', 'blob', key)
        return self.known.get(key, '')

    def blob(self, tag):
        if tag not in self.blobs:
            lines = git(self.directory, 'ls-tree', '-r', tag, 'src/transformers').splitlines()
            self.blobs[tag] = {l.split('\t')[1]: l.split()[2] for l in lines}
        return self.blobs[tag]

    def modeling(self, tag, name):
        for path in (f'src/transformers/models/{name}/modeling_{name}.py', f'src/transformers/modeling_{name}.py'):
            if path in self.blob(tag):
                return self.text(tag, path)
        return ''


def is_linear(value):
    return re.match(r'(nn\.)?(Linear|Conv1D|NonDynamicallyQuantizableLinear|FalconLinear)\(', value) is not None


@functools.lru_cache(None)
def facts_of(text):
    linear, other, layers = set(), set(), []
    for m in ATTRIBUTE.finditer(text):
        if is_linear(m[2]):
            linear.add(m[1])
        elif '(' in m[2] or re.match(r'\w+$', m[2]):
            other.add(m[1])
    for m in KEY.finditer(text):
        other.add(m[1] or m[2])
    for m in re.finditer(r'_no_split_modules = (\[[^\]]*\])', text):
        layers += [c for c in ast.literal_eval(m[1]) if c not in layers]
    return linear, other, set(re.findall(r'^class (\w+)\(', text, re.M)), layers, [m[2] for m in IMPORT.finditer(text) if f'modeling_{m[2]}' not in SHARED]


def read(sources, tag, name, seen):
    """({linear}, {other attributes}, {classes}, [classes of layers]) of one release"""
    text = sources.modeling(tag, name)
    if not text or name in seen:
        return set(), set(), set(), []
    seen.add(name)
    linear, other, classes, layers, imported = facts_of(text)
    other, classes = set(other), set(classes)
    for more in imported:
        if more != name:
            found = read(sources, tag, more, seen)
            other |= found[0] | found[1]
            classes |= found[2]
    return linear, other, classes, layers


def is_composed(text):
    return re.search(r'AutoModel\w*\.from_config|AutoBackbone|load_backbone', text) is not None


def listed(names):
    """a YAML list over several lines"""
    out, line = [], ''
    for name in names:
        if line and len(line) + len(name) + 6 > WIDTH:
            out.append(line)
            line = ''
        line += (' ' if line else '') + name + ','
    return '[' + ('\n      '.join(out + [line]))[:-1] + ']' if names else '[]'


def lora_defaults(directory):
    text = git(directory, 'show', 'HEAD:src/peft/utils/constants.py')
    for n in ast.parse(text).body:
        if isinstance(n, ast.Assign) and n.targets[0].id == 'TRANSFORMERS_MODELS_TO_LORA_TARGET_MODULES_MAPPING':
            return {k: v for k, v in ast.literal_eval(n.value).items() if isinstance(v, list)}


def write_type(f, name, linear, other, layers, classes, lora):
    f.write(f'  {name}:\n    linear: {listed(linear)}\n    modules: {listed(other)}\n')
    f.write(f'    layers: {listed(layers)}\n    classes: {listed(classes)}\n')
    if lora:
        f.write(f'    lora: {listed(lora)}\n')


def main():
    transformers, peft, out = sys.argv[1:]
    sources, tags, lora = Sources(transformers), newest_tags(transformers), lora_defaults(peft)
    shared = set()
    for tag in tags:
        for name in SHARED:
            text = sources.text(tag, f'src/transformers/{name}.py')
            shared |= {m[1] for m in ATTRIBUTE.finditer(text) if '(' in m[2]}
    rows = {}
    for name in TYPES:
        of = [t for t in tags if sources.modeling(t, name)]
        if not of or is_composed(sources.modeling(of[-1], name)):
            print(f'left out: {name}', file=sys.stderr)
            continue
        linear, _, classes, layers = read(sources, of[-1], name, set())
        other = set(shared)
        for tag in of:
            more = read(sources, tag, name, set())
            other |= more[0] | more[1]
            classes |= more[2] if number(tag) >= WRAPPED else set()
        rows[NAMED.get(name, name)] = (sorted(linear), sorted(other - linear), layers, sorted(classes - set(layers)))
    try:
        by_hand = open(out).read().partition('# by hand')[2]
    except OSError:
        by_hand = ''
    with open(out, 'w') as f:
        f.write('# Made by tools/model-modules.py from transformers and peft up to the line "by hand".\n')
        f.write(f'made: {git(transformers, "log", "-1", "--format=%cs", tags[-1]).strip()}\n')
        f.write(f'transformers: {tags[-1][1:]}\nsource: [https://github.com/huggingface/transformers, https://github.com/huggingface/peft]\n')
        f.write(f'shared: {listed(sorted(shared))}\ntypes:\n')
        for name, (linear, other, layers, classes) in rows.items():
            write_type(f, name, linear, [x for x in other if x not in shared], layers,
                       [c for c in classes if not PART.search(c)], lora.get(name))
        f.write('# by hand' + by_hand)


main()
