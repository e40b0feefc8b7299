# One target a layer. A layer's headers are reached through a folder of links that holds this layer alone, so that a
# header which includes against the arrows (core <- representation <- operators <- engine; io, logic <- core) fails to
# build: every header is compiled by itself, with only the layers below it in sight.

# evodoku_layer(<name> [HEADERS_ONLY] [SOURCES ...] [USES layers and libraries ...])
function(evodoku_layer name)
  cmake_parse_arguments(arg "HEADERS_ONLY" "" "SOURCES;USES" ${ARGN})
  set(view "${PROJECT_BINARY_DIR}/layers/${name}")
  file(REMOVE_RECURSE "${view}")
  file(MAKE_DIRECTORY "${view}/evodoku")
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/include/evodoku/${name}")  # public headers: "evodoku/LAYER/NAME.hpp"
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/include/evodoku/${name}" "${view}/evodoku/${name}" SYMBOLIC)
  endif()
  foreach(folder "src/${name}" "${name}")  # private ones: "LAYER/NAME.hpp"; bench is a folder of its own
    if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}")
      file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${folder}" "${view}/${name}" SYMBOLIC)
    endif()
  endforeach()

  if(arg_HEADERS_ONLY)
    set(scope INTERFACE)
    add_library(evodoku_${name} INTERFACE)
  else()
    set(scope PUBLIC)
    add_library(evodoku_${name} STATIC ${arg_SOURCES})
    target_link_libraries(evodoku_${name} PRIVATE "$<BUILD_INTERFACE:evodoku_flags>")
  endif()
  add_library(evodoku::${name} ALIAS evodoku_${name})
  set_target_properties(evodoku_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(evodoku_${name} ${scope} cxx_std_20)
  target_include_directories(evodoku_${name} ${scope} "$<BUILD_INTERFACE:${view}>"
                                                      "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(evodoku_${name} ${scope} ${arg_USES})
  if(EVODOKU_INSTALL_LIBRARY AND NOT BUILD_SHARED_LIBS)
    install(TARGETS evodoku_${name} EXPORT evodoku ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()

  if(EVODOKU_CHECK_HEADERS)
    evodoku_check_headers(${name})
  endif()
endfunction()

# Compiles each header of a layer by itself. A source that includes one first does so, too, if nothing is included before.
function(evodoku_check_headers name)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/include"
       "${PROJECT_SOURCE_DIR}/include/evodoku/${name}/*.hpp")
  file(GLOB_RECURSE private_headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/src"
       "${PROJECT_SOURCE_DIR}/src/${name}/*.hpp")
  file(GLOB own_headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/${name}/*.hpp")
  list(APPEND headers ${private_headers} ${own_headers})
  set(layer_sources "")
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS AND NOT CMAKE_UNITY_BUILD)
    get_target_property(layer_sources evodoku_${name} SOURCES)
  endif()
  foreach(source IN LISTS layer_sources)
    cmake_path(ABSOLUTE_PATH source)
    if(EXISTS "${source}")  # not one that the build makes
      file(STRINGS "${source}" first REGEX "^#include" LIMIT_COUNT 1)
      string(REGEX REPLACE "^#include \"(.*)\"$" "\\1" first "${first}")
      list(REMOVE_ITEM headers "${first}")
    endif()
  endforeach()
  set(sources)
  foreach(header IN LISTS headers)
    string(MAKE_C_IDENTIFIER "${header}" stem)
    set(source "${PROJECT_BINARY_DIR}/header_checks/${stem}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"  // compiles by itself\n")
    list(APPEND sources "${source}")
  endforeach()
  if(sources)
    add_library(evodoku_${name}_headers OBJECT ${sources})
    target_link_libraries(evodoku_${name}_headers PRIVATE evodoku_flags evodoku_${name})
  endif()
endfunction()

# The layers of the library evodoku::evodoku.
set(evodoku_library_layers core representation operators io logic statistics checkpoint engine backend settings experiment cpu cuda
                           devices counting scoring)

# evodoku_shared_library(<target>): libevodoku.so of all layers, with everything that they need.
function(evodoku_shared_library target)
  add_library(${target} SHARED)
  # The interface of binaries may change with each minor version before 1.0, with each major version from then on.
  set(soversion ${PROJECT_VERSION_MAJOR})
  if(soversion EQUAL 0)
    set(soversion 0.${PROJECT_VERSION_MINOR})
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME evodoku VERSION ${PROJECT_VERSION} SOVERSION ${soversion}
                        INSTALL_RPATH "" LINKER_LANGUAGE CXX)
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
                                                 "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_options(${target} PRIVATE "$<$<PLATFORM_ID:Linux>:LINKER:-z,defs>")
  foreach(layer IN LISTS evodoku_library_layers)
    if(TARGET evodoku_${layer})
      target_link_libraries(${target} PRIVATE evodoku_${layer})
      get_target_property(type evodoku_${layer} TYPE)
      if(type STREQUAL "STATIC_LIBRARY")
        target_sources(${target} PRIVATE "$<TARGET_OBJECTS:evodoku_${layer}>")
      endif()
    endif()
  endforeach()
endfunction()
