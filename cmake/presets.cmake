# Builds the files presets/*.toml into a source: evodoku_embed_presets(<source to write>).
function(evodoku_embed_presets output)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/presets/*.toml")
  list(SORT files)
  set(EVODOKU_PRESETS "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")  # a change of the text configures again
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(APPEND EVODOKU_PRESETS "        {\"${name}\", R\"preset(${text})preset\"},\n")
  endforeach()
  configure_file("${PROJECT_SOURCE_DIR}/src/engine/preset_texts.cpp.in" "${output}" @ONLY)
endfunction()
