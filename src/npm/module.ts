/**
 * The files that the package carries inside its scripts, so that every bundler includes them: the gzipped WebAssembly
 * module and the program of the worker.
 */
import program from "built/engine.js"
import packed from "built/octomate.wasm.gz"

export { packed, program }

export async function compileModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(
    await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  )
}
