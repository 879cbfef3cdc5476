# make demo  sets up everything and runs the main job offline
# make test  sets up everything, then linters, floors, types and tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test lint bench install clean

demo: $(STAMP)
	$(BIN)/conspectus demo --out demo-report

test: lint
	$(BIN)/python -m pytest -n 2

lint: $(STAMP)
	$(BIN)/ruff check src tests benchmarks tools docs/examples
	$(BIN)/ruff format --check src tests benchmarks tools docs/examples
	$(BIN)/lint-imports
	$(BIN)/mypy

# make bench BENCH=review runs one program
bench: $(STAMP)
	$(BIN)/python benchmarks/run.py $(BENCH)

install: $(STAMP)

$(STAMP): pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
		test -d $(VENV) || uv venv --python $(PYTHON) $(VENV); \
		uv pip install --python $(BIN)/python -q -e '.[dev]'; \
	else \
		test -d $(VENV) || $(PYTHON) -m venv $(VENV); \
		$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'; \
	fi
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache demo-report
