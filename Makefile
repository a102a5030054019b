# fathom: one binary, one library, its tests.
#
#   make                         build/fathom (release, hardened)
#   make VARIANT=san unit-build  the unit tests under ASan + UBSan
#   make VARIANT=hooks tools     the program with crash hooks, and testd
#   make clang-check             clang's warnings
#
# Variants: release san tsan clang hooks cov fuzz.
#
# ./dev is the friendlier way in. Objects go to build/VARIANT, dependencies come from -MMD.

VARIANT ?= release
O := build/$(VARIANT)
# libcurl (src/net/curl_api.h), uchardet (src/text/charset.c), pango and cairo (src/report/pdf_internal.h) are loaded on first
# use: only their headers are needed here.
# Linked from their archives: every symbol that a shared library brings is looked up at every start, for what libcurl loads too.
# Shared: jansson, whose archive has a name of ours, libseccomp (LGPL), and libidn2, which libcurl loads anyway; and all of them in
# the tests, which put functions of their own in a library's place.
comma := ,
ARCHIVES := sqlite3 libfyaml libcrypto libzstd libutf8proc
SHARED := jansson libidn2 libseccomp
PKG_CFLAGS := $(shell pkg-config --cflags $(ARCHIVES) $(SHARED) libcurl uchardet pangocairo 2>/dev/null)
PKG_LIBS := $(if $(filter release hooks,$(VARIANT)),-Wl$(comma)-Bstatic) $(shell pkg-config --libs $(ARCHIVES) 2>/dev/null) -lgumbo -lstemmer -lcmark-gfm-extensions -lcmark-gfm \
        -Wl,-Bdynamic $(shell pkg-config --libs $(SHARED) 2>/dev/null) -lmicrohttpd -lpthread -lm -ldl

WARN := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
        -Wwrite-strings -Wundef -Wvla -Werror=vla -Wframe-larger-than=8192 -Wno-missing-field-initializers
HARD := -fstack-protector-strong -fPIE -fno-plt
VERSION := 0.1.0
CPPFLAGS := -D_GNU_SOURCE -DFATHOM_VERSION='"$(VERSION)"' -Isrc -I. -Iinclude -include src/base/banned.h $(PKG_CFLAGS)

CC := gcc
OPT := -O2 -g -D_FORTIFY_SOURCE=2
LINK := -pie -Wl,-z,relro,-z,now -Wl,--as-needed
ifeq ($(VARIANT),hooks)
CPPFLAGS += -DFATHOM_HOOKS
endif
ifeq ($(VARIANT),san)
OPT := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CPPFLAGS += -DFATHOM_HOOKS -DFATHOM_SANITIZED
WARN += -Wno-frame-larger-than
LINK := -pie
endif
ifeq ($(VARIANT),tsan)
OPT := -O1 -g -fsanitize=thread
CPPFLAGS += -DFATHOM_HOOKS -DFATHOM_SANITIZED
WARN += -Wno-frame-larger-than
LINK := -pie
endif
ifeq ($(VARIANT),clang)
CC := clang
WARN += -Wno-unknown-warning-option
endif
ifeq ($(VARIANT),cov)
OPT := -O0 -g --coverage
CPPFLAGS += -DFATHOM_HOOKS
WARN += -Wno-frame-larger-than
LINK := -pie --coverage
endif
ifeq ($(VARIANT),fuzz)
CC := clang
OPT := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
CPPFLAGS += -DFATHOM_SANITIZED
WARN += -Wno-unknown-warning-option -Wno-frame-larger-than
LINK := -fsanitize=address,undefined
endif
CFLAGS := -std=gnu17 $(OPT) $(HARD) $(WARN)

# The layers, left to right; tests/lint/layers checks that includes only look left.
LAYERS := base text judge net store records pages search llm run extractive roles evidence report deliver workflows service doors
SOURCES := $(sort $(foreach l,$(LAYERS),$(wildcard src/$(l)/*.c src/$(l)/*/*.c)))
LIB_SOURCES := $(filter-out src/doors/%,$(SOURCES))
DOOR_SOURCES := $(filter-out src/doors/cli/main.c,$(filter src/doors/%,$(SOURCES)))
OBJECTS := $(LIB_SOURCES:%.c=$(O)/%.o)
DOOR_OBJECTS := $(DOOR_SOURCES:%.c=$(O)/%.o)
WEB := $(wildcard web/*) src/report/report.css
ASSETS := $(wildcard prompts/* src/llm/*.json src/store/*.sql) $(WEB) $(patsubst %,build/web/%.gz,$(notdir $(WEB)))

UNIT := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
FUZZ := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
BENCH := $(patsubst bench/%.c,%,$(wildcard bench/bench_*.c))
SERVER_SOURCES := $(wildcard tests/servers/*.c)

.PHONY: all clean unit-build bench-build fuzz-build clang-check tools
.PRECIOUS: $(O)/%.o

all: $(O)/fathom
ifeq ($(VARIANT),release)
all: build/fathom
endif

build/fathom: build/release/fathom
	@ln -sf release/fathom $@

$(O)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(O)/src/base/asset.o: $(ASSETS)

# Which reader made a text (src/pages/reader.c): a checksum of all that decides what is read.
READER := $(sort $(wildcard src/pages/*.c src/pages/*.h src/pages/*.inc) src/text/charset.c src/text/utf8.c)
$(O)/src/pages/reader.o: $(READER)
$(O)/src/pages/reader.o: CPPFLAGS += -DFATHOM_READER=$(firstword $(shell cat $(READER) | cksum))u

# The files of the web page are embedded as they are and compressed; -n keeps the time out of them.
vpath %.css web src/report
vpath %.html web
vpath %.js web
vpath %.svg web
build/web/%.gz: %
	@mkdir -p $(@D)
	@gzip -9nc $< > $@.new && mv $@.new $@

$(O)/libfathom.a: $(OBJECTS)
	@rm -f $@
	@$(if $(filter fuzz,$(VARIANT)),llvm-ar,ar) qcs $@ $^

$(O)/libdoors.a: $(DOOR_OBJECTS)
	@rm -f $@
	@$(if $(filter fuzz,$(VARIANT)),llvm-ar,ar) qcs $@ $^

# The hooks variant is the release one but for the files that have hooks: given
# first, they win over the archive's.
ifeq ($(VARIANT),hooks)
HOOKED := $(shell grep -l FATHOM_HOOKS $(SOURCES))
.PHONY: release-parts
release-parts:
	@$(MAKE) -s VARIANT=release build/release/fathom build/release/testd
$(O)/fathom: $(HOOKED:%.c=$(O)/%.o) release-parts
	$(CC) $(OPT) $(LINK) -o $@ build/release/src/doors/cli/main.o $(HOOKED:%.c=$(O)/%.o) build/release/libdoors.a build/release/libfathom.a $(PKG_LIBS)
$(O)/testd: release-parts
	@mkdir -p $(O)
	@ln -sf ../release/testd $@
else
$(O)/fathom: $(O)/src/doors/cli/main.o $(O)/libdoors.a $(O)/libfathom.a
	$(CC) $(OPT) $(LINK) -o $@ $^ $(PKG_LIBS)

# The test services: one program, tests/servers/README says what it speaks.
$(O)/testd: $(SERVER_SOURCES:%.c=$(O)/%.o) $(O)/libfathom.a
	$(CC) $(OPT) $(LINK) -o $@ $^ $(PKG_LIBS)
endif

$(O)/tests/%: $(O)/tests/unit/%.o $(O)/libdoors.a $(O)/libfathom.a
	$(CC) $(OPT) $(LINK) -o $@ $^ $(PKG_LIBS) -lcmocka

$(O)/bench/%: $(O)/bench/%.o $(O)/libdoors.a $(O)/libfathom.a
	@mkdir -p $(@D)
	$(CC) $(OPT) $(LINK) -o $@ $^ $(PKG_LIBS)

$(O)/fuzz/%: $(O)/tests/fuzz/%.o $(O)/libdoors.a $(O)/libfathom.a
	@mkdir -p $(@D)
	$(CC) $(OPT) -fsanitize=fuzzer $(LINK) -o $@ $^ $(PKG_LIBS)

# Warnings of another compiler, without its code.
clang-check: $(SOURCES:%.c=build/clang/%.checked)
build/clang/%.checked: %.c Makefile
	@mkdir -p $(@D)
	@clang $(CPPFLAGS) -std=gnu17 $(filter-out -Wframe-larger-than=%,$(WARN)) -Wno-unknown-warning-option -MMD -MP -MF $(@:.checked=.d) -MT $@ -fsyntax-only $<
	@touch $@

unit-build: $(UNIT:%=$(O)/tests/%)
bench-build: $(BENCH:%=$(O)/bench/%)
fuzz-build: $(FUZZ:%=$(O)/fuzz/%)
tools: $(O)/fathom $(O)/testd

clean:
	rm -rf build

-include $(shell find $(O) build/clang -name '*.d' 2>/dev/null)
