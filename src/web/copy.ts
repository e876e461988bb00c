/** Copying, which says that it copied. */
import { announce } from "./dom"

/** Copies a text; the button says so for a while, or that the browser does not allow it. */
export async function copy(button: HTMLButtonElement, text: string, done: string, refused = "This browser does not allow copying."): Promise<void> {
  const words = button.dataset.words ?? button.textContent ?? ""
  button.dataset.words = words
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = "Copied ✓"
    announce(done)
  } catch {
    button.textContent = "Not allowed"
    announce(refused)
  }
  setTimeout(() => (button.textContent = words), 2500)
}
