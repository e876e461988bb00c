# Builds the web page with npm and esbuild in the build tree. Sets `web_assets` to a source file that contains the page's files,
# with the WebAssembly module if there is one, and then `book_solver` to the script that solves puzzles in books.
find_program(NPM npm REQUIRED)
find_program(NODE NAMES node nodejs REQUIRED)

set(web_source ${CMAKE_CURRENT_LIST_DIR})
set(web_build ${PROJECT_BINARY_DIR}/web)
set(web_modules ${web_build}/node_modules CACHE INTERNAL "Where npm puts its packages; the tests use some of them")
set(web_omit "--omit=dev")
if(OCTOMATE_TESTS)
  set(web_omit "")  # tests need the type checker and the browser driver
endif()

# Installs the npm packages of the lock file.
set(web_packages package.json package-lock.json .npmrc)
list(TRANSFORM web_packages PREPEND ${web_source}/)
add_custom_command(OUTPUT ${web_modules}/.package-lock.json
  COMMAND ${CMAKE_COMMAND} -E make_directory ${web_build}
  COMMAND ${CMAKE_COMMAND} -E copy ${web_packages} ${web_build}
  COMMAND ${CMAKE_COMMAND} -E chdir ${web_build} ${NPM} ci --loglevel=error ${web_omit}
  COMMAND ${CMAKE_COMMAND} -E touch ${web_modules}/.package-lock.json
  DEPENDS ${web_packages}
  COMMENT "Fetching the packages of the web board"
  VERBATIM)

# The code that calls the WebAssembly module belongs to the npm package; the page uses it as well.
set(npm_source ${PROJECT_SOURCE_DIR}/src/npm)
file(GLOB npm_sources CONFIGURE_DEPENDS ${npm_source}/*.ts)
file(GLOB web_sources CONFIGURE_DEPENDS ${web_source}/*.ts ${web_source}/*.css)
list(APPEND web_sources ${npm_sources})
set(web_bundle ${web_build}/app.js ${web_build}/app.css ${web_build}/worker.js ${web_build}/engine.js)
set(esbuild ${CMAKE_COMMAND} -E env NODE_PATH=${web_modules} ${web_modules}/.bin/esbuild --bundle --minify --target=es2022 --charset=utf8 --log-level=warning
            --loader:.woff2=dataurl)
add_custom_command(OUTPUT ${web_bundle} ${web_build}/book.css
  COMMAND ${esbuild} app=${web_source}/app.ts worker=${web_source}/service-worker.ts engine=${npm_source}/worker.ts book=${web_source}/book.css
          --outdir=${web_build}
  DEPENDS ${web_modules}/.package-lock.json ${web_sources}
  COMMENT "Bundling the web board"
  VERBATIM)

# The files that are built into the server, which serves each under its name.
file(GLOB web_puzzles CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/puzzles/*.jsonl)
file(GLOB web_scores CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/games/*.txt)
set(web_files
  ${web_source}/index.html
  ${web_source}/icon.svg
  ${web_source}/manifest.webmanifest
  ${web_bundle}
  ${PROJECT_SOURCE_DIR}/src/draw/pieces.svg
  ${web_puzzles}
  ${web_scores}
  ${wasm_module})
set(web_assets ${web_build}/assets.cpp)
add_custom_command(OUTPUT ${web_assets}
  COMMAND ${CMAKE_COMMAND} -D "FILES=${web_files}" -D OUTPUT=${web_assets} -P ${web_source}/embed.cmake
  DEPENDS ${web_files} ${web_source}/embed.cmake
  COMMENT "Embedding the web board"
  VERBATIM)

if(wasm_module)
  set(book_solver ${PROJECT_BINARY_DIR}/octomate-solver.js)
  add_custom_command(OUTPUT ${book_solver}
    COMMAND ${CMAKE_COMMAND} -E copy ${wasm_module} ${web_build}
    COMMAND ${esbuild} ${web_source}/book.ts --outfile=${book_solver} --alias:built=${web_build}
            --loader:.js=text --loader:.css=text --loader:.gz=base64
    DEPENDS ${wasm_module} ${web_bundle} ${web_build}/book.css ${web_sources}
    COMMENT "Bundling the solver of books"
    VERBATIM)
  include(npm/package.cmake)
endif()
