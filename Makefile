# Targets: build (default: and copied to EXE) install xboard test bench perft lint screenshots clean
#   EXE=path      where `make` leaves the engine (OpenBench's convention)
#   ARCH=cpu      the CPU to build for: native (default), x86-64-v3, x86-64, ... (rustc --print target-cpus)
#   PREFIX=path   where `make install` puts it: into PREFIX/bin
#   VARIANT=name  the game that `make xboard` opens
#   VARIANTS=file a file of definitions in which it is looked for, too

EXE  ?= ninefold
ARCH ?= native
CARGO ?= cargo
PYTHON ?= python3
PREFIX ?= $(HOME)/.local
VARIANT ?= chess99
VARIANTS ?=
export RUSTFLAGS ?= -C target-cpu=$(ARCH)

ENGINE := target/release/ninefold
VENV   := .venv

# Debian has XBoard in a folder that is not on everybody's path.
WITH_GAMES := PATH="$$PATH:/usr/games"

.PHONY: all build install xboard test test-rust test-python test-xboard bench perft lint screenshots clean

all: build
	@if [ "$(EXE)" != "$(ENGINE)" ]; then mkdir -p "$(dir $(EXE))" && cp $(ENGINE) "$(EXE)"; fi

build:
	$(CARGO) build --release --locked

install: build
	install -D $(ENGINE) "$(DESTDIR)$(PREFIX)/bin/ninefold"

# Opens XBoard on the engine.
xboard: build
	$(WITH_GAMES) $(ENGINE) $(if $(VARIANTS),--variants "$(VARIANTS)") xboard "$(VARIANT)"

test: test-rust test-python test-xboard

test-rust:
	$(CARGO) test --locked

# Against pyffish and with broken input; everything goes through the built engine.
test-python: build $(VENV)/ready
	$(VENV)/bin/python tests/python/crosscheck.py --engine $(ENGINE)
	$(VENV)/bin/python tests/python/fuzz_uci.py --engine $(ENGINE) --lines 100000
	$(VENV)/bin/python tests/python/fuzz_xboard.py --engine $(ENGINE) --lines 100000

# XBoard under a display of its own: matches, and games by mouse.
test-xboard: build
	$(WITH_GAMES) $(PYTHON) -m unittest discover --start-directory tests/xboard --verbose

# The pictures in docs/.
screenshots: build
	$(WITH_GAMES) $(PYTHON) tests/xboard/screenshots.py

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
