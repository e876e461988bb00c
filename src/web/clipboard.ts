/** Copying, which says that it copied. */
import { announce } from "./dom"

/** Copies a text, or one that is still to come: some browsers allow that only if they are told at once that it will. */
async function writeClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === "string" || typeof ClipboardItem === "undefined")
    return navigator.clipboard.writeText(await text)
  return navigator.clipboard.write([
    new ClipboardItem({ "text/plain": text.then((words) => new Blob([words], { type: "text/plain" })) }),
  ])
}

/** Copies a text; the button says so for a while, or that the browser does not allow it. */
export async function copyText(
  button: HTMLButtonElement,
  text: string | Promise<string>,
  done: string,
  refused = "This browser does not allow copying.",
): Promise<void> {
  const words = button.dataset.words ?? button.textContent ?? ""
  button.dataset.words = words
  try {
    await writeClipboard(text)
    button.textContent = "Copied ✓"
    announce(done)
  } catch {
    await text // if it did not come, whoever asked for it says why
    button.textContent = "Not allowed"
    announce(refused)
  }
  setTimeout(() => (button.textContent = words), 2500)
}
