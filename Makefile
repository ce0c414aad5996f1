# For test frameworks and people who expect `make`: builds the bare engine, a UCI engine when started without
# arguments. Everything else is done by ./rookery and CMake.

EXE ?= rookery-engine
EVALFILE ?=
# Anything but nothing: build twice, the second time optimised by a profile of the first (g++ only).
PGO ?=

# A folder per compiler: CMake cannot change the compiler of an existing one.
FOLDER = build/make/$(subst /,_,$(firstword $(CXX)))
GENERATOR = $(shell command -v ninja >/dev/null && echo Ninja || echo Unix Makefiles)

.PHONY: all clean help

all:
	@if [ -n "$(EVALFILE)" ] && [ ! -f "$(EVALFILE)" ]; then \
		echo "EVALFILE: there is no file '$(EVALFILE)'" >&2; exit 1; \
	fi
ifeq ($(PGO),)
	$(call build,OFF)
else
	@rm -rf "$(FOLDER)/profiles"
	$(call build,generate)
	@scripts/profile_run "$(FOLDER)/bin/rookery-engine"
	$(call build,use)
endif
	@cp "$(FOLDER)/bin/rookery-engine" "$(EXE)"

# With ROOKERY_PROFILE as given.
define build
	@CXX="$(CXX)" cmake -S . -B "$(FOLDER)" -G "$(GENERATOR)" --log-level=WARNING \
		-DCMAKE_BUILD_TYPE=Release -DROOKERY_PROFILE=$(1) \
		-DROOKERY_EVALFILE="$(if $(EVALFILE),$$(realpath "$(EVALFILE)"))"
	@cmake --build "$(FOLDER)" --target rookery-engine -j "$$(scripts/jobs)"
endef

clean:
	rm -rf build/make rookery-engine

help:
	@echo "make [EXE=program] [CXX=compiler] [EVALFILE=network] [PGO=1]"
	@echo "    builds the UCI engine as EXE (default: $(EXE)), with a network of your own if given;"
	@echo "    with PGO twice, optimised by a profile (g++ only)"
	@echo "make clean"
	@echo "    removes what make has built"
