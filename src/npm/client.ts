/** Sends requests to a worker that runs the module, and matches the replies to them. */
import type { Request, StartData, Reply } from "./engine.js"
import type { Answer } from "./questions.js"

/** A worker of a browser or of Node. */
export interface WorkerThread {
  post(data: StartData | Request): void
  /** Registers the callbacks for replies and for the failure of the worker. */
  listen(onReply: (reply: Reply) => void, onFailure: (reason: unknown) => void): void
  /** Marks whether requests are pending. Node keeps the process alive only while they are. */
  setBusy(busy: boolean): void
  end(): void
}

/** Wraps a worker of a browser. */
export const browserThread = (worker: Worker): WorkerThread => ({
  post: data => worker.postMessage(data),
  listen(onReply, onFailure) {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => onReply(data)
    worker.onerror = ({ message }) => onFailure(new Error(message || "the worker cannot be started"))
  },
  setBusy: () => undefined,
  end: () => worker.terminate(),
})

const STATUS_MISSING_TABLE = 424 // the reply is the name of an endgame table that the answer needs

/** A worker and the requests that it has not answered yet. */
export class Client {
  private readonly pending = new Map<number, { resolve: (reply: Reply) => void; reject: (reason: unknown) => void }>()
  private requestCount = 0

  /** `table` fetches the bytes of an endgame table by its name. */
  constructor(
    private readonly thread: WorkerThread,
    begin: StartData,
    private readonly table?: (name: string) => Promise<Uint8Array>,
  ) {
    thread.listen(
      reply => {
        this.pending.get(reply.number)?.resolve(reply)
        this.complete(reply.number)
      },
      reason => this.stop(reason),
    )
    thread.post(begin)
  }

  /** Sends a request; fetches the endgame tables that the answer needs, and repeats the request with them. */
  async ask(name: string, body: string): Promise<Answer> {
    for (;;) {
      const { status, text } = await this.post(name, body)
      if (status !== STATUS_MISSING_TABLE || !this.table) return { ok: status === 200, text }
      await this.post(`table ${text}`, await this.table(text))
    }
  }

  /** Ends the worker and rejects the pending requests with `reason`. */
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
