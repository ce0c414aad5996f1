# The default net is part of the program: the assembler reads its file when src/eval/nnue/default_net.cpp is compiled.

# nets/README.md says where it comes from.
set(ROOKERY_NETWORK ${PROJECT_SOURCE_DIR}/nets/generation-3.rooknet)
if(ROOKERY_EVALFILE)
    set(ROOKERY_NETWORK ${ROOKERY_EVALFILE})
endif()

# For the targets of the folder that calls it.
function(rookery_embed_network)
    set_source_files_properties(
        ${PROJECT_SOURCE_DIR}/src/eval/nnue/default_net.cpp
        PROPERTIES COMPILE_DEFINITIONS "ROOKERY_NETWORK=\"${ROOKERY_NETWORK}\""
                   OBJECT_DEPENDS ${ROOKERY_NETWORK})
endfunction()
