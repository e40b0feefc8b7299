# Installs the build into a folder of its own, builds examples/library against it with find_package, and runs that.
file(REMOVE_RECURSE "${FOLDER}")
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(code)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: exit code ${code}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${FOLDER}/installed")
run(${CMAKE_COMMAND} -S "${SOURCE}/examples/library" -B "${FOLDER}/example" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${FOLDER}/installed" "-DCMAKE_CXX_COMPILER=${COMPILER}" -DCMAKE_BUILD_TYPE=Release
    "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build "${FOLDER}/example")
run("${FOLDER}/example/solve_one")
if(NOT output MATCHES "solved in generation [0-9]+\n.*\\| 5 3 4 \\| 6 7 8 \\| 9 1 2 \\|")
  message(FATAL_ERROR "the example did not solve its puzzle:\n${output}")
endif()
run("${FOLDER}/installed/bin/evodoku" --version)
