# Everything that a fresh clone needs. `make demo` and `make test` are the two that matter.

SWIFT ?= swift
# SwiftPM passes the flags of package traits in the order of a hash table. Without a fixed hash seed that order changes from
# call to call, and with it the command line of every target: most calls would compile the whole package anew.
export SWIFT_DETERMINISTIC_HASHING := 1
# The C packages that the build needs, each with a header.
NEEDED := libicu-dev:unicode/ubrk.h libsqlite3-dev:sqlite3.h libgmime-3.0-dev:gmime-3.0/gmime/gmime-version.h \
    libxml2-dev:libxml2/libxml/xmlexports.h libcurl4-openssl-dev:curl/curl.h zlib1g-dev:zlib.h libpango1.0-dev:pango-1.0/pango/pango-features.h
CHECK := --explicit-target-dependency-import-check error
# Without debug information, which saves a third of the build time.
LEAN := -debug-info-format none
# TRAITS=default,CloudKit builds ilk with CloudKit as well.
# Every release build has the same flags, so that builds share their objects.
OPTIMISED := -c release --static-swift-stdlib $(LEAN) $(if $(TRAITS),--traits $(TRAITS))
# All tests are built with the same flags, and with CloudKit.
TESTED := $(CHECK) $(LEAN) --traits default,CloudKit
RELEASE := $(OPTIMISED) --product ilk
BIN = $$($(SWIFT) build $(RELEASE) --show-bin-path)
ILK = $(BIN)/ilk
# On a terminal SwiftPM shows its progress in place. Elsewhere it would write a line for every file: that goes to a log,
# and the log is shown when something fails.
LOGS := .build/logs
ifneq ($(if $(CI),,$(MAKE_TERMOUT)),)
    quietly =
else
    quietly = mkdir -p $(LOGS); log=$(LOGS)/$(1).log; run() { "$$@" > "$$log" 2>&1 || { status=$$?; cat "$$log"; return $$status; }; }; run
endif

.PHONY: help setup build build-core install demo test example debug-free debug-proof fault-proof format lint models language-model formality-model rules bench ratchet build-tests proof journal-proof retrain-proof unlearn-proof learning-proof learning-curves growth-proof sync-proof sync-figures http-figures setup-clients api-test web-test images smoke-test load-test mail-proof fuzz mail-fuzz bare sanitize
.DEFAULT_GOAL := help

help:
	@echo 'make demo     build ilk-core and classify the samples'
	@echo 'make build    build ilk with all applications, sync and the server; TRAITS=default,CloudKit adds CloudKit'
	@echo 'make install  build ilk and copy it, without symbols, to PREFIX/bin: PREFIX=/usr/local DESTDIR='
	@echo 'make test     build everything and run all tests'
	@echo 'make example  build the example package from nothing: verdicts only, no database, no server'
	@echo 'make debug-free   check that a release build has no debug logger; make debug-proof tests its guarantees: EVENTS=10000000 SEED=1'
	@echo 'make format   format the code; make lint only checks'
	@echo 'make models   train the built-in models and write their cards: MODELS=spam VERSION=1.0.1 CORPORA=folder REPOSITORIES=folder'
	@echo 'make rules    compile the folders under rules into the program; run it after each change there'
	@echo 'make formality-model   fit the formality weights: RATED=a.jsonl DOMAINS=a.domains.txt [MAILS=b.jsonl]'
	@echo 'make language-model   build the language model from texts: OUT=file TEXTS="a.jsonl ..." (docs/explanation/language-detection.md)'
	@echo 'make bench    measure ilk on this machine'
	@echo 'make ratchet  compare accuracy and instructions with Benchmarks/ratchet.json; RECORD=1 records improvements, RECORD=all also falls'
	@echo 'make proof    compare the segmenter with ICU on a million texts: TEXTS=100000000 SEED=2'
	@echo 'make mail-proof      run a million operations on mail, and measure it: OPERATIONS=1000000 MAIL=archive.mbox SEED=1'
	@echo 'make mail-fuzz       fuzz the mail parser with libFuzzer: SECONDS=600'
	@echo 'make fault-proof    make system calls fail, one at a time, in running commands: FAULTS=200'
	@echo 'make journal-proof   test the journal with kills, faults and power cuts: KILLS=10000 STREAMS=1000 IMAGES=100000 CALLS=200 ...'
	@echo 'make retrain-proof   retrain a hundred times while every core classifies: RETRAINS=100 SEED=1'
	@echo 'make unlearn-proof   kill a purge while its texts are unlearned: DEATHS=1000 SEED=1'
	@echo 'make learning-proof  run the learning loop with many texts: TEXTS=10000'
	@echo 'make learning-curves CORPORA=folder   accuracy after corrections, beside other programs, or CURVES=short: STREAMS=group1,ag_news SEEDS=1'
	@echo 'make growth-proof    check that time is linear for PAIRS=300 pairs of tokens of each input grammar, or PAIRS=short: SEED=1'
	@echo 'make sync-proof   simulate sync with faults: SCHEDULES=1000000 SEED=1, and PART=cloudkit (docs/explanation/sync.md)'
	@echo 'make sync-figures   measure the throughput of sync with a hub: EVENTS=1000000'
	@echo 'make http-figures   measure the requests per second of ilk serve with wrk: SECONDS=5'
	@echo 'make api-test   run clients of other programs, and schemathesis, against ilk serve; those that are not available are skipped: SECONDS=120'
	@echo 'make web-test   use the pages of ilk serve in headless Chromium; skipped without it. make smoke-test: a short form of both'
	@echo 'make load-test  ilk serve under load, with slow clients, and with faults of disk and files: SECONDS=600 ENTRIES=1000000 SLOW=2000'
	@echo 'make fuzz     fuzz the segmenter with libFuzzer: SECONDS=600'
	@echo 'make bare     build and test without GMime, libxml2 and Pango (no package traits)'
	@echo 'make sanitize   run the tests of threads and unsafe memory with a sanitizer: SANITIZER=thread or address'
	@echo 'make setup    install missing packages (the other targets do this automatically)'

# Prints nothing and changes nothing if all packages are installed.
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
	    echo "ilk needs the headers of ICU, SQLite, GMime, libxml2, libcurl and Pango. Missing packages, by their Debian names:$$missing." >&2; \
	    echo 'This system has no apt-get: install them with its package manager, then run make again.' >&2; \
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

# Without symbols the program is 30 MB smaller.
PREFIX ?= /usr/local
install: build
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -s -m 755 "$(ILK)" "$(DESTDIR)$(PREFIX)/bin/ilk"
	@echo "Installed $(DESTDIR)$(PREFIX)/bin/ilk"

# The commands of the core without applications, sync and server. A later `make build` compiles none of it again.
build-core: setup
	@echo 'Building ilk-core (the first time takes some minutes) ...'
	@$(call quietly,build-core) $(SWIFT) build $(OPTIMISED) --product ilk-core $(CHECK)

demo: build-core
	@ilk=$(BIN)/ilk-core; \
	echo; echo '$$ ilk classify samples/*.txt'; "$$ilk" classify samples/*.txt; \
	echo; echo '$$ ilk classify --ndjson --format text < samples/queries.jsonl'; \
	"$$ilk" classify --ndjson --format text < samples/queries.jsonl; \
	echo; echo '$$ head -n 1 samples/day.jsonl | ilk classify --ndjson'; \
	head -n 1 samples/day.jsonl | "$$ilk" classify --ndjson; \
	echo; echo "The program is $$ilk; make build adds calls, usage, mail, debug, sync and serve."

build-tests: setup
	@echo 'Building everything (the first time takes some minutes) ...'
	@$(call quietly,build-tests) env ILK_OPTIMISED=1 $(SWIFT) build --build-tests $(TESTED)

# A thousand concurrent tests would starve those that wait for another process or a lock.
AT_ONCE ?= 4
test: build-tests
	@echo 'Running all tests ...'
	@mkdir -p $(LOGS); log=$(LOGS)/test.log; status=0; \
	ILK_OPTIMISED=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(AT_ONCE) $(SWIFT) test --skip-build --parallel --quiet $(TESTED) \
	    > "$$log" 2>&1 || status=$$?; \
	if [ "$$status" = 0 ]; then grep -E 'skipped|Test run with' "$$log"; \
	else cat "$$log"; echo; echo 'Failures:'; grep -E '✘|error:|Fatal error' "$$log" | tail -n 40; fi; exit $$status

# A program that only needs verdicts, as a user of the library writes it: checks what it compiles and prints.
example: setup
	@scratch=.build/example; rm -rf "$$scratch"; \
	$(SWIFT) build --quiet $(LEAN) --package-path Examples/Classify --scratch-path "$$scratch" || exit; \
	modules=$$(find -L "$$scratch/debug/Modules" -name '*.swiftmodule' -printf '%f\n'); \
	unwanted=$$(echo "$$modules" | grep -E '^(GRDB|NIO|IlkStore|IlkLog|IlkTransport)'); \
	[ -z "$$unwanted" ] || { echo "a build for verdicts only compiled $$unwanted" >&2; exit 1; }; \
	answer=$$("$$scratch/debug/Classify" 'Hey Sarah, are we still on for lunch today?') && echo "$$answer" || exit; \
	case "$$answer" in 'message 0.'*) ;; *) echo 'unexpected output' >&2; exit 1;; esac

# A release build of a program that uses the debug library has no symbol of its logger, shipper or handler; a debug build
# has them, or the check would look for the wrong names.
DEBUG_SYMBOLS := DebugLogger|DebugLogShipper|DebugLogHandler|DebugDriver|DebugBuffer|DebugTermination|API_REQUEST
debug-free: setup
	@for kind in release debug; do \
	    scratch=.build/debug-free; \
	    $(SWIFT) build --quiet $(LEAN) -c $$kind --package-path Examples/Debug --scratch-path "$$scratch" || exit; \
	    count=$$({ nm "$$scratch/$$kind/Debug"; strings "$$scratch/$$kind/Debug"; } | grep -cE '$(DEBUG_SYMBOLS)'); \
	    echo "$$kind: $$count symbols of the debug logger"; \
	    case "$$kind $$count" in 'release 0') ;; debug\ 0|release\ *) echo 'unexpected number of symbols' >&2; exit 1;; esac; \
	    answer=$$("$$scratch/$$kind/Debug") || exit; \
	    case "$$answer" in *'"event":"STARTED"'*) ;; *) echo "the event is missing in: $$answer" >&2; exit 1;; esac; \
	done

# Events through a running `ilk serve` of which half of the calls fail: the client is an optimized build with the debug logger
# in it. None may be lost or stored twice, and the client may take 32 MiB at most.
debug-proof: build
	@$(call quietly,debug-proof) $(SWIFT) build -c release -Xswiftc -DDEBUG $(LEAN) --scratch-path .build/debug-proof --product DebugProof
	@folder=$$(mktemp -d); ilk=$(ILK); \
	token=$$("$$ilk" token create proof --scope debug --quiet --hub-file "$$folder/hub.sqlite") || exit; \
	"$$ilk" serve --listen 127.0.0.1:0 --hub-file "$$folder/hub.sqlite" --debug-file "$$folder/debug.sqlite" 2> "$$folder/log" & \
	server=$$!; trap 'kill $$server; wait $$server; rm -rf "$$folder"' EXIT; \
	for look in $$(seq 100); do \
	    address=$$(sed -n 's/.*\(http:[^;]*\);.*/\1/p' "$$folder/log"); [ -z "$$address" ] || break; sleep 0.1; \
	done; \
	[ -n "$$address" ] || { cat "$$folder/log" >&2; exit 1; }; \
	.build/debug-proof/release/DebugProof "$$folder/debug.sqlite" $(or $(EVENTS),10000000) $(or $(SEED),1) "$$address" "$$token"

# There must be no difference from plain ICU, and every fault injected into the segmenter must be found.
proof: setup
	@$(call quietly,proof) $(SWIFT) build $(OPTIMISED) --product SegmentationProof
	@"$$($(SWIFT) build -c release --show-bin-path)/SegmentationProof" $(or $(TEXTS),1000000) $(or $(SEED),20261121)

# Findings are kept in .build/fuzz/corpus and tried again in the next run.
fuzz: setup
	@mkdir -p .build/fuzz/corpus
	@$(call quietly,fuzz) $(SWIFT) build -c release --product SegmentationProof --scratch-path .build/fuzz \
	    --sanitize=fuzzer -Xswiftc -DFUZZING -Xswiftc -parse-as-library
	@.build/fuzz/release/SegmentationProof -max_len=400 -max_total_time=$(or $(SECONDS),600) \
	    -artifact_prefix=.build/fuzz/ .build/fuzz/corpus

# Tests the guarantees of mail (docs/reference/mail.md). The tests run a little of each.
OPERATIONS ?= 1000000
mail-proof: setup
	@$(call quietly,mail-proof) $(SWIFT) build $(OPTIMISED) --product MailProof
	@proof="$$($(SWIFT) build -c release --show-bin-path)/MailProof"; \
	folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$proof" counts "$$folder/counts.sqlite" $(OPERATIONS) $(or $(SEED),1) \
	    && "$$proof" scale "$$folder/scale.sqlite" $(or $(MESSAGES),1000000) \
	    && "$$proof" hard \
	    && { [ -z "$(MAIL)" ] || "$$proof" speed "$(MAIL)" "$$folder/speed.sqlite"; }

# The build of a machine without GMime, libxml2 and Pango. Nothing is installed first. The argument parser validates each command.
BARE := --disable-default-traits --scratch-path .build/bare
bare:
	@$(call quietly,bare) env ILK_OPTIMISED=1 ILK_VALIDATE=1 $(SWIFT) build --build-tests $(BARE)
	@ILK_OPTIMISED=1 ILK_VALIDATE=1 $(SWIFT) test --skip-build --parallel --quiet $(BARE) \
	    --filter 'RepositoryTests|RecordStoreTests|IlkStoreTests|IlkCommandTests|EndToEndTests'

# The tests of targets with threads, unsafe memory or C code, with a sanitizer: SANITIZER=thread or address. Its first report
# ends the tests. Leaks are not reported: the Swift runtime never frees its metadata. Planted faults read outside of tables.
# Instrumented functions need several times the stack.
SANITIZED := IlkFilesTests|IlkFramingTests|IlkHTTPTests|IlkRulesTests|IlkStoreTests|IlkSyncTests|IlkTests|IlkTextTests
SANITIZER ?= thread
sanitize: SANITIZING = --sanitize=$(SANITIZER) --disable-default-traits --scratch-path .build/sanitize-$(SANITIZER)
sanitize: MUTEXES = $(CURDIR)/.build/sanitize-$(SANITIZER)/mutexes.so
sanitize: setup
	@$(call quietly,sanitize-$(SANITIZER)) env ILK_OPTIMISED=1 $(SWIFT) build --build-tests $(SANITIZING)
	@clang=$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang && \
	    "$$clang" -shared -fPIC -O -Wall -Werror Tests/Sanitizers/mutexes.c -o $(MUTEXES) -ldl
	@ulimit -s 65536; ILK_OPTIMISED=1 ILK_SANITIZED=1 TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/Tests/Sanitizers/thread.txt ASAN_OPTIONS=detect_leaks=0 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(AT_ONCE) \
	    $(if $(filter thread,$(SANITIZER)),LD_PRELOAD=$(MUTEXES)) $(SWIFT) test --skip-build --quiet $(SANITIZING) --filter '($(SANITIZED))\.' \
	    --skip 'planted fault'

# Findings are kept in .build/mail-fuzz/corpus and tried again in the next run.
mail-fuzz: setup
	@mkdir -p .build/mail-fuzz/corpus
	@$(call quietly,mail-fuzz) $(SWIFT) build -c release --product MailProof --scratch-path .build/mail-fuzz \
	    --sanitize=fuzzer -Xswiftc -DFUZZING -Xswiftc -parse-as-library
	@.build/mail-fuzz/release/MailProof -max_len=65536 -timeout=5 -rss_limit_mb=512 -max_total_time=$(or $(SECONDS),600) \
	    -artifact_prefix=.build/mail-fuzz/ .build/mail-fuzz/corpus Tests/MailProof/Corpus

format:
	@$(SWIFT) format --in-place --recursive Sources Tests Tools Examples Benchmarks/Sources Benchmarks/Ratchet Benchmarks/Package.swift Package.swift

lint:
	@$(SWIFT) format lint --strict --recursive Sources Tests Tools Examples Benchmarks/Sources Benchmarks/Ratchet Benchmarks/Package.swift Package.swift

# Trains models beside the built-in rules and measures them on held-out sources (Tools/ModelTraining). A version is never
# overwritten. CORPORA has the labeled texts, REPOSITORIES the clones (OWNER/NAME.git) that logs.py, mails.py and sets.py name.
MODELS ?= doctype emotion severity spam
models: build
	@[ -n "$(VERSION)" ] && [ -n "$(CORPORA)" ] && [ -n "$(REPOSITORIES)" ] \
	    || { echo 'name the version and the folders: make models MODELS=spam VERSION=1.0.1 CORPORA=folder REPOSITORIES=folder' >&2; exit 64; }
	@ilk=$(ILK); for name in $(MODELS); do \
	    python3 Tools/ModelTraining/train.py "$$name" --ilk "$$ilk" --corpora "$(CORPORA)" --repositories "$(REPOSITORIES)" \
	        --version "$(VERSION)" || exit; \
	done
	@echo 'Now name the version in Sources/Core/IlkDefaults/defaults.c.'

# The compiled rules in the program. It is built twice: the first program compiles the rules for the second one.
rules: build
	@ilk=$(ILK); for name in doctype emotion severity spam; do \
	    "$$ilk" rules compile "rules/$$name" --taxonomy "$$name" --force -o "rules/$$name/$$name.ilkrules" || exit; \
	done
	@touch Sources/Core/IlkDefaults/packs.c
	@$(MAKE) --no-print-directory build

# Writes the weights of the formality score from sentences rated by people, and prints how well they agree with texts
# that were left out. MAILS names rated texts to measure with only. The figures belong in docs/benchmarks.md.
WEIGHTS := words/formality-weights.tsv
formality-model: setup
	@[ -n "$(RATED)" ] && [ -n "$(DOMAINS)" ] \
	    || { echo 'name the files: make formality-model RATED=rated.jsonl DOMAINS=domains.txt' >&2; exit 64; }
	@$(call quietly,formality-model) $(SWIFT) build $(OPTIMISED) --product FormalityFit $(CHECK)
	@"$$($(SWIFT) build -c release --show-bin-path)/FormalityFit" "$(RATED)" "$(DOMAINS)" \
	    $(if $(MAILS),--mails "$(MAILS)") -o $(WEIGHTS)
	@touch Sources/Core/IlkDefaults/words.c

# The same texts give the same bytes. Each line of TEXTS has text, label (the language) and source.
language-model: setup
	@[ -n "$(OUT)" ] && [ -n "$(TEXTS)" ] || { echo 'name the files: make language-model OUT=file TEXTS="a.jsonl ..."' >&2; exit 64; }
	@$(call quietly,language-model) $(SWIFT) build $(OPTIMISED) --product LanguageModelBuilder
	@"$$($(SWIFT) build -c release --show-bin-path)/LanguageModelBuilder" build "$(OUT)" $(TEXTS) corpora/doctype/*.jsonl

# Tests the guarantees of the journal (docs/explanation/journal.md). The tests run a little of each.
KILLS ?= 10000
STREAMS ?= 1000
IMAGES ?= 100000
CALLS ?= 200
PURGES ?= 1000
TAKES ?= 1000
COMMITS ?= 1000000
# The tests of failing calls, with more calls of each function.
fault-proof: FAULTS = 200
fault-proof: setup
	@ILK_OPTIMISED=1 ILK_FAULTS=$(FAULTS) $(SWIFT) test $(TESTED) --filter CallFaultTests

journal-proof: setup
	@$(call quietly,journal-proof) $(SWIFT) build $(OPTIMISED) --product StoreProbe
	@$(call quietly,journal-proof) $(SWIFT) build $(OPTIMISED) --product ilk
	@probe="$$($(SWIFT) build -c release --show-bin-path)/StoreProbe"; \
	folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$probe" kills "$$folder/kills" $(KILLS) $(SEED) && "$$probe" streams "$$folder/streams" $(STREAMS) $(SEED) \
	    && "$$probe" faults "$$folder/faults" $(CALLS) \
	    && "$$probe" purges "$$folder/purges" $(PURGES) $(SEED) \
	    && "$$probe" takes "$$folder/takes" $(TAKES) $(SEED) \
	    && "$$probe" damage "$$folder/damage" $(IMAGES) $(SEED) \
	    && "$$probe" hammer "$$folder/hammer.db" $(COMMITS) $(SEED) \
	    && "$$probe" power "$$folder/power" $(IMAGES) $(SEED) && "$$probe" limit "$$folder" \
	    && "$$probe" compare "$$folder/compare.db" && "$$probe" measure "$$folder/measure.db"

# RETRAINS retrainings while every core classifies: no request may fail, and none be answered by two models.
retrain-proof: setup
	@$(call quietly,retrain-proof) $(SWIFT) build $(OPTIMISED) --product RetrainProof
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$($(SWIFT) build -c release --show-bin-path)/RetrainProof" "$$folder/proof" $(or $(RETRAINS),100) $(SEED)

# Kills a process that unlearns purged texts at each step, and DEATHS times at a random moment. The next one completes it.
unlearn-proof: setup
	@$(call quietly,retrain-proof) $(SWIFT) build $(OPTIMISED) --product RetrainProof
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$($(SWIFT) build -c release --show-bin-path)/RetrainProof" unlearn-kills "$$folder/kills" $(or $(DEATHS),1000) $(SEED)

# The learning loop with TEXTS texts: own predictions change nothing, and flipped corrections are found.
learning-proof: setup
	@ILK_LOOP_TEXTS=$(or $(TEXTS),10000) ILK_OPTIMISED=1 $(SWIFT) test $(TESTED) --filter LearningLoopTests

# The accuracy on unseen texts after corrections. CURVES=short takes the program that `make test` has built, and no corpora.
learning-curves: $(if $(filter short,$(CURVES)),setup,build)
ifeq ($(CURVES),short)
	@program="$$($(SWIFT) build $(TESTED) --show-bin-path)/ilk-core"; \
	[ -x "$$program" ] || { $(call quietly,learning-curves) $(SWIFT) build $(TESTED) --product ilk-core; } && \
	Benchmarks/learning-curves.py "$$program" --short
else
	@Benchmarks/learning-curves.py "$(ILK)" "$(CORPORA)" $(if $(STREAMS),--streams $(STREAMS)) --seeds $(or $(SEEDS),1)
endif

# Repeats tokens of every input grammar: doubling an input may take at most 2.6 times as long.
growth-proof: setup
	@ILK_GROWTH=$(or $(PAIRS),300) ILK_GROWTH_SEED=$(or $(SEED),1) ILK_OPTIMISED=1 $(SWIFT) test $(TESTED) --filter GrowthTests

# Devices and a hub under SCHEDULES schedules, with injected faults that must be found. A failure prints a seed and a short schedule.
sync-proof: setup
	@$(call quietly,sync-proof) $(SWIFT) build $(OPTIMISED) --product SyncProof
	@"$$($(SWIFT) build -c release --show-bin-path)/SyncProof" $(or $(SCHEDULES),10000) $(or $(SEED),1) $(or $(PART),hub monica)

# A device's EVENTS taps go to a hub, and from there to another device: three processes, over HTTP.
sync-figures: build
	@$(call quietly,sync-figures) $(SWIFT) build $(OPTIMISED) --product StoreProbe
	@probe="$$($(SWIFT) build -c release --show-bin-path)/StoreProbe"; Benchmarks/sync-figures.sh "$(ILK)" "$$probe" $(or $(EVENTS),1000000)

# Debian's packages of the programs that test the server and count instructions. Without apt-get or root, the tests skip
# what is missing.
CLIENTS := valgrind:valgrind chromium:chromium chromedriver:chromium-driver rspamc:rspamd promtool:prometheus
setup-clients:
	@missing=; for pair in $(CLIENTS); do command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair#*:}"; done; \
	[ -n "$$missing" ] || exit 0; \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null || { echo "missing packages:$$missing"; exit 0; }; \
	echo "Installing$$missing ..."; mkdir -p $(LOGS); \
	{ apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $$missing; } \
	    >$(LOGS)/clients.log 2>&1 </dev/null || echo "could not install$$missing"

# Clients of other programs, and all requests of the OpenAPI document. pip installs what is in Python into .build/clients.
api-test: build setup-clients
	@Tests/Clients/run.sh "$(ILK)" .build/clients $(or $(SECONDS),120)

# The pages in a browser, with and without script. Screenshots are in .build/web.
web-test: build setup-clients
	@Tests/Browser/run.sh "$(ILK)" .build/web

# The pictures of the README. web-test installs what they need.
images: build setup-clients
	@Tests/Browser/images.sh "$(ILK)" .build/web docs/images

# A short form of both, with the program of the tests.
smoke-test: build-tests setup-clients
	@ilk="$$(ILK_OPTIMISED=1 $(SWIFT) build $(TESTED) --show-bin-path)/ilk"; \
	export SMOKE=1; \
	Tests/Clients/run.sh "$$ilk" .build/clients $(or $(SECONDS),30) && Tests/Browser/run.sh "$$ilk" .build/web

# The server with 32 busy connections, slow clients, and faults of disk and files.
load-test: build
	@Tests/Load/run.sh "$(ILK)" .build/load $(or $(SECONDS),600) $(or $(ENTRIES),1000000) $(or $(SLOW),2000)

# Texts, lines and debug events over HTTP on this machine.
http-figures: CLIENTS := wrk:wrk
http-figures: build setup-clients
	@$(SWIFT) build -c release --package-path Benchmarks --product plain-server
	@Benchmarks/http-figures.sh "$(ILK)" Benchmarks/.build/release/plain-server $(or $(SECONDS),5)

# Accuracy on the project's own texts, and instructions (Benchmarks/README.md). The program is
# that of the tests.
RATCHET := .build/ratchet
$(RATCHET): $(wildcard Benchmarks/Ratchet/*)
	@mkdir -p $(@D)
	@cc=$$(command -v clang || command -v cc) && "$$cc" -shared -fPIC -O -Wall -Werror Benchmarks/Ratchet/sigsuspend.c -o $@.so
	@$(SWIFT)c -O -wmo -swift-version 6 -warnings-as-errors $(filter %.swift,$^) -o $@

ratchet: setup-clients build-tests $(RATCHET)
	@$(RATCHET) "$$(ILK_OPTIMISED=1 $(SWIFT) build $(TESTED) --show-bin-path)/ilk-core" . \
	    $(if $(RECORD),$(if $(filter all,$(RECORD)),--record-all,--record))

# Lines a second on one core, and the time from start to the first verdict.
bench: build
	@ilk=$(ILK); one=; command -v taskset >/dev/null && one='taskset -c 0'; \
	file=$$(mktemp); trap 'rm -f "$$file"' EXIT; \
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do cat corpora/doctype/*.jsonl corpora/gate/*.jsonl; done > "$$file"; \
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
