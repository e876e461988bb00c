/** Files that the build makes: scripts as text, and compressed bytes. */
declare module "built/*.js" {
  const content: string
  export default content
}
declare module "built/*.gz" {
  const content: Uint8Array<ArrayBuffer>
  export default content
}
/** The parts of Node that the package uses. */
declare module "node:zlib" {
  export function gunzipSync(bytes: Uint8Array): Uint8Array<ArrayBuffer>
}
declare module "node:worker_threads" {
  export class Worker {
    constructor(program: string, options: { eval: true })
    postMessage(data: unknown): void
    on(event: "message" | "error", hear: (data: never) => void): void
    ref(): void
    unref(): void
    terminate(): Promise<number>
  }
}
