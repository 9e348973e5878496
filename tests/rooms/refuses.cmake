# SPDX-License-Identifier: MIT
# Test of arrows.cmake: it finds each kind of arrow that runs backwards, in small trees made for that.
# cmake -DWORK=FOLDER -DCHECK=arrows.cmake -P refuses.cmake
cmake_minimum_required(VERSION 3.25)

# expect(WORDS LINKS [FILE TEXT]...): a tree with these files and links is refused with `words`; "" is no refusal.
function(expect words links)
  file(REMOVE_RECURSE ${WORK})
  file(MAKE_DIRECTORY ${WORK})
  while(ARGN)
    list(POP_FRONT ARGN file text)
    file(WRITE ${WORK}/${file} "${text}\n")
  endwhile()
  file(WRITE ${WORK}/links "${links}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -DLINKS=${WORK}/links -DCHAIN=${WORK}/made -P ${CHECK}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(words STREQUAL "" AND NOT result EQUAL 0)
    message(SEND_ERROR "refused: ${output}")
  elseif(NOT words STREQUAL "" AND (result EQUAL 0 OR NOT output MATCHES "${words}"))
    message(SEND_ERROR "not refused with '${words}': ${output}")
  endif()
endfunction()

expect("" "photopic_regress samples/regress photopic_compare samples/compare"
       samples/compare/frame.h "//" samples/regress/runner/a.cpp "#include \"compare/frame.h\"")
expect("samples/compare must not know samples/regress" ""
       samples/regress/results/results.h "//" samples/compare/a.cpp "#include \"regress/results/results.h\"")
expect("samples/session must not know samples/viewer" ""
       samples/viewer/options.h "//" samples/session/a.h "#include \"viewer/options.h\"")
expect("samples/photopic must not know tests/reference" ""
       tests/reference/metrics/flip.h "//" samples/photopic/a.cpp "#include \"reference/metrics/flip.h\"")
expect("postfx must not know engine" "" engine/transfer/memory.h "//" postfx/src/gpu/a.cpp "#include \"engine/transfer/memory.h\"")
expect("engine must not know samples/files" "" samples/files/path.h "//" engine/a.cpp "#include \"files/path.h\"")
expect("samples/new has no line" "" samples/files/path.h "//" samples/new/a.cpp "#include \"files/path.h\"")
expect("isn't rooted" "" samples/files/a.cpp "#include \"../files/path.h\"")
expect("hides the module's" "" samples/photopic/settings.h "//" postfx/include/photopic/settings.h "//")
expect("include each other: .*samples/regress/suite>samples/regress/goldens" ""
       samples/regress/suite/a.h "#include \"regress/goldens/b.h\""
       samples/regress/goldens/b.h "#include \"regress/results/c.h\""
       samples/regress/results/c.h "#include \"regress/suite/a.h\"")
expect("include each other: .*postfx/src/lut>postfx/src/finish" ""
       postfx/src/lut/a.h "#include \"finish/b.h\"" postfx/src/finish/b.h "#include \"lut/a.h\"")
expect("include each other: .*postfx/src/glare>postfx/src/chain" ""
       made/chain/chain.h "#include \"glare/a.h\"" postfx/src/chain/b.h "#include \"chain/chain.h\""
       postfx/src/glare/a.h "#include \"chain/b.h\"")
expect("" "" made/chain/chain.h "#include \"glare/a.h\"" postfx/src/chain/b.h "#include \"chain/chain.h\""
       postfx/src/glare/a.h "//")
expect("photopic-cli links photopic_test_reference: samples/photopic must not know tests/reference"
       "photopic-cli samples/photopic photopic_test_reference tests/reference")
expect("photopic_engine links photopic_files: engine must not know samples/files"
       "photopic_engine engine photopic_files samples/files")
