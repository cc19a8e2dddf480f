# SPDX-License-Identifier: MIT
"""Python packages as their sources say: names and where they come from, classes with their fields and parameters.

Everything is read with ast and nothing is run. `Package` has the modules of one version of a package; `find` follows a
dotted name through its imports; `fields` lists what a class takes, with the classes of the same package that it inherits
from. A field is (type, default), both texts; how they are written stands in argument-schemas.py."""
import ast
import json

from frameworks import linearized

NO_DEFAULT, UNKNOWN = '-', '?'
SCALARS = {'int': 'int', 'float': 'float', 'bool': 'bool', 'str': 'str', 'list': 'list', 'dict': 'dict', 'List': 'list',
           'Dict': 'dict', 'Sequence': 'list', 'Iterable': 'list', 'tuple': 'list', 'Tuple': 'list', 'Mapping': 'dict',
           'set': 'list', 'Set': 'list'}
ENUMS = {'Enum', 'ExplicitEnum', 'StrEnum', 'BaseEnum', 'EnumWithContains', 'IntEnum', 'LightningEnum'}

BUILTIN = {'object', 'dict', 'list', 'str', 'int', 'Exception', 'ValueError'}


def dotted(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def called(node):
    """The last part of the name that a call or decorator has."""
    return (dotted(node.func if isinstance(node, ast.Call) else node) or '').rpartition('.')[2]


def keywords(call):
    return {k.arg: k.value for k in call.keywords if k.arg}


class Module:
    """What a file binds at its top."""

    def __init__(self, text):
        self.names, self.stars, self.classes, self.text, self.found = {}, [], {}, text, {}
        try:
            self.tree = ast.parse(text)
        except (SyntaxError, ValueError):
            self.tree = ast.Module(body=[], type_ignores=[])
        self.body(self.tree.body)

    def functions_with(self, name):
        """Its functions that have this attribute or variable."""
        if name not in self.found:
            functions = [n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef)] if name in self.text else []
            self.found[name] = [f for f in functions if any(
                getattr(n, 'attr', getattr(n, 'id', None)) == name for n in ast.walk(f))]
        return self.found[name]

    def body(self, body):
        for n in body:
            if isinstance(n, ast.ClassDef):
                self.classes[n.name] = n
                self.names[n.name] = ('class', n)
            elif isinstance(n, ast.ImportFrom):
                for x in n.names:
                    if x.name == '*':
                        self.stars.append((n.level, n.module or ''))
                    else:
                        self.names.setdefault(x.asname or x.name, ('from', n.level, n.module or '', x.name))
            elif isinstance(n, ast.Import):
                for x in n.names:
                    self.names[x.asname or x.name.split('.')[0]] = ('module', x.name if x.asname else x.name.split('.')[0])
            elif isinstance(n, (ast.Assign, ast.AnnAssign)) and n.value:
                for t in n.targets if isinstance(n, ast.Assign) else [n.target]:
                    if isinstance(t, ast.Name):
                        self.names[t.id] = ('value', n.value)
            elif isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.names[n.name] = ('function', n)
            elif isinstance(n, (ast.If, ast.Try, ast.With)):
                for part in ('body', 'orelse', 'finalbody'):
                    self.body(getattr(n, part, []))
                for h in getattr(n, 'handlers', []):
                    self.body(h.body)


class Package:
    """files: {path below the package's folder: Module}"""

    def __init__(self, name, files):
        self.name, self.modules, self.inits = name, {}, set()
        for path, module in files.items():
            m = path[:-3].replace('/', '.')
            is_init = m == '__init__' or m.endswith('.__init__')
            m = name + ('' if m == '__init__' else '.' + (m[:-9] if is_init else m))
            self.modules[m] = module
            if is_init:
                self.inits.add(m)

    def absolute(self, module, level, name):
        if not level:
            return name
        parts = module.split('.')
        up = level - (1 if module in self.inits else 0)
        parts = parts[:len(parts) - up] if up else parts
        return '.'.join(parts + ([name] if name else []))

    def member(self, module, name, hops=0):
        """(kind, module, name) with kind class, value or function; ('module', dotted); ('ext', dotted); None"""
        m = self.modules.get(module)
        if m is None:
            return None if module.split('.')[0] == self.name else ('ext', f'{module}.{name}')
        if hops > 20:
            return None
        what = m.names.get(name)
        if what is None or (what[0] == 'from' and self.absolute(module, what[1], what[2]) == module):
            for level, star in reversed(m.stars):
                found = self.member(self.absolute(module, level, star), name, hops + 1)
                if found and found[0] != 'ext':
                    return found
            return ('module', f'{module}.{name}') if f'{module}.{name}' in self.modules else None
        if what[0] in ('class', 'value', 'function'):
            return (what[0], module, name)
        if what[0] == 'module':
            return ('module', what[1])
        source = self.absolute(module, what[1], what[2])
        return self.member(source, what[3], hops + 1) or (
            ('module', f'{source}.{what[3]}') if f'{source}.{what[3]}' in self.modules else None)

    def find(self, module, text):
        if not text:
            return None
        first, *more = text.split('.')
        at = self.member(module, first)
        for name in more:
            if at and at[0] == 'module':
                at = self.member(at[1], name)
            elif at and at[0] == 'ext':
                at = ('ext', f'{at[1]}.{name}')
            elif at and at[0] == 'class':
                at = ('item', at[1], at[2], name)
            else:
                return None
        return at

    def node(self, at):
        return self.modules[at[1]].names[at[2]][1]

    # ---- constants ----

    def constant(self, node, module, depth=0):
        """(value,), or None where it can't be told."""
        if node is None or depth > 8:
            return None
        if isinstance(node, ast.Constant):
            return (node.value,)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            v = self.constant(node.operand, module, depth + 1)
            return (-v[0],) if v and isinstance(v[0], (int, float)) else None
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            out = [self.constant(e, module, depth + 1) for e in node.elts]
            return ([v[0] for v in out],) if all(out) else None
        if isinstance(node, ast.Dict) and all(node.keys):
            out = [(self.constant(k, module, depth + 1), self.constant(v, module, depth + 1))
                   for k, v in zip(node.keys, node.values)]
            return ({k[0]: v[0] for k, v in out},) if all(k and v for k, v in out) else None
        if isinstance(node, ast.BinOp):
            return self.sum(node, module, depth)
        if isinstance(node, ast.Call) and called(node) in ('int', 'float', 'pp_int', 'str') and node.args:
            v = self.constant(node.args[0], module, depth + 1)
            kind = {'float': float, 'str': str}.get(called(node), int)
            return (kind(v[0]),) if v and isinstance(v[0], (int, float)) else None
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self.named(node, module, depth)
        return None

    def sum(self, node, module, depth):
        a, b = (self.constant(x, module, depth + 1) for x in (node.left, node.right))
        if not a or not b:
            return None
        a, b = a[0], b[0]
        numbers = isinstance(a, (int, float)) and isinstance(b, (int, float))
        if isinstance(node.op, ast.Add) and (numbers or (type(a) is type(b) and isinstance(a, (str, list)))):
            return (a + b,)
        if isinstance(node.op, ast.Mult) and numbers:
            return (a * b,)
        if isinstance(node.op, ast.Sub) and numbers:
            return (a - b,)
        if isinstance(node.op, ast.Pow) and numbers and abs(b) < 64:
            return (a ** b,)
        return None

    def named(self, node, module, depth):
        text = dotted(node)
        if text and text.endswith('.value'):
            text = text[:-6]
        at = self.find(module, text)
        if at and at[0] == 'value':
            return self.constant(self.node(at), at[1], depth + 1)
        if at and at[0] == 'item':
            return self.item(at[1], at[2], at[3], depth)
        return None

    def item(self, module, cls, name, depth=0):
        """A class attribute's value."""
        for n in self.modules[module].classes[cls].body:
            if isinstance(n, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in n.targets):
                return self.constant(n.value, module, depth + 1)
        return None

    def choices_of_enum(self, module, cls):
        """The values of an enumeration of texts or numbers; None: it is none."""
        node = self.modules[module].classes[cls]
        if not any((dotted(b) or '').rpartition('.')[2] in ENUMS for b in node.bases):
            return None
        out = []
        for n in node.body:
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name):
                v = self.constant(n.value, module)
                if not v or not isinstance(v[0], (str, int)) or isinstance(v[0], bool):
                    return None
                if v[0] not in out:
                    out.append(v[0])
            elif isinstance(n, ast.FunctionDef) and n.name in ('__new__', '_missing_') and \
                    not any(isinstance(x, ast.Raise) for x in ast.walk(n)):
                return None
        return out or None

    # ---- types ----

    def words_of_type(self, node, module, depth=0):
        """What an annotation allows: type words and tuples of choices. None stands for nothing."""
        if node is None or depth > 10:
            return ['any']
        if isinstance(node, ast.Constant):
            if node.value is None:
                return []
            if isinstance(node.value, str):
                try:
                    return self.words_of_type(ast.parse(node.value, mode='eval').body, module, depth + 1)
                except SyntaxError:
                    pass
            return ['any']
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self.words_of_type(node.left, module, depth + 1) + self.words_of_type(node.right, module, depth + 1)
        if isinstance(node, ast.Subscript):
            name = (dotted(node.value) or '').rpartition('.')[2]
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if name in ('Union', 'Optional'):
                return [w for x in inner for w in self.words_of_type(x, module, depth + 1)]
            if name == 'Annotated':
                return self.words_of_type(inner[0], module, depth + 1)
            if name == 'Literal':
                return self.literal(inner, module)
            return [SCALARS.get(name, 'any')]
        name = dotted(node)
        if name and name.rpartition('.')[2] == 'NoneType':
            return []
        if name and '.' not in name and name in SCALARS:
            return [SCALARS[name]]
        at = self.find(module, name)
        if at and at[0] == 'class':
            choices = self.choices_of_enum(at[1], at[2])
            return [('enum', tuple(choices))] if choices else ['any']
        if at and at[0] == 'value':
            return self.words_of_type(self.node(at), at[1], depth + 1)
        if name and name.rpartition('.')[2] in SCALARS and name.split('.')[0] == 'typing':
            return [SCALARS[name.rpartition('.')[2]]]
        return ['any']

    def literal(self, inner, module):
        values = [self.constant(x, module) for x in inner]
        if not all(values):
            return ['any']
        values = [v[0] for v in values if v[0] is not None]
        if any(isinstance(v, bool) or not isinstance(v, (str, int)) for v in values):
            return ['any']
        return [('literal', tuple(values))] if values else []

    def type(self, node, module, choices=None):
        words = list(dict.fromkeys(self.words_of_type(node, module)))
        sets = [w for w in words if isinstance(w, tuple)]
        plain = {w for w in words if isinstance(w, str)}
        if choices and plain <= {'str', 'int', 'any'}:
            return choice_text(choices) or (plain.pop() if len(plain) == 1 else 'any')
        if sets:
            closed = [v for kind, values in sets for v in values]
            if not plain or (plain == {'str'} and all(kind == 'enum' for kind, _ in sets)):
                return choice_text(list(dict.fromkeys(closed))) or 'str'
            return 'any'
        if plain == {'int', 'float'}:
            return 'float'
        return plain.pop() if len(plain) == 1 else 'any'

    # ---- classes ----

    def mro(self, key):
        """Classes of the package as (module, name), others as their dotted names; None: it can't be told."""
        lists, bases = [], []
        for b in self.modules[key[0]].classes[key[1]].bases:
            name = dotted(b.value if isinstance(b, ast.Subscript) else b)
            at = self.find(key[0], name)
            if at and at[0] == 'class' and at[1:] != key:
                one, base = self.mro(at[1:]), at[1:]
            else:
                base = at[1] if at and at[0] == 'ext' else 'object' if name in BUILTIN else f'?{name}'
                one = [base]
            if one is None:
                return None
            lists.append(list(one))
            bases.append(base)
        return linearized(key, [*lists, bases])

    def fields(self, key):
        """({name: (type, default)}, dotted names of bases that other packages have); None: it can't be told."""
        mro = self.mro(key)
        if mro is None:
            return None
        out, outside = {}, []
        for k in reversed(mro):
            if isinstance(k, str):
                outside.insert(0, k)
                continue
            node = self.modules[k[0]].classes[k[1]]
            if is_dataclass(node) or is_model(mro):
                out.update(self.own_fields(k))
        return out, outside

    def own_fields(self, key):
        module, out = key[0], {}
        node = self.modules[module].classes[key[1]]
        for n in node.body:
            if not isinstance(n, ast.AnnAssign) or not isinstance(n.target, ast.Name) or n.target.id == 'model_config':
                continue
            name, note = n.target.id, ast.unparse(n.annotation)
            if 'ClassVar' in note:
                continue
            more = keywords(n.value) if isinstance(n.value, ast.Call) and called(n.value) in ('field', 'Field') else {}
            if 'init' in more and self.constant(more['init'], module) == (False,):
                out.pop(name, None)
                continue
            kind = 'any' if has_const(more) else self.type(n.annotation, module, self.choices(more, module))
            row = (kind, self.default(n.value, module))
            out[name] = row
            for alias in self.aliases(more, module):
                out[alias] = row
        return out

    def aliases(self, more, module):
        """Other names of a pydantic field."""
        given = [more[k] for k in ('alias', 'validation_alias') if k in more]
        given = [x for g in given for x in (g.args if isinstance(g, ast.Call) and called(g) == 'AliasChoices' else [g])]
        found = [self.constant(g, module) for g in given]
        return [f[0] for f in found if f and isinstance(f[0], str)]

    def choices(self, more, module):
        meta = more.get('metadata')
        if isinstance(meta, ast.Dict):
            for k, v in zip(meta.keys, meta.values):
                if isinstance(k, ast.Constant) and k.value == 'choices':
                    found = self.constant(v, module)
                    return [x for x in found[0] if x is not None] if found and isinstance(found[0], list) else None
        return None

    def default(self, value, module):
        if value is None:
            return NO_DEFAULT
        if isinstance(value, ast.Call) and called(value) in ('field', 'Field'):
            more = keywords(value)
            if 'default' in more:
                value = more['default']
            elif 'default_factory' in more:
                value = more['default_factory']
                name = dotted(value)
                if name in ('list', 'dict'):
                    return '[]' if name == 'list' else '{}'
                if not isinstance(value, ast.Lambda):
                    return UNKNOWN
                value = value.body
            elif value.args:
                value = value.args[0]
            else:
                return NO_DEFAULT
        if isinstance(value, ast.Constant) and value.value is ...:
            return NO_DEFAULT
        return text_of(self.constant(value, module))

    def parameters(self, key):
        """Like fields, of an __init__; the bases are those that its **kwargs reach. None: they go nowhere known."""
        mro, out = self.mro(key), {}
        for i, k in enumerate(mro or []):
            if isinstance(k, str):
                return out, [k]
            node = self.modules[k[0]].classes[k[1]]
            init = own_init(node)
            if init is None and is_dataclass(node):
                found = self.fields(k)
                return None if found is None else ({**found[0], **out}, found[1])
            if init is None:
                continue
            for name, row in self.own_parameters(init, k[0]).items():
                out.setdefault(name, row)
            if not init.args.kwarg:
                return out, []
            if not passes_on(init) or i + 1 == len(mro):
                return None
        return (out, []) if mro else None

    def own_parameters(self, init, module):
        a = init.args
        given = a.posonlyargs + a.args
        pairs = list(zip(given, [None] * (len(given) - len(a.defaults)) + a.defaults))[1:]
        out = {}
        for x, d in pairs + list(zip(a.kwonlyargs, a.kw_defaults)):
            out[x.arg] = (self.type(x.annotation, module) if x.annotation else 'any', self.default(d, module))
        for d in init.decorator_list:
            if isinstance(d, ast.Call) and 'deprecate' in called(d) and 'kwarg' in called(d) and d.args:
                name = self.constant(d.args[0], module)
                if name and isinstance(name[0], str):
                    out.setdefault(name[0], ('any', 'None'))
        return out


def own_init(node):
    """Its __init__; a dataclass keeps the one that it has."""
    return next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == '__init__'), None)


def has_const(more):
    """Its flag can stand alone and is another value then."""
    return isinstance(more.get('metadata'), ast.Dict) and any(
        isinstance(k, ast.Constant) and k.value == 'const' for k in more['metadata'].keys)


def is_dataclass(node):
    return any(called(d) == 'dataclass' for d in node.decorator_list)


def is_model(mro):
    return any(k == 'pydantic.BaseModel' for k in mro) or any(
        not isinstance(k, str) and k[1] in ('DeepSpeedConfigModel', 'BaseModel') for k in mro)


def passes_on(init):
    """super().__init__(..., **kwargs) is the only use of its **kwargs, but for keys that it sets or asks for"""
    kw, calls, uses = init.args.kwarg.arg, 0, 0
    for n in ast.walk(init):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == '__init__' and \
                called(n.func.value) == 'super':
            calls += any(k.arg is None and isinstance(k.value, ast.Name) and k.value.id == kw for k in n.keywords)
        if isinstance(n, ast.Subscript) or (isinstance(n, ast.Attribute) and n.attr == 'get'):
            uses -= isinstance(n.value, ast.Name) and n.value.id == kw
        uses += isinstance(n, ast.Name) and n.id == kw
    return calls == uses == 1


def choice_text(values):
    """a|b|c; None: a value can't be written so, or the line would be too long."""
    words = [str(v) for v in values]
    if any(not w or set(w) & set(' |\t\n#,[]{}\'"') or w.endswith(':') for w in words):
        return None
    text = '|'.join(words)
    return text if len(words) > 1 and len(text) <= 90 else None


def text_of(value):
    """How a default stands in a row. A text that YAML or the row's spaces would not bear is unknown."""
    if value is None:
        return UNKNOWN
    value = value[0]
    if isinstance(value, str):
        text = value
    elif isinstance(value, (list, dict)):
        try:
            text = json.dumps(value, separators=(',', ':'))
        except TypeError:
            return UNKNOWN
    else:
        text = repr(value)
    plain = text and text.isprintable() and not set(text) & set(' #\\') and ': ' not in text and not text.endswith(':')
    return text if plain and len(text) <= 40 else UNKNOWN
