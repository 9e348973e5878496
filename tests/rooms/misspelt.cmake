# SPDX-License-Identifier: MIT
# Test of spelling.cmake: it finds the word in code of every language, and leaves prose alone.
# cmake -DWORK=FOLDER -DCHECK=spelling.cmake -P misspelt.cmake
cmake_minimum_required(VERSION 3.25)

# expect(WORDS FILE TEXT): a tree with this file is refused with `words`; "" is no refusal.
function(expect words file text)
  file(REMOVE_RECURSE ${WORK})
  file(WRITE ${WORK}/${file} "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${CHECK}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(words STREQUAL "" AND NOT result EQUAL 0)
    message(SEND_ERROR "${file}: refused: ${output}")
  elseif(NOT words STREQUAL "" AND (result EQUAL 0 OR NOT output MATCHES "spelt color: ${words} Call"))
    message(SEND_ERROR "${file}: not refused with '${words}': ${output}")
  endif()
endfunction()

expect("set_colour" samples/plot/canvas.h "void set_colour(Color);  // the colour")
expect("Colour, kColours" assets/panorama/sky.cpp "const Colour kColours[] = {};")
expect("colour" engine/a.cpp "\"/* colour\"; int colour; \"*/\"")
expect("colour" engine/a.cpp "char quote = '\"'; int colour; char other = '\"'")
expect("PHOTOPIC_COLOUR" postfx/src/a.h "/* colour * of **\n // light **/ PHOTOPIC_COLOUR // colour")
expect("see_colours" shaders/a/a.comp "void see_colours() {}")
expect("colour" samples/regress/page.js "const colour = `a colour`; // colour")
expect("_COLOUR" postfx/py/png.py "\"\"\"Of a \"colour\".\"\"\"\n_COLOUR = 'colour'  # colour")
expect("colours" tests/unit/CMakeLists.txt "set(colours \"in colour\")  # colour")
expect("colour" "tests/unit/colour.cpp" "int color;")

expect("" engine/a.cpp
       "int color; throw Error(\"no \\\"colour\\\"\"); // colour's \"\n/* the\n * colour */ R\"({\"colour\": (1)})\"")
expect("" samples/regress/page.js "draw('a colour', \"a colour\", `${color} is a\ncolour`); /** The colour's */")
expect("" postfx/py/png.py "# a colour's\n'''A'''; \"colour\"")
expect("" cmake/a.cmake "# a colour's \"\nset(a \"colour\")")
expect("" docs/display.md "Colours of the display")
