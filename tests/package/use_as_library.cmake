# Installs the build into a folder of its own, builds examples/library against it with find_package, and runs that.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${FOLDER}")

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${FOLDER}/installed")
# Installed are the public headers alone, and they need no other. That each compiles by itself, EVODOKU_CHECK_HEADERS sees.
file(GLOB_RECURSE installed RELATIVE "${FOLDER}/installed/include" "${FOLDER}/installed/include/*")
list(FILTER installed EXCLUDE REGEX "^evodoku-operators/")  # for operators of one's own, below
list(SORT installed)
list(JOIN installed "\n" installed)
set(expected
    evodoku/backend/backend.hpp evodoku/backend/evaluator.hpp evodoku/backend/puzzle_evolution.hpp evodoku/backend/solve.hpp evodoku/checkpoint/state_bytes.hpp evodoku/core/count_or_share.hpp
    evodoku/core/grid.hpp evodoku/core/hd.hpp evodoku/core/presolve.hpp evodoku/counting/count.hpp evodoku/counting/sample.hpp evodoku/devices/devices.hpp
    evodoku/engine/config.hpp evodoku/engine/errors.hpp evodoku/engine/load_operators.hpp evodoku/engine/operator_spec.hpp evodoku/evodoku.hpp
    evodoku/io/grid_text.hpp evodoku/io/puzzle_reader.hpp evodoku/logic/verifier.hpp evodoku/operators/function_operator.hpp evodoku/operators/operator.hpp
    evodoku/representation/kinds_of_board.hpp)
list(JOIN expected "\n" expected_lines)
if(NOT installed STREQUAL expected_lines)
  message(FATAL_ERROR "these headers are installed:\n${installed}\nexpected:\n${expected_lines}")
endif()
list(TRANSFORM expected REPLACE "(.+)" "#include <\\1>\n")
list(JOIN expected "" includes)
file(WRITE "${FOLDER}/headers.cpp" "${includes}")
run(${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Werror "-I${FOLDER}/installed/include" "${FOLDER}/headers.cpp")

run(${CMAKE_COMMAND} -S "${SOURCE}/examples/library" -B "${FOLDER}/example" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${FOLDER}/installed" "-DCMAKE_CXX_COMPILER=${COMPILER}" -DCMAKE_BUILD_TYPE=Release
    "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build "${FOLDER}/example")
run("${FOLDER}/example/solve_one")
if(NOT output MATCHES "solved in generation [0-9]+\n.*\\| 5 3 4 \\| 6 7 8 \\| 9 1 2 \\|")
  message(FATAL_ERROR "the example did not solve its puzzle:\n${output}")
endif()
run("${FOLDER}/example/solve_larger")
if(NOT output MATCHES "solved in generation [0-9]+\n16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1\n")
  message(FATAL_ERROR "the example did not solve its larger board:\n${output}")
endif()
run("${FOLDER}/installed/bin/evodoku" --version)

# The same with the flags of evodoku.pc, without CMake.
find_program(pkg_config pkg-config)
file(GLOB pc "${FOLDER}/installed/lib*/pkgconfig/evodoku.pc" "${FOLDER}/installed/lib/*/pkgconfig/evodoku.pc")
if(NOT pc)
  message(FATAL_ERROR "no evodoku.pc is installed")
endif()
if(pkg_config)
  get_filename_component(folder "${pc}" DIRECTORY)
  run(${CMAKE_COMMAND} -E env "PKG_CONFIG_PATH=${folder}" bash -c "'${COMPILER}' ${FLAGS} $('${pkg_config}' --cflags evodoku) \
      '${SOURCE}/examples/library/main.cpp' -o '${FOLDER}/by_pkg_config' $('${pkg_config}' --libs evodoku)")
  run("${FOLDER}/by_pkg_config")
  if(NOT output MATCHES "\\| 5 3 4 \\| 6 7 8 \\| 9 1 2 \\|")
    message(FATAL_ERROR "the example by pkg-config:\n${output}")
  endif()
endif()

# An operator of one's own, made from what is installed, for the installed program.
run(${CMAKE_COMMAND} -S "${SOURCE}/examples/own-operator" -B "${FOLDER}/own" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${FOLDER}/installed" "-DCMAKE_CXX_COMPILER=${COMPILER}")
run(${CMAKE_COMMAND} --build "${FOLDER}/own")
run("${FOLDER}/installed/bin/evodoku" check-operator "${FOLDER}/own/libmy_ops.so" my-swap)
if(NOT output MATCHES "  ok      box-board: ")
  message(FATAL_ERROR "the operator of the example:\n${output}")
endif()

# The same operator for CUDA, where nvcc is: a project without the language gets an error that names it.
find_program(nvcc nvcc PATHS /usr/local/cuda/bin)
if(nvcc)
  foreach(languages "CXX" "CXX CUDA")
    file(MAKE_DIRECTORY "${FOLDER}/${languages}")
    file(COPY_FILE "${SOURCE}/examples/own-operator/my_swap.cpp" "${FOLDER}/${languages}/my_swap.cu")
    file(WRITE "${FOLDER}/${languages}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.24)\nproject(own LANGUAGES ${languages})\n"
         "find_package(evodoku REQUIRED)\nevodoku_add_operators(my_ops my_swap.cu)\n")
  endforeach()
  set(configure -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${FOLDER}/installed" "-DCMAKE_CXX_COMPILER=${COMPILER}"
      "-DCMAKE_CUDA_COMPILER=${nvcc}" -DCMAKE_CUDA_ARCHITECTURES=75-virtual)
  execute_process(COMMAND ${CMAKE_COMMAND} -S "${FOLDER}/CXX" -B "${FOLDER}/CXX/build" ${configure}
                  RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE output)
  if(code EQUAL 0 OR NOT output MATCHES "add CUDA to[ \n]+project\\(LANGUAGES CXX CUDA\\)")
    message(FATAL_ERROR "a .cu file without the language CUDA:\n${output}")
  endif()
  run(${CMAKE_COMMAND} -S "${FOLDER}/CXX CUDA" -B "${FOLDER}/cuda-build" ${configure})
  run(${CMAKE_COMMAND} --build "${FOLDER}/cuda-build")
endif()
