/** The questions, answered by a worker that starts with the first question. */
import { Client, type WorkerThread } from "./client.js"
import { compileModule } from "./module.js"
import { DEFAULT_VARIANT, InputError, type Octomate, octomate } from "./questions.js"

const workerError = (code: string, reason: unknown): InputError =>
  new InputError([{ code, message: reason instanceof Error ? reason.message : String(reason) }])

export function asyncQuestions(thread: () => WorkerThread): Octomate<"later"> & { stop(): Promise<void> } {
  let client: Promise<Client> | null = null
  const started = async (): Promise<Client> => {
    const module = await compileModule()
    return new Client(thread(), { module, begin: `${DEFAULT_VARIANT}\n` })
  }
  const questions = octomate<"later">(async (name, body) => {
    const text = body()
    const current = (client ??= started())
    try {
      return await (await current).ask(name, text)
    } catch (reason) {
      if (client === current) client = null // a failed worker is replaced at the next question
      throw reason instanceof InputError ? reason : workerError("worker_failed", reason)
    }
  })
  const stop = async (): Promise<void> => {
    const ended = client
    client = null
    ;(await ended?.catch(() => null))?.stop(workerError("stopped", "stopped"))
  }
  return { ...questions, stop }
}
