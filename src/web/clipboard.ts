/** Buttons that copy text to the clipboard. */
import { announce } from "./dom"

/**
 * Writes to the clipboard. A pending text is passed as a promise, because some browsers allow copying only during the
 * click.
 */
async function writeClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === "string" || typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await text)
  return navigator.clipboard.write([
    new ClipboardItem({ "text/plain": text.then(words => new Blob([words], { type: "text/plain" })) }),
  ])
}

/** Copies `text` and shows the outcome on the button for a while. */
export async function copyText(
  button: HTMLButtonElement,
  text: string | Promise<string>,
  successText: string,
  failureText = "This browser does not allow copying.",
): Promise<void> {
  const words = button.dataset.words ?? button.textContent ?? ""
  button.dataset.words = words
  try {
    await writeClipboard(text)
    button.textContent = "Copied ✓"
    announce(successText)
  } catch {
    await text // if the text itself failed, the caller reports the error
    button.textContent = "Not allowed"
    announce(failureText)
  }
  setTimeout(() => (button.textContent = words), 2500)
}
