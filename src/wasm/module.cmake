# Builds the WebAssembly module that answers the page's requests without a server, and sets `wasm_module` to its path. It is
# compiled by clang 14 with Debian's WASI libraries and compressed by zopfli, 5 % smaller than by gzip. The commands are
# written out here because one CMake configuration cannot have two compilers.
find_program(WASM_COMPILER clang++-14 REQUIRED)
find_program(WASM_LINKER NAMES wasm-ld-14 REQUIRED)
find_file(WASM_LIBRARY libc++.a PATHS /usr/lib/wasm32-wasi NO_DEFAULT_PATH REQUIRED)  # libc++-14-dev-wasm32
find_program(ZOPFLI zopfli REQUIRED)
mark_as_advanced(ZOPFLI WASM_COMPILER WASM_LINKER WASM_LIBRARY)

set(wasm_source ${CMAKE_CURRENT_LIST_DIR})
set(wasm_build ${PROJECT_BINARY_DIR}/wasm)
file(MAKE_DIRECTORY ${wasm_build})

# The module has no exceptions (a throw ends it) and no threads (headers in this folder replace those of TBB). Locales are
# left out because they would be a tenth of its size.
set(wasm_flags --target=wasm32-wasi -std=c++20 -DNDEBUG -fignore-exceptions -fno-rtti -fno-threadsafe-statics
    -Wall -Wextra -Werror
    -I${wasm_source} -I${PROJECT_SOURCE_DIR}/src -include ${wasm_source}/library.hpp
    -DOCTOMATE_KERNELS=portable_kernels -DOCTOMATE_VERSION="${PROJECT_VERSION}"
    -DFMT_HEADER_ONLY -DFMT_STATIC_THOUSANDS_SEPARATOR=0x2c -DJSON_HAS_FILESYSTEM=0 -DJSON_HAS_EXPERIMENTAL_FILESYSTEM=0)

# wasm_object(name level sources...) compiles sources of src/ as one file, with the optimisation `level`.
function(wasm_object name level)
  set(generated ${ARGN})
  list(FILTER generated INCLUDE REGEX "^/")
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE includes)
  list(JOIN includes "\n" text)
  file(CONFIGURE OUTPUT ${wasm_build}/${name}.cpp CONTENT "${text}\n")
  add_custom_command(OUTPUT ${wasm_build}/${name}.o
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${WASM_COMPILER} ${wasm_flags} ${level} -MD -MF ${wasm_build}/${name}.d
            -c ${wasm_build}/${name}.cpp -o ${wasm_build}/${name}.o
    DEPENDS ${wasm_build}/${name}.cpp ${generated}
    DEPFILE ${wasm_build}/${name}.d
    COMMENT "Compiling ${name} for WebAssembly"
    VERBATIM)
endfunction()

get_target_property(text octomate_text SOURCES)
get_target_property(drawings octomate_draw SOURCES)
list(FILTER drawings INCLUDE REGEX "pieces.svg|(dark|light|page).css")
get_target_property(questions octomate_questions SOURCES)
get_property(parts GLOBAL PROPERTY page_parts)

# A new source must be added here if the module uses it; otherwise the linker reports the missing function. read_record.cpp
# is separate from collect/record.cpp because that needs files and threads, which the module lacks.
wasm_object(answers -Oz
  ${text} api/api.cpp api/collection.cpp board8/attacks.cpp collect/read_record.cpp
  draw/scene.cpp draw/svg.cpp ${drawings} formats/epd.cpp formats/game_score.cpp
  formats/json.cpp formats/problem.cpp formats/formats.cpp formats/twins.cpp games/game.cpp games/find.cpp games/shared/evaluation.cpp ${questions}
  json/text.cpp json/tree.cpp players/character.cpp puzzle/fields.cpp puzzle/puzzle.cpp reports/reports.cpp
  solver/parallel.cpp tables/odds.cpp
  views/position_text.cpp views/replay_text.cpp wasm/main.cpp)
foreach(part ${parts})
  get_property(sources GLOBAL PROPERTY page_part_${part})
  wasm_object(${part} ${sources})
endforeach()

# The stack is large because searches are recursive, with lists of moves on the stack; an overflow would end the module.
set(wasm_module ${wasm_build}/octomate.wasm.gz)
list(TRANSFORM parts REPLACE "(.+)" "${wasm_build}/\\1.o" OUTPUT_VARIABLE objects)
list(APPEND objects ${wasm_build}/answers.o)
add_custom_command(OUTPUT ${wasm_module}
  COMMAND ${WASM_COMPILER} --target=wasm32-wasi -mexec-model=reactor -O2 -Wl,--gc-sections -Wl,--strip-all
          -Wl,--stack-first -Wl,-z,stack-size=4194304 ${objects} -o ${wasm_build}/octomate.wasm
  COMMAND ${CMAKE_COMMAND} -E rm -f ${wasm_module}
  COMMAND ${ZOPFLI} --i5 ${wasm_build}/octomate.wasm
  DEPENDS ${objects}
  COMMENT "Linking octomate.wasm"
  VERBATIM)
