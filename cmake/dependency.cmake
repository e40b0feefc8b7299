# Where a library that is not installed comes from: an archive with a known hash.
include(FetchContent)

set(EVODOKU_DOWNLOADED "")  # names of the libraries built from an archive

# evodoku_archive(<variable> <package> <URL>): the archive in the folder EVODOKU_ARCHIVES, else the URL. `scripts/release/release` fills that
# folder of a source archive, so that EVODOKU_DOWNLOAD needs no network.
function(evodoku_archive variable package url)
  get_filename_component(name "${url}" NAME)
  set(archive "${EVODOKU_ARCHIVES}/${package}-${name}")
  if(EXISTS "${archive}")
    set(url "${archive}")
  endif()
  set(${variable} "${url}" PARENT_SCOPE)
endfunction()

# evodoku_dependency(<package> [VERSION x] DEBIAN <package to install> LICENSE <SPDX> URL <archive> SHA256 <hash> [SUBDIR <folder>])
# After it, the imported targets of <package> exist, or it is in missing_libraries. The package's own CMake options
# for a download are set by the caller beforehand. LICENSE is for the bill of materials of `scripts/release/release`.
function(evodoku_dependency package)
  cmake_parse_arguments(arg "" "VERSION;DEBIAN;LICENSE;URL;SHA256;SUBDIR" "" ${ARGN})
  find_package(${package} ${arg_VERSION} CONFIG QUIET GLOBAL)
  if(${package}_FOUND)
    return()
  endif()
  if(NOT EVODOKU_DOWNLOAD)
    set(missing_libraries ${missing_libraries} "${package}" PARENT_SCOPE)
    set(missing_packages ${missing_packages} "${arg_DEBIAN}" PARENT_SCOPE)
    return()
  endif()

  evodoku_archive(url ${package} "${arg_URL}")
  message(STATUS "${package}: not installed, taking ${url} (instead: apt-get install ${arg_DEBIAN})")
  set(BUILD_SHARED_LIBS OFF)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)     # the options set by the caller hold in older projects too
  set(CMAKE_POLICY_VERSION_MINIMUM 3.5)     # some of them ask for a CMake that CMake 4 no longer plays
  set(CMAKE_WARN_DEPRECATED OFF)
  set(as_system "")
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.25)
    set(as_system SYSTEM)                   # our warning flags are not for their headers
  endif()
  set(subdir "")
  if(arg_SUBDIR)
    set(subdir SOURCE_SUBDIR "${arg_SUBDIR}")   # of the archive: where its CMakeLists.txt is
  endif()
  FetchContent_Declare(${package} URL "${url}" URL_HASH "SHA256=${arg_SHA256}" INACTIVITY_TIMEOUT 30 ${subdir} ${as_system})
  FetchContent_MakeAvailable(${package})
  string(TOLOWER "${package}" lower)
  set(${package}_SOURCE_DIR "${${lower}_SOURCE_DIR}" PARENT_SCOPE)
  set(EVODOKU_DOWNLOADED ${EVODOKU_DOWNLOADED} "${package}" PARENT_SCOPE)
endfunction()
