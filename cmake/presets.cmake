# Builds the files presets/*.toml into a source: evodoku_embed_presets(<source to write>).
function(evodoku_embed_presets output)
  file(GLOB names CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/presets" "${PROJECT_SOURCE_DIR}/presets/*.toml")
  list(TRANSFORM names REPLACE "\\.toml$" "")
  list(SORT names)
  set(EVODOKU_PRESETS "")
  foreach(name IN LISTS names)
    set(file "${PROJECT_SOURCE_DIR}/presets/${name}.toml")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")  # a change of the text configures again
    file(READ "${file}" text)
    string(APPEND EVODOKU_PRESETS "        {\"${name}\", R\"preset(${text})preset\"},\n")
  endforeach()
  configure_file("${PROJECT_SOURCE_DIR}/src/settings/preset_texts.cpp.in" "${output}" @ONLY)
endfunction()
