# Targets: build (default: and copied to EXE) test bench perft lint clean
#   EXE=path   where `make` leaves the engine (OpenBench's convention)
#   ARCH=cpu   the CPU to build for: native (default), x86-64-v3, x86-64, ... (rustc --print target-cpus)

EXE  ?= ninefold
ARCH ?= native
CARGO ?= cargo
PYTHON ?= python3
export RUSTFLAGS ?= -C target-cpu=$(ARCH)

ENGINE := target/release/ninefold
VENV   := .venv

.PHONY: all build test test-rust test-python bench perft lint clean

all: build
	@if [ "$(EXE)" != "$(ENGINE)" ]; then mkdir -p "$(dir $(EXE))" && cp $(ENGINE) "$(EXE)"; fi

build:
	$(CARGO) build --release --locked

test: test-rust test-python

test-rust:
	$(CARGO) test --locked

# Against pyffish and with broken input; everything goes through the built engine.
test-python: build $(VENV)/ready
	$(VENV)/bin/python tests/python/crosscheck.py --engine $(ENGINE)
	$(VENV)/bin/python tests/python/fuzz_uci.py --engine $(ENGINE) --lines 100000
	$(VENV)/bin/python tests/python/fuzz_xboard.py --engine $(ENGINE) --lines 100000

$(VENV)/ready: tests/python/requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

# Times the parts of move generation, then the whole search.
bench: build
	$(CARGO) bench --locked
	$(ENGINE) bench

perft: build
	@for variant in chess ninesquare haynie snappy chess99; do \
		echo "$$variant"; $(ENGINE) perft $$variant 5 || exit 1; done

lint:
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --locked

clean:
	$(CARGO) clean
	rm -rf $(VENV) ninefold
