/** The questions put to a worker, which starts with the first. */
import { Client, type Thread } from "./client.js"
import { DEFAULT_VARIANT, type Octomate, octomate } from "./questions.js"

export function later(thread: () => Thread, compiled: () => Promise<WebAssembly.Module>): Octomate<"later"> & { stop(): Promise<void> } {
  let client: Promise<Client> | null = null
  const started = async (): Promise<Client> => new Client(thread(), { module: await compiled(), begin: `${DEFAULT_VARIANT}\n` })
  const asked = octomate<"later">(async (name, body) => {
    const mine = (client ??= started())
    try {
      return await (await mine).ask(name, body)
    } catch (why) {
      if (client === mine) client = null // what failed cannot go on
      throw why
    }
  })
  const stop = async (): Promise<void> => {
    const ended = client
    client = null
    ;(await ended)?.stop(new Error("stopped"))
  }
  return { ...asked, stop }
}
