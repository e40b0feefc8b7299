# What a builder may choose, and the flags that follow from it.
option(EVODOKU_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(EVODOKU_CHECK_HEADERS "Compile every header by itself, with only the layers below it in sight" ${PROJECT_IS_TOP_LEVEL})
option(EVODOKU_WERROR "Treat warnings as errors" OFF)
option(EVODOKU_DOWNLOAD "Download libraries that are not installed (pinned versions) instead of stopping" OFF)
set(EVODOKU_CUDA "auto" CACHE STRING "Build the CUDA backend: auto (if nvcc is found), on, off")
set_property(CACHE EVODOKU_CUDA PROPERTY STRINGS auto on off)
set(EVODOKU_ISA "native" CACHE STRING "CPU instruction set: native, x86-64-v3, baseline")
set_property(CACHE EVODOKU_ISA PROPERTY STRINGS native x86-64-v3 baseline)
set(EVODOKU_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Libraries beside the program come first (a bundle has some); the old tag holds for the libraries' own libraries, too.
# The same path is built and installed: CMake would leave room in it to rewrite it, and an empty entry there is the current
# folder, whose libraries anybody may have written.
set(CMAKE_INSTALL_RPATH "$ORIGIN/lib")
option(CMAKE_INSTALL_RPATH_USE_LINK_PATH "Find libraries again that lie where the system does not look" ON)
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
add_link_options("LINKER:--disable-new-dtags")

# Compiled into every target of this project, never handed on to its users.
add_library(evodoku_flags INTERFACE)
set(host_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns falsely inside std::string (PR 105651) and fmt.
  list(APPEND host_warnings -Wno-restrict -Wno-stringop-overflow)
endif()
target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${host_warnings}>")
if(EVODOKU_WERROR)
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Werror>")
endif()
if(EVODOKU_ISA STREQUAL "native")
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-march=native>")
elseif(EVODOKU_ISA STREQUAL "x86-64-v3")
  target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-march=x86-64-v3>")
elseif(NOT EVODOKU_ISA STREQUAL "baseline")
  message(FATAL_ERROR "EVODOKU_ISA is '${EVODOKU_ISA}'; allowed: native, x86-64-v3, baseline")
endif()
if(EVODOKU_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which then warns falsely inside <regex>
    target_compile_options(evodoku_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>")
  endif()
  target_compile_options(evodoku_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${EVODOKU_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
  target_link_options(evodoku_flags INTERFACE "-fsanitize=${EVODOKU_SANITIZE}")
endif()
