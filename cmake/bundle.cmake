# `cmake --build BUILD --target bundle`: BUILD/bundle and BUILD/bundle.tar.gz, which run on other machines. A build for
# this processor alone is of no use there: then the preset gpu-bundle is built first, in BUILD/gpu-bundle. That is done with
# an nvcc of its own choice (scripts/release/make-gpu-bundle), CUDA 12 where there is one, else this build's.
if(EVODOKU_ISA STREQUAL "native")
  add_custom_target(bundle
    COMMAND ${CMAKE_COMMAND} -E env "EVODOKU_BUNDLE_BUILD=${PROJECT_BINARY_DIR}/gpu-bundle" "EVODOKU_NVCC=${CMAKE_CUDA_COMPILER}"
            "${PROJECT_SOURCE_DIR}/scripts/release/make-gpu-bundle" "${PROJECT_BINARY_DIR}/bundle"
    USES_TERMINAL VERBATIM)
else()
  add_custom_target(bundle
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/pack-bundle" "${PROJECT_BINARY_DIR}" "${PROJECT_BINARY_DIR}/bundle"
    USES_TERMINAL VERBATIM)
  add_dependencies(bundle evodoku)
  if(TARGET evodoku_without_mpi)
    add_dependencies(bundle evodoku_without_mpi)
  endif()
  foreach(test gpu bench core operators representation)
    if(TARGET test_${test})
      add_dependencies(bundle test_${test})
    endif()
  endforeach()
endif()
