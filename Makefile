# Everything that a fresh clone needs. `make demo` and `make test` are the two that matter.

SWIFT ?= swift
# What must be there for C: package and header.
NEEDED := libicu-dev:unicode/ubrk.h libsqlite3-dev:sqlite3.h
CHECK := --explicit-target-dependency-import-check error
RELEASE := -c release --product ilk --static-swift-stdlib
ILK = $$($(SWIFT) build $(RELEASE) --show-bin-path)/ilk
# On a terminal SwiftPM shows its progress in place. Elsewhere it would write a line for every file: that goes to a log,
# and the log is shown when something fails.
LOGS := .build/logs
ifneq ($(if $(CI),,$(MAKE_TERMOUT)),)
    quietly =
else
    quietly = mkdir -p $(LOGS); log=$(LOGS)/$(1).log; run() { "$$@" > "$$log" 2>&1 || { status=$$?; cat "$$log"; return $$status; }; }; run
endif

.PHONY: help setup build demo test format lint model language-model formality-model rules bench proof journal-proof fuzz
.DEFAULT_GOAL := help

help:
	@echo 'make demo     build ilk and classify the samples'
	@echo 'make test     build everything and run all tests'
	@echo 'make format   lay out the code; make lint looks only'
	@echo 'make model    train the document-type model anew: VERSION=1.0.1 [TEXTS="more.jsonl ..."]'
	@echo 'make rules    compile the folders under rules for the program; to be done after each change there'
	@echo 'make formality-model   fit the formality weights anew: RATED=a.jsonl DOMAINS=a.domains.txt [MAILS=b.jsonl]'
	@echo 'make language-model   make the language model of texts: OUT=file TEXTS="a.jsonl ..." (docs/languages.md)'
	@echo 'make bench    measure ilk on this machine'
	@echo 'make proof    hold the segmenter to ICU over a million texts: TEXTS=100000000 for more, SEED=2 for others'
	@echo 'make journal-proof   kill, starve and cut off the journal: KILLS=10000 IMAGES=100000 CALLS=200 SEED=1'
	@echo 'make fuzz     the same with libFuzzer, for SECONDS=600'
	@echo 'make setup    install what is missing (the others do it themselves)'

# Says nothing and does nothing when all is there.
setup:
	@command -v $(SWIFT) >/dev/null || { echo 'ilk needs Swift 6.3: https://www.swift.org/install/linux' >&2; exit 69; }
	@cc=$$(command -v clang || command -v cc) || cc=$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang; \
	missing=; \
	for pair in $(NEEDED); do \
	    printf '#include <%s>\n' "$${pair#*:}" | "$$cc" -fsyntax-only -x c - 2>/dev/null \
	        || missing="$$missing $${pair%%:*}"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	if ! command -v apt-get >/dev/null; then \
	    echo "ilk needs the headers of ICU and SQLite. Missing here, by their names in Debian:$$missing." >&2; \
	    echo 'This system has no apt-get: install them its own way, then call make again.' >&2; \
	    exit 69; \
	fi; \
	sudo=; \
	if [ "$$(id -u)" != 0 ]; then \
	    sudo=sudo; [ -t 0 ] || sudo='sudo -n'; \
	    command -v sudo >/dev/null || { echo "missing:$$missing. Install as root: apt-get install$$missing" >&2; exit 77; }; \
	fi; \
	echo "Installing$$missing ..."; \
	log=$$(mktemp); \
	if { $$sudo apt-get -q update && $$sudo env DEBIAN_FRONTEND=noninteractive \
	    apt-get -q install -y --no-install-recommends $$missing; } >"$$log" 2>&1 </dev/null; \
	then rm -f "$$log"; \
	else cat "$$log" >&2; rm -f "$$log"; echo "could not install$$missing" >&2; exit 69; fi

build: setup
	@echo 'Building ilk (the first time takes some minutes) ...'
	@$(call quietly,build) $(SWIFT) build $(RELEASE) $(CHECK)

demo: build
	@ilk=$(ILK); \
	echo; echo '$$ ilk classify samples/*.txt'; "$$ilk" classify samples/*.txt; \
	echo; echo '$$ ilk classify --ndjson --format text < samples/queries.jsonl'; \
	"$$ilk" classify --ndjson --format text < samples/queries.jsonl; \
	echo; echo '$$ head -n 1 samples/day.jsonl | ilk classify --ndjson'; \
	head -n 1 samples/day.jsonl | "$$ilk" classify --ndjson; \
	echo; echo "The program is $$ilk"

test: setup
	@echo 'Building everything (the first time takes some minutes) ...'
	@$(call quietly,build-tests) $(SWIFT) build --build-tests $(CHECK)
	@echo 'Running all tests ...'
	@mkdir -p $(LOGS); log=$(LOGS)/test.log; status=0; \
	$(SWIFT) test --skip-build --parallel --quiet $(CHECK) > "$$log" 2>&1 || status=$$?; \
	if [ "$$status" = 0 ]; then grep -E 'skipped|Test run with' "$$log"; else cat "$$log"; fi; exit $$status

# Differences from plain ICU must be none, and every fault planted in the segmenter must be caught.
proof: setup
	@$(call quietly,proof) $(SWIFT) build -c release --product SegmentationProof
	@"$$($(SWIFT) build -c release --show-bin-path)/SegmentationProof" $(or $(TEXTS),1000000) $(or $(SEED),20261121)

# What is found is kept in .build/fuzz/corpus and tried again the next time.
fuzz: setup
	@mkdir -p .build/fuzz/corpus
	@$(call quietly,fuzz) $(SWIFT) build -c release --product SegmentationProof --scratch-path .build/fuzz \
	    --sanitize=fuzzer -Xswiftc -DFUZZING -Xswiftc -parse-as-library
	@.build/fuzz/release/SegmentationProof -max_len=400 -max_total_time=$(or $(SECONDS),600) \
	    -artifact_prefix=.build/fuzz/ .build/fuzz/corpus

format:
	@$(SWIFT) format --in-place --recursive Sources Tests Tools Examples Benchmarks/Sources Benchmarks/Package.swift Package.swift

lint:
	@$(SWIFT) format lint --strict --recursive Sources Tests Tools Examples Benchmarks/Sources Benchmarks/Package.swift Package.swift

# A version is never overwritten. TEXTS names more labelled texts to learn from.
model: build
	@[ -n "$(VERSION)" ] || { echo 'say which: make model VERSION=1.0.1' >&2; exit 64; }
	@folder=models/doctype/$(VERSION); \
	[ ! -e "$$folder/doctype.ilk" ] || { echo "$$folder is there already; versions are never overwritten" >&2; exit 73; }; \
	mkdir -p "$$folder"; ilk=$(ILK); \
	"$$ilk" train corpora/doctype/*.jsonl $(TEXTS) -o "$$folder/doctype.ilk"; \
	"$$ilk" eval --model "$$folder/doctype.ilk" corpora/gate/gate.jsonl; \
	echo "Now write $$folder/manifest.json and $$folder/CARD.md, and name the version in Sources/IlkDefaults/defaults.c."

# What is inside the program beside the YAML. It is built twice: the first program compiles the rules that the second one holds.
rules: build
	@ilk=$(ILK); for name in doctype emotion severity spam; do \
	    "$$ilk" rules compile "rules/$$name" --taxonomy "$$name" -o "rules/$$name/$$name.ilkrules" || exit; \
	done
	@touch Sources/IlkDefaults/packs.c
	@$(MAKE) --no-print-directory build

# Writes the weights of the formality score from sentences rated by people, and prints how well they agree with texts
# that were left out. MAILS names rated texts to measure with only. The figures belong into docs/formality.md.
WEIGHTS := Sources/IlkText/Formality/FormalityWeights.swift
formality-model: setup
	@[ -n "$(RATED)" ] && [ -n "$(DOMAINS)" ] \
	    || { echo 'say which: make formality-model RATED=rated.jsonl DOMAINS=domains.txt' >&2; exit 64; }
	@$(call quietly,formality-model) $(SWIFT) build -c release --product FormalityFit $(CHECK)
	@"$$($(SWIFT) build -c release --show-bin-path)/FormalityFit" "$(RATED)" "$(DOMAINS)" \
	    $(if $(MAILS),--mails "$(MAILS)") -o $(WEIGHTS)

# The same texts give the same bytes. Each line of TEXTS has text, label (the language) and source.
language-model: setup
	@[ -n "$(OUT)" ] && [ -n "$(TEXTS)" ] || { echo 'say make language-model OUT=file TEXTS="a.jsonl ..."' >&2; exit 64; }
	@$(call quietly,language-model) $(SWIFT) build -c release --product LanguageModelBuilder
	@"$$($(SWIFT) build -c release --show-bin-path)/LanguageModelBuilder" build "$(OUT)" $(TEXTS) corpora/doctype/*.jsonl

# The journal held to its promises (docs/journal.md); the tests do a little of each.
KILLS ?= 10000
IMAGES ?= 100000
CALLS ?= 200
journal-proof: setup
	@$(call quietly,journal-proof) $(SWIFT) build -c release --product StoreProbe
	@probe="$$($(SWIFT) build -c release --show-bin-path)/StoreProbe"; \
	folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$probe" kills "$$folder/kills" $(KILLS) $(SEED) && "$$probe" faults "$$folder/faults" $(CALLS) \
	    && "$$probe" power "$$folder/power" $(IMAGES) $(SEED) && "$$probe" limit "$$folder" \
	    && "$$probe" compare "$$folder/compare.db" && "$$probe" measure "$$folder/measure.db"

# Lines a second on one core, and the time from start to the first verdict.
bench: build
	@ilk=$(ILK); one=; command -v taskset >/dev/null && one='taskset -c 0'; \
	file=$$(mktemp); trap 'rm -f "$$file"' EXIT; \
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do cat corpora/*/*.jsonl; done > "$$file"; \
	lines=$$(wc -l < "$$file"); bytes=$$(wc -c < "$$file"); \
	for round in 1 2 3; do \
	    start=$$(date +%s%N); $$one "$$ilk" classify --ndjson < "$$file" > /dev/null; end=$$(date +%s%N); \
	    awk -v n="$$lines" -v b="$$bytes" -v t="$$((end - start))" \
	        'BEGIN { printf "%d lines, %.1f MB: %.0f lines/s, %.1f MB/s on one core\n", n, b / 1e6, n / t * 1e9, b / t * 1e3 }'; \
	done; \
	for round in 1 2 3; do \
	    start=$$(date +%s%N); echo 'see you at 8 then' | $$one "$$ilk" classify > /dev/null; end=$$(date +%s%N); \
	    awk -v t="$$((end - start))" 'BEGIN { printf "start to first verdict: %.1f ms\n", t / 1e6 }'; \
	done
