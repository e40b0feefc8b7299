# Installs the build into a folder of its own and lists it: every file that users look for is there, in the folder where
# they or their shell look, and what is installed works from there.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${FOLDER}")

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${FOLDER}")
file(GLOB_RECURSE installed RELATIVE "${FOLDER}" "${FOLDER}/*")
set(data "${installed}")
list(FILTER data EXCLUDE REGEX "^(include|lib[^/]*)/")  # the library: use_as_library.cmake

set(wanted bin/evodoku
    share/man/man1/evodoku.1
    share/doc/evodoku/LICENSE
    share/doc/evodoku/NOTICE.md
    share/doc/evodoku/README.md
    share/doc/evodoku/CHANGELOG.md
    share/doc/evodoku/CONTRIBUTING.md
    share/doc/evodoku/SECURITY.md
    share/doc/evodoku/CITATION.cff
    share/doc/evodoku/Dockerfile
    share/doc/evodoku/experiments
    share/doc/evodoku/presets
    share/doc/evodoku/puzzles)
function(want folder target) # the files of a folder of the sources
  foreach(pattern IN LISTS ARGN)
    file(GLOB_RECURSE files RELATIVE "${SOURCE}" "${SOURCE}/${folder}/${pattern}")
    list(TRANSFORM files PREPEND "${target}/")
    list(APPEND wanted ${files})
  endforeach()
  set(wanted "${wanted}" PARENT_SCOPE)
endfunction()
foreach(folder docs deploy examples python/examples)
  want(${folder} share/doc/evodoku *)
endforeach()
want(experiments share/evodoku *.toml *.md *.jsonl.gz *.txt SHA256SUMS score)
want(presets share/evodoku *.toml)
want(puzzles share/evodoku *)
list(FILTER wanted EXCLUDE REGEX "^share/doc/evodoku/(docs/site|docs/paper|deploy/packaging)/")
list(SORT wanted)
list(SORT data)
foreach(name IN LISTS wanted)
  if(NOT name IN_LIST data)
    message(SEND_ERROR "not installed: ${name}")
  endif()
endforeach()
foreach(name IN LISTS data)
  if(NOT name IN_LIST wanted)
    message(SEND_ERROR "installed for nothing: ${name}")
  endif()
endforeach()
list(LENGTH wanted count)
if(count LESS 60)
  message(SEND_ERROR "only ${count} files are wanted: is a pattern broken?")
endif()

if(PYTHON)
  run("${PYTHON}" "${SOURCE}/tests/docs/check-links" --links-only "${FOLDER}/share/doc/evodoku")
endif()

run("${FOLDER}/bin/evodoku" --version)
string(REGEX MATCH "^evodoku [0-9.]+" version "${output}")
file(READ "${FOLDER}/share/man/man1/evodoku.1" page)
if(NOT page MATCHES "\"${version}\"" OR NOT page MATCHES "\n\\.SS evodoku bench\n")
  message(SEND_ERROR "the man page is not of ${version}")
endif()

# Puzzles of every installed plan are there: it stands as it is.
file(GLOB_RECURSE plans "${FOLDER}/share/evodoku/experiments/*.toml")
foreach(plan IN LISTS plans)
  file(STRINGS "${plan}" lines REGEX "\"(\\.\\./)+puzzles/")
  get_filename_component(folder "${plan}" DIRECTORY)
  foreach(line IN LISTS lines)
    string(REGEX MATCHALL "\"(\\.\\./)+puzzles/[^\"]*\"" names "${line}")
    foreach(name IN LISTS names)
      string(REPLACE "\"" "" name "${name}")
      if(NOT EXISTS "${folder}/${name}")
        message(SEND_ERROR "${plan}: ${name} is not installed")
      endif()
    endforeach()
  endforeach()
endforeach()
run("${FOLDER}/bin/evodoku" check -q "${FOLDER}/share/evodoku/puzzles/famous.sdm")
