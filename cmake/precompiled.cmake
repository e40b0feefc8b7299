# What makes a first build short: library headers that most sources include are parsed once for all of them. With
# EVODOKU_UNITY, sixteen sources of a target are one unit, and GCC collects its garbage later. Warnings are then off, but with
# EVODOKU_WERROR, as in CI. That each source includes what it uses, the thorough tests see, which compile it by itself.

# Off with ccache, which does not cache such a unit by default; and where each source is compiled by itself with -Werror. Tests keep
# their own header there (EVODOKU_PRECOMPILE_TESTS): they are not written for less.
set(ccache OFF)
if("${CMAKE_CXX_COMPILER_LAUNCHER};${CMAKE_CXX_COMPILER}" MATCHES "ccache")
  set(ccache ON)
endif()
set(EVODOKU_PRECOMPILE_TESTS OFF)
if(EVODOKU_WERROR AND NOT ccache)
  set(EVODOKU_PRECOMPILE_TESTS ON)
endif()
if(NOT DEFINED CMAKE_DISABLE_PRECOMPILE_HEADERS AND ((EVODOKU_WERROR AND NOT EVODOKU_UNITY) OR ccache))
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
if(EVODOKU_UNITY AND NOT ccache)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
  if(NOT EVODOKU_WERROR)
    target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-w>")
  endif()
endif()
if(EVODOKU_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=400000>")  # kB
endif()

# evodoku_precompile(<target> LIKE <other targets> HEADERS ...): such headers for targets that are compiled with the same
# flags. They take them with target_precompile_headers(... REUSE_FROM <target>).
function(evodoku_precompile target)
  cmake_parse_arguments(arg "" "" "LIKE;HEADERS" ${ARGN})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// Only its headers count.\n")
  add_library(${target} OBJECT "${source}")
  target_link_libraries(${target} PRIVATE ${arg_LIKE})
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
endfunction()

evodoku_precompile(evodoku_precompiled LIKE evodoku_flags fmt::fmt
  HEADERS <algorithm> <chrono> <cmath> <filesystem> <fstream> <functional> <iostream> <map> <memory> <optional> <set>
          <span> <sstream> <stdexcept> <string> <string_view> <vector> <fmt/format.h>)
evodoku_cold(evodoku_precompiled)
