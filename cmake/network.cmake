# The default net and the net of the levels are part of the program: the assembler reads their files when
# src/eval/nnue/default_net.cpp is compiled.

# nets/README.md says where it comes from.
set(ROOKERY_NETWORK ${PROJECT_SOURCE_DIR}/nets/generation-3.rooknet)
if(ROOKERY_EVALFILE)
    set(ROOKERY_NETWORK ${ROOKERY_EVALFILE})
endif()
# The levels are measured with this one.
set(ROOKERY_LEVEL_NETWORK ${PROJECT_SOURCE_DIR}/nets/generation-3.rooknet)

# For the targets of the folder that calls it.
function(rookery_embed_network)
    set(DEFINITIONS "ROOKERY_NETWORK=\"${ROOKERY_NETWORK}\"")
    if(NOT ROOKERY_NETWORK STREQUAL ROOKERY_LEVEL_NETWORK)
        list(APPEND DEFINITIONS "ROOKERY_LEVEL_NETWORK=\"${ROOKERY_LEVEL_NETWORK}\"")
    endif()
    set_source_files_properties(
        ${PROJECT_SOURCE_DIR}/src/eval/nnue/default_net.cpp
        PROPERTIES COMPILE_DEFINITIONS "${DEFINITIONS}"
                   OBJECT_DEPENDS "${ROOKERY_NETWORK};${ROOKERY_LEVEL_NETWORK}")
endfunction()
