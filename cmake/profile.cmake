# Profile-guided optimisation with g++: the program is built twice in one folder. The first one (generate)
# writes down how often every branch is taken; the second (use) is optimised by what was written.
# scripts/build.sh and the Makefile do both, with scripts/profile_run between them.

set(ROOKERY_PROFILE OFF CACHE STRING "Profile-guided optimisation: OFF, generate or use")
set_property(CACHE ROOKERY_PROFILE PROPERTY STRINGS OFF generate use)

if(NOT ROOKERY_PROFILE MATCHES "^(OFF|generate|use)$")
    message(FATAL_ERROR "ROOKERY_PROFILE is '${ROOKERY_PROFILE}': it must be OFF, generate or use")
endif()
if(ROOKERY_PROFILE AND NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "Profile-guided optimisation is set up for g++ only")
endif()

# Says for one library that its speed matters: only these are watched.
function(rookery_profile TARGET)
    if(NOT ROOKERY_PROFILE)
        return()
    endif()
    set(PROFILES ${PROJECT_BINARY_DIR}/profiles)
    # A compiler cache may show the compiler other paths in the second build, and functions local to a file
    # are then not found again.
    set_property(TARGET ${TARGET} PROPERTY CXX_COMPILER_LAUNCHER "")
    if(ROOKERY_PROFILE STREQUAL generate)
        target_compile_options(${TARGET} PRIVATE -fprofile-generate=${PROFILES})
        target_link_libraries(${TARGET} PUBLIC gcov)
    elseif(ROOKERY_PROFILE STREQUAL use)
        # A file edited since the profile was made fits it in part: the rest is optimised as ever, and so
        # is what the run did not come by.
        target_compile_options(${TARGET} PRIVATE -fprofile-use=${PROFILES} -fprofile-partial-training
                                                 -Wno-coverage-mismatch -Wno-missing-profile)
    endif()
endfunction()
