# Run at build time: writes a header with the commit that is built, touched only where that changes.
#   cmake -DSOURCE=... -DHEADER=... [-DCOMMIT=...] -P commit.cmake
if(NOT COMMIT AND EXISTS "${SOURCE}/COMMIT")  # of a source archive
  file(STRINGS "${SOURCE}/COMMIT" COMMIT)
endif()
if(NOT COMMIT)
  get_filename_component(parent "${SOURCE}" DIRECTORY)
  set(ENV{GIT_CEILING_DIRECTORIES} "${parent}")  # a repository around the source is another
  execute_process(COMMAND git -C "${SOURCE}" rev-parse --short=12 HEAD OUTPUT_VARIABLE COMMIT ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed)
    set(COMMIT "unknown")
  else()
    execute_process(COMMAND git -C "${SOURCE}" diff --quiet HEAD -- include src kernels "bench/*.?pp" cmake CMakeLists.txt
                    RESULT_VARIABLE changed ERROR_QUIET)
    if(changed)
      string(APPEND COMMIT ", changed")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT [[
// Made by cmake/commit.cmake at every build.
#pragma once

namespace evodoku::app {

inline constexpr const char* commit = "@COMMIT@";

}  // namespace evodoku::app
]] @ONLY)
