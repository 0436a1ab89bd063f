# What each target is for stands beside it: `make help`.
GO    ?= go
TOOL  := $(GO) tool -modfile=tools/go.mod

.PHONY: test-page rate-tatham test-genres genres-table forms npm jupyter test-jupyter release binaries bench-peers web wasm test-web play-genres sheet picture test-firefox test-editors vscode help build quick test test-long test-hours race race-quick lint fmt check update gallery bench ablation engines fuzz mutants
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Nothing needs C but the race detector: what one target compiles serves the others.
export CGO_ENABLED := 0
race race-quick: export CGO_ENABLED := 1

# pzc-nats is a module of its own, so that nothing of NATS is in pzc.
NATS := -C cmd/pzc-nats
build: ## bin/pzc and bin/pzc-nats
	$(GO) build -o bin/pzc ./cmd/pzc
	$(GO) build $(NATS) -o $(CURDIR)/bin/pzc-nats .

# The tests draw random models from this seed, the same for everybody; make test RAPID_SEED=0 draws others, as test-hours does.
RAPID_SEED ?= 1
test test-long race: export RAPID_SEED := $(RAPID_SEED)

# Rapid makes a fifth of the checks in short tests.
quick: export RAPID_SEED := $(RAPID_SEED)
quick: export RAPID_CHECKS := 40
quick: ## the tests with few random models, for use while working: a minute on two cores when all is built
	$(GO) test -short -skip '^Test(Long|Hours)' ./...

# The name of a test says how long it takes: TestLong… is left to test-long, TestHours… to test-hours. With
# SKIP='^TestHours' the long tests run, too, and each test program is linked once: so does CI.
SKIP := ^Test(Long|Hours)
test: ## the tests, but for the long ones: five to seven minutes
	$(GO) test $(NATS) -timeout 20m -skip '$(SKIP)' ./... & nats=$$!; \
		$(GO) test -timeout 20m -skip '$(SKIP)' ./... && wait $$nats

test-long: ## the long tests: generated programs are built, processes run into limits, known answers are compared
	$(GO) test $(NATS) -run '^TestLong' ./... & nats=$$!; $(GO) test -run '^TestLong' -timeout 20m \
		$$(grep -rl --include='*_test.go' --exclude-dir=pzc-nats --exclude-dir=node_modules '^func TestLong' . | \
		xargs -n1 dirname | sort -u) && wait $$nats

test-genres: ## boards of other people, whose answers are known, for each genre that has some: hours; PZC_GENRES=LITS,Yajilin: some
	$(GO) test ./tests/genres -run HoursGenres -v -timeout 0

genres-table: ## docs/genres.md anew, measuring what is new; PZC_GENRES=aqre,lits: these anew
	$(GO) test ./tests/genres -run TestTable -update -v -timeout 0

rate-tatham: ## how ratings agree with the labels of Simon Tatham's generators: half an hour; PZC_GAMES=slitherlink,tents: some
	$(GO) test ./tests/ratings -run HoursRatings -v -timeout 0

test-hours: ## the tests that take hours, and 2,000 random draws instead of 100: before a release
	$(GO) test -run '^TestHours' -timeout 0 ./...
	$(GO) test $(NATS) -run '^TestHours' -timeout 0 ./...
	RAPID_CHECKS=2000 $(GO) test -skip '^Test(Long|Hours)' -timeout 0 ./...

race: ## the tests, but for the long ones, with the race detector
	$(GO) test -race -timeout 20m -skip '^Test(Long|Hours)' ./...

# The race detector sees what goroutines do at the same time. These packages have little else; of the others, those tests
# run whose names have a word for several threads, or for the end of work that goes on. cmd/pzc starts processes.
TOGETHER := ./apps/lsp ./backends/relay ./internal/jobs
race-quick: export RAPID_SEED := $(RAPID_SEED)
race-quick: export RAPID_CHECKS := 40
race-quick: ## the tests in which goroutines work at the same time, with the race detector and few random models: for CI
	$(GO) test -race -vet=off -short -skip '^Test(Long|Hours)|OffersEachName' $(TOGETHER)
	$(GO) test -race -vet=off -short -skip '^Test(Long|Hours)' -run 'Threads|Batch|Team|Total|Places|Same|Starts|Shared|End|Context|Count(ed|ing)' \
		$$(grep -rlE '^\s*go (func|[a-z]+(\.[a-z]+)*\()|[a-z]\.Go\(func' --include='*.go' --exclude='*_test.go' apps backends internal | \
		grep -v -e testdata -e /rt/ | xargs -n1 dirname | sort -u | sed 's|^|./|' | grep -v -x $(addprefix -e ,$(TOGETHER)))

# golangci-lint has the analyzers of go vet, and takes half the time if it collects garbage less often.
lint: export GOGC := 400
lint: export GOMEMLIMIT := 3GiB
lint: ## formatting, golangci-lint, words and sentences, a tidy go.mod
	@unformatted="$$($(TOOL) gofumpt -l .)"; if [ -n "$$unformatted" ]; then echo "run make fmt:"; echo "$$unformatted"; exit 1; fi
	$(TOOL) golangci-lint run
	cd cmd/pzc-nats && $(GO) tool -modfile=$(CURDIR)/tools/go.mod golangci-lint run
	$(GO) test ./tests/arch -run '^Test(Words|Sentences|Lines)$$'
	$(GO) mod tidy -diff
	$(GO) mod tidy $(NATS) -diff

fmt: ## format the Go files
	$(TOOL) gofumpt -w .

check: ## what a change must pass: lint, the tests with the race detector, and no file changed by them
	@before="$$(git diff | cksum)"; $(MAKE) lint race && \
	if [ "$$(git diff | cksum)" != "$$before" ]; then echo "the tests changed files:"; git diff --stat; exit 1; fi

update: ## write the golden files and generated documents anew
	$(GO) test ./docs ./dsl ./compiler/check ./compiler/ground ./backends/sat/outside ./backends/gogen ./editors -update
	$(GO) test ./backends/search/depthfirst -run TestVisit -update
	$(GO) test ./cmd/pzc -run DocumentExamples -update

gallery: ## write models/README.md anew, measuring what is new; all of it: make gallery AGAIN=-again
	$(GO) test ./models -run Gallery -update $(AGAIN)

forms: ## write the table of docs/forms.md anew, measuring all forms
	$(GO) test ./tests/modelforms -run Table -update

# These need npm, and nvim if it is there; nothing else does.
test-editors: build ## the language server with real clients, the extension of VS Code, the grammars
	cd editors/vscode && npm ci --no-audit --no-fund && npm test
	cd editors/lezer && npm ci --no-audit --no-fund && npm test
	@if command -v nvim >/dev/null; then PZC=$(CURDIR)/bin/pzc nvim --headless -u NONE -c 'luafile editors/test/neovim.lua'; \
	else echo "nvim is not installed: its test is left out"; fi

vscode: ## editors/vscode/pzc-*.vsix, the extension of VS Code
	cd editors/vscode && npm ci --no-audit --no-fund && npm run package

# Two runs give the same bytes: no paths, no times, no state of the repository.
TARGETS ?= $(foreach os,linux darwin windows,$(os)/amd64 $(os)/arm64)
binaries: ## dist/pzc-VERSION-….tar.gz for six systems: make binaries VERSION=0.1.0
	@test -n "$(VERSION)" || { echo "give the version: make $@ VERSION=0.1.0"; exit 2; }
	rm -rf dist && mkdir -p dist
	set -e; for target in $(TARGETS); do \
		os=$${target%/*}; arch=$${target#*/}; name=$$os-$$arch; exe=pzc; kind=tar.gz; \
		nats=pzc-nats; if [ $$os = windows ]; then exe=pzc.exe; nats=pzc-nats.exe; kind=zip; fi; \
		GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -buildvcs=false \
			-ldflags '-s -w -X main.release=$(VERSION)' -o bin/$$name/$$exe ./cmd/pzc; \
		GOOS=$$os GOARCH=$$arch $(GO) build $(NATS) -trimpath -buildvcs=false \
			-ldflags '-s -w' -o $(CURDIR)/bin/$$name/$$nats .; \
		.ci/pack dist/pzc-$(VERSION)-$$name.$$kind pzc-$(VERSION) bin/$$name/$$exe bin/$$name/$$nats \
			LICENSE README.md; \
	done
	cd dist && sha256sum pzc-* >SHA256SUMS

release: web vscode binaries npm jupyter ## dist/: what a release consists of; needs npm: make release VERSION=0.1.0
	cp editors/vscode/pzc-*.vsix CITATION.cff dist/
	sed "s/@VERSION@/$(VERSION)/g; $$(sed -nE 's/^([0-9a-f]+) .*-([a-z]+-[a-z0-9]+)\..*/s!@\2@!\1!;/p' dist/SHA256SUMS)" \
		.ci/pzc.rb.in >dist/pzc.rb
	cd dist && rm SHA256SUMS && sha256sum * >SHA256SUMS

jupyter: ## dist/pzc_magic-….whl, the cell magic for Jupyter
	mkdir -p dist
	.ci/pack dist/pzc_magic-0.1.0-py3-none-any.whl . editors/jupyter/pzc_magic.py editors/jupyter/*.dist-info

test-jupyter: build ## the cell magic in the IPython of the system, if there is one
	@if ! python3 -c 'import IPython' 2>/dev/null; then echo "skipped: there is no IPython"; else \
		cd editors/jupyter && PZC=$(CURDIR)/bin/pzc python3 -m unittest test_pzc_magic; fi

BENCH ?= .
bench: ## benchmarks: make bench BENCH=Solve/sat
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

RUNS ?= 1
bench-peers: build ## pzc beside other programs, in user CPU seconds: make bench-peers MATCH='golomb|Korf' RUNS=5
	$(GO) run ./tests/peers -match '$(MATCH)' -n $(RUNS)

# The playground: the compiler as WebAssembly, and the page. Only the page needs npm.
WEB := web/dist
# Functions are inlined only where that pays: this makes the module a tenth smaller, and no slower to solve.
HOT   := runtime internal/runtime/... github.com/go-air/gini/... $(addprefix github.com/pzc-lang/pzc/backends/,\
	search/packed search/store search/breadthfirst constraint/cdcl)
SMALL := -gcflags=all=-l $(foreach p,$(HOT),-gcflags=$(p)=)
wasm: ## the compiler of the playground: web/dist/pzc.wasm.gz
	mkdir -p $(WEB)
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags '-s -w' $(SMALL) -o $(WEB)/pzc.wasm ./web/wasm
	$(GO) run ./web/strip $(WEB)/pzc.wasm
	rm -f $(WEB)/pzc.wasm.br
	if command -v brotli >/dev/null; then brotli -q 11 $(WEB)/pzc.wasm; fi
	gzip -9 -n -f $(WEB)/pzc.wasm
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/worker.js $(WEB)/
	$(GO) run ./web/shell $(WEB)

web: wasm ## the playground, which `make build` then puts into pzc; needs npm
	cd web/page && npm ci --no-audit --no-fund && npm run build

npm: wasm ## dist/pzc-0.1.0.tgz, the compiler for node and browsers
	mkdir -p dist
	.ci/pack dist/pzc-$$(sed -n 's/.*"version": "\(.*\)",/\1/p' web/npm/package.json).tgz package \
		$(addprefix web/npm/,index.js index.d.ts node-worker.cjs package.json README.md) \
		$(addprefix $(WEB)/,pzc.wasm.gz wasm_exec.js worker.js) LICENSE

test-web: web npm ## the compiler in node, and the page in a browser
	$(MAKE) build test-page

test-page: ## what test-web tests when all is built
	cd web/test && npm ci --no-audit --no-fund && npm test

picture: ## docs/images/playground.png, which README shows, after make test-web
	cd web/test && PICTURE=$(CURDIR)/docs/images/playground.png node --test --test-name-pattern 'picture of the README' page.test.mjs

play-genres: ## each puzzle without moves is played by mouse, touch and keys, after make test-web: in 20 minutes
	cd web/test && node --test --test-reporter spec genres.mjs

sheet: ## docs/images/genres-1.png and on, the start and the solution of each puzzle without moves; needs npm
	cd web/test && SHEET=$(CURDIR)/docs/images/genres node --test genres.mjs

FIREFOX ?= firefox-esr
test-firefox: ## the page in Firefox, after make test-web; skipped where there is none
	@if ! command -v $(FIREFOX) >/dev/null; then echo "skipped: there is no $(FIREFOX)"; else cd web/test && \
		BROWSER=firefox FIREFOX="$$(command -v $(FIREFOX))" node --test --test-concurrency=1 page.test.mjs panels.test.mjs work.test.mjs game.test.mjs; fi

MATCH ?= .
ablation: ## what each technique is worth, in an hour: make ablation MATCH='taquin|hanoi'
	GOMAXPROCS=1 $(GO) run ./tests/ablation -match '$(MATCH)'

FORMS ?=
engines: ## auto against each engine with a third of its time, in hours: make engines MATCH='^forms' FORMS=FOLDER
	$(GO) test ./tests/ablation -run TestHoursEngines -v -timeout 0 -args -match '$(MATCH)' -forms '$(FORMS)'

FUZZTIME ?= 60s
FUZZ ?= ^Fuzz
fuzz: ## feed what reads texts and files with damaged ones: make fuzz FUZZTIME=10m FUZZ=FuzzModel
	@set -e; for p in ./internal/puzzle ./dsl ./apps/emit ./internal/present/readback ./internal/levels ./apps/lsp ; do \
		for f in $$($(GO) test -list '$(FUZZ)' $$p | grep ^Fuzz); do \
			echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x -parallel 1 $$p; \
		done; \
	done

PACKAGE ?= ./compiler/task
mutants: ## which small faults no test of a package would notice: make mutants PACKAGE=./compiler/static
	$(GO) run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0 unleash --workers 1 --timeout-coefficient 3 $(PACKAGE)
