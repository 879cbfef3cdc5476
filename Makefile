# make demo  sets up everything and runs the main job offline
# make test  sets up everything, then linters, floors, types and tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LOCAL_VENV := .venv-local-model
LOCAL_STAMP := $(LOCAL_VENV)/.installed

.PHONY: demo test test-local-model lint bench install clean

demo: $(STAMP)
	$(BIN)/conspectus demo --out demo-report

test: lint
	$(BIN)/python -m pytest -n 2

# Opt-in: builds a server of local models in a venv of its own, once, in some ten minutes of CPU time, and tests against it.
# CONSPECTUS_LOCAL_GGUF=FILE takes that model instead of a tiny one of random weights.
test-local-model: $(STAMP) $(LOCAL_STAMP)
	CONSPECTUS_LOCAL_MODEL=1 $(BIN)/python -m pytest -v tests/local_model

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

$(LOCAL_STAMP):
	test -d $(LOCAL_VENV) || $(PYTHON) -m venv $(LOCAL_VENV)
	CMAKE_ARGS="-DLLAVA_BUILD=OFF -DLLAMA_OPENSSL=OFF -DGGML_NATIVE=OFF" nice $(LOCAL_VENV)/bin/python -m pip install \
		--disable-pip-version-check 'llama-cpp-python[server]' gguf
	@touch $@

clean:
	rm -rf $(VENV) $(LOCAL_VENV) .mypy_cache .ruff_cache .pytest_cache demo-report
