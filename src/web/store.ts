/** What the page remembers from visit to visit: values as JSON in the browser's own storage. */

const PREFIX = "octomate:"

/** The value that was kept under a name; the fallback if there is none, or if the browser forbids it. */
export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

/** Keeps a value; where the browser forbids it, the value lasts until the page is left. */
export function keep(name: string, value: unknown): void {
  if (forgotten) return
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // it lasts until the page is left
  }
}

let forgotten = false // nothing is kept any more by a page that is about to begin anew

/** Forgets everything that was kept, by this page and by those before it. */
export function forget(): void {
  forgotten = true
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
  } catch {
    // then nothing was kept
  }
}
