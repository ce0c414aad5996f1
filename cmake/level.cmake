# The instruction-set level: which processors the program may run on, and how it looks up slider attacks.

set(ROOKERY_LEVEL native CACHE STRING "Instruction-set level: native, v2, v3 or v4 (x86-64 only)")
set_property(CACHE ROOKERY_LEVEL PROPERTY STRINGS native v2 v3 v4)
set(ROOKERY_PEXT AUTO CACHE STRING "Use PEXT for slider attacks where the level has it: AUTO or OFF")
set_property(CACHE ROOKERY_PEXT PROPERTY STRINGS AUTO OFF)

if(NOT ROOKERY_LEVEL MATCHES "^(native|v2|v3|v4)$")
    message(FATAL_ERROR "ROOKERY_LEVEL is '${ROOKERY_LEVEL}': it must be native, v2, v3 or v4")
endif()

# AMD before Zen 3 (family 25) has PEXT in microcode, many times slower than a magic multiplication.
function(rookery_pext_is_slow RESULT)
    set(${RESULT} FALSE PARENT_SCOPE)
    if(NOT EXISTS /proc/cpuinfo)
        return()
    endif()
    file(READ /proc/cpuinfo CPUINFO LIMIT 4096)
    if(CPUINFO MATCHES "AuthenticAMD|HygonGenuine" AND CPUINFO MATCHES "cpu family[ \t]*:[ \t]*([0-9]+)")
        if(CMAKE_MATCH_1 LESS 25)
            set(${RESULT} TRUE PARENT_SCOPE)
        endif()
    endif()
endfunction()

# Flags for one level, as a list.
function(rookery_level_flags LEVEL RESULT)
    if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
        set(FLAGS "")
    elseif(LEVEL STREQUAL native)
        set(FLAGS -march=native)
    else()
        set(FLAGS -march=x86-64-${LEVEL})
    endif()
    set(${RESULT} ${FLAGS} PARENT_SCOPE)
endfunction()

# The portable program sets the level of each of its parts itself.
if(NOT ROOKERY_PORTABLE)
    rookery_level_flags(${ROOKERY_LEVEL} LEVEL_FLAGS)
    add_compile_options(${LEVEL_FLAGS})

    set(PEXT_IS_SLOW FALSE)
    if(ROOKERY_LEVEL STREQUAL native)
        rookery_pext_is_slow(PEXT_IS_SLOW)
    endif()
    if(PEXT_IS_SLOW OR NOT ROOKERY_PEXT STREQUAL AUTO)
        add_compile_definitions(ROOKERY_NO_PEXT)
    endif()
endif()
