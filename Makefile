# Vitae on a bare machine: Python 3.11+, make, and the package registries.
#   make run     the site, as production serves it, on this machine only, with the demo lab
#   make dev     the same with Django's reloading server and DEBUG
#   make test    all tests but the slow ones and those that need more than Python
#   make check   lint, templates, migrations, deployment settings
#   make demo-site   the demo lab as plain files, to be shown anywhere
#   make bench   what is fast, beside references: benchmarks/RESULTS.md (ARGS=--quick: a glance)

PYTHON ?= python3
PORT ?= 8000
DATA ?= data
DEMO ?= 1
ADMIN := $(or $(subst /,,$(VITAE_ADMIN_PATH)),admin)
VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py

export DATA
export PORT

.PHONY: run dev test check bench pictures demo-site lint format messages lock prepare clean

run: prepare
	@echo "Vitae is at http://127.0.0.1:$(PORT)/ and its admin at http://127.0.0.1:$(PORT)/$(ADMIN)/"
	@exec $(BIN)/gunicorn config.wsgi --config config/gunicorn.py --bind 127.0.0.1:$(PORT)

dev: export VITAE_DEBUG = 1
dev: prepare
	@exec $(MANAGE) runserver 127.0.0.1:$(PORT)

prepare: $(VENV)/installed
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) collectstatic --no-input --verbosity 0
	@$(MANAGE) create_admin
	@if [ "$(DEMO)" != "0" ]; then $(MANAGE) demo; fi

# With compiled modules kept: without them each process of the suite compiles all anew.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/installed
	@$(BIN)/pytest $(ARGS)

check: lint
	@$(MANAGE) makemigrations --check --dry-run --verbosity 1
	@data=$$(mktemp -d) && VITAE_HTTPS=1 VITAE_HOSTS=vitae.example DATA=$$data \
		$(MANAGE) check --deploy --fail-level WARNING; status=$$?; rm -rf $$data; exit $$status

bench: $(VENV)/installed
	@$(BIN)/python benchmarks/bench.py $(ARGS)

# Needs Chromium. The pictures of README and docs, taken from the demo lab.
pictures: $(VENV)/installed
	@$(BIN)/python -m tests.browser.pictures

# The demo lab as plain files in the folder SITE, which may be put on any web server; BASE_URL is
# where. Nothing of DATA is in it.
SITE ?= demo-site
demo-site: $(VENV)/installed
	@data=$$(mktemp -d) && trap 'rm -rf '$$data EXIT && export DATA=$$data && \
		$(MANAGE) migrate --verbosity 0 && $(MANAGE) collectstatic --no-input --verbosity 0 && \
		$(MANAGE) demo && \
		$(MANAGE) export_site $(SITE) $(if $(BASE_URL),--base-url $(BASE_URL))

lint: $(VENV)/installed
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djlint templates --lint --quiet

format: $(VENV)/installed
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

# Needs GNU gettext, which running and testing do not: the catalogues are kept compiled. Those of
# the public pages alone do without what is of the admin.
messages: $(VENV)/installed
	@$(MANAGE) makemessages --all --no-obsolete --no-wrap --add-location file \
		--ignore $(VENV) --ignore tests --ignore benchmarks --ignore data
	@DJANGO_SETTINGS_MODULE=config.settings $(BIN)/python -m tests.messages
	@$(MANAGE) compilemessages --ignore $(VENV)

# Needs uv. The lock holds hashes and names no package index.
lock:
	uv pip compile pyproject.toml --all-extras --group dev --generate-hashes --universal \
		--python-version 3.11 --no-header --no-annotate --no-emit-index-url -o requirements.lock

$(VENV)/installed: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Vitae needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing what Vitae needs into $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

clean:
	rm -rf $(VENV)
