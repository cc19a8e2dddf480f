#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the source tree to what docs/architecture.md promises of it. check-tree.py [--no-format]; exits 1 when something is off.

rooms    the folders of src/ are rooms in one order, that of the table in docs/architecture.md, lowest first: a file includes
         from its own room and from those before it, so there are no circles. Only files of a folder, and of those in it, include its priv.h.
headers  X.h declares functions that X.c beside it defines, or is the folder's priv.h and declares those of the folder
         No .c file declares a function of another one: an include shows on which room a file depends.
names    a struct, union or enum tag is defined in one header only; an include guard is the path; no two rooms have a file of one name;
         structs have names of things (reader, not reading); the exceptions are NOUNS
folders  at most 25 .c files a folder; the exceptions stand in WHOLE, with their reasons
lines    at most 120 columns (a tab is 8), at most 600 lines a file, nothing that clang-format would change
globals  variables that outlive a call stand in the files of GLOBALS alone; docs/architecture.md lists them under Globals
casts    no number becomes a pointer: that way const is lost and -Wcast-qual says nothing
map      docs/source-map.md and docs/images/rooms.svg are what tools/source-map.py writes
prose    comments of src/ and tests/ do without seven words of a private language; none of them is in a text of src/ or
         rules/, and four of them not in docs/ and man/
documents every rule function is in docs/writing-rules.md
names    files that docs/architecture.md and comments name are there, and so are the functions that its way of one config names
openings a .c file of more than 150 lines begins with what it computes, the algorithm, its invariant and an example; NO_EXAMPLE counts
         those that still have no example: it may only fall
length   functions have less than 80 lines; LONG_LINES counts the lines of rules of more than 400 characters, and may only fall;
         cells of tables in documents 200 characters: LONG_CELLS counts the longer ones of documents
         that are not about the program, and may only fall; docs/architecture.md 200 lines and at most 30 words; README.md 120 lines
"""
import collections
import os
import re
import subprocess
import sys

COLUMNS, LINES, FUNCTION, CELL, FOLDER, OPENING, FORMAT_VERSION = 120, 600, 80, 200, 25, 150, 14
PAGES = {'docs/architecture.md': 200, 'README.md': 120}  # lines
GLOSSARY = 30
DOC = 'docs/architecture.md'
BUILT = (DOC, 'docs/internals.md', 'docs/performance.md', 'docs/source-map.md', 'README.md')
# Folders that may have more .c files, and why.
WHOLE = {
    'src/cli/command': 'one file a command, and the files of one command beside it',
    'src/code': 'the index, the flow of the config through it and its answers include each other: a part of it would be a circle',
}
# Names of structs that end in "ing" and are things.
NOUNS = {'binding', 'training', 'sibling', 'fstring', 'quote_nesting', 'hydra_dangling', 'taught_finding',
         'listed_setting', 'profile_setting', 'env_setting', 'reach_thing'}
# Declarations in .c files: parsers of tree-sitter have no header of their own, and the linker's wrappers none at all.
FOREIGN = {'tree_sitter_python', 'tree_sitter_bash', '__real_yread_expr', '__real_yread_message'}
NO_EXAMPLE = 71  # long .c files whose opening comment has no example
RULE_LINE, LONG_LINES = 400, 5  # characters of a rule file's line; how many are longer: it may only fall
# Files with variables of static storage that are not constant; src/spec/build, a program that runs once, may have others.
GLOBALS = {
    'src/base/str.c': 'interned strings', 'src/base/trail.c': 'the trail that is recorded', 'src/base/util.c': 'the end of a program with a bug',
    'src/python/builtin/builtin.c': 'builtins, joined once', 'src/python/syntax/symbols.c': 'symbols of the grammar, looked up once',
    'src/python/syntax/parse.c': 'a lock for large texts', 'src/python/syntax/syntax_memory.c': 'memory of tree-sitter',
    'src/script/values/matters.c': 'addresses as marks', 'src/text/notebook.c': 'texts that are passed as void *',
}
# Rule functions that docs/writing-rules.md leaves out: an old name, and two that stand for dependencies.
UNDOCUMENTED = {'heirs_change', 'scoped', 'scopes'}
LONG_CELLS = {'docs/adoption.md': 1, 'docs/compared.md': 4, 'docs/editors.md': 3, 'docs/field-notes.md': 16, 'docs/findings-in-launches.md': 1,
              'docs/findings-in-plain-configs.md': 3, 'docs/findings-in-scripts.md': 2, 'docs/json.md': 19, 'docs/limits.md': 3,
              'docs/promises.md': 17, 'docs/script-speed.md': 1, 'docs/using.md': 1, 'docs/writing-rules.md': 73}
problems = []


def tell(place, text):
    problems.append(f'{place}: {text}')


def sources(*tops):
    return sorted(os.path.join(d, f) for top in tops for d, _, fs in os.walk(top) for f in fs
                  if f.endswith(('.c', '.h')) and '/node_modules' not in d)  # what `make test-editors` fetches isn't ours


def bare(text):
    """The text without comments, the insides of strings, and preprocessor lines; line numbers stay."""
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                  lambda m: '""' if m.group()[0] in '"\'' else re.sub(r'[^\n]', ' ', m.group()), text, flags=re.S)
    return re.sub(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', lambda m: re.sub(r'[^\n]', ' ', m.group()), text, flags=re.M)


def top_level(text):
    """(line, text before it, '{' or ';') of all declarations and definitions outside braces."""
    depth = start = 0
    for m in re.finditer(r'[{};]', text):
        if m.group() == '}':
            depth -= 1
            start = m.end()
        elif depth == 0:
            head = text[start:m.start()]
            yield text.count('\n', 0, start + len(head) - len(head.lstrip())) + 1, head.strip(), m.group()
            start = m.end()
        depth += m.group() == '{'


def function_name(head):
    """What a head declares as a function; None: it is none."""
    head = re.sub(r'__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)', '', head)
    m = re.match(r'[\w\s*]*?\b(\w+)\s*\(', head)
    if not m or m.group(1) == '_Static_assert' or '=' in head[:m.end()] or m.group(1).isupper() or head.startswith('typedef'):
        return None
    return m.group(1)


def functions(path):
    defined, declared = {}, {}
    for line, head, end in top_level(bare(open(path).read())):
        name = function_name(head)
        if name and end == '{' and not head.startswith('struct {'):
            defined[name] = (line, head.startswith('static') or ' static ' in head)
        elif name and end == ';' and not head.startswith('static'):
            declared[name] = line
    return defined, declared


def room_of(path):
    return os.path.relpath(os.path.dirname(path), 'src')


def room_table():
    """The rows `| group | room | purpose |` of the table of rooms, in their order."""
    rows = collections.OrderedDict()
    for line in open(DOC):
        m = re.match(r'\| [\w ]* \| `src/([\w/]*)` \| (.*) \|$', line)
        if m:
            rows[m.group(1) or '.'] = m.group(2)
    return rows


def check_rooms(files, rows):
    level = {room: i for i, room in enumerate(rows)}
    for f in files:
        room = room_of(f)
        if room not in level:
            tell(f, f'folder src/{room} has no row in the table of rooms of {DOC}')
            continue
        for n, line in enumerate(open(f), 1):
            m = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not m:
                continue
            to = os.path.dirname(m.group(1)) or '.'
            if to not in level:
                tell(f'{f}:{n}', f'"{m.group(1)}" is in no room')
            elif level[to] > level[room]:
                tell(f'{f}:{n}', f'{room} includes "{m.group(1)}" from above')
            elif m.group(1).endswith('/priv.h') and not (room + '/').startswith(to + '/'):
                tell(f'{f}:{n}', f'"{m.group(1)}" is private to its folder')


def check_headers(files):
    defined = collections.defaultdict(set)
    for f in files:
        for name, (_, static) in functions(f)[0].items():
            if not static:
                defined[name].add(f)
    for f in files:
        if f.endswith('.c'):
            for name, line in functions(f)[1].items():
                if name not in functions(f)[0] and name not in FOREIGN:
                    tell(f'{f}:{line}', f'declares {name} of another file: include its header')
            continue
        for name, line in functions(f)[1].items():
            own = {d for d in defined[name] if d == f[:-2] + '.c' or
                   (os.path.basename(f) == 'priv.h' and os.path.dirname(d) == os.path.dirname(f))}
            if not own:
                tell(f'{f}:{line}', f'{name} is not of this header: '
                     + (f'{", ".join(sorted(defined[name]))} has it' if defined[name] else 'nobody has it'))


def check_stems(files):
    seen = {}
    for f in files:
        stem = os.path.splitext(os.path.basename(f))[0]
        if stem != 'priv' and seen.setdefault(stem, room_of(f)) != room_of(f):
            tell(f, f'src/{seen[stem]} has a file of this name, too')


def check_folders(files):
    count = collections.Counter(os.path.dirname(f) for f in files if f.endswith('.c'))
    for folder, n in sorted(count.items()):
        if n > FOLDER and folder not in WHOLE:
            tell(folder, f'{n} .c files, more than {FOLDER}: split it by concern, or name it in WHOLE with the reason')
    for folder in sorted(WHOLE):
        if count[folder] <= FOLDER:
            tell(folder, f'has {count[folder]} .c files and needs no exception in WHOLE')


def check_names(files):
    seen = {}
    for f in files:
        if not f.endswith('.h'):
            continue
        text = bare(open(f).read())
        for m in re.finditer(r'\b(struct|union|enum)\s+(\w+)\s*\{', text):
            here = f'{f}:{text.count(chr(10), 0, m.start()) + 1}'
            if m.group(2) in seen:
                tell(here, f'{m.group(1)} {m.group(2)} is also defined in {seen[m.group(2)]}')
            seen[m.group(2)] = here
        guard = re.sub(r'\W', '_', os.path.relpath(f, 'src').upper())
        if f.startswith('src/') and not re.search(rf'^#ifndef {guard}\n#define {guard}\n', open(f).read(), re.M):
            tell(f, f'the include guard is not {guard}')


def check_structs(files):
    for f in files:
        text = bare(open(f).read())
        for m in re.finditer(r'\bstruct\s+(\w+ing)\s*\{', text):
            if m.group(1) not in NOUNS:
                tell(f'{f}:{text.count(chr(10), 0, m.start()) + 1}', f'struct {m.group(1)}: name the thing (reader, not reading)')


def format_version():
    said = subprocess.run(['clang-format', '--version'], stdout=subprocess.PIPE, text=True, check=False).stdout
    return int(re.search(r'version (\d+)', said).group(1))


def check_lines(files, formatted):
    for f in files:
        lines = open(f).read().split('\n')
        if len(lines) - 1 > LINES:
            tell(f, f'{len(lines) - 1} lines, more than {LINES}')
        for n, line in enumerate(lines, 1):
            if len(line.expandtabs(8)) > COLUMNS:
                tell(f'{f}:{n}', f'{len(line.expandtabs(8))} columns, more than {COLUMNS}')
    if formatted and format_version() != FORMAT_VERSION:
        print(f'clang-format {format_version()} is not {FORMAT_VERSION} (Debian 12): formatting not checked')
    elif formatted:
        run = subprocess.run(['clang-format', '--dry-run', *files], stderr=subprocess.PIPE, text=True, check=False)
        changed = collections.Counter(re.findall(r'^(\S+?):\d+:\d+: ', run.stderr, re.M))
        for f in changed:
            tell(f, 'clang-format would change it (clang-format -i FILE)')
        if run.returncode and not changed:
            tell('clang-format', run.stderr.strip())


def check_globals(files):
    seen = set()
    for f in files:
        text = bare(open(f).read())
        for m in re.finditer(r'^[ \t]*(static\b[^;={}]*?)\s*[=;]', text, re.M):
            line, what = text.count('\n', 0, m.start()) + 1, re.sub(r'\[[^\]]*\]|\b(?:_Atomic|VEC)\([^()]*\)', '', m.group(1))
            if '(' in what.replace('(*', ''):  # a function
                continue
            constant = re.search(r'\*\s*const\b[^*]*$', what) if '*' in what else re.search(r'\bconst\b', what)
            if not constant and f not in GLOBALS and not f.startswith('src/spec/build/'):
                tell(f'{f}:{line}', f'a variable that outlives the call: {m.group(1)}')
            elif not constant:
                seen.add(f)
    for f in sorted(set(GLOBALS) - seen):
        tell(f, 'has no such variable and needs no row in GLOBALS')


def check_casts(files):
    for f in files:
        for n, line in enumerate(open(f), 1):
            if re.search(r'\*\) ?\(u?intptr_t\)', line):
                tell(f'{f}:{n}', 'a cast from a number to a pointer')


def check_map():
    run = subprocess.run([sys.executable, 'tools/source-map.py', '--check'], stdout=subprocess.PIPE, text=True, check=False)
    for line in run.stdout.splitlines():
        tell('docs', line)


def check_mentioned(files):
    """Files that comments name are there: `X.h` of any room, `room/X.h` by its path."""
    stems = {os.path.basename(f) for f in files}
    for f in files:
        for comment in re.finditer(r'/\*.*?\*/', open(f).read(), re.S):
            for name in re.findall(r'(?<![\w/.$-])((?:[a-z_]+/)*[a-z_0-9]{3,}\.[ch])\b', comment.group()):
                if not os.path.exists(os.path.join('src', name)) and not os.path.exists(name) and name not in stems:
                    tell(f, f'a comment names {name}, which is no file')


def check_prose(files):
    """Words with a plainer one: reported (told), cached or stored (kept), subclass or child (heir), queried (asked), it (whoever, nobody)."""
    for f in files:
        text = open(f).read()
        for comment in re.finditer(r'/\*.*?\*/', text, re.S):
            for word in re.finditer(r'(?<!struct )(?<![\w.>/_`-])(told|kept|heirs?|asked|whoever|nobody|somebody)(?![\w_/(.])', comment.group()):
                line = text.count('\n', 0, comment.start() + word.start()) + 1
                tell(f'{f}:{line}', f'"{word.group()}" in a comment: use the plain word (CONTRIBUTING.md, Style)')


def strings_of(text):
    """(position, text) of string literals outside comments and preprocessor lines that are prose: of several words."""
    text = re.sub(r'/\*.*?\*/|//[^\n]*|^[ \t]*#[^\n]*', lambda m: re.sub(r'[^\n]', ' ', m.group()), text, flags=re.S | re.M)
    return [(m.start(), m.group(1)) for m in re.finditer(r'"((?:\\.|[^"\\\n])*)"', text) if ' ' in m.group(1).strip()]


PRIVATE = re.compile(r"(?<![\w.`/\[_-])(told|kept|heirs?|asked)(?![\w(\[`_/-])", re.I)
PERSONS = re.compile(r"(?<![\w.`/\[_-])(whoever|nobody|somebody)(?![\w(\[`_/-])", re.I)  # things are "it"; documents may speak of people


PROSE = 'why|doc|note|text|help'  # keys of rule files with texts of several lines
SAID = re.compile(r'\b(?:message|hint|title|summary|label|doc|cause): ("(?:\\.|[^"\\])*"|\'(?:\'\'|[^\'])*\'|[^"\'{][^,}]*)')


def prose_of_rule(path):
    """(line, text) of the prose of a rule file: comments, texts of several lines, messages without what stands in braces."""
    deep, prose = None, False
    for n, line in enumerate(open(path), 1):
        depth = len(line) - len(line.lstrip())
        if deep is not None and line.strip() and depth <= deep:
            deep = None
        comment = ''.join(re.findall(r'(?:^|\s)#\s.*', line))
        if deep is not None:
            yield n, line if prose else comment
            continue
        block = re.match(r'\s*(?:- )?\{?([\w-]+):\s*[|>][-+]?\s*(?:#.*)?$', line)
        if block:
            deep, prose = depth, re.fullmatch(PROSE, block.group(1)) is not None
        yield n, comment + ' '.join(re.sub(r'\{[^{}]*\}', ' ', said) for said in SAID.findall(line))


def check_words(files):
    """No text that people read has them: messages of src/, rules, documents, manual."""
    texts = [(f, text.count('\n', 0, at) + 1, s) for f in files for text in [open(f).read()] for at, s in strings_of(text)]
    for d, _, fs in sorted(os.walk('rules')):
        if d != 'rules/help':  # the libraries' own words
            texts += [(os.path.join(d, f), n, s) for f in sorted(fs) if f.endswith('.yaml') for n, s in prose_of_rule(os.path.join(d, f))]
    for f in [os.path.join(d, f) for d in ('docs', 'man') for f in sorted(os.listdir(d)) if f.endswith(('.md', '.1', '.5', '.7'))] + ['README.md']:
        texts += [(f, n, re.sub(r'`[^`]*`', '', line)) for n, line in enumerate(open(f), 1)]
    for f, n, s in texts:
        m = PRIVATE.search(s) or f.startswith(('src/', 'rules/')) and PERSONS.search(s)
        if m:
            tell(f'{f}:{n}', f'"{m.group()}": use the plain word (CONTRIBUTING.md, Style)')


def check_openings(files):
    """A long .c file says first what it computes and how."""
    bare_ones = []
    for f in files:
        text = open(f).read()
        if not f.endswith('.c') or text.count('\n') <= OPENING:
            continue
        opening = re.match(r'// SPDX[^\n]*\n/\*(.*?)\*/', text, re.S)
        if not opening:
            tell(f, f'{text.count(chr(10))} lines without an opening comment: what it computes, the algorithm, its invariant, an example')
        elif not re.search(r'[Ee]xample|^ ?\*\s*\t|^ ?\* {3,}|\S {2,}\S', opening.group(1), re.M):
            bare_ones.append(f)
    if len(bare_ones) != NO_EXAMPLE:
        tell('tools/check-tree.py', f'{len(bare_ones)} long files open without an example, NO_EXAMPLE says {NO_EXAMPLE}: '
             + ('give the new ones an example' if len(bare_ones) > NO_EXAMPLE else 'lower it'))
        if '-v' in sys.argv:
            print('\n'.join(bare_ones))


def check_functions(files):
    for f in files:
        text = bare(open(f).read())
        for line, head, end in top_level(text):
            if end != '{' or not function_name(head):
                continue
            lines = text.split('\n')
            close = next((i for i in range(line, len(lines)) if lines[i].startswith('}')), line)
            if close - line + 2 >= FUNCTION:
                tell(f'{f}:{line}', f'{function_name(head)} has {close - line + 2} lines, not less than {FUNCTION}')


def long_cells(path):
    """(line, length) of cells of tables that are no glance's read."""
    for n, line in enumerate(open(path), 1):
        for cell in re.split(r'(?<!\\)\|', line)[1:-1] if line.startswith('|') else []:
            if len(cell.strip()) >= CELL:
                yield n, len(cell.strip())


def check_cells():
    """Cells of tables that say how the program is built are read at a glance; of other documents their number only falls."""
    for f in sorted(os.path.join('docs', f) for f in os.listdir('docs') if f.endswith('.md')) + ['README.md', 'CONTRIBUTING.md']:
        cells, allowed = list(long_cells(f)), LONG_CELLS.get(f, 0)
        if f in BUILT or not allowed:
            for n, length in cells:
                tell(f'{f}:{n}', f'a table cell of {length} characters, not less than {CELL}')
        elif len(cells) != allowed:
            tell(f, f'{len(cells)} table cells of {CELL} characters and more, LONG_CELLS says {allowed}: '
                 + ('shorten the new ones' if len(cells) > allowed else 'lower it'))
    for f, lines in PAGES.items():
        n = sum(1 for _ in open(f))
        if n > lines:
            tell(f, f'{n} lines, more than {lines}')
    words = [line for line in open(DOC).read().partition('\n## Words\n')[2].splitlines() if line.startswith('| ')][1:]
    if not 0 < len(words) <= GLOSSARY:
        tell(DOC, f'{len(words)} words in its glossary, not 1 to {GLOSSARY}')


def check_rule_lines():
    """Conditions and messages of rules are read in reviews: lets with names, one condition a line."""
    long = [f'{os.path.join(d, f)}:{n}' for d, _, fs in sorted(os.walk('rules')) for f in sorted(fs) if f.endswith('.yaml')
            for text in [open(os.path.join(d, f)).read()] if re.search('^id: ', text, re.M)
            for n, line in enumerate(text.split('\n'), 1) if len(line) > RULE_LINE]
    if len(long) != LONG_LINES:
        tell('tools/check-tree.py', f'{len(long)} lines of rules have more than {RULE_LINE} characters, LONG_LINES says {LONG_LINES}: '
             + ('break the new ones' if len(long) > LONG_LINES else 'lower it'))
        if '-v' in sys.argv:
            print('\n'.join(long))


def check_walk(files):
    """Names of files, and of functions in the chapter that walks one config through the program."""
    text = open(DOC).read()
    for name in sorted(set(re.findall(r'`((?:[\w.-]+/)+[\w.-]*)`', text))):
        first = name.split('/')[0]  # of no folder here: a file of an example
        if any(os.path.exists(os.path.join(top, first)) for top in ('', 'src')) and \
                not any(os.path.exists(os.path.join(top, name + end)) for top in ('', 'src') for end in ('', '.c')):
            tell(DOC, f'{name} is no file and no folder')
    chapter = text.partition('\n## The way of one config')[2].partition('\n## What')[0]
    defined = {name for f in files for name in functions(f)[0]}
    named = set(re.findall(r'`([a-z]+(?:_[a-z]+)+)`', chapter))
    if not named:
        tell(DOC, 'no chapter "The way of one config" that names functions')
    for name in sorted(named - defined):
        tell(DOC, f'`{name}` is no function')


def check_rule_functions():
    """A function that rules may call is in docs/writing-rules.md."""
    page = open('docs/writing-rules.md').read()
    folder = 'src/facts/function'
    for f in sorted(os.listdir(folder)):
        for name in re.findall(r'^\t\{ "([\w.]+)", \d+, \d+, ', open(os.path.join(folder, f)).read(), re.M):
            if name not in UNDOCUMENTED and not re.search(rf'(?<!\w){re.escape(name)}\(', page):
                tell(f'{folder}/{f}', f'{name}() is not in docs/writing-rules.md')


def main():
    own, tests = sources('src'), sources('tests')
    rows = room_table()
    check_rooms(own, rows)
    check_headers(own)
    check_names(own)
    check_stems(own)
    check_folders(own)
    check_lines(own + tests, '--no-format' not in sys.argv)
    check_globals(own)
    check_casts(own)
    check_map()
    check_mentioned(own)
    check_structs(own)
    check_prose(own + tests)
    check_words(own)
    check_openings(own)
    check_functions(own + tests)
    check_cells()
    check_walk(own)
    check_rule_functions()
    check_rule_lines()
    for p in problems:
        print(p)
    print(f'{len(own) + len(tests)} files, {len(rows)} rooms: {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
