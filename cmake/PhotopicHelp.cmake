# SPDX-License-Identifier: MIT
# photopic_install_help(TARGET ARGUMENT): installs a program's completion for bash, zsh and fish, and its man pages, where
# distributions look for them. The program itself says them as it is installed: `PROGRAM ARGUMENT SHELL` prints a script,
# and help2man reads --help. A program that can't run here (a cross-build) installs none.
function(photopic_install_help target argument)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  find_program(PHOTOPIC_HELP2MAN help2man)
  install(CODE "
    execute_process(COMMAND \${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DARGUMENT=${argument}
      -DHELP2MAN=${PHOTOPIC_HELP2MAN} -DVERSION=${PROJECT_VERSION} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/${target}-help
      -P ${PROJECT_SOURCE_DIR}/cmake/MakeHelp.cmake COMMAND_ERROR_IS_FATAL ANY)"
    COMPONENT tools)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${target}-help)
  install(DIRECTORY ${made}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools)
  install(DIRECTORY ${made}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tools)
  install(DIRECTORY ${made}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tools)
  install(DIRECTORY ${made}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endfunction()
