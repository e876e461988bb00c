/** Values stored as JSON in the browser's local storage, which all tabs of the site share. */

const PREFIX = "octomate:"

/** A function that checks the type of a stored value. */
export type TypeCheck = (value: unknown) => boolean

export const isString: TypeCheck = value => typeof value === "string"
export const isBoolean: TypeCheck = value => typeof value === "boolean"
export const isNumber: TypeCheck = value => typeof value === "number" && Number.isFinite(value)
export const oneOf =
  (...values: unknown[]): TypeCheck =>
  value =>
    values.includes(value)
export const either =
  (...checks: TypeCheck[]): TypeCheck =>
  value =>
    checks.some(check => check(value))
export const optional = (check: TypeCheck): TypeCheck => either(oneOf(undefined), check)
export const listOf =
  (check: TypeCheck): TypeCheck =>
  value =>
    Array.isArray(value) && value.every(check)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
export const mapOf =
  (check: TypeCheck): TypeCheck =>
  value =>
    isObject(value) && Object.values(value).every(check)
/** Returns a check of the `fields` of an object, which may have other fields. */
export const shape =
  <T>(fields: { [Name in keyof T]-?: TypeCheck }): TypeCheck =>
  value =>
    isObject(value) && Object.entries<TypeCheck>(fields).every(([name, check]) => check(value[name]))

// ---- storage problems ----

const problems = new Set<string>()
let listener = (_words: string): void => undefined

/** Calls `callback` with each problem of storing values, past and future. */
export function onStorageProblem(callback: (words: string) => void): void {
  listener = callback
  problems.forEach(callback)
}

function reportProblem(words: string): void {
  if (problems.has(words)) return
  problems.add(words)
  listener(words)
}

// ---- single values ----

/**
 * Returns the value stored under `name`, or the fallback if there is none or the browser forbids access. A value that
 * fails the check is renamed and reported.
 */
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
    // the browser forbids access
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

/** Writes a value; returns false and keeps the old value if storage is full or forbidden. */
function tryWrite(name: string, value: unknown): boolean {
  try {
    if (!forgotten) localStorage.setItem(PREFIX + name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Stores a value; returns false and warns the user if that fails. */
export function writeStored(name: string, value: unknown): boolean {
  const isStored = tryWrite(name, value)
  if (!isStored)
    reportProblem(
      "This browser's storage is full or switched off: what you do now is lost when you leave the page. “History and backup” under Puzzles exports your results to a file.",
    )
  return isStored
}

// True once the stored values are cleared; the page is about to reload and must not write.
let forgotten = false

/** Removes all values of this site. */
export function clearStored(): void {
  forgotten = true
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
  } catch {
    // storage is forbidden, so nothing was stored
  }
}

// ---- values that several tabs change ----

type Edit<T> = (value: T) => T

/**
 * A value that several tabs change. Each change is applied to the stored value, so that no tab overwrites the changes
 * of another.
 */
export class SharedValue<T> {
  value: T
  private unsaved: Edit<T>[] = [] // changes that could not be stored yet

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

  /**
   * Applies a change; `edit` must return a new value. A browser lock serializes the writes of several tabs, if the
   * browser has locks.
   */
  change(edit: Edit<T>): void {
    this.unsaved.push(edit)
    this.value = edit(this.value)
    if (globalThis.navigator?.locks)
      navigator.locks.request(PREFIX + this.name, () => this.save()).catch(() => this.save())
    else this.save()
  }

  /** Replaces the stored value; returns false and changes nothing if storage is full. */
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
    return this.unsaved.reduce((value, edit) => edit(value), readStored(this.name, this.initial(), this.check))
  }
}
