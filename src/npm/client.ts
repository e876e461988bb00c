/** Asks a worker that runs the module. */
import type { Request, StartData, Reply } from "./engine.js"
import type { Answer } from "./questions.js"

/** A worker of whatever system. */
export interface WorkerThread {
  post(data: StartData | Request): void
  /** Who is told what it answers, or that it failed. */
  listen(onReply: (reply: Reply) => void, onFailure: (reason: unknown) => void): void
  /** Whether it is asked anything; a system that waits for its workers then waits for it. */
  setBusy(busy: boolean): void
  end(): void
}

/** A worker of a browser. */
export const browserThread = (worker: Worker): WorkerThread => ({
  post: (data) => worker.postMessage(data),
  listen(onReply, onFailure) {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => onReply(data)
    worker.onerror = ({ message }) => onFailure(new Error(message || "the worker cannot be started"))
  },
  setBusy: () => undefined,
  end: () => worker.terminate(),
})

const STATUS_MISSING_TABLE = 424 // the answer is the name of an endgame table without which there is none

/** A worker, and who waits for its answers. */
export class Client {
  private readonly pending = new Map<
    number,
    { resolve: (reply: Reply) => void; reject: (reason: unknown) => void }
  >()
  private requestCount = 0

  /** `table`: the bytes of an endgame table that can be had. */
  constructor(
    private readonly thread: WorkerThread,
    begin: StartData,
    private readonly table?: (name: string) => Promise<Uint8Array>,
  ) {
    thread.listen(
      (reply) => {
        this.pending.get(reply.number)?.resolve(reply)
        this.complete(reply.number)
      },
      (reason) => this.stop(reason),
    )
    thread.post(begin)
  }

  /** Asks, and hands over the endgame tables that the answer needs. */
  async ask(name: string, body: string): Promise<Answer> {
    for (;;) {
      const { status, text } = await this.post(name, body)
      if (status !== STATUS_MISSING_TABLE || !this.table) return { ok: status === 200, text }
      await this.post(`table ${text}`, await this.table(text))
    }
  }

  /** Ends the worker, and what it was asked. */
  stop(reason: unknown): void {
    this.thread.end()
    for (const { reject } of this.pending.values()) reject(reason)
    this.pending.clear()
  }

  private post(name: string, body: string | Uint8Array): Promise<Reply> {
    const number = ++this.requestCount
    this.thread.setBusy(true)
    return new Promise((resolve, reject) => {
      this.pending.set(number, { resolve, reject })
      this.thread.post({ number, name, body })
    })
  }

  private complete(number: number): void {
    this.pending.delete(number)
    if (this.pending.size === 0) this.thread.setBusy(false)
  }
}
