# Link-time optimisation for the programs a person runs.
#
# With g++ the objects hold both machine code and the optimiser's form: the programs are linked from the
# second, and the tests from the first, because optimising every test program again would take minutes.

set(ROOKERY_LTO FALSE)
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT ROOKERY_SANITIZE)
    include(CheckIPOSupported)
    check_ipo_supported(RESULT ROOKERY_LTO LANGUAGES CXX OUTPUT LTO_PROBLEM)
    if(NOT ROOKERY_LTO)
        message(STATUS "No link-time optimisation: this compiler and linker cannot do it together")
    endif()
endif()

if(ROOKERY_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-flto=auto -ffat-lto-objects)
elseif(ROOKERY_LTO)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# Says for one program whether it is worth optimising at link time.
function(rookery_link_time_optimise TARGET WANTED)
    if(NOT ROOKERY_LTO OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        return()
    endif()
    if(WANTED)
        target_link_options(${TARGET} PRIVATE -O3 -flto=auto)
    else()
        target_compile_options(${TARGET} PRIVATE -fno-lto)
        target_link_options(${TARGET} PRIVATE -fno-lto)
    endif()
endfunction()
