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

# evodoku_embed_folder(<source to write> <template> <folder> <ending>): the template with @EVODOKU_TEXTS@, the name and the text of
# each file of the folder. A change of a file, and a new one, configure again.
function(evodoku_embed_folder output template folder ending)
  file(GLOB names CONFIGURE_DEPENDS RELATIVE "${folder}" "${folder}/*${ending}")
  list(TRANSFORM names REPLACE "\\${ending}$" "")
  list(SORT names)
  set(EVODOKU_TEXTS "")
  foreach(name IN LISTS names)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${name}${ending}")
    file(READ "${folder}/${name}${ending}" text)
    string(APPEND EVODOKU_TEXTS "        {\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  configure_file("${template}" "${output}" @ONLY)
endfunction()

# evodoku_join(<file to write> <file> ...): one file after the other. A change of a file configures again.
function(evodoku_join output)
  set(all "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    string(APPEND all "${text}")
  endforeach()
  file(CONFIGURE OUTPUT "${output}" CONTENT "${all}" @ONLY)
endfunction()

# evodoku_policy_hash(<variable> <file>): sha256-... as a Content-Security-Policy names the text of an element.
function(evodoku_policy_hash variable file)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  file(SHA256 "${file}" digits)  # 64 hexadecimal digits; three of them are two of base64
  set(text "sha256-")
  foreach(place RANGE 0 63 3)
    string(SUBSTRING "${digits}00" ${place} 3 three)
    math(EXPR high "0x${three} >> 6")
    math(EXPR low "0x${three} & 63")
    foreach(index ${high} ${low})
      string(SUBSTRING "${alphabet}" ${index} 1 letter)
      string(APPEND text "${letter}")
    endforeach()
  endforeach()
  string(REGEX REPLACE ".$" "=" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()
