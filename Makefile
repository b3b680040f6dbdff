# Sourcebook: every command that a developer or CI types.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null || echo $(VENV)/bin/uv)
STAMP := $(VENV)/.made-from-lock

.DEFAULT_GOAL := help
.PHONY: help setup book test e2e check check-press check-export screenshots format docs lock bench-core bench-context bench-flow bench-index bench-fidelity bench-press clean

help: ## list the commands
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1|/' | column -t -s '|'

setup: $(STAMP) ## make the environment in .venv from requirements.lock

$(STAMP): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@command -v uv >/dev/null 2>&1 || test -x $(VENV)/bin/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@# Compiled here and once: where Python may not write its caches every command would compile all that it imports.
	@VIRTUAL_ENV=$(VENV) $(UV) pip sync --quiet --compile-bytecode --require-hashes requirements.lock
	@VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q memory_schema prompts tasks flows deployments
	@touch $@

book: setup ## write the book "Inside Jinja2" with the offline author into books/jinja2
	@test -f books/jinja2/book.toml || $(BIN)/sourcebook new books/jinja2 --source package:jinja2 --title "Inside Jinja2" --approve auto
	@$(BIN)/sourcebook write books/jinja2

test: setup ## run the tests
	$(BIN)/python -m pytest -n 2 --dist loadfile -q

e2e: setup ## run the tests that start servers, workers and a browser; pictures in build/e2e
	$(BIN)/python -m pytest -m e2e -q -s --durations 8 tests/e2e

check: setup ## format, lint, types, import floors
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

PRESS_TESTS := validators torture torture_paper browser
check-press: setup ## validate every page: vnu, axe in a browser, EPUBCheck, links, paper, no outside request
	cd .ci/press && npm ci --silent
	SOURCEBOOK_PRESS_TOOLS=$(CURDIR)/.ci/press/node_modules $(BIN)/python -m pytest -q --durations 8 $(PRESS_TESTS:%=tests/press/test_press_%.py)

check-export: setup ## build the exports with mdBook, Pandoc and MyST
	@test -x build/export-tools/bin/python || $(PYTHON) -m venv build/export-tools
	@build/export-tools/bin/python -m pip install --quiet --disable-pip-version-check --requirement .ci/export-tools.txt
	SOURCEBOOK_EXPORT_TOOLS=$(CURDIR)/build/export-tools/bin $(BIN)/python -m pytest -q tests/press/test_export_tools.py

screenshots: setup ## renew the pictures in docs/images (needs Chromium)
	$(BIN)/python docs/make_screenshots.py

format: setup ## format the code and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: setup ## renew the generated tables of README.md and docs/protocol.md
	$(BIN)/python docs/make_tables.py

lock: ## renew requirements.lock (versions and hashes, no addresses)
	$(UV) pip compile pyproject.toml --group dev --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --quiet --output-file requirements.lock

bench-core: setup ## tokens that reach the orchestrator, time per agent, memory, status of 100 chapters
	$(BIN)/python benchmarks/core.py

bench-flow: setup ## what orchestration costs, against the critical path, plain asyncio and LangGraph
	$(BIN)/python benchmarks/flow.py

bench-index: setup ## index a large real repository beside universal-ctags, and again after one changed file
	$(BIN)/python benchmarks/index.py

bench-press: setup ## print 300 pages beside MkDocs, Sphinx and mdBook, cold and after one changed chapter
	$(BIN)/python benchmarks/press.py

bench-fidelity: setup ## plant over 1,000 errors into chapters about packages of six languages, and count what is found
	$(BIN)/python benchmarks/fidelity.py

bench-context: setup ## three ways to remember a long book: tokens, cost, cache, quality; a table, a CSV, a plot
	$(BIN)/python -m benchmarks.context_experiment

clean: ## remove what was made here
	rm -rf $(VENV) books build dist .mypy_cache .ruff_cache .pytest_cache
