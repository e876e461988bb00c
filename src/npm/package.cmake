# Builds the npm package in the build tree: a folder that `npm pack` packs.
set(npm_build ${PROJECT_BINARY_DIR}/npm)
configure_file(${npm_source}/package.json.in ${npm_build}/package.json @ONLY)
configure_file(${npm_source}/README.md ${npm_build}/README.md COPYONLY)
configure_file(${PROJECT_SOURCE_DIR}/LICENSE ${npm_build}/LICENSE COPYONLY)
set(npm_programs index node sync)
list(TRANSFORM npm_programs REPLACE "(.+)" "${npm_build}/\\1.js" OUTPUT_VARIABLE npm_bundles)
list(TRANSFORM npm_programs REPLACE "(.+)" "${npm_source}/\\1.ts")
add_custom_command(OUTPUT ${npm_bundles} ${npm_build}/index.d.ts
  COMMAND sh -c "rm -f '${npm_build}'/*.js"
  COMMAND ${esbuild} --format=esm --splitting --external:node:* --alias:built=${web_build} --loader:.gz=binary --loader:.js=text ${npm_programs} --outdir=${npm_build}
  COMMAND ${web_modules}/.bin/tsc -p ${npm_source} --typeRoots ${web_modules}/@types --outDir ${npm_build}
  DEPENDS ${web_modules}/.package-lock.json ${npm_sources} ${npm_source}/tsconfig.json ${book_solver}  # its rule copies the WebAssembly module there
  COMMENT "Making the npm package"
  VERBATIM)
add_custom_target(octomate_npm DEPENDS ${npm_bundles})
add_dependencies(octomate octomate_npm)
