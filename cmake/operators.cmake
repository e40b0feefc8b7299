# Shared objects with operators: for users of the installed package, and for the tests of this build. The caller sets
#   evodoku_operator_headers   folders of headers
#   evodoku_operator_sources   files that an object contains; evodoku_operator_cuda_sources: one with code for CUDA, too

# evodoku_add_operators(<name> <sources>): a library for `evodoku solve --operators`. A source that ends in .cu is compiled for
# the CPU and for CUDA. One source has EVODOKU_OPERATORS.
function(evodoku_add_operators name)
  set(sources ${ARGN})
  list(TRANSFORM sources PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
  set(for_cuda ${sources})
  list(FILTER for_cuda INCLUDE REGEX "\\.cu$")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(for_cuda AND NOT "CUDA" IN_LIST languages)
    message(FATAL_ERROR "evodoku_add_operators(${name}): a source ends in .cu; add CUDA to project(LANGUAGES CXX CUDA)")
  endif()
  foreach(source IN LISTS for_cuda)
    get_filename_component(stem "${source}" NAME_WE)
    set(on_cpu "${CMAKE_CURRENT_BINARY_DIR}/${name}_on_cpu/${stem}.cpp")
    file(CONFIGURE OUTPUT "${on_cpu}" CONTENT "#include \"${source}\"\n")
    list(APPEND sources "${on_cpu}")
  endforeach()
  add_library(${name} SHARED ${sources} ${evodoku_operator_sources})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_include_directories(${name} SYSTEM PRIVATE ${evodoku_operator_headers})
  # Visible is only what the program calls, and nothing is missing that the program would have to give.
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_options(${name} PRIVATE LINKER:-z,defs)
  if(for_cuda)
    target_sources(${name} PRIVATE ${evodoku_operator_cuda_sources})
    target_include_directories(${name} SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>")
    if(DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set_target_properties(${name} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON)
    elseif(NOT CMAKE_CUDA_FLAGS MATCHES "std=")  # CMake 3.25 lacks C++20 for nvcc 12 and newer
      set_property(TARGET ${name} PROPERTY CUDA_STANDARD)
      target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>")
    endif()
    target_link_libraries(${name} PRIVATE fmt::fmt)
  endif()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${name} PRIVATE -O3)
  endif()
endfunction()
