# Builds the npm package in the build tree: a folder that `npm pack` packs.
set(npm_build ${PROJECT_BINARY_DIR}/npm)
configure_file(${npm_source}/package.json.in ${npm_build}/package.json @ONLY)
configure_file(${npm_source}/README.md ${npm_build}/README.md COPYONLY)
configure_file(${PROJECT_SOURCE_DIR}/LICENSE ${npm_build}/LICENSE COPYONLY)
set(npm_programs index node sync worker worker-node)
list(TRANSFORM npm_programs REPLACE "(.+)" "${npm_build}/\\1.js" OUTPUT_VARIABLE npm_bundles)
list(TRANSFORM npm_programs REPLACE "(.+)" "${npm_source}/\\1.ts")
add_custom_command(OUTPUT ${npm_bundles} ${npm_build}/octomate.wasm ${npm_build}/index.d.ts
  COMMAND ${esbuild} --format=esm --external:node:* ${npm_programs} --outdir=${npm_build}
  COMMAND ${web_modules}/.bin/tsc -p ${npm_source} --typeRoots ${web_modules}/@types --outDir ${npm_build}
  COMMAND gzip -dc ${wasm_module} > ${npm_build}/octomate.wasm
  DEPENDS ${web_modules}/.package-lock.json ${npm_sources} ${npm_source}/tsconfig.json ${wasm_module}
  COMMENT "Making the npm package"
  VERBATIM)
add_custom_target(octomate_npm DEPENDS ${npm_bundles})
add_dependencies(octomate octomate_npm)
