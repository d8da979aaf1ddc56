# SPDX-License-Identifier: GPL-2.0-or-later
# make            build/ktally             make static     build/ktally-static
# make arm64      build/arm64/ktally-static, on Debian with its cross compiler; libraries into the lab's cache
# make demo       install what the build needs, build, show iolatency over a small load
# make demo-fleet the same for ktally serve: two servers and a Prometheus, whose numbers are compared
# make check      install what the tests need, run the suites; check-all: also what is long (tests/run --help)
# make lint       clang-tidy and cppcheck
# make bench      the ratios               make install    PREFIX=/usr/local DESTDIR=
# make docs       what README.md, ktally(8) and doc/kernels.md say of each tool, and the dashboard
# make links      short names (iolatency, ...) beside the installed ktally, opt-in; make aside: below libexec/ktally/bin
# make deb        a package, as make rpm; make release: static tarballs, checksums, SPDX
# No file lists the tools: the list is made from the folders in src/tools.

VERSION := 0.1.0
PREFIX ?= /usr/local
# Below PREFIX; Debian's packages have share/zsh/vendor-completions
ZSH_COMPLETIONS ?= share/zsh/site-functions
FISH_COMPLETIONS ?= share/fish/vendor_completions.d
B ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
CLANG ?= clang
BPFTOOL ?= $(firstword $(wildcard /usr/lib/linux-tools/*/bpftool /usr/sbin/bpftool /sbin/bpftool /usr/local/sbin/bpftool) bpftool)
PKG_CONFIG ?= pkg-config
LIBS := libbpf libelf zlib libtracefs libtraceevent libcap libseccomp libevent_extra libevent_core
# libdw is optional: it gives the names of programs' variables. The shared libdw would load more libraries at each start,
# so the build tries libdw.a first, and archives of what it unpacks files with, as of libevent. libdw.a needs symbols that pkg-config
# does not name. They are in libelf.a, in libeu.a, or in neither: then our search_trees.a has them. Optional are liblzma,
# for symbols that are packed into stripped programs (.gnu_debugdata), and libiberty, for names of C++, Rust and D.
comma := ,
OPTIONAL_LIBS := $(foreach l,libdw liblzma,$(shell $(PKG_CONFIG) --exists $l 2>/dev/null && echo $l))
IBERTY := $(if $(shell echo 'int i;' | $(CC) $(CFLAGS) -include libiberty/demangle.h -fsyntax-only -xc - 2>&1 || echo no),,-liberty)
archive = $(if $(filter /%,$(shell $(CC) -print-file-name=$1 2>/dev/null)),-l:$1)
ELFUTILS_REST := $(foreach a,libeu.a libelf.a,$(call archive,$a)) $B/search_trees.a
archived = $(or $(if $(filter -ldw -llzma -lbz2 -lzstd -levent_extra -levent_core,$1),$(call archive,$(1:-l%=lib%.a))),$1)
DW_STATIC := $(if $(filter libdw,$(OPTIONAL_LIBS)),$(if $(call archive,libdw.a),-Wl$(comma)--as-needed \
	$(foreach l,$(shell $(PKG_CONFIG) --static --libs $(OPTIONAL_LIBS)),$(call archived,$l))\
	$(ELFUTILS_REST) -Wl$(comma)--no-as-needed))
MULTIARCH := $(shell $(CC) -print-multiarch 2>/dev/null || $(CC) -dumpmachine 2>/dev/null)
ARCH := $(patsubst aarch64%,arm64,$(patsubst x86_64%,x86,$(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)))))

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(CI),-Werror)
CFLAGS ?= -O2 -g
# So that the folder in which it is built is in no byte of what is built
MAPPED = -ffile-prefix-map=$(CURDIR)=.
CFLAGS_ALL = -std=gnu11 -D_GNU_SOURCE -DKTALLY_VERSION='"$(VERSION)"' $(WARN) -Iinclude -I$B/gen -iquote src \
	$(OPTIONAL_LIBS:%=-DKTALLY_HAS_%) $(IBERTY:-l%=-DKTALLY_HAS_lib%) $(shell $(PKG_CONFIG) --cflags $(LIBS) $(OPTIONAL_LIBS)) $(MAPPED) $(CPPFLAGS) $(CFLAGS)
LDLIBS_ALL = $(foreach l,$(shell $(PKG_CONFIG) --libs $(LIBS)),$(call archived,$l)) $(IBERTY) -lm -pthread
BPF_ASM = -idirafter /usr/include/$(MULTIARCH)
BPF_CFLAGS := -g -O2 -mcpu=v3 -target bpf -D__TARGET_ARCH_$(ARCH) -Wall -Wextra -Wno-missing-declarations \
	$(if $(CI),-Werror) -Iinclude -Ivmlinux -Ibpf $(BPF_ASM) \
	-fdebug-prefix-map=$(CURDIR)=. -fdebug-compilation-dir=.

SRC := $(wildcard src/*.c src/*/*.c src/source/*/*.c src/tools/*/*.c)
OBJ := $(SRC:%.c=$B/%.o)
LIB_OBJ := $(filter-out $B/src/main.o,$(OBJ))
# A tool is a folder with a file of its own name.
TOOLS := $(sort $(foreach t,$(notdir $(wildcard src/tools/*)),$(if $(wildcard src/tools/$t/$t.c),$t)))
BPF := $(notdir $(basename $(basename $(wildcard bpf/*.bpf.c))))
SKEL := $(BPF:%=$B/gen/%.skel.h)
# Scripts of pictures, as strings without their comments
SCRIPTS := $(patsubst %.js,$B/gen/%_js.h,$(notdir $(wildcard src/render/*.js)))

all: $B/ktally
static: $B/ktally-static

LINK = $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJ)
$B/ktally: $(OBJ) $B/search_trees.a
	$(if $(DW_STATIC),$(LINK) $(DW_STATIC) $(LDLIBS_ALL) 2>$B/libdw.log && cat $B/libdw.log >&2 || )\
		$(LINK) $(OPTIONAL_LIBS:lib%=-l%) $(LDLIBS_ALL)

$B/ktally-static: $(OBJ) $B/search_trees.a
	$(LINK) -static -s -Wl,-Map=$@.map $(shell $(PKG_CONFIG) --static --libs $(LIBS) $(OPTIONAL_LIBS)) $(IBERTY) $(ELFUTILS_REST) -lm -pthread

# An archive, so that the linker takes only what is still missing.
$B/search_trees.a: $B/src/probe/elfutils/search_trees.o
	$(shell $(CC) -print-prog-name=ar) rcs $@ $<

$B/%.o: %.c $B/flags | $(SKEL) $(SCRIPTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$B/bpf/%.o: bpf/%.bpf.c $B/bpf-flags
	@mkdir -p $(@D)
	$(CLANG) $(BPF_CFLAGS) -MMD -MP -MT $@ -MF $(@:.o=.d) -c -o $@.tmp $<
	$(BPFTOOL) gen object $@ $@.tmp
	@rm $@.tmp

$B/gen/%.skel.h: $B/bpf/%.o
	@mkdir -p $(@D)
	{ echo '/* NOLINTBEGIN: written by bpftool */' && $(BPFTOOL) gen skeleton $< name $(subst -,_,$*)_bpf && \
		echo '/* NOLINTEND */'; } > $@.tmp
	@mv $@.tmp $@

$B/gen/%_js.h: src/render/%.js
	@mkdir -p $(@D)
	{ echo 'static const char $*_js[] =' && sed -E '/^[[:space:]]*\/\//d; s/^\t+//; s/["\]/\\&/g; s/.*/"&\\n"/' $< && echo ';'; } > $@.tmp
	@mv $@.tmp $@

# Changes when the list of tools changes, not at every build.
$B/gen/tools.c: FORCE
	@mkdir -p $(@D)
	@{ echo '#include "session/tool.h"'; \
	   for t in $(TOOLS); do echo "extern const struct tool $$(echo $$t | tr - _)_tool;"; done; \
	   echo 'const struct tool *const tools[] = {'; \
	   for t in $(TOOLS); do echo "	&$$(echo $$t | tr - _)_tool,"; done; echo '	0};'; } > $@.tmp
	@cmp -s $@ $@.tmp && rm $@.tmp || mv $@.tmp $@
$B/flags: FORCE
	@mkdir -p $(@D); echo '$(CC) $(CFLAGS_ALL)' > $@.tmp; cmp -s $@ $@.tmp && rm $@.tmp || mv $@.tmp $@
$B/bpf-flags: FORCE
	@mkdir -p $(@D); echo '$(CLANG) $(BPF_CFLAGS), no lint in skeletons' > $@.tmp; cmp -s $@ $@.tmp && rm $@.tmp || mv $@.tmp $@
OBJ += $B/gen/tools.o
$B/ktally $B/ktally-static: $B/gen/tools.o
$B/gen/tools.o: $B/gen/tools.c $B/flags
	$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# Builds the test programs too. Does not pass on the caller's CFLAGS, which are for the machine that builds.
arm64: TRIPLET := aarch64-linux-gnu
arm64:
	S=$$(tests/vm/sysroot arm64) && PKG_CONFIG_SYSROOT_DIR=$$S \
		PKG_CONFIG_LIBDIR=$$S/usr/lib/$(TRIPLET)/pkgconfig:$$S/usr/share/pkgconfig $(MAKE) B=$B/arm64 CC=$(TRIPLET)-gcc \
		CFLAGS="-O2 -g -isystem $$S/usr/include" LDFLAGS="-L$$S/usr/lib/$(TRIPLET)" \
		BPF_ASM="-idirafter $$S/usr/include/$(TRIPLET)" static
	$(MAKE) -C tests/work B=$(abspath $B)/arm64 CROSS=$(TRIPLET)- CFLAGS="-O2 -g"

# Checks a file again when the file, what it includes, or the checks have changed. Leaves out tests/bench/empty.c, which
# only starts its skeleton. QUICK=1 leaves out the analyzer, which follows every path of a function and takes two
# thirds of the time. Without it -Werror would make errors of gcc's attributes, hence -Wno-error.
L := $B/lint$(if $(QUICK),-quick)
LINT_TESTS := $(filter-out %.bpf.c tests/bench/empty.c,$(wildcard tests/*/*.c))
LINT_SRC := $(SRC) src/probe/elfutils/search_trees.c
LINT := $(LINT_SRC:%.c=$L/%.ok) $(LINT_TESTS:%.c=$L/%.ok)
lint: $(LINT) $L/cppcheck.ok
$L/%.ok: %.c .clang-tidy tests/unit/.clang-tidy | $(SKEL)
	@mkdir -p $(@D)
	clang-tidy --quiet $(if $(QUICK),'--checks=-clang-analyzer-*') $< -- $(CFLAGS_ALL) -I. $(if $(QUICK),-Wno-error) 2>$(@:.ok=.log) || { cat $(@:.ok=.log); exit 1; }
	@$(CC) $(CFLAGS_ALL) -I. -MM -MP -MT $@ -MF $(@:.ok=.d) $< && touch $@
$L/cppcheck.ok: $(LINT_SRC) $(LINT_TESTS) $(wildcard src/*/*.h src/*/*/*.h)
	@mkdir -p $(@D)
	cppcheck -q --enable=warning,performance,portability --inline-suppr --std=c11 --error-exitcode=1 -D_GNU_SOURCE -Iinclude -Isrc \
		-D__$(shell uname -m)__ '-DLIBBPF_OPTS(TYPE,NAME,...)=struct TYPE NAME = {__VA_ARGS__}' $(LINT_SRC) $(LINT_TESTS)
	@touch $@

deps deps-fleet deps-test:
	tests/deps $@
demo:
	tests/deps deps
	$(MAKE) all
	tests/demo $B/ktally
demo-fleet:
	tests/deps deps-fleet
	$(MAKE) all
	tests/demo-fleet $B/ktally
check check-all:
	tests/deps deps-test
	tests/run $(if $(filter check-all,$@),--all)
bench: all
	tests/bench/run
docs: all
	KTALLY=$B/ktally doc/write
	jq -n -L packages/grafana -f packages/grafana/dashboard.jq >$B/dashboard.json && mv $B/dashboard.json packages/grafana/ktally.json

deb rpm release: FORCE
	packages/build $@

install: all
	install -D -m 755 $B/ktally $(DESTDIR)$(PREFIX)/bin/ktally
	set -e; for m in man/*.8; do install -D -m 644 $$m $(DESTDIR)$(PREFIX)/share/man/man8/$$( \
		case $$m in man/ktally*) basename $$m;; *) echo ktally-$$(basename $$m);; esac); done
	set -e; for m in man/*.7; do install -D -m 644 $$m $(DESTDIR)$(PREFIX)/share/man/man7/$$(basename $$m); done
	install -D -m 644 doc/ktally.schema.json $(DESTDIR)$(PREFIX)/share/ktally/ktally.schema.json
	install -D -m 644 packages/grafana/ktally.json $(DESTDIR)$(PREFIX)/share/ktally/grafana/ktally.json
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/ktally/prometheus packages/prometheus/*.rules.yml
	install -D -m 644 man/ktally.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/ktally
	install -d $(DESTDIR)$(PREFIX)/$(ZSH_COMPLETIONS) $(DESTDIR)$(PREFIX)/$(FISH_COMPLETIONS)
	sed 's|/usr/share/|$(PREFIX)/share/|' man/ktally.zsh >$(DESTDIR)$(PREFIX)/$(ZSH_COMPLETIONS)/_ktally
	sed 's|/usr/share/|$(PREFIX)/share/|' man/ktally.fish >$(DESTDIR)$(PREFIX)/$(FISH_COMPLETIONS)/ktally.fish
	set -e; for u in packages/systemd/*; do install -d $(DESTDIR)$(PREFIX)/lib/systemd/system && \
		sed 's|/usr/bin/ktally|$(PREFIX)/bin/ktally|' $$u >$(DESTDIR)$(PREFIX)/lib/systemd/system/$$(basename $$u); done
	install -D -m 644 packages/apparmor/ktally-serve $(DESTDIR)$(PREFIX)/share/ktally/apparmor/ktally-serve
# For a PATH: in a folder of their own they take nobody's name.
aside: install
	install -d $(DESTDIR)$(PREFIX)/libexec/ktally/bin
	cd $(DESTDIR)$(PREFIX)/libexec/ktally/bin && for t in $(TOOLS); do ln -sf ../../../bin/ktally $$t; done
# Does not replace another program of the same name.
links: install
	cd $(DESTDIR)$(PREFIX) && set -e && links= && for t in $(TOOLS); do \
		if [ -e bin/$$t ] && [ "$$(readlink bin/$$t)" != ktally ]; then echo "links: bin/$$t is not ours; left alone"; continue; fi; \
		ln -sf ktally bin/$$t; \
		ln -sf ktally share/bash-completion/completions/$$t; \
		ln -sf ktally.fish $(FISH_COMPLETIONS)/$$t.fish; \
		ln -sf ktally-$$t.8 share/man/man8/$$t.8; links="$$links $$t"; done; \
		printf '#compdef%s\n_ktally "$$@"\n' "$$links" >$(ZSH_COMPLETIONS)/_ktally_links
clean:
	rm -rf $B

-include $(OBJ:.o=.d) $B/src/probe/elfutils/search_trees.d $(LINT:.ok=.d) $(BPF:%=$B/bpf/%.d)
.PHONY: all static arm64 lint deps deps-fleet deps-test demo demo-fleet check check-all bench docs deb rpm release install aside links clean FORCE
.SECONDARY:
