# SPDX-License-Identifier: MIT
# Files that only Debian packages have: copyright, changelog, overrides of lintian. cpack includes it after it has installed
# the components, before it packs them. SOURCE_DATE_EPOCH, if it is set, is the date of the changelog.
if(NOT CPACK_PHOTOPIC_PREFIX STREQUAL "/usr")
  message(FATAL_ERROR "Debian packages: CMAKE_INSTALL_PREFIX is ${CPACK_PHOTOPIC_PREFIX}, so libraries aren't where Debian "
                      "has them. Configure with: cmake --preset package")
endif()
file(READ ${CPACK_PHOTOPIC_SOURCE}/LICENSE license)
file(READ ${CPACK_PHOTOPIC_SOURCE}/NOTICE notice)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(contact "${CPACK_PACKAGE_CONTACT}")
if(NOT contact MATCHES "<.*>")  # a changelog needs brackets
  string(APPEND contact " <>")
endif()
# `gzip -n` writes no date.
function(gzip file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(share ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share)
  file(WRITE ${share}/doc/${package}/copyright "${license}\n${notice}")
  file(WRITE ${share}/doc/${package}/changelog
       "photopic (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * Changes are in CHANGELOG.md of photopic-doc.\n\n"
       " -- ${contact}  ${date}\n")
  gzip(${share}/doc/${package}/changelog)
  file(GLOB pages ${share}/man/man1/*.1)
  foreach(page IN LISTS pages)
    gzip(${page})
  endforeach()
  file(READ ${CPACK_PHOTOPIC_SOURCE}/packaging/debian/lintian-overrides overrides)
  set(own ${CPACK_PHOTOPIC_SOURCE}/packaging/debian/${package}.lintian-overrides)
  if(EXISTS ${own})
    file(READ ${own} more)
    string(APPEND overrides "${more}")
  endif()
  file(WRITE ${share}/lintian/overrides/${package} "${overrides}")
  file(REMOVE ${share}/doc/photopic/LICENSE)  # it is in copyright
endforeach()
