# One command each: `make demo` shows the main job, `make test` checks everything. Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup demo study test lint format types unit mutations notebooks wheel pins clean

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

setup: $(READY)  ## a virtual environment in .venv with everything pinned in constraints.txt

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "trisim needs Python 3.11 or newer; name one: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)
	@echo "trisim is installed in $(VENV). To use the command: source $(BIN)/activate"

demo: $(READY)  ## the box, how mistakes in it are reported, a game, and a balance report (in demo/)
	@sh docs/demo.sh $(BIN)/trisim

study: $(READY)  ## the report in reports/: 190,000 games of the reference set, about an hour; can be stopped and resumed
	@sh reports/study.sh $(BIN)/trisim

test: lint types unit  ## lint, format, types and all tests

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/pytest -n auto

mutations: $(READY)  ## break one rule after another and check that a test fails (half an hour)
	$(BIN)/python tests/mutations.py

format: $(READY)  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tests/notebooks.py

notebooks: $(READY)  ## run the notebooks of analyses/ into build/analyses (RUN=…, STUDY=… and TEAM=… name your own runs)
	@mkdir -p build/analyses && cp analyses/* build/analyses
	RUN=$(abspath $(RUN)) $(BIN)/jupyter-execute --inplace \
	    $(addprefix build/,$(filter-out %/difficulty.ipynb %/teams.ipynb,$(wildcard analyses/*.ipynb)))
	RUN=$(abspath $(STUDY)) $(BIN)/jupyter-execute --inplace build/analyses/difficulty.ipynb
	RUN=$(abspath $(TEAM)) $(BIN)/jupyter-execute --inplace build/analyses/teams.ipynb

wheel: $(READY)  ## a wheel in dist/
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

pins:  ## the newest versions that work together, into constraints.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --upgrade --editable '.[dev]'
	$(BIN)/pip freeze --exclude-editable --exclude pip --exclude setuptools > constraints.txt
	@touch $(READY)

clean:  ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
