/** Helpers for building the page. */

export type Child = Node | string | null | undefined | false
type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>

/**
 * Creates an HTML element from attributes, `on…` event handlers and children; false and null omit an attribute. A
 * button submits nothing unless its `type` says so.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (tag === "button") element.setAttribute("type", "button")
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener)
    else if (value === true) element.setAttribute(name, "")
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value))
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  )
  return element
}

/** Replaces control characters, and characters that change the direction of text, by "\ufffd". */
export function showControlCharacters(words: string): string {
  return words.replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/gu, "\ufffd")
}

/** Creates an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Record<string, string | number> = {},
  ...children: Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

/** Returns the element with that id; throws if it is missing. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no element ${id}`)
  return element as T
}

export function replaceChildren(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => !!child))
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const live = byId("live")
  // A repeated text must differ, or it is not announced again.
  live.textContent = live.textContent === text ? text + "\u00a0" : text
}

export function plural(count: number, one: string, many = one + "s"): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Joins items: "3, 4 and 5". */
export function joinWithAnd(items: (string | number)[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`
}

/** Returns the text with its first letter in upper case. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Draws attention to a button for a moment. */
export function pulse(button: HTMLElement): void {
  button.classList.add("pulse")
  setTimeout(() => button.classList.remove("pulse"), 1200)
}

/** Returns a button that acts at its second press. The first shows `question`, until the button loses the focus. */
export function confirmButton(props: Props, words: string, question: string, act: () => void): HTMLButtonElement {
  const button = h(
    "button",
    {
      ...props,
      onclick: () => {
        if (button.textContent === question) return act()
        button.textContent = question
        announce(question)
      },
      onblur: () => (button.textContent = words),
    },
    words,
  )
  return button
}

export const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches

/**
 * Runs one task at a time. Of the tasks that arrive while one is running, only the newest is run; the others are
 * dropped.
 */
export class LatestTask {
  private running = false
  private nextTask: (() => Promise<void>) | null = null

  async run(task: () => Promise<void>): Promise<void> {
    this.nextTask = task
    if (this.running) return
    this.running = true
    try {
      while (this.nextTask) {
        const current: () => Promise<void> = this.nextTask
        this.nextTask = null
        await current()
      }
    } finally {
      this.running = false
    }
  }
}
