# Every target installs what it needs into .venv; Python 3.11 or newer and make are all that must be there.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check format docs site bench clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: .venv/.core ## Score the embedded example: stage table, loss funnel, report.html
	$(BIN)/ontoeval demo

test: .venv/.dev ## Run everything that must pass
	$(BIN)/python -m pytest -n 2

check: .venv/.dev ## Format, lint, types, import layers, generated docs up to date
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check

format: .venv/.dev ## Format and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: .venv/.dev .venv/.docs ## Write the generated pages, then build the site
	$(BIN)/python docs/generate.py
	$(MAKE) site

site: .venv/.docs ## Build the documentation as a site in build/site; every warning fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

bench: .venv/.dev ## Measure speed against other tools, as ratios in one run
	$(BIN)/python -m pytest tests/benchmarks -p no:xdist -s -q

clean: ## Remove what these targets made
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache report.html

.venv/bin/python:
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "ontoeval needs Python 3.11 or newer"'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/.core: pyproject.toml .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/.dev: .venv/.core
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

.venv/.docs: pyproject.toml .venv/bin/python
	$(BIN)/python -m pip install --quiet --group docs
	@touch $@
