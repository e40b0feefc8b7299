# `cpack --config BUILD/CPackConfig.cmake -G DEB`: a package for Debian and Ubuntu of the preset `deb`. Its maintainer and
# address are those of CITATION.cff. SOURCE_DATE_EPOCH makes the same bytes each time (scripts/release/release).
include("${CMAKE_CURRENT_LIST_DIR}/citation.cmake")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME evodoku)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_VENDOR "${citation_name}")
set(CPACK_PACKAGE_CONTACT "${citation_name} <${citation_email}>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "genetic algorithm for Sudoku, the same bytes on CPU and GPU")
set(CPACK_PACKAGE_DESCRIPTION "evodoku evolves populations of up to sixteen million boards. One seed gives
the same populations on every device. It runs experiments with statistics,
and writes reports with charts. This package has no code for CUDA.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${citation_url}")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
if(EVODOKU_ISA STREQUAL "dispatch")  # the loader must learn of libevodoku_cpu.so
  file(WRITE "${PROJECT_BINARY_DIR}/deb/triggers" "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/deb/triggers")
endif()
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/deb_files.cmake")
set(CPACK_DEB_SOURCE "${PROJECT_SOURCE_DIR}")
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
