// SPDX-License-Identifier: MIT
/* Every builtin function and method: name, least and most positional arguments (255: any), flags, keyword names, the C
 * function (fn_NAME), what it does. Sorted by name. To add one: a row here, the function in the builtin_*.c it belongs
 * to, a case in tests/unit/test_builtin.c. "not_evaluated" rows exist so that Python's names are known and answer
 * Unknown. */
// clang-format off
#define BUILTINS(X) \
	X("abs", 1, 1, 0, NULL, abs, "absolute value") \
	X("all", 1, 1, 0, NULL, all, "whether every item is true") \
	X("any", 1, 1, 0, NULL, any, "whether an item is true") \
	X("ascii", 1, 1, 0, NULL, ascii, "repr() in ASCII") \
	X("bin", 1, 1, 0, NULL, bin, "'0b101'") \
	X("bool", 0, 1, 0, NULL, bool, "truth") \
	X("bytes", 0, 3, 0, "encoding errors", bytes, "a bytes object") \
	X("bytes.decode", 0, 2, 0, "encoding errors", bytes_decode, "as str") \
	X("callable", 1, 1, 0, NULL, callable, "whether it can be called") \
	X("chr", 1, 1, 0, NULL, chr, "the character of a code point") \
	X("collections.OrderedDict", 0, 1, BF_LAZY, "*", collections_OrderedDict, "a dict") \
	X("collections.defaultdict", 0, 2, BF_LAZY, "*", collections_defaultdict, "a dict that may hold more") \
	X("collections.namedtuple", 2, 2, 0, "rename defaults module", collections_namedtuple, \
		"a class of tuples with names") \
	X("complex", 0, 2, 0, "real imag", complex, "a complex number") \
	X("configdict.copy", 0, 0, 0, NULL, configdict_copy, "a new top level") \
	X("configdict.deepcopy", 0, 0, 0, NULL, configdict_deepcopy, "an independent copy") \
	X("configdict.freeze", 0, 1, 0, "shouldFreeze", not_evaluated, "not evaluated") \
	X("configdict.get", 1, 2, BF_LAZY, "key default", dict_get, "the key's value or a default") \
	X("configdict.items", 0, 0, 0, NULL, configdict_items, "a list of (key, value) pairs") \
	X("configdict.merge", 1, 1, BF_MUTATES, "other", configdict_merge, "recursive, with _delete_") \
	X("configdict.pop", 1, 2, BF_LAZY | BF_MUTATES, "key default", configdict_pop, "removes a key; never raises") \
	X("configdict.setdefault", 1, 2, BF_LAZY | BF_MUTATES, "key default", dict_setdefault, \
		"the key's value, set if absent") \
	X("configdict.to_dict", 0, 0, 0, NULL, configdict_to_dict, "plain dicts") \
	X("configdict.unfreeze", 0, 0, 0, NULL, not_evaluated, "not evaluated") \
	X("configdict.update", 0, 1, BF_LAZY | BF_MUTATES, "*", configdict_update, "recursive") \
	X("configdict.values", 0, 0, 0, NULL, configdict_values, "a list of the values") \
	X("contextlib.nullcontext", 0, 1, BF_LAZY, "enter_result", contextlib_nullcontext, "does nothing") \
	X("contextlib.suppress", 0, 255, 0, NULL, contextlib_suppress, "swallows exceptions") \
	X("copy.copy", 1, 1, 0, "x", copy_copy, "shallow copy") \
	X("copy.deepcopy", 1, 2, 0, "x memo", copy_deepcopy, "independent copy") \
	X("dict", 0, 1, BF_LAZY, "*", dict, "a dict of pairs, a mapping, keywords") \
	X("dict.clear", 0, 0, BF_LAZY | BF_MUTATES, NULL, dict_clear, "removes all") \
	X("dict.copy", 0, 0, 0, NULL, dict_copy, "a new dict of the same values") \
	X("dict.fromkeys", 1, 2, BF_LAZY, NULL, dict_fromkeys, "a dict of keys with one value") \
	X("dict.get", 1, 2, BF_LAZY, NULL, dict_get, "the key's value or a default") \
	X("dict.items", 0, 0, 0, NULL, dict_items, "(key, value) pairs") \
	X("dict.keys", 0, 0, 0, NULL, dict_keys, "the keys") \
	X("dict.pop", 1, 2, BF_LAZY | BF_MUTATES, NULL, dict_pop, "removes a key and gives its value") \
	X("dict.popitem", 0, 0, BF_MUTATES, NULL, dict_popitem, "removes and gives the last pair") \
	X("dict.setdefault", 1, 2, BF_LAZY | BF_MUTATES, NULL, dict_setdefault, "the key's value, set if absent") \
	X("dict.update", 0, 1, BF_LAZY | BF_MUTATES, "*", dict_update, "takes over pairs") \
	X("dict.values", 0, 0, 0, NULL, dict_values, "the values") \
	X("divmod", 2, 2, 0, NULL, divmod, "(x // y, x % y)") \
	X("enumerate", 1, 2, 0, "iterable start", enumerate, "(number, item) pairs") \
	X("eval", 1, 3, BF_LAZY, NULL, eval, "the expression in a text") \
	X("filter", 2, 2, BF_CALLS, NULL, filter, "items that satisfy a function") \
	X("float", 0, 1, 0, NULL, float, "a float of a number or text") \
	X("float.is_integer", 0, 0, 0, NULL, float_is_integer, "a whole number") \
	X("format", 1, 2, 0, NULL, format, "text by a format specification") \
	X("frozenset", 0, 1, 0, NULL, frozenset, "an immutable set") \
	X("frozenset.copy", 0, 0, 0, NULL, set_copy, "a new set of the items") \
	X("frozenset.difference", 0, 255, 0, NULL, set_difference, "items that the others lack") \
	X("frozenset.intersection", 0, 255, 0, NULL, set_intersection, "items that all have") \
	X("frozenset.isdisjoint", 1, 1, 0, NULL, set_isdisjoint, "no common item") \
	X("frozenset.issubset", 1, 1, 0, NULL, set_issubset, "all items in the other") \
	X("frozenset.issuperset", 1, 1, 0, NULL, set_issuperset, "all the other's items here") \
	X("frozenset.symmetric_difference", 1, 1, 0, NULL, set_symmetric_difference, "items in one of both only") \
	X("frozenset.union", 0, 255, 0, NULL, set_union, "items of any") \
	X("functools.partial", 1, 255, BF_LAZY, "*", functools_partial, "an opaque partial") \
	X("functools.reduce", 2, 3, BF_CALLS, NULL, functools_reduce, "folds the items") \
	X("getattr", 2, 3, BF_LAZY, NULL, getattr, "an attribute by its name") \
	X("hasattr", 2, 2, 0, NULL, hasattr, "whether there is such an attribute") \
	X("hash", 1, 1, 0, NULL, not_evaluated, "not evaluated") \
	X("hex", 1, 1, 0, NULL, hex, "'0xff'") \
	X("id", 1, 1, 0, NULL, not_evaluated, "not evaluated") \
	X("importlib.import_module", 1, 2, BF_LAZY, "name package", importlib_import_module, "a module") \
	X("int", 0, 2, 0, "base", int, "an int of a number or text") \
	X("int.bit_length", 0, 0, 0, NULL, int_bit_length, "bits needed") \
	X("isinstance", 2, 2, 0, NULL, isinstance, "whether it is of a builtin type") \
	X("issubclass", 2, 2, 0, NULL, not_evaluated, "not evaluated") \
	X("iter", 1, 2, 0, NULL, iter, "an iterator") \
	X("itertools.accumulate", 1, 2, BF_CALLS, "func initial", itertools_accumulate, "running totals") \
	X("itertools.chain", 0, 255, 0, NULL, itertools_chain, "the items of all") \
	X("itertools.chain.from_iterable", 1, 1, 0, NULL, itertools_chain_from_iterable, "the items' items") \
	X("itertools.count", 0, 2, 0, "start step", itertools_count, "numbers without end") \
	X("itertools.cycle", 1, 1, 0, NULL, itertools_cycle, "the items again and again") \
	X("itertools.dropwhile", 2, 2, BF_CALLS, NULL, itertools_dropwhile, "from the first that fails a test on") \
	X("itertools.islice", 2, 4, 0, NULL, itertools_islice, "a slice of an iterator") \
	X("itertools.pairwise", 1, 1, 0, NULL, itertools_pairwise, "each item with the next") \
	X("itertools.product", 0, 255, 0, "repeat", itertools_product, "all combinations") \
	X("itertools.repeat", 1, 2, 0, "object times", itertools_repeat, "one item many times") \
	X("itertools.starmap", 2, 2, BF_CALLS, NULL, itertools_starmap, "a function's results on argument tuples") \
	X("itertools.takewhile", 2, 2, BF_CALLS, NULL, itertools_takewhile, "up to the first that fails a test") \
	X("itertools.zip_longest", 0, 255, BF_LAZY, "fillvalue", itertools_zip_longest, \
		"tuples of the items, as many as the longest has") \
	X("len", 1, 1, 0, NULL, len, "number of items") \
	X("list", 0, 1, 0, NULL, list, "a list of the items") \
	X("list.append", 1, 1, BF_LAZY | BF_MUTATES, NULL, list_append, "adds at the end") \
	X("list.clear", 0, 0, BF_LAZY | BF_MUTATES, NULL, list_clear, "removes all") \
	X("list.copy", 0, 0, 0, NULL, list_copy, "a new list of the items") \
	X("list.count", 1, 1, 0, NULL, list_count, "how often an item occurs") \
	X("list.extend", 1, 1, BF_MUTATES, NULL, list_extend, "adds all items") \
	X("list.index", 1, 3, 0, NULL, list_index, "first position of an item") \
	X("list.insert", 2, 2, BF_LAZY | BF_MUTATES, NULL, list_insert, "adds before a position") \
	X("list.pop", 0, 1, BF_MUTATES, NULL, list_pop, "removes and gives an item") \
	X("list.remove", 1, 1, BF_MUTATES, NULL, list_remove, "removes the first equal item") \
	X("list.reverse", 0, 0, BF_MUTATES, NULL, list_reverse, "turns around in place") \
	X("list.sort", 0, 0, BF_MUTATES | BF_CALLS, "key reverse", list_sort, "sorts in place") \
	X("map", 2, 255, BF_CALLS, NULL, map, "a function's results on the items") \
	X("math.acos", 1, 1, 0, NULL, math_acos, "acos") \
	X("math.acosh", 1, 1, 0, NULL, math_acosh, "acosh") \
	X("math.asin", 1, 1, 0, NULL, math_asin, "asin") \
	X("math.asinh", 1, 1, 0, NULL, math_asinh, "asinh") \
	X("math.atan", 1, 1, 0, NULL, math_atan, "atan") \
	X("math.atan2", 2, 2, 0, NULL, math_atan2, "atan2") \
	X("math.atanh", 1, 1, 0, NULL, math_atanh, "atanh") \
	X("math.ceil", 1, 1, 0, NULL, math_ceil, "as int") \
	X("math.comb", 2, 2, 0, NULL, math_comb, "n over k") \
	X("math.copysign", 2, 2, 0, NULL, math_copysign, "copysign") \
	X("math.cos", 1, 1, 0, NULL, math_cos, "cos") \
	X("math.cosh", 1, 1, 0, NULL, math_cosh, "cosh") \
	X("math.degrees", 1, 1, 0, NULL, math_degrees, "degrees") \
	X("math.erf", 1, 1, 0, NULL, math_erf, "error function") \
	X("math.erfc", 1, 1, 0, NULL, math_erfc, "complementary error function") \
	X("math.exp", 1, 1, 0, NULL, math_exp, "exp") \
	X("math.expm1", 1, 1, 0, NULL, math_expm1, "expm1") \
	X("math.fabs", 1, 1, 0, NULL, math_fabs, "fabs") \
	X("math.factorial", 1, 1, 0, NULL, math_factorial, "n!") \
	X("math.floor", 1, 1, 0, NULL, math_floor, "as int") \
	X("math.fmod", 2, 2, 0, NULL, math_fmod, "fmod") \
	X("math.frexp", 1, 1, 0, NULL, math_frexp, "(mantissa, exponent)") \
	X("math.gcd", 0, 255, 0, NULL, math_gcd, "greatest common divisor") \
	X("math.isclose", 2, 2, 0, "rel_tol abs_tol", math_isclose, "whether two numbers are nearly equal") \
	X("math.isfinite", 1, 1, 0, NULL, math_isfinite, "isfinite") \
	X("math.isinf", 1, 1, 0, NULL, math_isinf, "isinf") \
	X("math.isnan", 1, 1, 0, NULL, math_isnan, "isnan") \
	X("math.isqrt", 1, 1, 0, NULL, math_isqrt, "whole square root") \
	X("math.lcm", 0, 255, 0, NULL, math_lcm, "least common multiple") \
	X("math.ldexp", 2, 2, 0, NULL, math_ldexp, "x * 2 ** i") \
	X("math.log", 1, 2, 0, NULL, math_log, "logarithm") \
	X("math.log10", 1, 1, 0, NULL, math_log10, "log10") \
	X("math.log1p", 1, 1, 0, NULL, math_log1p, "log1p") \
	X("math.log2", 1, 1, 0, NULL, math_log2, "log2") \
	X("math.modf", 1, 1, 0, NULL, math_modf, "(fraction, whole part)") \
	X("math.perm", 1, 2, 0, NULL, math_perm, "ways to choose in order") \
	X("math.pow", 2, 2, 0, NULL, math_pow, "pow") \
	X("math.prod", 1, 1, 0, "start", math_prod, "the items' product") \
	X("math.radians", 1, 1, 0, NULL, math_radians, "radians") \
	X("math.remainder", 2, 2, 0, NULL, math_remainder, "what is left to the nearest multiple") \
	X("math.sin", 1, 1, 0, NULL, math_sin, "sin") \
	X("math.sinh", 1, 1, 0, NULL, math_sinh, "sinh") \
	X("math.sqrt", 1, 1, 0, NULL, math_sqrt, "sqrt") \
	X("math.tan", 1, 1, 0, NULL, math_tan, "tan") \
	X("math.tanh", 1, 1, 0, NULL, math_tanh, "tanh") \
	X("math.trunc", 1, 1, 0, NULL, math_trunc, "as int") \
	X("max", 1, 255, BF_CALLS, "key default", max, "the largest") \
	X("min", 1, 255, BF_CALLS, "key default", min, "the smallest") \
	X("mmengine.config.config.Config", 0, 255, BF_LAZY, "*", not_evaluated, "not evaluated") \
	X("mmengine.config.config.ConfigDict", 0, 1, BF_LAZY, "*", configdict_new, \
		"a ConfigDict of pairs, a mapping, keywords") \
	X("next", 1, 2, BF_LAZY, NULL, next, "an iterator's next item") \
	X("object", 0, 0, 0, NULL, not_evaluated, "not evaluated") \
	X("oct", 1, 1, 0, NULL, oct, "'0o17'") \
	X("operator.add", 2, 2, 0, NULL, operator_add, "add") \
	X("operator.floordiv", 2, 2, 0, NULL, operator_floordiv, "floordiv") \
	X("operator.getitem", 2, 2, 0, NULL, operator_getitem, "getitem") \
	X("operator.mod", 2, 2, 0, NULL, operator_mod, "mod") \
	X("operator.mul", 2, 2, 0, NULL, operator_mul, "mul") \
	X("operator.pow", 2, 2, 0, NULL, operator_pow, "pow") \
	X("operator.sub", 2, 2, 0, NULL, operator_sub, "sub") \
	X("operator.truediv", 2, 2, 0, NULL, operator_truediv, "truediv") \
	X("ord", 1, 1, 0, NULL, ord, "a character's code point") \
	X("ordereddict.move_to_end", 1, 2, BF_MUTATES, "key last", ordereddict_move_to_end, "moves a key to an end") \
	X("ordereddict.popitem", 0, 1, BF_MUTATES, "last", ordereddict_popitem, \
		"removes and gives the pair at an end") \
	X("os.path.abspath", 1, 1, 0, "path", path_abspath, "of an absolute path") \
	X("os.path.basename", 1, 1, 0, "p", path_basename, "after the last /") \
	X("os.path.dirname", 1, 1, 0, "p", path_dirname, "before the last /") \
	X("os.path.expanduser", 1, 1, 0, "path", path_expanduser, "of a path without ~") \
	X("os.path.isabs", 1, 1, 0, "s", path_isabs, "starts with /") \
	X("os.path.join", 1, 255, 0, NULL, path_join, "joins paths") \
	X("os.path.normcase", 1, 1, 0, "s", path_normcase, "the same") \
	X("os.path.normpath", 1, 1, 0, "path", path_normpath, "without . and ..") \
	X("os.path.relpath", 1, 2, 0, "path start", path_relpath, "from one path to another") \
	X("os.path.split", 1, 1, 0, "p", path_split, "(head, tail)") \
	X("os.path.splitext", 1, 1, 0, "p", path_splitext, "(root, extension)") \
	X("pow", 2, 3, 0, "base exp mod", pow, "x ** y, modulo a third") \
	X("print", 0, 255, BF_LAZY, "sep end file flush", print, "prints nothing here") \
	X("range", 1, 3, 0, NULL, range, "a range") \
	X("range.count", 1, 1, 0, NULL, range_count, "how often a number occurs") \
	X("range.index", 1, 1, 0, NULL, range_index, "position of a number") \
	X("repr", 1, 1, 0, NULL, repr, "as source text") \
	X("reversed", 1, 1, 0, NULL, reversed, "the items from the end") \
	X("round", 1, 2, 0, "number ndigits", round, "half to even") \
	X("set", 0, 1, 0, NULL, set, "a set of the items") \
	X("set.add", 1, 1, BF_MUTATES, NULL, set_add, "adds an item") \
	X("set.clear", 0, 0, BF_LAZY | BF_MUTATES, NULL, list_clear, "removes all") \
	X("set.copy", 0, 0, 0, NULL, set_copy, "a new set of the items") \
	X("set.difference", 0, 255, 0, NULL, set_difference, "items that the others lack") \
	X("set.difference_update", 0, 255, BF_MUTATES, NULL, set_difference_update, "removes the others' items") \
	X("set.discard", 1, 1, BF_MUTATES, NULL, set_discard, "removes an item if there") \
	X("set.intersection", 0, 255, 0, NULL, set_intersection, "items that all have") \
	X("set.intersection_update", 0, 255, BF_MUTATES, NULL, set_intersection_update, "keeps common items") \
	X("set.isdisjoint", 1, 1, 0, NULL, set_isdisjoint, "no common item") \
	X("set.issubset", 1, 1, 0, NULL, set_issubset, "all items in the other") \
	X("set.issuperset", 1, 1, 0, NULL, set_issuperset, "all the other's items here") \
	X("set.pop", 0, 0, BF_MUTATES, NULL, set_pop, "removes and gives some item") \
	X("set.remove", 1, 1, BF_MUTATES, NULL, set_remove, "removes an item") \
	X("set.symmetric_difference", 1, 1, 0, NULL, set_symmetric_difference, "items in one of both only") \
	X("set.symmetric_difference_update", 1, 1, BF_MUTATES, NULL, set_symmetric_difference_update, \
		"keeps what one of both has") \
	X("set.union", 0, 255, 0, NULL, set_union, "items of any") \
	X("set.update", 0, 255, BF_MUTATES, NULL, set_update, "adds all items") \
	X("slice", 1, 3, 0, NULL, not_evaluated, "not evaluated") \
	X("sorted", 1, 1, BF_CALLS, "key reverse", sorted, "a sorted list") \
	X("str", 0, 3, 0, "object encoding errors", str, "as text") \
	X("str.capitalize", 0, 0, 0, NULL, str_capitalize, "first letter in upper case") \
	X("str.casefold", 0, 0, 0, NULL, str_casefold, "for comparing without case") \
	X("str.center", 1, 2, 0, NULL, str_center, "padded on both sides") \
	X("str.count", 1, 3, 0, NULL, str_count, "how often a text occurs") \
	X("str.encode", 0, 2, 0, "encoding errors", str_encode, "as bytes") \
	X("str.endswith", 1, 3, 0, NULL, str_endswith, "whether it ends so") \
	X("str.expandtabs", 0, 1, 0, "tabsize", str_expandtabs, "tabs as spaces") \
	X("str.find", 1, 3, 0, NULL, str_find, "first position or -1") \
	X("str.format", 0, 255, BF_LAZY, "*", str_format, "text with {} replaced") \
	X("str.format_map", 0, 255, BF_LAZY, "*", not_evaluated, "not evaluated") \
	X("str.index", 1, 3, 0, NULL, str_index, "first position") \
	X("str.isalnum", 0, 0, 0, NULL, str_isalnum, "letters and digits only") \
	X("str.isalpha", 0, 0, 0, NULL, str_isalpha, "letters only") \
	X("str.isascii", 0, 0, 0, NULL, str_isascii, "ASCII only") \
	X("str.isdecimal", 0, 0, 0, NULL, str_isdecimal, "decimal digits only") \
	X("str.isdigit", 0, 0, 0, NULL, str_isdigit, "digits only") \
	X("str.isidentifier", 0, 0, 0, NULL, str_isidentifier, "a name") \
	X("str.islower", 0, 0, 0, NULL, str_islower, "no upper case") \
	X("str.isnumeric", 0, 0, 0, NULL, str_isnumeric, "numbers only") \
	X("str.isprintable", 0, 0, 0, NULL, str_isprintable, "nothing that repr() escapes") \
	X("str.isspace", 0, 0, 0, NULL, str_isspace, "white space only") \
	X("str.istitle", 0, 0, 0, NULL, str_istitle, "words start in upper case") \
	X("str.isupper", 0, 0, 0, NULL, str_isupper, "no lower case") \
	X("str.join", 1, 1, 0, NULL, str_join, "the items with this between them") \
	X("str.ljust", 1, 2, 0, NULL, str_ljust, "padded at the right") \
	X("str.lower", 0, 0, 0, NULL, str_lower, "in lower case") \
	X("str.lstrip", 0, 1, 0, NULL, str_lstrip, "without white space at the start") \
	X("str.maketrans", 0, 255, BF_LAZY, "*", not_evaluated, "not evaluated") \
	X("str.partition", 1, 1, 0, NULL, str_partition, "before, separator, after") \
	X("str.removeprefix", 1, 1, 0, NULL, str_removeprefix, "without a prefix") \
	X("str.removesuffix", 1, 1, 0, NULL, str_removesuffix, "without a suffix") \
	X("str.replace", 2, 3, 0, NULL, str_replace, "one text for another") \
	X("str.rfind", 1, 3, 0, NULL, str_rfind, "last position or -1") \
	X("str.rindex", 1, 3, 0, NULL, str_rindex, "last position") \
	X("str.rjust", 1, 2, 0, NULL, str_rjust, "padded at the left") \
	X("str.rpartition", 1, 1, 0, NULL, str_rpartition, "partition from the end") \
	X("str.rsplit", 0, 2, 0, "sep maxsplit", str_rsplit, "split from the end") \
	X("str.rstrip", 0, 1, 0, NULL, str_rstrip, "without white space at the end") \
	X("str.split", 0, 2, 0, "sep maxsplit", str_split, "the parts between separators") \
	X("str.splitlines", 0, 1, 0, "keepends", str_splitlines, "the lines") \
	X("str.startswith", 1, 3, 0, NULL, str_startswith, "whether it starts so") \
	X("str.strip", 0, 1, 0, NULL, str_strip, "without white space at both ends") \
	X("str.swapcase", 0, 0, 0, NULL, str_swapcase, "upper and lower case swapped") \
	X("str.title", 0, 0, 0, NULL, str_title, "words in title case") \
	X("str.translate", 0, 255, BF_LAZY, "*", not_evaluated, "not evaluated") \
	X("str.upper", 0, 0, 0, NULL, str_upper, "in upper case") \
	X("str.zfill", 1, 1, 0, NULL, str_zfill, "padded with zeros") \
	X("sum", 1, 2, 0, "start", sum, "the items' sum") \
	X("tuple", 0, 1, 0, NULL, tuple, "a tuple of the items") \
	X("tuple.count", 1, 1, 0, NULL, list_count, "how often an item occurs") \
	X("tuple.index", 1, 3, 0, NULL, list_index, "first position of an item") \
	X("type", 1, 3, 0, NULL, type, "the type") \
	X("zip", 0, 255, 0, "strict", zip, "tuples of the n-th items")
// clang-format on
