# For test frameworks and people who expect `make`: builds the bare engine, a UCI engine when started without
# arguments. Everything else is done by ./rookery and CMake.

EXE ?= rookery-engine
EVALFILE ?=

# A folder per compiler: CMake cannot change the compiler of an existing one.
FOLDER = build/make/$(subst /,_,$(firstword $(CXX)))
GENERATOR = $(shell command -v ninja >/dev/null && echo Ninja || echo Unix Makefiles)

.PHONY: all clean help

all:
	@if [ -n "$(EVALFILE)" ] && [ ! -f "$(EVALFILE)" ]; then \
		echo "EVALFILE: there is no file '$(EVALFILE)'" >&2; exit 1; \
	fi
	@CXX="$(CXX)" cmake -S . -B "$(FOLDER)" -G "$(GENERATOR)" --log-level=WARNING \
		-DCMAKE_BUILD_TYPE=Release \
		-DROOKERY_EVALFILE="$(if $(EVALFILE),$$(realpath "$(EVALFILE)"))"
	@cmake --build "$(FOLDER)" --target rookery-engine -j "$$(scripts/jobs)"
	@cp "$(FOLDER)/bin/rookery-engine" "$(EXE)"

clean:
	rm -rf build/make rookery-engine

help:
	@echo "make [EXE=program] [CXX=compiler] [EVALFILE=network]"
	@echo "    builds the UCI engine as EXE (default: $(EXE)), with a network of your own if given"
	@echo "make clean"
	@echo "    removes what make has built"
