# SPDX-License-Identifier: MIT
# Targets: all (build/cfglint), setup, demo, profile, bench-check, test, test-tsan, test-clang, test-html, test-torch, test-editors, test-formats, test-packages, bare, mutants, budget, promises, fuzz (SECONDS=60 for each target), docs, pictures, install, uninstall, static,
# dist, deb, npm, wheel, hook-repository, vsix, vscode-pictures, packages (in build/packages), release-check, check-tree, source-map, clean. Only setup installs anything; demo and
# test call it. BUILD=dir builds elsewhere (two makes at once need two folders).

MAKEFLAGS += --no-builtin-rules
ifeq (0,$(MAKELEVEL))
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
.DELETE_ON_ERROR:
.SUFFIXES:

CC = gcc
AR = ar
# A build for another machine names its compiler and ar in CC and AR, one for this machine in HOSTCC, and in RUN what runs the
# other machine's programs here: two of them run while building. tools/package.sh does that for arm64.
HOSTCC = $(CC)
RUN =
PREFIX = /usr/local
# V=1 prints every command; without it, a line a step
V =
Q = $(if $(V),,@)
DESTDIR =
BUILD = build
VERSION := $(shell cat VERSION)
# address of docs/ where it can be read; findings as JSON name their rule's page below it
DOCS_URL ?=
CFLAGS = -O2 -g

WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wcast-qual -Werror
# Where and how the sources are built doesn't show in the objects: same sources, same bytes.
REPRO = -ffile-prefix-map=$(CURDIR)=.
CORE = -std=c17 -D_GNU_SOURCE -Isrc $(WARN) $(REPRO) -pthread -MMD -MP
HARDEN = -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE
# The program is optimised as a whole; `compile`, which runs once, takes the same objects in the usual way.
WHOLE = -O3 -flto=auto
FAT = -ffat-lto-objects -frandom-seed=$<
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DCFGLINT_CHECKS
# make fuzz: libFuzzer is clang's
CLANG = clang
COVER = -fsanitize=fuzzer-no-link
SECONDS = 60
HAS_FUZZER = $(if $(shell echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	$(CLANG) -w -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null && echo yes),fuzz-programs)
LIBS = -lpcre2-8 -lyaml -ljansson -lnettle -lz -lm
TS = node_modules/tree-sitter/vendor/tree-sitter/lib
# its inner headers too: python/syntax/visit.c reads the tree as it lies in memory
TSHEADERS = -isystem $(TS)/include -isystem $(TS)/src
TSPY = node_modules/tree-sitter-python/src
TSSH = node_modules/tree-sitter-bash/src
# "tree-sitter 0.25.1 tree-sitter-bash 0.25.1 ...": what `cfglint version` tells of them
SOURCES := $(shell sed -n 's/^.*"\(tree-sitter[a-z-]*\)": "\([0-9.]*\)".*$$/\1 \2/p' package.json)
# The flags that upstream uses, and our allocator in the place of its own and of malloc, which scanners call; warnings are upstream's.
TSMEMORY = -include src/python/syntax/syntax_memory.h -Dts_malloc=memory_take -Dts_calloc=memory_zeroed -Dts_realloc=memory_resize \
	-Dts_free=memory_give -Dmalloc=memory_take -Dcalloc=memory_zeroed -Drealloc=memory_resize -Dfree=memory_give
TSFLAGS = -std=c11 -DTREE_SITTER_REUSE_ALLOCATOR $(TSMEMORY) -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE -w -I$(TS)/include -I$(TS)/src
# tree-sitter and its Python grammar are one unit, for each calls the other once a character. gcc optimises it by how often
# what ran (tools/profile/python.gcda, which `make profile` writes); another compiler, or version of it, does without.
TSPYTHON = -include $(TS)/src/lib.c -include $(TSPY)/parser.c -c $(TSPY)/scanner.c
PROFILED = -dumpdir tools/profile/ -dumpbase python.c -dumpbase-ext .c
TUNED := -O3 $(if $(findstring gcc version,$(shell $(CC) -v 2>&1)),-fprofile-use -Wno-coverage-mismatch $(PROFILED))

SRC := $(filter-out src/spec/build/%,$(sort $(shell find src -name '*.c')))
NAMES := $(SRC:src/%.c=%) vendor/python vendor/bash/parser vendor/bash/scanner embedded
LIBNAMES := $(filter-out main,$(NAMES))
UNIT := $(patsubst tests/unit/%.c,%,$(sort $(shell find tests/unit -name 'test_*.c')))
RULES := $(sort $(shell find rules -type f \( -name '*.yaml' -o -name '*.py' \) 2>/dev/null))

PLAIN = $(BUILD)/obj
ASAN = $(BUILD)/asan
TSAN = $(BUILD)/tsan
OTHER = $(BUILD)/clang
FUZZ = $(BUILD)/fuzz
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/*.c)))

.PHONY: all setup demo docs pictures profile bench-check test test-tsan test-clang test-html test-torch test-editors test-formats test-packages bare mutants budget promises fuzz fuzz-programs test-programs install uninstall static dist deb npm wheel hook-repository packages vsix vscode-pictures release-check check-tree source-map clean check-deps FORCE

all: $(BUILD)/cfglint

# --- what must be there before the first file is compiled
DEPS = $(BUILD)/deps
$(DEPS): package-lock.json Makefile tools/check-deps.sh
	@mkdir -p $(BUILD)
	@sh tools/check-deps.sh "$(CC)"
	@touch $@

$(TS)/src/lib.c $(TSPY)/parser.c $(TSPY)/scanner.c $(TSSH)/parser.c $(TSSH)/scanner.c: | $(DEPS)

# --- lists: rewritten only when they change, so that an added or removed file is noticed
define listed
	@mkdir -p $(dir $@)
	@printf '%s\n' $(1) >$@.new
	@if cmp -s $@.new $@; then rm -f $@.new; else mv $@.new $@; fi
endef
$(BUILD)/rules.list: FORCE
	$(call listed,$(RULES))
$(BUILD)/objects.list: FORCE
	$(call listed,$(NAMES))
$(BUILD)/named.list: FORCE
	$(call listed,'$(VERSION) $(DOCS_URL) $(SOURCES)')
$(BUILD)/flags.list: FORCE
	$(call listed,'$(CC) $(CFLAGS) $(CORE) $(HARDEN) $(WHOLE) $(SANITIZE) $(COVER) $(TSFLAGS) $(TUNED)')

# --- generated sources
$(BUILD)/embed: src/spec/build/embed.c | $(DEPS)
	$(Q)$(HOSTCC) -O1 -std=c17 $(WARN) $(REPRO) -o $@ $<
$(BUILD)/embedded.c: $(BUILD)/embed $(RULES) $(BUILD)/rules.list
	$(Q)$(BUILD)/embed rules $(RULES) >$@.new && mv $@.new $@

$(BUILD)/compile: $(addprefix src/spec/build/,compile.c layout.c write_compiled.c layout.h write_compiled.h) $(PLAIN)/libcfglint.a
	$(Q)$(CC) $(CFLAGS) $(CORE) -fno-lto -MF $@.d -Wno-missing-prototypes -o $@ $(filter-out %.h,$^) -Wl,--wrap=yread_expr,--wrap=yread_message $(LIBS)
$(BUILD)/compiled_rules.c: $(BUILD)/compile
	$(Q)$(RUN) $(BUILD)/compile >$@.new && mv $@.new $@

# Only these are told names of the build, so that another version or address compiles nothing else.
TOLD = cli/session cli/report_run cli/command/version server/server

# one more file of a folder is compiled: a line at each tenth
ONE = @sh tools/progress.sh $(1) $(words $(NAMES) compiled_rules)
ONE_UNIT = @sh tools/progress.sh $(patsubst %/,%,$(firstword $(subst unit/,unit/ ,$@))) $(words $(UNIT))
FIRST := $(shell find $(BUILD) -maxdepth 3 -name compiled -delete 2>/dev/null)

# --- objects: $(1) folder, $(2) flags of our own sources, $(3) flags of tree-sitter's, $(4) of it with its Python grammar
define objects
$(1)/%.o: src/%.c $(BUILD)/flags.list | $(DEPS)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(CFLAGS) $(CORE) $(TSHEADERS) $$(NAMED) $(2) -c -o $$@ $$<
	$(ONE)
$(TOLD:%=$(1)/%.o): private NAMED = -DCFGLINT_VERSION='"$(VERSION)"' -DCFGLINT_SOURCES='"$(SOURCES)"' -DCFGLINT_DOCS='"$(DOCS_URL)"'
$(TOLD:%=$(1)/%.o): $(BUILD)/named.list
$(1)/embedded.o: $(BUILD)/embedded.c $(BUILD)/flags.list | $(DEPS)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(CFLAGS) $(CORE) $(2) -c -o $$@ $$<
	$(ONE)
$(1)/compiled_rules.o: $(BUILD)/compiled_rules.c $(BUILD)/flags.list
	$$(Q)$$(CC) $(CFLAGS) $(CORE) $(2) -c -o $$@ $$<
	$(ONE)
$(1)/vendor/python.o: $(TS)/src/lib.c $(TSPY)/parser.c $(TSPY)/scanner.c src/python/syntax/syntax_memory.h $(wildcard tools/profile/*) $(BUILD)/flags.list | $(DEPS)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -O2 -g $(REPRO) $(TSFLAGS) $(3) $(4) $(TSPYTHON) -o $$@
	$(ONE)
$(1)/vendor/bash/%.o: $(TSSH)/%.c src/python/syntax/syntax_memory.h $(BUILD)/flags.list | $(DEPS)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -O2 -g $(REPRO) $(TSFLAGS) $(3) -c -o $$@ $$<
	$(ONE)
$(1)/libcfglint.a: $(LIBNAMES:%=$(1)/%.o) $(BUILD)/objects.list
	@rm -f $$@
	$$(Q)$(AR) qcsD $$@ $(LIBNAMES:%=$(1)/%.o)
endef
$(eval $(call objects,$(PLAIN),$(HARDEN) $(WHOLE) $$(FAT),-fPIE,$(TUNED)))
$(eval $(call objects,$(ASAN)/obj,$(SANITIZE),-fsanitize=address))

$(eval $(call objects,$(TSAN)/obj,-fsanitize=thread -O1 -Wno-maybe-uninitialized,-fsanitize=thread))
$(eval $(call objects,$(FUZZ)/obj,$(SANITIZE) $(COVER) -O1 -w,-fsanitize=address $(COVER)))
$(FUZZ)/%: private CC = $(CLANG)
$(eval $(call objects,$(OTHER)/obj,$(SANITIZE) -O1 -w,-fsanitize=address))
$(OTHER)/%: private CC = $(CLANG)

-include $(shell find $(BUILD) -name test-packages -prune -o -type f -name '*.d' -print 2>/dev/null)

$(BUILD)/cfglint: $(PLAIN)/main.o $(PLAIN)/compiled_rules.o $(PLAIN)/libcfglint.a
	@echo "cfglint: linking $@"
	$(Q)$(CC) $(CFLAGS) $(HARDEN) $(WHOLE) $(REPRO) -pthread -pie -Wl,-z,relro,-z,now $(LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/profile/cfglint: $(PLAIN)/main.o $(PLAIN)/compiled_rules.o $(TS)/src/lib.c $(PLAIN)/libcfglint.a
	@echo "cfglint: linking $@"
	@mkdir -p $(@D)
	$(Q)$(CC) -O3 -g $(REPRO) $(TSFLAGS) -fPIE -fprofile-generate -fprofile-update=atomic $(PROFILED) $(TSPYTHON) -o $(@D)/python.o
	$(Q)$(CC) $(CFLAGS) -fno-lto -fprofile-generate -pthread -pie -o $@ $(PLAIN)/main.o $(PLAIN)/compiled_rules.o $(@D)/python.o $(PLAIN)/libcfglint.a $(LIBS)
$(BUILD)/static/cfglint: $(PLAIN)/main.o $(PLAIN)/compiled_rules.o $(PLAIN)/libcfglint.a
	@echo "cfglint: linking $@"
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(HARDEN) $(WHOLE) $(REPRO) -pthread -static-pie -Wl,-z,relro,-z,now $(LDFLAGS) -o $@ $^ $(LIBS)
$(ASAN)/cfglint: $(ASAN)/obj/main.o $(ASAN)/obj/compiled_rules.o $(ASAN)/obj/libcfglint.a
	@echo "cfglint: linking $@"
	$(Q)$(CC) $(CFLAGS) -pthread $(SANITIZE) -o $@ $^ $(LIBS)
$(FUZZ)/%: tests/fuzz/%.c $(FUZZ)/obj/compiled_rules.o $(FUZZ)/obj/libcfglint.a
	$(Q)$(CC) $(CFLAGS) $(CORE) -Wno-missing-prototypes $(SANITIZE) -fsanitize=fuzzer $(LDFLAGS) $(TSHEADERS) -MF $@.d -o $@ $(filter-out %.h,$^) $(LIBS)
$(FUZZ)/cache: private LDFLAGS += -Wl,--wrap=files_stamp,--wrap=budget_read,--wrap=budget_write
$(ASAN)/unit/%: tests/unit/%.c $(ASAN)/obj/compiled_rules.o $(ASAN)/obj/libcfglint.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(CORE) $(TSHEADERS) -Wno-missing-prototypes $(SANITIZE) -Itests/unit -MF $@.d -o $@ $< $(ASAN)/obj/compiled_rules.o $(ASAN)/obj/libcfglint.a -lcmocka $(LIBS)
	$(ONE_UNIT)

$(OTHER)/cfglint: $(OTHER)/obj/main.o $(OTHER)/obj/compiled_rules.o $(OTHER)/obj/libcfglint.a
	@echo "cfglint: linking $@"
	$(Q)$(CC) $(CFLAGS) -pthread $(SANITIZE) -o $@ $^ $(LIBS)
$(OTHER)/unit/%: tests/unit/%.c $(OTHER)/obj/compiled_rules.o $(OTHER)/obj/libcfglint.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(CORE) $(TSHEADERS) -w $(SANITIZE) -Itests/unit -MF $@.d -o $@ $< $(OTHER)/obj/compiled_rules.o $(OTHER)/obj/libcfglint.a -lcmocka $(LIBS)
	$(ONE_UNIT)
$(TSAN)/cfglint: $(TSAN)/obj/main.o $(TSAN)/obj/compiled_rules.o $(TSAN)/obj/libcfglint.a
	@echo "cfglint: linking $@"
	$(Q)$(CC) $(CFLAGS) -pthread -fsanitize=thread -o $@ $^ $(LIBS)

# --- what people call
setup:
	@sh tools/setup.sh

demo:
	@$(MAKE) --no-print-directory setup
	@$(MAKE) --no-print-directory all
	@CFGLINT=$(abspath $(BUILD)/cfglint) sh tools/demo.sh

# main.c comes late in a young tree; unit tests don't wait for it
test-programs: $(if $(wildcard src/main.c),$(ASAN)/cfglint) $(UNIT:%=$(ASAN)/unit/%)

# the fast build too: some tests run it many times, or make its allocations fail
test:
	@$(MAKE) --no-print-directory setup
	@$(MAKE) --no-print-directory all test-programs $(HAS_FUZZER)
	@$(MAKE) --no-print-directory check-tree
	@BUILD=$(abspath $(ASAN)) UNIT='$(UNIT)' CFGLINT_CACHE_DIR=$(abspath $(BUILD)/cache) sh tests/run.sh

# all generators of tests/budget.test, with the plain build's figures; `test` takes one in eight
budget: $(BUILD)/cfglint
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/budget.test --all

# the promises of docs/promises.md whose tests `test` takes a sample of, at their full figure
promises: budget
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/inject.test --all memory_may_run_out
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/reliability.test --all a_signal_leaves_nothing_behind no_exchanged_link_is_followed circles_overflow_nothing

# data races: the trees of this repository with four threads
test-tsan: $(TSAN)/cfglint
	@CFGLINT=$(abspath $(TSAN)/cfglint) sh tests/tsan.sh

# what gcc's sanitizers let pass and clang's tell, as NULL + 0: the unit tests, and the suites that run most of the program
test-clang:
	@sh tools/setup.sh clang
	@$(MAKE) --no-print-directory $(OTHER)/cfglint $(UNIT:%=$(OTHER)/unit/%)
	@BUILD=$(abspath $(OTHER)) sh tests/run.sh $(notdir $(UNIT)) $(OTHER_SUITES)
OTHER_SUITES = $(addprefix tests/,$(addsuffix .test,golden oracle fix code programs variant not-checked escapes))

# pages about runs, in Debian's chromium; PICTURES=FOLDER keeps what they look like
test-html: $(BUILD)/cfglint
	@sh tools/setup.sh html
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/html.test
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/browser.test

# cfglint in editors, with the files of editors/; PICTURES=FOLDER keeps what Visual Studio Code looks like
test-editors: $(BUILD)/cfglint
	@sh tools/setup.sh editors
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/editors.test
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/vscode/run.py

# the pictures of its README, and its icon: look at them before you commit them
vscode-pictures: build/cfglint
	@sh tools/setup.sh editors
	@sh tools/icon.sh
	@CFGLINT=$(abspath build/cfglint) PICTURES=$(abspath editors/vscode/images) python3 tests/vscode/run.py readme

# what torch itself says of examples of rules, and a training before and after `variant script-speed`, with Debian's torch
test-torch: $(BUILD)/cfglint
	@sh tools/setup.sh torch
	@CFGLINT=$(abspath $(BUILD)/cfglint) /usr/bin/python3 tests/torch/says.py

# how often tree-sitter's functions run for the Python files here; gcc optimises by that (TUNED), so what it writes is committed
profile: $(BUILD)/profile/cfglint
	@mkdir -p tools/profile
	$(Q)rm -f tools/profile/python.gcda
	$(Q)find fixtures tests tools bench -name '*.py' | LC_ALL=C sort | xargs -n 10000 $< -j1 --no-cache --parse-only >$(BUILD)/profile/out 2>&1 || true
	$(Q)test -s tools/profile/python.gcda

# instructions of fixed commands against those in bench/instructions.json, with valgrind; `python3 bench/check.py --renew` records
bench-check: $(BUILD)/cfglint
	@python3 bench/check.py --cfglint $(abspath $(BUILD)/cfglint)

# every mistake of every rule's examples in every form; `test` takes one in six
mutants: $(BUILD)/cfglint
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tests/mutants/mutants.py -v

# random inputs, as long as SECONDS says for each target; ends at the first that breaks something and leaves it in $(FUZZ). SEED: of the projects
SEED = $(shell date +%s)
fuzz:
	@sh tools/setup.sh clang
	@$(MAKE) --no-print-directory fuzz-programs $(ASAN)/cfglint
	@sh tests/fuzz/fuzz.sh "$(FUZZ)" "$(SECONDS)" $(FUZZERS)
	@CFGLINT=$(abspath $(ASAN)/cfglint) python3 tests/fuzz/projects.py --seed "$(SEED)" --seconds "$(SECONDS)" --keep "$(FUZZ)"
fuzz-programs: $(FUZZERS:%=$(FUZZ)/%)

# pages about the rules, made from the rules
docs: $(BUILD)/cfglint
	$(Q)$(BUILD)/cfglint rules --output-format json | python3 tools/rule-docs.py docs/rules
	$(Q)$(BUILD)/cfglint rules --output-format json | python3 tools/settings-schema.py schemas/settings.json
	$(Q)python3 tools/argument-editor-schemas.py schemas/arguments

# the terminal that README shows; look at it when messages have changed
pictures: $(BUILD)/cfglint
	@CFGLINT=$(abspath $(BUILD)/cfglint) python3 tools/terminal-picture.py docs/images

static: $(BUILD)/static/cfglint

# packages of the last commit, in $(PACKAGES): docs/releasing.md. WHEELS=native: no wheel for another processor, and no cross compiler
PACKAGES = $(BUILD)/packages
WHEELS = all
dist deb npm packages:
	@sh tools/setup.sh packages
	@$(if $(filter packages,$@),$(SETUP_WHEELS))
	@$(if $(filter packages,$@),sh tools/setup.sh vsix)
	@DOCS_URL='$(DOCS_URL)' WHEELS=$(WHEELS) sh tools/package.sh $(PACKAGES) $(if $(filter packages,$@),dist deb static npm wheel hook-repository vsix,$@)
wheel hook-repository vsix:
	@$(SETUP_WHEELS)
	@$(if $(filter vsix,$@),sh tools/setup.sh vsix)
	@DOCS_URL='$(DOCS_URL)' WHEELS=$(WHEELS) sh tools/package.sh $(PACKAGES) $@
SETUP_WHEELS = sh tools/setup.sh $(if $(filter native,$(WHEELS)),,cross)

# what others' validators say of the formats: Microsoft's of SARIF, Jenkins' schema of JUnit, a problem matcher
test-formats: $(BUILD)/cfglint
	@sh tools/setup.sh formats
	@CFGLINT=$(abspath $(BUILD)/cfglint) /usr/bin/python3 tests/validators/validate.py

# two builds in two folders are the same bytes; each package is installed, run and removed
test-packages:
	@sh tools/setup.sh packages
	@sh tools/setup.sh cross
	@sh tools/setup.sh vsix
	@sh tests/packages.sh

# README's two commands on a Debian 12 that has make, git and ca-certificates and nothing else
bare:
	@sh tools/setup.sh bare
	@sh tools/bare.sh

# what must hold before a release is published
release-check:
	@sh tools/release-check.sh

MANDIR = $(DESTDIR)$(PREFIX)/share/man
PAGES = $(wildcard man/*.[157])
STRIP = strip
install: $(BUILD)/cfglint
	$(Q)install -Ds --strip-program=$(STRIP) -m755 $(BUILD)/cfglint $(DESTDIR)$(PREFIX)/bin/cfglint
	$(Q)for page in $(PAGES); do install -Dm644 -t $(MANDIR)/man$${page##*.} "$$page" || exit 1; done
	$(Q)sh tools/install-completions.sh "$(DESTDIR)$(PREFIX)"
	@echo "cfglint: installed in $(DESTDIR)$(PREFIX)"

# what install put there, and nothing else
uninstall:
	$(Q)rm -f $(DESTDIR)$(PREFIX)/bin/cfglint $(foreach page,$(PAGES),$(MANDIR)/man$(lastword $(subst ., ,$(page)))/$(notdir $(page)))
	$(Q)sh tools/install-completions.sh --remove "$(DESTDIR)$(PREFIX)"
	@echo "cfglint: removed from $(DESTDIR)$(PREFIX)"

check-tree:
	@python3 tools/check-tree.py

source-map:
	@python3 tools/source-map.py

clean:
	$(Q)rm -rf $(BUILD)
