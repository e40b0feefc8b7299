# examples/library with evodoku as a part of its project, by add_subdirectory and by FetchContent. Its project gets neither CUDA nor MPI,
# nor variables in its cache that others read. With COMPILES it is built and run: without optimisation, which is quicker, and both ways have
# the same build folder, so that the second one compiles nothing anew.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${FOLDER}")

set(by_add_subdirectory "add_subdirectory(\"${SOURCE}\" \"\${CMAKE_BINARY_DIR}/_deps/evodoku-build\")")
set(by_fetch_content "include(FetchContent)\nFetchContent_Declare(evodoku SOURCE_DIR \"${SOURCE}\")\nFetchContent_MakeAvailable(evodoku)")
foreach(way add_subdirectory fetch_content)
  file(WRITE "${FOLDER}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.24)\nproject(parent LANGUAGES CXX)\n${by_${way}}\n"
       "add_executable(${way} \"${SOURCE}/examples/library/main.cpp\")\ntarget_link_libraries(${way} PRIVATE evodoku::evodoku)\n"
       "if(CMAKE_BUILD_TYPE OR DEFINED CMAKE_INSTALL_RPATH OR EVODOKU_HAVE_CUDA OR TARGET bundle)\n  message(FATAL_ERROR \"changed\")\nendif()\n")
  run(${CMAKE_COMMAND} -S "${FOLDER}" -B "${FOLDER}/build" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
      -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DEVODOKU_UNITY=ON)
  foreach(no "CUDA backend: no" "MPI: not built" "Python extension: no")
    if(NOT output MATCHES "${no}")
      message(FATAL_ERROR "not '${no}':\n${output}")
    endif()
  endforeach()
  file(STRINGS "${FOLDER}/build/CMakeCache.txt" cached REGEX "^(BUILD_|CMAKE_(BUILD_TYPE:.*=.|CXX_STANDARD|CUDA|INSTALL_[^PS])|CPACK|CUDA|MPI_)")
  if(cached)
    message(FATAL_ERROR "in the cache of the parent: ${cached}")
  endif()
  if(NOT COMPILES)
    continue()
  endif()
  run(${CMAKE_COMMAND} --build "${FOLDER}/build" --target ${way})
  if(way STREQUAL "fetch_content" AND output MATCHES "evodoku_cpu.dir")
    message(FATAL_ERROR "compiled anew:\n${output}")
  endif()
  run("${FOLDER}/build/${way}")
  if(NOT output MATCHES "solved in generation [0-9]+\n.*\\| 5 3 4 \\| 6 7 8 \\| 9 1 2 \\|")
    message(FATAL_ERROR "${way}: the example did not solve its puzzle:\n${output}")
  endif()
endforeach()
file(REMOVE_RECURSE "${FOLDER}")
