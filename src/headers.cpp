// Compiled only so that CMake has a target that owns the precompiled headers; see CMakeLists.txt.
