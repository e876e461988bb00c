/** The questions put to a worker, which starts with the first. */
import { Client, type Thread } from "./client.js"
import { compiled } from "./module.js"
import { DEFAULT_VARIANT, InputError, type Octomate, octomate } from "./questions.js"

const failure = (code: string, why: unknown): InputError =>
  new InputError([{ code, message: why instanceof Error ? why.message : String(why) }])

export function later(thread: () => Thread): Octomate<"later"> & { stop(): Promise<void> } {
  let client: Promise<Client> | null = null
  const started = async (): Promise<Client> => {
    const module = await compiled()
    return new Client(thread(), { module, begin: `${DEFAULT_VARIANT}\n` })
  }
  const asked = octomate<"later">(async (name, body) => {
    const text = body()
    const mine = (client ??= started())
    try {
      return await (await mine).ask(name, text)
    } catch (why) {
      if (client === mine) client = null // what failed cannot go on
      throw why instanceof InputError ? why : failure("worker_failed", why)
    }
  })
  const stop = async (): Promise<void> => {
    const ended = client
    client = null
    ;(await ended?.catch(() => null))?.stop(failure("stopped", "stopped"))
  }
  return { ...asked, stop }
}
