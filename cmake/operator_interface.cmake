# Run at build time: writes a header with a hash of all headers from which operators are compiled, touched only where it changes.
#   cmake -DSOURCE=... -DHEADER=... -P operator_interface.cmake
file(GLOB_RECURSE headers RELATIVE "${SOURCE}" "${SOURCE}/include/*.hpp" "${SOURCE}/src/core/*.hpp" "${SOURCE}/src/representation/*.hpp"
     "${SOURCE}/src/operators/*.hpp" "${SOURCE}/src/engine/*.hpp" "${SOURCE}/src/cpu/*.hpp" "${SOURCE}/kernels/*.cuh"
     "${SOURCE}/kernels/*.hpp" "${SOURCE}/src/devices/own_operators.hpp")
list(SORT headers)
set(all "")
foreach(header IN LISTS headers)
  file(SHA256 "${SOURCE}/${header}" hash)
  string(APPEND all "${header} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING "${hash}" 0 16 hash)
file(CONFIGURE OUTPUT "${HEADER}" CONTENT [[
// Made by cmake/operator_interface.cmake at every build.
#pragma once

namespace evodoku {

/// A hash of the headers from which operators are compiled: a program loads those alone that have its own.
inline constexpr const char* operator_interface = "@hash@";

}  // namespace evodoku
]] @ONLY)
