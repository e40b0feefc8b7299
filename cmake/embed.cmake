# evodoku_embed(<source to write> NAMESPACE <n> FILES <constant> <file> ...): each file as a text in a C++ source, which
# has `extern const std::string_view CONSTANT`. A change of a file configures again.
function(evodoku_embed output)
  cmake_parse_arguments(arg "" "NAMESPACE" "FILES" ${ARGN})
  set(source "// Written by cmake/embed.cmake.\n#include <string_view>\n\nnamespace ${arg_NAMESPACE} {\n")
  while(arg_FILES)
    list(POP_FRONT arg_FILES constant file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    string(APPEND source "extern const std::string_view ${constant};\n"
                         "const std::string_view ${constant} = R\"embedded(${text})embedded\";\n")
  endwhile()
  string(APPEND source "}  // namespace ${arg_NAMESPACE}\n")
  if(EXISTS "${output}")
    file(READ "${output}" before)
  endif()
  if(NOT "${before}" STREQUAL "${source}")  # else it would be compiled again
    file(WRITE "${output}" "${source}")
  endif()
endfunction()
