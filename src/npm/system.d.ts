/** What the build makes first: a script as text, and packed bytes. */
declare module "built/*.js" {
  const content: string
  export default content
}
declare module "built/*.gz" {
  const content: Uint8Array<ArrayBuffer>
  export default content
}
/** As much of Node as the package uses. */
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
