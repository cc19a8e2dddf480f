// SPDX-License-Identifier: MIT
/* Builtins and methods: at least one case for every row of the table, its result as CPython's repr(). Then ConfigDict's
 * own rules, on a frozen base, and what unknown arguments do. */
#include "python/builtin/builtin.h"
#include "python/builtin/module.h"
#include "python/eval/eval.h"
#include "python/eval/eval_stmt.h"
#include "python/ops/op_configdict.h"
#include "python/state/thaw.h"
#include "python/syntax/parse.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const char prelude[] = "import collections\nimport copy\nimport functools\nimport importlib\nimport "
			      "itertools\nimport math\nimport operator\n"
			      "import os\ndef m(x, f):\n    f(x)\n    return x\n";

static const struct {
	const char *row, *expr, *want;
} cases[] = {
	{ "abs", "abs(-3)", "3" },
	{ "abs", "abs(-2.5)", "2.5" },
	{ "abs", "abs(True)", "1" },
	{ "all", "all([1, 0])", "False" },
	{ "all", "all([])", "True" },
	{ "any", "any([0, 'a'])", "True" },
	{ "any", "any(())", "False" },
	{ "ascii", "ascii('h\\xe9\\u65e5')", "\"'h\\\\xe9\\\\u65e5'\"" },
	{ "bin", "bin(-5)", "'-0b101'" },
	{ "bool", "bool([])", "False" },
	{ "bool", "bool(0.1)", "True" },
	{ "bool", "bool()", "False" },
	{ "bytes", "bytes(b'ab')", "b'ab'" },
	{ "callable", "callable(len)", "True" },
	{ "callable", "callable(3)", "False" },
	{ "chr", "chr(0x65e5)", "'\346\227\245'" },
	{ "collections.namedtuple", "collections.namedtuple('P', 'a, b')(1, b=2)", "P(a=1, b=2)" },
	{ "complex", "complex(1, -2)", "(1-2j)" },
	{ "dict", "dict(a=1, b=2)", "{'a': 1, 'b': 2}" },
	{ "dict", "dict([('a', 1), ('b', 2)], a=3)", "{'a': 3, 'b': 2}" },
	{ "dict", "dict({'x': 1}, y=2)", "{'x': 1, 'y': 2}" },
	{ "dict", "dict()", "{}" },
	{ "divmod", "divmod(-7, 2)", "(-4, 1)" },
	{ "divmod", "divmod(7.5, -2)", "(-4.0, -0.5)" },
	{ "enumerate", "list(enumerate('ab', 3))", "[(3, 'a'), (4, 'b')]" },
	{ "filter", "list(filter(None, [0, 1, '', 'a']))", "[1, 'a']" },
	{ "float", "float('1e3')", "1000.0" },
	{ "float", "float(' -1_0.5 ')", "-10.5" },
	{ "float", "float('infinity')", "inf" },
	{ "float", "float(7)", "7.0" },
	{ "format", "format(3.14159, '.2f')", "'3.14'" },
	{ "format", "format(7)", "'7'" },
	{ "frozenset", "frozenset([1])", "frozenset({1})" },
	{ "frozenset", "len(frozenset([1, 1, 2]))", "2" },
	{ "getattr", "getattr('a', 'nope', 5)", "5" },
	{ "getattr", "getattr('a,b', 'split')(',')", "['a', 'b']" },
	{ "hasattr", "hasattr([], 'append')", "True" },
	{ "hasattr", "hasattr([], 'nope')", "False" },
	{ "hasattr", "hasattr(1, 'items')", "False" },
	{ "hex", "hex(255)", "'0xff'" },
	{ "hex", "hex(-1)", "'-0x1'" },
	{ "int", "int('0x1f', 16)", "31" },
	{ "int", "int('101', 2)", "5" },
	{ "int", "int(-3.9)", "-3" },
	{ "int", "int('  42 ')", "42" },
	{ "int", "int('0b11', 0)", "3" },
	{ "int", "int('\\u0663')", "3" },
	{ "isinstance", "isinstance(True, int)", "True" },
	{ "isinstance", "isinstance('a', (int, str))", "True" },
	{ "isinstance", "isinstance(1, float)", "False" },
	{ "isinstance", "isinstance({}, dict)", "True" },
	{ "iter", "list(iter([1, 2]))", "[1, 2]" },
	{ "len", "len('h\\xe9')", "2" },
	{ "len", "len({1, 2, 2})", "2" },
	{ "len", "len(dict(a=1))", "1" },
	{ "len", "len(range(0, 10, 3))", "4" },
	{ "len", "len({'a': 1}.items())", "1" },
	{ "list", "list('ab')", "['a', 'b']" },
	{ "list", "list((1, 2))", "[1, 2]" },
	{ "list", "list({'k': 1})", "['k']" },
	{ "map", "list(map(str, [1, 2]))", "['1', '2']" },
	{ "map", "list(map(max, [1, 5], [3, 4]))", "[3, 5]" },
	{ "max", "max(1, 3, 2)", "3" },
	{ "max", "max([], default=7)", "7" },
	{ "max", "max(['aa', 'b'], key=len)", "'aa'" },
	{ "max", "max(1, 1.0)", "1" },
	{ "min", "min([3, 1, 2])", "1" },
	{ "min", "min('ba')", "'a'" },
	{ "min", "min(2, 1, key=lambda x: -x)", "2" },
	{ "next", "next(iter([5]))", "5" },
	{ "next", "next(iter([]), None)", "None" },
	{ "oct", "oct(8)", "'0o10'" },
	{ "ord", "ord('\\u65e5')", "26085" },
	{ "pow", "pow(2, 10)", "1024" },
	{ "pow", "pow(2, -1)", "0.5" },
	{ "pow", "pow(3, 4, 5)", "1" },
	{ "pow", "pow(-3, 3, -5)", "-2" },
	{ "print", "print('x', end='')", "None" },
	{ "range", "range(3)", "range(0, 3)" },
	{ "range", "list(range(5, 0, -2))", "[5, 3, 1]" },
	{ "range", "range(1, 10, 2)[1:3]", "range(3, 7, 2)" },
	{ "repr", "repr('a')", "\"'a'\"" },
	{ "repr", "repr([1.0, None])", "'[1.0, None]'" },
	{ "reversed", "list(reversed([1, 2]))", "[2, 1]" },
	{ "reversed", "list(reversed('ab'))", "['b', 'a']" },
	{ "round", "round(2.5)", "2" },
	{ "round", "round(0.125, 2)", "0.12" },
	{ "round", "round(-1.5)", "-2" },
	{ "round", "round(1234, -2)", "1200" },
	{ "round", "round(2.675, 2)", "2.67" },
	{ "round", "round(1350, -2)", "1400" },
	{ "round", "round(5e15, -15)", "5000000000000000.0" },
	{ "set", "set()", "set()" },
	{ "set", "sorted(set([3, 1, 3]))", "[1, 3]" },
	{ "sorted", "sorted([3, 1, 2], reverse=True)", "[3, 2, 1]" },
	{ "sorted", "sorted(['b', 'A'], key=str.lower) if False else sorted('ba')", "['a', 'b']" },
	{ "sorted", "sorted([(1, 'b'), (0, 'a'), (1, 'a')], key=lambda p: p[0])", "[(0, 'a'), (1, 'b'), (1, 'a')]" },
	{ "str", "str(1e-5)", "'1e-05'" },
	{ "str", "str(None)", "'None'" },
	{ "str", "str()", "''" },
	{ "str", "str([1, 'a'])", "\"[1, 'a']\"" },
	{ "sum", "sum([1, 2.5])", "3.5" },
	{ "sum", "sum([[1], [2]], [])", "[1, 2]" },
	{ "sum", "sum((0.1,) * 3)", "0.30000000000000004" },
	{ "tuple", "tuple([1])", "(1,)" },
	{ "tuple", "tuple('ab')", "('a', 'b')" },
	{ "type", "type(1)", "<class 'int'>" },
	{ "type", "type('a') == str", "True" },
	{ "type", "type([]) is list", "True" },
	{ "zip", "list(zip([1, 2], 'ab'))", "[(1, 'a'), (2, 'b')]" },
	{ "zip", "list(zip())", "[]" },
	{ "list.append", "m([1], lambda l: l.append(2))", "[1, 2]" },
	{ "list.clear", "m([1], lambda l: l.clear())", "[]" },
	{ "list.copy", "[1, [2]].copy()", "[1, [2]]" },
	{ "list.count", "[1, True, 1.0, 2].count(1)", "3" },
	{ "list.extend", "m([1], lambda l: l.extend('ab'))", "[1, 'a', 'b']" },
	{ "list.extend", "m([1, 2], lambda l: l.extend(l))", "[1, 2, 1, 2]" },
	{ "list.index", "[1, 2, 1].index(1, 1)", "2" },
	{ "list.insert", "m([1, 2], lambda l: l.insert(-1, 9))", "[1, 9, 2]" },
	{ "list.insert", "m([1], lambda l: l.insert(99, 2))", "[1, 2]" },
	{ "list.pop", "[1, 2, 3].pop(0)", "1" },
	{ "list.pop", "m([1, 2], lambda l: l.pop())", "[1]" },
	{ "list.remove", "m([1, 2, 1], lambda l: l.remove(1))", "[2, 1]" },
	{ "list.reverse", "m([1, 2, 3], lambda l: l.reverse())", "[3, 2, 1]" },
	{ "list.sort", "m([3, 1, 2], lambda l: l.sort(reverse=True))", "[3, 2, 1]" },
	{ "tuple.count", "(1, 2, 1).count(1)", "2" },
	{ "tuple.index", "(1, 2).index(2)", "1" },
	{ "range.count", "range(5).count(3)", "1" },
	{ "range.index", "range(0, 10, 2).index(4)", "2" },
	{ "dict.clear", "m({'a': 1}, lambda d: d.clear())", "{}" },
	{ "dict.copy", "{'a': [1]}.copy()", "{'a': [1]}" },
	{ "dict.fromkeys", "dict.fromkeys('aba', 0)", "{'a': 0, 'b': 0}" },
	{ "dict.get", "{'a': 1}.get('a')", "1" },
	{ "dict.get", "{'a': 1}.get('b')", "None" },
	{ "dict.get", "{1: 'x'}.get(True, 5)", "'x'" },
	{ "dict.items", "list({'a': 1}.items())", "[('a', 1)]" },
	{ "dict.keys", "list({'a': 1, 'b': 2}.keys())", "['a', 'b']" },
	{ "dict.keys", "repr({'a': 1}.keys())", "\"dict_keys(['a'])\"" },
	{ "dict.pop", "{'a': 1}.pop('a')", "1" },
	{ "dict.pop", "{}.pop('b', 3)", "3" },
	{ "dict.pop", "m({'a': 1, 'b': 2}, lambda d: d.pop('a'))", "{'b': 2}" },
	{ "dict.popitem", "{'a': 1, 'b': 2}.popitem()", "('b', 2)" },
	{ "dict.setdefault", "{}.setdefault('a', 3)", "3" },
	{ "dict.setdefault", "m({'a': 1}, lambda d: d.setdefault('a', 2))", "{'a': 1}" },
	{ "dict.update", "m({'a': 1, 'b': 2}, lambda d: d.update({'a': 3}, c=4))", "{'a': 3, 'b': 2, 'c': 4}" },
	{ "dict.update", "m({}, lambda d: d.update([('x', 1)]))", "{'x': 1}" },
	{ "dict.values", "list({'a': 1}.values())", "[1]" },
	{ "set.add", "m({1}, lambda s: s.add(1))", "{1}" },
	{ "set.clear", "m({1}, lambda s: s.clear())", "set()" },
	{ "set.copy", "{1}.copy()", "{1}" },
	{ "set.difference", "sorted({1, 2, 3}.difference([2]))", "[1, 3]" },
	{ "set.difference_update", "m({1, 2}, lambda s: s.difference_update([2]))", "{1}" },
	{ "set.discard", "m({1}, lambda s: s.discard(5))", "{1}" },
	{ "set.intersection", "{1, 2}.intersection({2, 3})", "{2}" },
	{ "set.intersection_update", "m({1, 2}, lambda s: s.intersection_update([2]))", "{2}" },
	{ "set.isdisjoint", "{1}.isdisjoint([2])", "True" },
	{ "set.issubset", "{1}.issubset([1, 2])", "True" },
	{ "set.issuperset", "{1, 2}.issuperset([1])", "True" },
	{ "set.pop", "{7}.pop()", "7" },
	{ "set.remove", "m({1, 2}, lambda s: s.remove(1))", "{2}" },
	{ "set.symmetric_difference", "{1, 2}.symmetric_difference([1])", "{2}" },
	{ "set.symmetric_difference_update", "m({1, 2}, lambda s: s.symmetric_difference_update([1]))", "{2}" },
	{ "set.union", "sorted({1}.union([2], (3,)))", "[1, 2, 3]" },
	{ "set.update", "m({1}, lambda s: s.update([1]))", "{1}" },
	{ "frozenset.copy", "frozenset([1]).copy()", "frozenset({1})" },
	{ "frozenset.difference", "frozenset([1, 2]).difference([2])", "frozenset({1})" },
	{ "frozenset.intersection", "frozenset([1, 2]).intersection([2])", "frozenset({2})" },
	{ "frozenset.isdisjoint", "frozenset([1]).isdisjoint([1])", "False" },
	{ "frozenset.issubset", "frozenset().issubset([])", "True" },
	{ "frozenset.issuperset", "frozenset([1]).issuperset([1, 2])", "False" },
	{ "frozenset.symmetric_difference", "frozenset([1]).symmetric_difference([1])", "frozenset()" },
	{ "frozenset.union", "frozenset([1]).union([1])", "frozenset({1})" },
	{ "str.capitalize", "'aBC d'.capitalize()", "'Abc d'" },
	{ "str.casefold", "'AbC'.casefold()", "'abc'" },
	{ "str.center", "'ab'.center(5)", "'  ab '" },
	{ "str.center", "'abc'.center(6, '*')", "'*abc**'" },
	{ "str.count", "'aaa'.count('aa')", "1" },
	{ "str.count", "'abc'.count('')", "4" },
	{ "str.encode", "'ab'.encode()", "b'ab'" },
	{ "str.endswith", "'a.py'.endswith(('.txt', '.py'))", "True" },
	{ "str.expandtabs", "'a\\tb'.expandtabs(4)", "'a   b'" },
	{ "str.find", "'h\\xe9llo'.find('l')", "2" },
	{ "str.find", "'abc'.find('z')", "-1" },
	{ "str.find", "'abcabc'.find('a', 1)", "3" },
	{ "str.format", "'{0[a]} {x!r:>4} {:.2f}'.replace('{0[a]} ', '').format(1.5, x='q')", "\" 'q' 1.50\"" },
	{ "str.format", "'{} {{}} {:>{}}'.format('a', 'b', 4)", "'a {}    b'" },
	{ "str.format", "'{0.x}'.replace('.x', '').format(3)", "'3'" },
	{ "str.format", "'{a[0]}'.format(a=[7])", "'7'" },
	{ "str.index", "'abc'.index('c')", "2" },
	{ "str.isalnum", "'a1'.isalnum()", "True" },
	{ "str.isalpha", "'ab1'.isalpha()", "False" },
	{ "str.isascii", "'h\\xe9'.isascii()", "False" },
	{ "str.isdecimal", "'12'.isdecimal()", "True" },
	{ "str.isdigit", "''.isdigit()", "False" },
	{ "str.isidentifier", "'_a1'.isidentifier()", "True" },
	{ "str.islower", "'a1'.islower()", "True" },
	{ "str.isnumeric", "'1'.isnumeric()", "True" },
	{ "str.isprintable", "'a\\n'.isprintable()", "False" },
	{ "str.isspace", "' \\t'.isspace()", "True" },
	{ "str.istitle", "'Ab Cd'.istitle()", "True" },
	{ "str.isupper", "'A1'.isupper()", "True" },
	{ "str.join", "','.join(['a', 'b'])", "'a,b'" },
	{ "str.join", "'-'.join('abc')", "'a-b-c'" },
	{ "str.ljust", "'a'.ljust(3, '.')", "'a..'" },
	{ "str.lower", "'AbC'.lower()", "'abc'" },
	{ "str.lstrip", "'  a '.lstrip()", "'a '" },
	{ "str.lstrip", "'xxa'.lstrip('x')", "'a'" },
	{ "str.partition", "'a=b=c'.partition('=')", "('a', '=', 'b=c')" },
	{ "str.removeprefix", "'abc'.removeprefix('ab')", "'c'" },
	{ "str.removesuffix", "'abc'.removesuffix('bc')", "'a'" },
	{ "str.replace", "'abc'.replace('b', 'X')", "'aXc'" },
	{ "str.replace", "'aaa'.replace('a', 'b', 2)", "'bba'" },
	{ "str.replace", "'ab'.replace('', '-')", "'-a-b-'" },
	{ "str.rfind", "'abab'.rfind('ab')", "2" },
	{ "str.rindex", "'abab'.rindex('b')", "3" },
	{ "str.rjust", "'a'.rjust(3)", "'  a'" },
	{ "str.rpartition", "'a=b=c'.rpartition('=')", "('a=b', '=', 'c')" },
	{ "str.rsplit", "'a b  c '.rsplit(None, 1)", "['a b', 'c']" },
	{ "str.rsplit", "'a,b,c'.rsplit(',', 1)", "['a,b', 'c']" },
	{ "str.rstrip", "' a\\u3000'.rstrip()", "' a'" },
	{ "str.split", "'a b  c '.split()", "['a', 'b', 'c']" },
	{ "str.split", "'a,b,,c'.split(',')", "['a', 'b', '', 'c']" },
	{ "str.split", "'a b  c '.split(None, 1)", "['a', 'b  c ']" },
	{ "str.splitlines", "'a\\nb\\r\\nc'.splitlines()", "['a', 'b', 'c']" },
	{ "str.splitlines", "'a\\n'.splitlines(True)", "['a\\n']" },
	{ "str.startswith", "'abc'.startswith('b', 1)", "True" },
	{ "str.strip", "' a '.strip()", "'a'" },
	{ "str.strip", "'xaxx'.strip('x')", "'a'" },
	{ "str.swapcase", "'aB'.swapcase()", "'Ab'" },
	{ "str.title", "\"it's a b1c\".title()", "\"It'S A B1C\"" },
	{ "str.upper", "'abc'.upper()", "'ABC'" },
	{ "str.zfill", "'-5'.zfill(4)", "'-005'" },
	{ "str.zfill", "'ab'.zfill(1)", "'ab'" },
	{ "bytes.decode", "b'ab'.decode()", "'ab'" },
	{ "float.is_integer", "(2.0).is_integer()", "True" },
	{ "int.bit_length", "(255).bit_length()", "8" },
	{ "math.sqrt", "math.sqrt(2)", "1.4142135623730951" },
	{ "math.exp", "math.exp(1)", "2.718281828459045" },
	{ "math.expm1", "math.expm1(0.5)", "0.6487212707001282" },
	{ "math.log1p", "math.log1p(0.5)", "0.4054651081081644" },
	{ "math.log2", "math.log2(8)", "3.0" },
	{ "math.log10", "math.log10(1000)", "3.0" },
	{ "math.fabs", "math.fabs(-2)", "2.0" },
	{ "math.sin", "math.sin(1)", "0.8414709848078965" },
	{ "math.cos", "math.cos(1)", "0.5403023058681398" },
	{ "math.tan", "math.tan(1)", "1.5574077246549023" },
	{ "math.asin", "math.asin(0.5)", "0.5235987755982989" },
	{ "math.acos", "math.acos(0.5)", "1.0471975511965979" },
	{ "math.atan", "math.atan(0.5)", "0.4636476090008061" },
	{ "math.sinh", "math.sinh(0.5)", "0.5210953054937474" },
	{ "math.cosh", "math.cosh(0.5)", "1.1276259652063807" },
	{ "math.tanh", "math.tanh(0.5)", "0.46211715726000974" },
	{ "math.degrees", "math.degrees(1)", "57.29577951308232" },
	{ "math.radians", "math.radians(90)", "1.5707963267948966" },
	{ "math.isnan", "math.isnan(math.nan)", "True" },
	{ "math.isinf", "math.isinf(math.inf)", "True" },
	{ "math.isfinite", "math.isfinite(1)", "True" },
	{ "math.ceil", "math.ceil(1.2)", "2" },
	{ "math.ceil", "math.ceil(-1.2)", "-1" },
	{ "math.floor", "math.floor(-1.2)", "-2" },
	{ "math.trunc", "math.trunc(-1.7)", "-1" },
	{ "math.factorial", "math.factorial(5)", "120" },
	{ "math.isqrt", "math.isqrt(17)", "4" },
	{ "math.pow", "math.pow(2, 0.5)", "1.4142135623730951" },
	{ "math.atan2", "math.atan2(1, 2)", "0.4636476090008061" },
	{ "math.fmod", "math.fmod(-7, 3)", "-1.0" },
	{ "math.copysign", "math.copysign(1, -0.0)", "-1.0" },
	{ "math.log", "math.log(2)", "0.6931471805599453" },
	{ "math.log", "math.log(8, 2)", "3.0" },
	{ "math.gcd", "math.gcd(12, 18)", "6" },
	{ "math.lcm", "math.lcm(4, 6)", "12" },
	{ "math.prod", "math.prod([2, 3.5])", "7.0" },
	{ "math.comb", "math.comb(5, 2)", "10" },
	{ "copy.copy", "copy.copy([1])", "[1]" },
	{ "copy.deepcopy", "copy.deepcopy({'a': [1]})", "{'a': [1]}" },
	{ "functools.reduce", "functools.reduce(lambda a, b: a * b, [1, 2, 3])", "6" },
	{ "collections.OrderedDict", "collections.OrderedDict(b=1, a=2)", "OrderedDict([('b', 1), ('a', 2)])" },
	{ "collections.OrderedDict", "collections.OrderedDict()", "OrderedDict()" },
	{ "collections.defaultdict", "collections.defaultdict(list)['k']", "[]" },
	{ "ordereddict.move_to_end", "m(collections.OrderedDict(a=1, b=2), lambda d: d.move_to_end('a'))",
	  "OrderedDict([('b', 2), ('a', 1)])" },
	{ "importlib.import_module", "importlib.import_module('math').floor(2.5)", "2" },
	{ "ordereddict.popitem", "collections.OrderedDict(a=1, b=2).popitem(last=False)", "('a', 1)" },
	{ "itertools.accumulate", "list(itertools.accumulate([1, 2, 3], initial=10))", "[10, 11, 13, 16]" },
	{ "itertools.count", "list(itertools.islice(itertools.count(3, -2), 3))", "[3, 1, -1]" },
	{ "itertools.cycle", "list(itertools.islice(itertools.cycle('ab'), 5))", "['a', 'b', 'a', 'b', 'a']" },
	{ "itertools.dropwhile", "list(itertools.dropwhile(lambda x: x < 2, [1, 2, 1]))", "[2, 1]" },
	{ "itertools.islice", "list(itertools.islice(range(10), 1, 8, 3))", "[1, 4, 7]" },
	{ "itertools.pairwise", "list(itertools.pairwise('abc'))", "[('a', 'b'), ('b', 'c')]" },
	{ "itertools.starmap", "list(itertools.starmap(pow, [(2, 3), (3, 2)]))", "[8, 9]" },
	{ "itertools.takewhile", "list(itertools.takewhile(lambda x: x < 2, [1, 2, 1]))", "[1]" },
	{ "itertools.zip_longest", "list(itertools.zip_longest([1, 2], 'a', fillvalue=0))", "[(1, 'a'), (2, 0)]" },
	{ "itertools.chain", "list(itertools.chain([1], 'a'))", "[1, 'a']" },
	{ "itertools.chain.from_iterable", "list(itertools.chain.from_iterable([[1], [2]]))", "[1, 2]" },
	{ "itertools.product", "list(itertools.product([1, 2], 'a'))", "[(1, 'a'), (2, 'a')]" },
	{ "itertools.repeat", "list(itertools.repeat(1, 2))", "[1, 1]" },
	{ "os.path.join", "os.path.join('a', 'b/', 'c')", "'a/b/c'" },
	{ "os.path.join", "os.path.join('a', '/b')", "'/b'" },
	{ "os.path.basename", "os.path.basename('a/b.py')", "'b.py'" },
	{ "os.path.dirname", "os.path.dirname('a//b')", "'a'" },
	{ "os.path.dirname", "os.path.dirname('/a')", "'/'" },
	{ "os.path.splitext", "os.path.splitext('a/b.tar.gz')", "('a/b.tar', '.gz')" },
	{ "os.path.splitext", "os.path.splitext('.rc')", "('.rc', '')" },
	{ "os.path.split", "os.path.split('a/b')", "('a', 'b')" },
	{ "os.path.isabs", "os.path.isabs('/a')", "True" },
	{ "os.path.abspath", "os.path.abspath('/a/../b')", "'/b'" },
	{ "os.path.expanduser", "os.path.expanduser('a/~')", "'a/~'" },
	{ "os.path.normcase", "os.path.normcase('A/b')", "'A/b'" },
	{ "os.path.normpath", "os.path.normpath('a//./b/../../../c/')", "'../c'" },
	{ "os.path.relpath", "os.path.relpath('/a/b', '/a/c/d')", "'../../b'" },
	{ "eval", "eval('[x * 2 for x in (1, 2)]')", "[2, 4]" },
	{ "math.acosh", "math.acosh(1)", "0.0" },
	{ "math.asinh", "math.asinh(0)", "0.0" },
	{ "math.atanh", "math.atanh(0)", "0.0" },
	{ "math.erf", "math.erf(0)", "0.0" },
	{ "math.erfc", "math.erfc(0)", "1.0" },
	{ "math.frexp", "math.frexp(12)", "(0.75, 4)" },
	{ "math.isclose", "math.isclose(1, 1.05, rel_tol=0.1)", "True" },
	{ "math.ldexp", "math.ldexp(0.75, 4)", "12.0" },
	{ "math.modf", "math.modf(2.75)", "(0.75, 2.0)" },
	{ "math.perm", "math.perm(5, 2)", "20" },
	{ "math.remainder", "math.remainder(7, 4)", "-1.0" },
	{ "operator.add", "operator.add(1, 2)", "3" },
	{ "operator.sub", "operator.sub(1, 2)", "-1" },
	{ "operator.mul", "operator.mul('a', 2)", "'aa'" },
	{ "operator.truediv", "operator.truediv(1, 4)", "0.25" },
	{ "operator.floordiv", "operator.floordiv(7, 2)", "3" },
	{ "operator.mod", "operator.mod(7, 4)", "3" },
	{ "operator.pow", "operator.pow(2, 3)", "8" },
	{ "operator.getitem", "operator.getitem([1, 2], 1)", "2" },
};

static bool import(struct eval *ev, const struct str *module, const struct str *name, int level, const struct node *at,
		   struct value *out)
{
	(void)level;
	if (name)
		return module_value(ev->arena, module, name, eval_span(ev, at), out);
	*out = value_object(ev->arena, "module", module->s, eval_span(ev, at));
	return true;
}

static bool unknown_name(struct eval *ev, const struct node *n, struct value *out)
{
	if (strcmp(n->text->s, "unknown"))
		return false;
	*out = value_unknown(ev->arena, WHY_IMPORT, eval_span(ev, n), "unknown");
	return true;
}

/* Runs the text after the prelude, with `base` bound where given, and appends repr(r), the exception or why r is
 * unknown. */
static void run(struct buf *out, const char *text, const struct value *base)
{
	static const struct eval_host host = { .import = import, .name = unknown_name };
	struct parser *p = parser_new();
	struct arena a = { 0 };
	struct parsed parsed;
	struct eval ev;
	char *whole = arena_printf(&a, "%s%s\n", prelude, text);
	parse_module(p, &a, whole, (uint32_t)strlen(whole), NULL, &parsed);
	assert_int_equal(parsed.nerrors, 0);
	eval_init(&ev, &a, 1);
	ev.host = &host;
	if (base)
		dict_put(&a, ev.globals, value_text("base", (struct span){ 0 }), *base, (struct span){ 0 });
	eval_module(&ev, parsed.root);
	const struct entry *e = dict_find_lit(ev.globals, "r");
	if (ev.exc)
		buf_printf(out, "%s: %s", ev.exc->type, ev.exc->msg);
	else if (!e)
		buf_puts(out, "no r");
	else if (!op_repr(out, eval_settle(&ev, e->val)))
		value_dump(out, eval_settle(&ev, e->val));
	eval_release(&ev);
	arena_release(&a);
	parser_free(p);
}

static void is(const char *text, const char *want)
{
	struct buf b = { 0 };
	run(&b, text, NULL);
	if (strcmp(buf_str(&b), want))
		print_error("%s\n", text);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

static void every_case_is_as_in_python(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[400];
		snprintf(text, sizeof text, "r = %s", cases[i].expr);
		is(text, cases[i].want);
	}
}

static bool has_case(const char *row)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		if (!strcmp(cases[i].row, row))
			return true;
	return !strncmp(row, "configdict.", 11) || !strncmp(row, "mmengine.", 9) || !strncmp(row, "contextlib.", 11) ||
	       !strcmp(row, "functools.partial"); /* below */
}

static void every_row_has_a_case(void **state)
{
	(void)state;
	size_t n;
	const struct builtin *const *row = builtin_all(&n);
	for (size_t i = 0; i < n; i++) {
		assert_true(row[i]->doc && *row[i]->doc);
		assert_ptr_equal(builtin_find(row[i]->name), row[i]);
		if (i)
			assert_true(strcmp(row[i - 1]->name, row[i]->name) < 0);
		if (strcmp(row[i]->doc, "not evaluated") && !has_case(row[i]->name))
			fail_msg("no case for %s", row[i]->name);
	}
}

static void wrong_calls_raise(void **state)
{
	(void)state;
	is("r = len()", "TypeError: len() takes exactly one argument (0 given)");
	is("r = len(1, 2)", "TypeError: len() takes exactly one argument (2 given)");
	is("r = len(x=1)", "TypeError: len() takes no keyword arguments");
	is("r = list(1, 2)", "TypeError: list expected at most 1 argument, got 2");
	is("r = sorted([1], foo=1)", "TypeError: 'foo' is an invalid keyword argument for sorted()");
	is("r = [].append()", "TypeError: list.append() takes exactly one argument (0 given)");
	is("r = {}.get()", "TypeError: get expected at least 1 argument, got 0");
	is("r = 'a'.upper(1)", "TypeError: str.upper() takes no arguments (1 given)");
	is("r = int('x')", "ValueError: invalid literal for int() with base 10: 'x'");
	is("r = float('1_')", "ValueError: could not convert string to float: '1_'");
	is("r = max([])", "ValueError: max() arg is an empty sequence");
	is("r = [].pop()", "IndexError: pop from empty list");
	is("r = {}.pop('a')", "KeyError: 'a'");
	is("r = set([[]])", "TypeError: unhashable type: 'list'");
	is("r = sorted([1, 'a'])", "TypeError: '<' not supported between instances of 'str' and 'int'");
	is("r = ','.join([1])", "TypeError: sequence item 0: expected str instance, int found");
	is("r = dict([(1, 2, 3)])", "ValueError: dictionary update sequence element #0 has length 3; 2 is required");
	is("r = copy.deepcopy(math)", "TypeError: cannot pickle 'module' object");
	is("r = math.sqrt(-1)", "ValueError: math domain error");
	is("r = '{} {0}'.format(1)",
	   "ValueError: cannot switch from automatic field numbering to manual field specification");
}

static void aliases_are_seen(void **state)
{
	(void)state;
	is("a = [1]\nb = a\na.append(2)\nr = b", "[1, 2]");
	is("a = [1]\nb = list(a)\na.append(2)\nr = b", "[1]");
	is("x = [1]\nd = dict(p=x)\ne = d.copy()\nx.append(2)\nr = [d, e]", "[{'p': [1, 2]}, {'p': [1, 2]}]");
	is("x = [1]\nd = copy.deepcopy([x, x])\nd[0].append(2)\nr = [x, d]", "[[1], [[1, 2], [1, 2]]]");
	is("d = {'a': 1}\nk = d.keys()\nd['b'] = 2\nr = list(k)", "['a', 'b']");
	is("z = zip([1], [2])\nr = [list(z), type(z) is zip]", "[[(1, 2)], True]");
	is("d = collections.defaultdict(list)\nd['k'].append(1)\nr = dict(d)", "{'k': [1]}");
	is("a = [3, 1, 2]\na.sort()\nr = a", "[1, 2, 3]");
}

static void unknown_stays_unknown(void **state)
{
	(void)state;
	is("r = len(unknown)", "?(comes from an import that is not evaluated: unknown)");
	is("r = [1]\nr.append(unknown)", "list[1, ?(comes from an import that is not evaluated: unknown)]");
	is("r = len([1, unknown])", "2");
	is("r = any([unknown, 1])", "True");
	is("r = sum([1, unknown])", "?(comes from an import that is not evaluated: unknown)");
	is("d = {'a': 1}\nd.update(unknown)\nr = d.get('zz', 5)", "?(depends on a condition that is not known)");
	is("r = dict(unknown, a=1)['a']", "1");
	is("r = list({1, 2})", "?(uses an operation that is not evaluated)");
	is("r = {}.get('a', unknown)", "?(comes from an import that is not evaluated: unknown)");
	is("r = functools.partial(len)", "<partial>");
	is("r = 'a'.translate({})", "?(uses an operation that is not evaluated)");
	is("r = ('x' * 2000000)", "?(takes more steps or memory than a config may)");
}

/* ConfigDict: base = dict(a=dict(x=1, y=2), l=[1, dict(z=0)]) as MMEngine hands it to a child. */
static void on_base(const char *text, const char *want)
{
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct span none = { 0 };
	struct eval maker;
	eval_init(&maker, &a, 2);
	struct value inner = value_dict(&a, none), base = value_dict(&a, none), l = value_list(&a, VALUE_LIST, 2, none);
	struct value z = value_dict(&a, none);
	dict_put(&a, inner.as.dict, value_text("x", none), value_int(1, none), none);
	dict_put(&a, inner.as.dict, value_text("y", none), value_int(2, none), none);
	dict_put(&a, z.as.dict, value_text("z", none), value_int(0, none), none);
	list_push(&a, l.as.list, value_int(1, none), none);
	list_push(&a, l.as.list, z, none);
	dict_put(&a, base.as.dict, value_text("a", none), inner, none);
	dict_put(&a, base.as.dict, value_text("l", none), l, none);
	base = value_freeze(&a, configdict_of(&maker, base));
	run(&b, text, &base);
	if (strcmp(buf_str(&b), want))
		print_error("%s\n", text);
	assert_string_equal(buf_str(&b), want);
	eval_release(&maker);
	arena_release(&a);
	buf_release(&b);
}

static void configdict_has_its_own_rules(void **state)
{
	(void)state;
	on_base("r = base.a.x", "1");
	on_base("r = [base.get('nope'), base.pop('nope'), base.get('nope', 3)]", "[None, None, 3]");
	on_base("r = base.nope", "AttributeError: 'ConfigDict' object has no attribute 'nope'");
	on_base("r = base['nope']", "KeyError: 'nope'");
	on_base("base.update(dict(a=dict(y=3), n=1))\nr = base", "{'a': {'x': 1, 'y': 3}, 'l': [1, {'z': 0}], 'n': 1}");
	on_base("base.update(a=dict(_delete_=True, q=1))\nr = base.a", "{'x': 1, 'y': 2, '_delete_': True, 'q': 1}");
	on_base("base.merge(dict(a=dict(_delete_=True, q=1)))\nr = base", "{'a': {'q': 1}, 'l': [1, {'z': 0}]}");
	on_base("base.merge(dict(a=dict(y=5), b=dict(c=1), l=[2]))\nr = base",
		"{'a': {'x': 1, 'y': 5}, 'l': [2], 'b': {'c': 1}}");
	on_base("n = [5]\nbase.a.p = n\nn.append(6)\nr = base.a.p", "[5]");
	on_base("p = base.l\np.append(2)\nr = base.l", "[1, {'z': 0}, 2]");
	on_base("c = base.copy()\nc.a.x = 9\nc.l.append(3)\nr = base", "{'a': {'x': 9, 'y': 2}, 'l': [1, {'z': 0}]}");
	on_base("c = base.deepcopy()\nc.a.x = 9\nr = base.a.x", "1");
	on_base("c = copy.deepcopy(base)\nc.a.x = 9\nr = [base.a.x, c.a.x]", "[1, 9]");
	on_base("r = base | dict(a=dict(y=7))", "{'a': {'x': 1, 'y': 7}, 'l': [1, {'z': 0}]}");
	on_base("n = base | dict(a=dict(y=7))\nr = base.a.y", "2");
	on_base("r = base.items()", "[('a', {'x': 1, 'y': 2}), ('l', [1, {'z': 0}])]");
	on_base("r = base.values()", "[{'x': 1, 'y': 2}, [1, {'z': 0}]]");
	on_base("r = type(base.to_dict()) is dict", "True");
	on_base("r = base.setdefault('k', [1])\nr.append(2)\nr = base.k", "[1]");
	on_base("r = dict(base)\nr['a'].x = 5\nr = base.a.x", "5");
	on_base("base.l[1].z = 4\nr = base.l", "[1, {'z': 4}]");
	on_base("x = base.pop('a')\nr = list(base)", "['l']");
	on_base("base.setdefault('a', 1)\ndel base['a']\nbase['a'] = 1\nr = base", "{'l': [1, {'z': 0}], 'a': 1}");
}

static void attributes_are_known(void **state)
{
	(void)state;
	struct value i = value_int(1, (struct span){ 0 }), s = value_text("", (struct span){ 0 });
	assert_int_equal(builtin_has_attr(s, str_lit("split")), TRUE3);
	assert_int_equal(builtin_has_attr(s, str_lit("nope")), FALSE3);
	assert_int_equal(builtin_has_attr(s, str_lit("__len__")), UNKNOWN3);
	assert_int_equal(builtin_has_attr(i, str_lit("items")), FALSE3);
	assert_int_equal(builtin_has_attr(i, str_lit("real")), UNKNOWN3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_case_is_as_in_python), cmocka_unit_test(every_row_has_a_case),
		cmocka_unit_test(wrong_calls_raise),	      cmocka_unit_test(aliases_are_seen),
		cmocka_unit_test(unknown_stays_unknown),      cmocka_unit_test(configdict_has_its_own_rules),
		cmocka_unit_test(attributes_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
