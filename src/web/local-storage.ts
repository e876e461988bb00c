/** Values that outlive the page, as JSON in the browser's storage, which all tabs of the site share. */

const PREFIX = "octomate:"

/** Checks the type of a stored value. */
export type TypeCheck = (value: unknown) => boolean

export const isString: TypeCheck = (value) => typeof value === "string"
export const isBoolean: TypeCheck = (value) => typeof value === "boolean"
export const isNumber: TypeCheck = (value) => typeof value === "number" && Number.isFinite(value)
export const oneOf =
  (...values: unknown[]): TypeCheck =>
  (value) =>
    values.includes(value)
export const either =
  (...checks: TypeCheck[]): TypeCheck =>
  (value) =>
    checks.some((check) => check(value))
export const optional = (check: TypeCheck): TypeCheck => either(oneOf(undefined), check)
export const listOf =
  (check: TypeCheck): TypeCheck =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
export const mapOf =
  (check: TypeCheck): TypeCheck =>
  (value) =>
    isObject(value) && Object.values(value).every(check)
/** Checks the fields of an object; it may have others. */
export const shape =
  <T>(fields: { [Name in keyof T]-?: TypeCheck }): TypeCheck =>
  (value) =>
    isObject(value) && Object.entries<TypeCheck>(fields).every(([name, check]) => check(value[name]))

// ---- what goes wrong -------------------------------------------------------------------------------------------

const problems = new Set<string>()
let listener = (_words: string): void => undefined

/** Calls the function with each trouble, those so far included. */
export function onStorageProblem(tell: (words: string) => void): void {
  listener = tell
  problems.forEach(tell)
}

function reportProblem(words: string): void {
  if (problems.has(words)) return
  problems.add(words)
  listener(words)
}

// ---- single values ---------------------------------------------------------------------------------------------

/** Returns the value under a name, or the fallback if there is none or the browser forbids it. A value that fails the check is set aside and reported. */
export function readStored<T>(name: string, fallback: T, check: TypeCheck): T {
  try {
    const text = localStorage.getItem(PREFIX + name)
    if (text === null) return fallback
    const value = parseJson(text)
    if (check(value)) return value as T
    localStorage.removeItem(PREFIX + name)
    reportProblem(
      `What this browser kept as “${name}” is damaged. It was set aside as “${PREFIX}${name}.damaged”, and the page begins without it.`,
    )
    localStorage.setItem(`${PREFIX}${name}.damaged`, text)
  } catch {
    // the browser forbids it
  }
  return fallback
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isAvailable(): boolean {
  try {
    return localStorage.getItem(PREFIX) === null
  } catch {
    return false
  }
}

/** Writes a value; returns false, and leaves the old one, if the browser has no room for it or forbids it. */
function tryWrite(name: string, value: unknown): boolean {
  try {
    if (!forgotten) localStorage.setItem(PREFIX + name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Keeps a value; one that cannot be stored lasts until the page is left, which is reported. */
export function writeStored(name: string, value: unknown): boolean {
  const kept = tryWrite(name, value)
  if (!kept)
    reportProblem(
      "This browser's storage is full or switched off: what you do now is lost when you leave the page. “History and backup” under Puzzles exports your results to a file.",
    )
  return kept
}

let forgotten = false // nothing is kept any more by a page that is about to begin anew

/** Forgets everything that was kept, by this page and by those before it. */
export function clearStored(): void {
  forgotten = true
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
  } catch {
    // then nothing was kept
  }
}

// ---- values that several tabs change ---------------------------------------------------------------------------

type Edit<T> = (value: T) => T

/** A value that several tabs change: every change is made to what is stored at that moment, so that no tab undoes the work of another. */
export class SharedValue<T> {
  value: T
  private unsaved: Edit<T>[] = [] // changes that the storage has not accepted yet

  /** `changed` is called after a change by another tab. */
  constructor(
    private readonly name: string,
    private readonly initial: () => T,
    private readonly check: TypeCheck,
    changed: () => void = () => undefined,
  ) {
    this.value = this.read()
    globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
      if (key !== PREFIX + name && key !== null) return
      this.value = this.read()
      changed()
    })
    globalThis.addEventListener?.("pagehide", () => this.save())
  }

  /** Makes a change; `edit` must return a new value. A lock, if the browser has locks, lets tabs store one after the other: what one writes, another sees a little later. */
  change(edit: Edit<T>): void {
    this.unsaved.push(edit)
    this.value = edit(this.value)
    if (globalThis.navigator?.locks)
      navigator.locks.request(PREFIX + this.name, () => this.save()).catch(() => this.save())
    else this.save()
  }

  /** Stores a value in the place of the present one; returns false, and changes nothing, if the storage has no room for it. */
  replace(value: T): boolean {
    if (tryWrite(this.name, value)) this.unsaved = []
    else if (isAvailable()) return false
    else this.unsaved = [() => value]
    this.value = value
    return true
  }

  private save(): void {
    if (this.unsaved.length === 0) return
    this.value = this.read()
    if (writeStored(this.name, this.value)) this.unsaved = []
  }

  private read(): T {
    return this.unsaved.reduce(
      (value, edit) => edit(value),
      readStored(this.name, this.initial(), this.check),
    )
  }
}
