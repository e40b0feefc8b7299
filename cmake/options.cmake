# What a builder may choose, and the flags that follow from it. In a project of its own (add_subdirectory, FetchContent) it is the CPU's
# library alone unless asked, and the only variables that it adds to the cache are its own, with their default.
set(EVODOKU_AUTO auto)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(EVODOKU_AUTO off)
endif()
option(EVODOKU_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(EVODOKU_CHECK_HEADERS "Compile every header by itself, with only the layers below it in sight" OFF)
option(EVODOKU_EMULATED_TESTS "Where CUDA is built, build the tests that execute its PTX on the CPU" ON)
option(EVODOKU_UNITY "Compile the sources of a target together: half the time of a first build, more of a later one" OFF)
option(EVODOKU_WERROR "Treat warnings as errors" OFF)
option(EVODOKU_DOWNLOAD "Download libraries that are not installed (pinned versions) instead of stopping" OFF)
set(EVODOKU_ARCHIVES "${PROJECT_SOURCE_DIR}/third_party" CACHE PATH "Folder of archives that take the place of downloads")
if(PROJECT_IS_TOP_LEVEL)
  option(BUILD_SHARED_LIBS "Install one shared library, libevodoku.so, instead of static ones" OFF)
endif()
option(EVODOKU_PKG_CONFIG "Install evodoku.pc with the library" ON)
set(EVODOKU_CUDA "${EVODOKU_AUTO}" CACHE STRING "Build the CUDA backend: auto (if nvcc is found), visible (if the machine shows a GPU, too), on, off")
set_property(CACHE EVODOKU_CUDA PROPERTY STRINGS auto visible on off)
set(EVODOKU_PYTHON "${EVODOKU_AUTO}" CACHE STRING "Build the extension for Python: auto (if nanobind is found), on, off")
set_property(CACHE EVODOKU_PYTHON PROPERTY STRINGS auto on off)
set(EVODOKU_ISA "native" CACHE STRING "CPU instruction set: native, x86-64-v3, baseline, dispatch (x86-64-v2 to v4)")
set_property(CACHE EVODOKU_ISA PROPERTY STRINGS native x86-64-v3 baseline dispatch)
set(EVODOKU_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")
option(EVODOKU_HARDEN "Harden the machine code, as packages for other machines are: see below" OFF)
option(EVODOKU_FUZZ "Build the fuzz targets with libFuzzer: needs Clang, and the tests (scripts/check/test-with fuzz)" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  set(CMAKE_BUILD_TYPE Release)
endif()
if(NOT CMAKE_CXX_STANDARD OR CMAKE_CXX_STANDARD LESS 20)
  set(CMAKE_CXX_STANDARD 20)  # or newer
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Libraries next to the program come first (a bundle has some); the old tag applies to the libraries' own libraries, too.
# The built and the installed program have one search path for libraries. Otherwise CMake would pad the path of the built one
# for rewriting, and an empty entry means the current folder, from which any user's libraries could be loaded.
# A package of a distribution has no such path: CMAKE_SKIP_INSTALL_RPATH leaves it out of what is installed, CMAKE_SKIP_RPATH out
# of the build folder, too.
if(NOT CMAKE_SKIP_RPATH AND NOT CMAKE_SKIP_INSTALL_RPATH)
  if(NOT DEFINED CMAKE_INSTALL_RPATH)
    set(CMAKE_INSTALL_RPATH "$ORIGIN/lib")  # installed programs look there first
  endif()
  if(NOT DEFINED CMAKE_INSTALL_RPATH_USE_LINK_PATH)
    set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # for libraries where the system does not look
  endif()
  set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
  add_link_options("$<$<PLATFORM_ID:Linux>:LINKER:--disable-new-dtags>")
else()
  set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)  # the same bytes in any build folder
endif()
# For packages, which read files of strangers on other machines: an overflow of the stack, or of a buffer whose size the
# compiler knows, ends the program; addresses are random; tables of addresses are read-only; no stack is executable. Cost:
# docs/notes/reliability.md. A build for this machine goes without.
if(EVODOKU_HARDEN)
  if(EVODOKU_SANITIZE)
    message(FATAL_ERROR "EVODOKU_HARDEN and EVODOKU_SANITIZE are on: the checks of one hide errors from the other")
  endif()
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
  set(fortify "$<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")  # it needs optimised code
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fstack-protector-strong;${fortify}>"
                      "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fstack-protector-strong>")
  add_link_options("$<$<PLATFORM_ID:Linux>:LINKER:-z,relro,-z,now,-z,noexecstack>")
endif()

# Compiled into every target of this project, never handed on to its users.
add_library(evodoku_flags INTERFACE)
set(host_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
                  -Wno-psabi)  # no vector goes from one build to another
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns falsely inside std::string (PR 105651) and fmt.
  list(APPEND host_warnings -Wno-restrict -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Clang counts the fields of the class around a class, which its functions can't reach; GCC counts real shadows alone.
  # std::stable_sort of GCC 12's library calls a function that is deprecated. Embedded files are long strings.
  list(APPEND host_warnings -Wno-shadow -Wno-deprecated-declarations -Wno-overlength-strings)
endif()
target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${host_warnings}>")
# The Gumbel numbers of larger boards take two million steps to compute when compiling; Clang allows one million.
target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-fconstexpr-steps=10000000>")
if(EVODOKU_WERROR)
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Werror>")
endif()
# Fused multiply-add, which not all processors have, would change the last digits of means and intervals.
target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>")
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  if(EVODOKU_ISA MATCHES "^(x86-64-v3|dispatch)$")
    message(STATUS "EVODOKU_ISA: baseline, because ${CMAKE_SYSTEM_PROCESSOR} has no levels of x86-64")
    set(EVODOKU_ISA baseline)
  endif()
endif()
if(EVODOKU_ISA STREQUAL "native")
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-march=native>")
elseif(EVODOKU_ISA STREQUAL "x86-64-v3")
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-march=x86-64-v3>")
elseif(EVODOKU_ISA STREQUAL "dispatch")  # x86-64-v2, except where a target names a level: see src/cpu/CMakeLists.txt
  set(level "$<TARGET_PROPERTY:EVODOKU_LEVEL>")
  target_compile_options(evodoku_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-march=x86-64-$<IF:$<BOOL:${level}>,${level},v2>>")
elseif(NOT EVODOKU_ISA STREQUAL "baseline")
  message(FATAL_ERROR "EVODOKU_ISA is '${EVODOKU_ISA}'; allowed: native, x86-64-v3, baseline, dispatch")
endif()
# Code that runs once per call of the program, or per result: optimised less, and with the precompiled headers, it compiles
# in half the time. The search is never part of it. GCC keeps the level of a precompiled header for what includes it, so
# that other targets do without; among them is what reads and writes every puzzle.
function(evodoku_cold target)
  target_compile_options(${target} PRIVATE "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-Og>")
  if(EVODOKU_WERROR AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds>")  # which it then warns of falsely
  endif()
  if(TARGET evodoku_precompiled AND NOT target STREQUAL "evodoku_precompiled")
    target_precompile_headers(${target} REUSE_FROM evodoku_precompiled)
    target_compile_definitions(${target} PRIVATE "$<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>")  # as its header has them
  endif()
endfunction()
function(evodoku_cold_sources)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O1>")
endfunction()
function(evodoku_hot_sources)  # of a target at another level
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>" SKIP_PRECOMPILE_HEADERS ON)
endfunction()
if(EVODOKU_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "EVODOKU_FUZZ is on, but the compiler is ${CMAKE_CXX_COMPILER_ID}: only Clang has libFuzzer. "
                        "Name Clang 15 or newer with CMAKE_CXX_COMPILER, or use scripts/check/test-with fuzz")
  endif()
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>")
endif()
if(EVODOKU_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which then warns falsely inside <regex>
    target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>")
  endif()
  target_compile_options(evodoku_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${EVODOKU_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
  target_link_options(evodoku_flags INTERFACE "-fsanitize=${EVODOKU_SANITIZE}")
endif()
