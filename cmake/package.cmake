# Install rules, and what find_package(evodoku) needs: the program in bin, the headers, the static libraries of the layers
# and evodoku::evodoku, which stands for all of them. With BUILD_SHARED_LIBS, evodoku::evodoku is one shared library of all layers,
# and no layer is installed by itself. The program has its own copy of them in either case.
include(CMakePackageConfigHelpers)

set(package_dependencies Threads)  # what find_package(evodoku) must find again, as the layers link it
if(BUILD_SHARED_LIBS)
  evodoku_shared_library(evodoku_library)
  set(package_dependencies "")
  if(EVODOKU_HAVE_CUDA)  # evodoku_add_operators
    set(package_dependencies fmt)
  endif()
else()
  add_library(evodoku_library INTERFACE)
endif()
add_library(evodoku::evodoku ALIAS evodoku_library)
set_target_properties(evodoku_library PROPERTIES EXPORT_NAME evodoku)
foreach(layer IN LISTS evodoku_library_layers)
  if(NOT TARGET evodoku_${layer} OR BUILD_SHARED_LIBS)
    continue()
  endif()
  target_link_libraries(evodoku_library INTERFACE evodoku_${layer})
  get_target_property(links evodoku_${layer} INTERFACE_LINK_LIBRARIES)
  foreach(dependency TBB fmt nlohmann_json pugixml ZLIB zstd)
    if(links MATCHES "${dependency}::")
      list(APPEND package_dependencies ${dependency})
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES package_dependencies)

install(TARGETS evodoku RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
# What cmake/manual.cmake made, in the folders where man and the shells look.
install(FILES "${PROJECT_BINARY_DIR}/manual/evodoku.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" OPTIONAL)
install(FILES "${PROJECT_BINARY_DIR}/manual/evodoku"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" OPTIONAL)
install(FILES "${PROJECT_BINARY_DIR}/manual/_evodoku" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" OPTIONAL)
install(FILES "${PROJECT_BINARY_DIR}/manual/evodoku.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
        OPTIONAL)
# The pages, and what they link to, in the folders of the source: so each link leads to a file.
foreach(name LICENSE NOTICE.md README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff Dockerfile docs deploy examples python/examples)
  get_filename_component(folder "${CMAKE_INSTALL_DOCDIR}/${name}" DIRECTORY)
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${name}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/${name}" DESTINATION "${folder}" USE_SOURCE_PERMISSIONS)
  else()
    install(FILES "${PROJECT_SOURCE_DIR}/${name}" DESTINATION "${folder}")
  endif()
endforeach()
# Plans name their puzzles as ../puzzles/...: the folders stay next to each other.
set(data_folder "${CMAKE_INSTALL_DATADIR}/evodoku")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/experiments" DESTINATION "${data_folder}"
        FILES_MATCHING PATTERN "*.toml" PATTERN "*.md" PATTERN "*.jsonl.gz")
file(RELATIVE_PATH to_data "${CMAKE_INSTALL_FULL_DOCDIR}" "${CMAKE_INSTALL_FULL_DATADIR}/evodoku")
foreach(folder experiments presets puzzles)
  install(CODE "file(CREATE_LINK \"${to_data}/${folder}\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/${folder}\" SYMBOLIC)")
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/presets" DESTINATION "${data_folder}" FILES_MATCHING PATTERN "*.toml")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/puzzles" DESTINATION "${data_folder}")

if(NOT EVODOKU_INSTALL_LIBRARY)
  return()
endif()
install(TARGETS evodoku_library EXPORT evodoku LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(BUILD_SHARED_LIBS AND EVODOKU_PKG_CONFIG)
  set(pc_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  file(RELATIVE_PATH pc_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
  string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
  foreach(folder LIB INCLUDE)
    set(pc_${folder} "${CMAKE_INSTALL_${folder}DIR}")
    if(NOT IS_ABSOLUTE "${pc_${folder}}")
      string(PREPEND pc_${folder} "\${prefix}/")
    endif()
  endforeach()
  configure_file("${PROJECT_SOURCE_DIR}/cmake/evodoku.pc.in" "${PROJECT_BINARY_DIR}/evodoku.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/evodoku.pc" DESTINATION "${pc_folder}")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/evodoku" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/evodoku")
# What operators of one's own are compiled from.
set(operator_folder "${CMAKE_INSTALL_INCLUDEDIR}/evodoku-operators")
foreach(layer core representation operators engine cpu devices)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/${layer}" DESTINATION "${operator_folder}" FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/operator_interface/operator_interface.hpp" DESTINATION "${operator_folder}")
install(FILES "${PROJECT_SOURCE_DIR}/src/cpu/random_blocks.cpp" DESTINATION "${operator_folder}/cpu")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/kernels" DESTINATION "${operator_folder}"
        FILES_MATCHING PATTERN "*.cuh" PATTERN "*.hpp" PATTERN "cuda_error.cpp")
install(FILES "${PROJECT_SOURCE_DIR}/cmake/operators.cmake" DESTINATION "${package_folder}")
install(EXPORT evodoku NAMESPACE evodoku:: FILE evodokuTargets.cmake DESTINATION "${package_folder}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/evodokuConfig.cmake.in" "${PROJECT_BINARY_DIR}/evodokuConfig.cmake"
                              INSTALL_DESTINATION "${package_folder}" PATH_VARS operator_folder)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/evodokuConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/evodokuConfig.cmake" "${PROJECT_BINARY_DIR}/evodokuConfigVersion.cmake"
        DESTINATION "${package_folder}")
