# Everything a newcomer needs: `make run`, then `make test`.

CARGO ?= cargo
BINARY := target/release/jacaranda

.PHONY: run test build setup python node format lint rust whole-program docs clean leaks

run: build
	$(BINARY) demo

build: setup
	$(CARGO) build --release --locked

# System packages that FLINT and CaDiCaL are built with. Installed only when something is missing.
setup:
	@build/setup.sh

test: build format lint rust docs whole-program

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --release --locked --workspace --all-targets -- -D warnings

rust:
	$(CARGO) test --release --locked --workspace --no-fail-fast

# The repository agrees with itself: ids, files, lists, descriptions, schemas, generated pages.
docs:
	$(CARGO) xtask tidy
	$(CARGO) xtask docs --check
	$(CARGO) xtask schema --check

# The real binary over real pipes, with the official clients of other languages.
whole-program: build python node
	.venv/bin/python -m pytest tests -q

python:
	@test -x .venv/bin/pytest || build/python.sh

node:
	@test -d tests/node/node_modules || npm ci --prefix tests/node --no-audit --no-fund --loglevel=error

# Memory that FLINT's wrappers lose, if any (needs valgrind).
leaks:
	$(CARGO) build --release --locked -p jacaranda-flint --example exercise
	valgrind --quiet --leak-check=full --error-exitcode=9 target/release/examples/exercise

clean:
	$(CARGO) clean
