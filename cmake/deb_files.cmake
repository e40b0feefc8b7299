# Called by cpack before it packs: what Debian's policy asks of a package besides the files of an installation. The man page and
# changelogs are compressed, `copyright` names the licences, and files have the time SOURCE_DATE_EPOCH.
cmake_policy(SET CMP0009 NEW)  # GLOB_RECURSE does not follow the links of folders
set(root "${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}")
if(NOT EXISTS "${root}/bin/evodoku")
  message(FATAL_ERROR "no program in ${root}")
endif()
set(docs "${root}/share/doc/evodoku")
file(COPY "${CPACK_DEB_SOURCE}/deploy/packaging/debian/copyright" DESTINATION "${docs}")
file(COPY_FILE "${docs}/CHANGELOG.md" "${docs}/changelog")
set(time "$ENV{SOURCE_DATE_EPOCH}")
if(time STREQUAL "")
  string(TIMESTAMP time "%s")
endif()
execute_process(COMMAND date -u -R -d "@${time}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${docs}/changelog.Debian" "evodoku (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) stable; urgency=medium\n\n"
     "  * See changelog.gz.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
# -n: neither name nor time.
execute_process(COMMAND gzip -9nf "${docs}/changelog" "${docs}/changelog.Debian" "${root}/share/man/man1/evodoku.1"
                COMMAND_ERROR_IS_FATAL ANY)
# Modes do not depend on the umask of the builder.
file(GLOB_RECURSE files LIST_DIRECTORIES true "${root}/*")
foreach(file IN LISTS files)
  if(IS_SYMLINK "${file}")
    continue()
  endif()
  set(mode OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  execute_process(COMMAND test -x "${file}" RESULT_VARIABLE plain)
  if(plain EQUAL 0)
    list(APPEND mode OWNER_EXECUTE GROUP_EXECUTE WORLD_EXECUTE)
  endif()
  file(CHMOD "${file}" PERMISSIONS ${mode})
endforeach()
execute_process(COMMAND find "${root}" -exec touch --no-dereference "--date=@${time}" {} + COMMAND_ERROR_IS_FATAL ANY)
