# One static engine per level, all embedded in one static program that starts the best.

if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "The portable program is for x86-64 Linux and g++")
endif()

# Makes the libraries of all layers and an engine for one level; ARGN are definitions.
function(rookery_static_engine NAME LEVEL)
    rookery_level_flags(${LEVEL} LEVEL_FLAGS)
    foreach(DEFINITION IN LISTS ARGN)
        list(APPEND LEVEL_FLAGS -D${DEFINITION})
    endforeach()
    rookery_layers(-${NAME} ${LEVEL_FLAGS})
    add_executable(rookery-engine-${NAME} EXCLUDE_FROM_ALL portable/engine_main.cpp)
    target_compile_options(rookery-engine-${NAME} PRIVATE ${LEVEL_FLAGS})
    target_link_libraries(rookery-engine-${NAME} PRIVATE ${ROOKERY_EVERYTHING-${NAME}})
    target_link_options(rookery-engine-${NAME} PRIVATE -static -s)
endfunction()

rookery_static_engine(v2 v2)
rookery_static_engine(v3-magic v3 ROOKERY_NO_PEXT)
rookery_static_engine(v3 v3)
rookery_static_engine(v4 v4)

add_executable(rookery-portable portable/select.cpp)
target_compile_options(rookery-portable PRIVATE -march=x86-64 "-Wa,-I,${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
target_link_options(rookery-portable PRIVATE -static -s)

# The assembler reads the engines, so that a newer engine means compiling the selector again.
set(ENGINE_FILES "")
foreach(NAME v2 v3-magic v3 v4)
    add_dependencies(rookery-portable rookery-engine-${NAME})
    list(APPEND ENGINE_FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/rookery-engine-${NAME})
endforeach()
set_source_files_properties(portable/select.cpp PROPERTIES OBJECT_DEPENDS "${ENGINE_FILES}")
