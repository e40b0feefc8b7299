# The libraries of evodoku: the installed package first; a pinned download where EVODOKU_DOWNLOAD is ON; otherwise
# one error that names all that is missing and how to get it.
include(dependency)  # evodoku_dependency

set(missing_libraries "")
set(missing_packages "")

find_package(Threads REQUIRED)

set(TBB_TEST OFF)
set(TBB_STRICT OFF)
set(TBBMALLOC_BUILD OFF)
evodoku_dependency(TBB DEBIAN libtbb-dev LICENSE Apache-2.0
  URL https://github.com/oneapi-src/oneTBB/archive/refs/tags/v2021.8.0.tar.gz
  SHA256 eee380323bb7ce864355ed9431f85c43955faaae9e9bce35c62b372d7ffd9f8b)

evodoku_dependency(fmt VERSION 8.0 DEBIAN libfmt-dev LICENSE MIT
  URL https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz
  SHA256 5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2)

set(CXXOPTS_BUILD_EXAMPLES OFF)
set(CXXOPTS_BUILD_TESTS OFF)
evodoku_dependency(cxxopts VERSION 3.1 DEBIAN libcxxopts-dev LICENSE MIT
  URL https://github.com/jarro2783/cxxopts/archive/refs/tags/v3.1.1.tar.gz
  SHA256 523175f792eb0ff04f9e653c90746c12655f10cb70f1d5e6d6d9491420298a08)

set(JSON_BuildTests OFF)
evodoku_dependency(nlohmann_json VERSION 3.9 DEBIAN nlohmann-json3-dev LICENSE MIT
  URL https://github.com/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz
  SHA256 d69f9deb6a75e2580465c6c4c5111b89c4dc2fa94e3a85fcd2ffcd9a143d9273)

# toml++ is taken as headers alone: Debian's package would have us link its shared library.
find_path(EVODOKU_TOMLPLUSPLUS_INCLUDE toml++/toml.h)
mark_as_advanced(EVODOKU_TOMLPLUSPLUS_INCLUDE)
set(tomlplusplus_include "${EVODOKU_TOMLPLUSPLUS_INCLUDE}")
if(NOT tomlplusplus_include)
  evodoku_dependency(tomlplusplus VERSION 3.1 DEBIAN libtomlplusplus-dev LICENSE MIT
    URL https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.4.0.tar.gz
    SHA256 8517f65938a4faae9ccf8ebb36631a38c1cadfb5efa85d9a72e15b9e97d25155)
  set(tomlplusplus_include "${tomlplusplus_SOURCE_DIR}/include")
endif()
add_library(evodoku_toml INTERFACE)
target_include_directories(evodoku_toml SYSTEM INTERFACE "${tomlplusplus_include}")
target_compile_definitions(evodoku_toml INTERFACE TOML_HEADER_ONLY=1)

# zlib brings no CMake package: CMake finds it by itself.
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  evodoku_dependency(ZLIB DEBIAN zlib1g-dev LICENSE Zlib
    URL https://github.com/madler/zlib/releases/download/v1.2.13/zlib-1.2.13.tar.gz
    SHA256 b3a24de97a8fdbc835b9833169501030b8977031bcb54b3b3ac13740f846ab30)
  if(TARGET zlibstatic)
    get_target_property(zlib_binary_dir zlibstatic BINARY_DIR)  # zconf.h is made there
    target_include_directories(zlibstatic SYSTEM INTERFACE "${ZLIB_SOURCE_DIR}" "${zlib_binary_dir}")
    add_library(ZLIB::ZLIB ALIAS zlibstatic)
  endif()
endif()

set(ZSTD_BUILD_PROGRAMS OFF)
set(ZSTD_BUILD_SHARED OFF)
set(ZSTD_BUILD_TESTS OFF)
evodoku_dependency(zstd VERSION 1.4 DEBIAN libzstd-dev LICENSE BSD-3-Clause
  URL https://github.com/facebook/zstd/releases/download/v1.5.5/zstd-1.5.5.tar.gz
  SHA256 9c4396cc829cfae319a6e2615202e82aad41372073482fce286fac78646d3ee4
  SUBDIR build/cmake)
set(EVODOKU_ZSTD zstd::libzstd_shared)
if(zstd IN_LIST EVODOKU_DOWNLOADED)
  set(EVODOKU_ZSTD libzstd_static)
  target_include_directories(libzstd_static SYSTEM INTERFACE "${zstd_SOURCE_DIR}/lib")
endif()

# xxHash is used as a header alone: nothing is linked.
find_path(EVODOKU_XXHASH_INCLUDE xxhash.h)
mark_as_advanced(EVODOKU_XXHASH_INCLUDE)
set(EVODOKU_XXHASH "${EVODOKU_XXHASH_INCLUDE}")
if(NOT EVODOKU_XXHASH)
  set(XXHASH_BUILD_XXHSUM OFF)
  evodoku_dependency(xxHash DEBIAN libxxhash-dev LICENSE BSD-2-Clause
    URL https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.1.tar.gz
    SHA256 3bb6b7d6f30c591dd65aaaff1c8b7a5b94d81687998ca9400082c739a690436c
    SUBDIR cmake_unofficial)
  set(EVODOKU_XXHASH "${xxHash_SOURCE_DIR}")
endif()

# Highway, vectors for any processor, is used as headers alone, too.
find_path(EVODOKU_HIGHWAY_INCLUDE hwy/highway.h)
mark_as_advanced(EVODOKU_HIGHWAY_INCLUDE)
set(EVODOKU_HIGHWAY "${EVODOKU_HIGHWAY_INCLUDE}")
if(NOT EVODOKU_HIGHWAY)
  set(HWY_ENABLE_CONTRIB OFF)
  set(HWY_ENABLE_EXAMPLES OFF)
  set(HWY_ENABLE_INSTALL OFF)
  set(HWY_ENABLE_TESTS OFF)
  evodoku_dependency(hwy DEBIAN libhwy-dev LICENSE Apache-2.0
    URL https://github.com/google/highway/archive/refs/tags/1.0.3.tar.gz
    SHA256 566fc77315878473d9a6bd815f7de78c73734acdcb745c3dde8579560ac5440e)
  set(EVODOKU_HIGHWAY "${hwy_SOURCE_DIR}")
endif()

# Chart.js is one file of JavaScript, put into every page of `evodoku report` (src/report).
find_file(EVODOKU_CHART_JS chart.js/chart.min.js PATHS /usr/share/javascript)
mark_as_advanced(EVODOKU_CHART_JS)
if(NOT EVODOKU_CHART_JS AND EVODOKU_DOWNLOAD)
  evodoku_archive(chart_js_url chart_js https://registry.npmjs.org/chart.js/-/chart.js-3.9.1.tgz)
  message(STATUS "Chart.js: not installed, taking ${chart_js_url} (instead: apt-get install libjs-chart.js)")
  FetchContent_Declare(chart_js URL "${chart_js_url}" INACTIVITY_TIMEOUT 30
    URL_HASH SHA512=468d896cb9af83cde05c5e45e2c9e2690fa54db4afd7c13e4c87f670e7a21f522a7763c614eb5e9be0d4b9f319b02270144ef2c0f3a97d7141c114c6abb761eb)
  FetchContent_MakeAvailable(chart_js)
  set(EVODOKU_CHART_JS "${chart_js_SOURCE_DIR}/dist/chart.min.js")
endif()
set(chart_head "")
if(EVODOKU_CHART_JS)
  file(READ "${EVODOKU_CHART_JS}" chart_head LIMIT 200)
endif()
if(NOT chart_head MATCHES "Chart\\.js v3\\.")
  list(APPEND missing_libraries "Chart.js 3")
  list(APPEND missing_packages "libjs-chart.js")
endif()

if(EVODOKU_BUILD_TESTS)
  set(INSTALL_GTEST OFF)
  evodoku_dependency(GTest DEBIAN libgtest-dev LICENSE BSD-3-Clause
    URL https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz
    SHA256 81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2)

  evodoku_dependency(rapidcheck DEBIAN librapidcheck-dev LICENSE BSD-2-Clause
    URL https://github.com/emil-e/rapidcheck/archive/08b505857e32d52a20b2240b5125d937d67a6d86.zip
    SHA256 4b1f727cc942b04d7e0f6bd8500163d870c3e8ed93d24644397c6685b039314b)
  if(rapidcheck IN_LIST EVODOKU_DOWNLOADED)  # <rapidcheck/gtest.h>, as where the package is installed
    target_include_directories(rapidcheck SYSTEM INTERFACE "${rapidcheck_SOURCE_DIR}/extras/gtest/include")
  endif()

  # Random123 is headers alone and brings no CMake package.
  find_path(EVODOKU_RANDOM123_INCLUDE Random123/philox.h)
  mark_as_advanced(EVODOKU_RANDOM123_INCLUDE)
  set(random123_include "${EVODOKU_RANDOM123_INCLUDE}")
  if(NOT random123_include)
    evodoku_dependency(Random123 DEBIAN librandom123-dev LICENSE BSD-3-Clause
      URL https://github.com/DEShawResearch/random123/archive/refs/tags/v1.14.0.tar.gz
      SHA256 effafd8656b18030b2a5b995cd3650c51a7c45052e6e1c21e48b9fa7a59d926e)
    set(random123_include "${Random123_SOURCE_DIR}/include")
  endif()
  if(NOT TARGET Random123::Random123)
    add_library(Random123::Random123 INTERFACE IMPORTED GLOBAL)
    target_include_directories(Random123::Random123 SYSTEM INTERFACE "${random123_include}")
  endif()
endif()

# The emulator of a GPU unpacks the PTX that nvcc has packed. Without it its tests are skipped, and say so (tests/emulator).
if(EVODOKU_BUILD_TESTS AND EVODOKU_HAVE_CUDA AND EVODOKU_EMULATED_TESTS)
  find_path(EVODOKU_ZSTD_INCLUDE zstd.h)
  find_library(EVODOKU_ZSTD_LIBRARY zstd)
  mark_as_advanced(EVODOKU_ZSTD_INCLUDE EVODOKU_ZSTD_LIBRARY)
  if((NOT EVODOKU_ZSTD_INCLUDE OR NOT EVODOKU_ZSTD_LIBRARY) AND NOT EVODOKU_DOWNLOAD)
    list(APPEND missing_libraries "zstd")
    list(APPEND missing_packages "libzstd-dev")
  endif()
endif()

# A library of this project can be installed only where its users find the same dependencies again.
set(EVODOKU_INSTALL_LIBRARY ON)
if(EVODOKU_ISA STREQUAL "dispatch")
  set(EVODOKU_INSTALL_LIBRARY OFF)
  message(STATUS "find_package(evodoku): not installed by this build, whose libraries are chosen when they are loaded")
endif()
foreach(library IN ITEMS TBB fmt nlohmann_json ZLIB zstd)
  if(library IN_LIST EVODOKU_DOWNLOADED AND EVODOKU_INSTALL_LIBRARY AND NOT BUILD_SHARED_LIBS)
    set(EVODOKU_INSTALL_LIBRARY OFF)
    message(STATUS "find_package(evodoku): not installed by this build, which downloaded ${library}")
  endif()
endforeach()
if(BUILD_SHARED_LIBS AND NOT EVODOKU_INSTALL_LIBRARY)
  message(FATAL_ERROR "BUILD_SHARED_LIBS is on, and EVODOKU_ISA is dispatch: give x86-64-v3, baseline or native")
endif()
if(NOT PROJECT_IS_TOP_LEVEL)
  set(EVODOKU_INSTALL_LIBRARY OFF)  # its project decides what is installed
endif()

if(missing_libraries)
  list(JOIN missing_libraries ", " libraries)
  list(JOIN missing_packages " " packages)
  message(FATAL_ERROR
    "Not installed, or too old: ${libraries}.\n"
    "Either install them:   sudo apt-get install ${packages}\n"
    "or have pinned versions downloaded and built:   cmake -DEVODOKU_DOWNLOAD=ON ...\n"
    "(Tests can be left out: -DEVODOKU_BUILD_TESTS=OFF, those on an emulated GPU by -DEVODOKU_EMULATED_TESTS=OFF.)")
endif()
