/** As much of Node as the package uses. */
declare module "node:fs" {
  export function readFileSync(file: URL): Uint8Array<ArrayBuffer>
}
declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>
}
declare module "node:worker_threads" {
  export class Worker {
    constructor(file: URL)
    postMessage(data: unknown): void
    on(event: "message" | "error", hear: (data: never) => void): void
    ref(): void
    unref(): void
    terminate(): Promise<number>
  }
  export const parentPort: { postMessage(data: unknown): void; on(event: "message", hear: (data: never) => void): void } | null
}
