/** Asks a worker that runs the module. */
import type { Asked, Begin, Reply } from "./engine.js"
import type { Answer } from "./questions.js"

/** A worker of whatever system. */
export interface Thread {
  post(data: Begin | Asked): void
  /** Who is told what it answers, or that it failed. */
  listen(hear: (reply: Reply) => void, fail: (why: unknown) => void): void
  /** Whether it is asked anything; a system that waits for its workers then waits for it. */
  busy(is: boolean): void
  end(): void
}

/** A worker of a browser. */
export const threadOf = (worker: Worker): Thread => ({
  post: (data) => worker.postMessage(data),
  listen(hear, fail) {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data)
    worker.onerror = ({ message }) => fail(new Error(message || "the worker cannot be started"))
  },
  busy: () => undefined,
  end: () => worker.terminate(),
})

const LACKS_TABLE = 424 // the answer is the name of an endgame table without which there is none

/** A worker, and who waits for its answers. */
export class Client {
  private readonly waiting = new Map<
    number,
    { resolve: (reply: Reply) => void; reject: (why: unknown) => void }
  >()
  private asked = 0

  /** `table`: the bytes of an endgame table that can be had. */
  constructor(
    private readonly thread: Thread,
    begin: Begin,
    private readonly table?: (name: string) => Promise<Uint8Array>,
  ) {
    thread.listen(
      (reply) => {
        this.waiting.get(reply.number)?.resolve(reply)
        this.forget(reply.number)
      },
      (why) => this.stop(why),
    )
    thread.post(begin)
  }

  /** Asks, and hands over the endgame tables that the answer needs. */
  async ask(name: string, body: string): Promise<Answer> {
    for (;;) {
      const { status, text } = await this.post(name, body)
      if (status !== LACKS_TABLE || !this.table) return { ok: status === 200, text }
      await this.post(`table ${text}`, await this.table(text))
    }
  }

  /** Ends the worker, and what it was asked. */
  stop(why: unknown): void {
    this.thread.end()
    for (const { reject } of this.waiting.values()) reject(why)
    this.waiting.clear()
  }

  private post(name: string, body: string | Uint8Array): Promise<Reply> {
    const number = ++this.asked
    this.thread.busy(true)
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject })
      this.thread.post({ number, name, body })
    })
  }

  private forget(number: number): void {
    this.waiting.delete(number)
    if (this.waiting.size === 0) this.thread.busy(false)
  }
}
