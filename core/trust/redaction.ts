import type { Ports } from '../input/host.ts'
import type { WorkShare } from '../work-budget.ts'
import { SecretFinder } from './secret-finder.ts'
import { isNamedSecret, secretShapes } from './secret-shapes.ts'
import { fingerprint } from './secrets.ts'

/**
 * The minimum length of a secret that is hidden inside other text. A shorter secret is hidden only as a whole value.
 */
const leastInText = 4
/** The start of a mark that replaces a secret, and the length of a mark. */
const label = 'secret:'
const markLength = label.length + 8
/** Units of work per fingerprint, and per character searched. */
const fingerprintWork = 50
const characterWork = 0.3

/**
 * Replaces secrets with fingerprints: known values, values whose name indicates a secret, and strings that look like
 * one.
 */
export class Redaction {
  readonly #host: Ports
  readonly #share: WorkShare
  readonly #secrets: ReadonlySet<string>
  readonly #finder: SecretFinder
  /** The mark that replaces each secret. */
  readonly #marks = new Map<string, string>()
  readonly #made = new Set<string>()
  readonly #off: boolean

  /**
   * `secrets`: the secrets as whole values, however short. The work counts against the share; `off` shows everything.
   */
  constructor(secrets: ReadonlySet<string>, host: Ports, share: WorkShare, off = false) {
    this.#secrets = secrets
    this.#host = host
    this.#share = share
    this.#off = off
    this.#finder = new SecretFinder(
      [...secrets].filter(({ length }) => length >= leastInText),
      share,
    )
  }

  /** The string with every secret replaced by its fingerprint. */
  text(text: string): string {
    if (this.#off || text === '') return text
    if (this.#secrets.has(text)) return this.#markOf(text)
    this.#share.draw(text.length * characterWork)
    let shown = ''
    let rest = 0
    for (const { start, secret } of this.#finder.in(text)) {
      shown += text.slice(rest, start) + this.#markOf(secret)
      rest = start + secret.length
    }
    return this.#withoutShapes(rest === 0 ? text : shown + text.slice(rest))
  }

  #withoutShapes(text: string): string {
    let shown = ''
    let rest = 0
    for (const { start, end } of secretShapes(text)) {
      const found = text.slice(start, end)
      if (this.#isMark(found)) continue
      shown += text.slice(rest, start) + this.#shape(found)
      rest = end
    }
    return rest === 0 ? text : shown + text.slice(rest)
  }

  /** A match of a shape. If it begins with a mark, as in `${API}/items`, only the rest can still be a secret. */
  #shape(found: string): string {
    const mark = [markLength, markLength - label.length].find((length) => this.#isMark(found.slice(0, length)))
    return mark === undefined ? this.#markOf(found) : found.slice(0, mark) + this.#withoutShapes(found.slice(mark))
  }

  #markOf(secret: string): string {
    const known = this.#marks.get(secret)
    if (known !== undefined) return known
    this.#share.draw(fingerprintWork + secret.length)
    const mark = fingerprint(this.#host, secret)
    this.#marks.set(secret, mark)
    this.#made.add(mark)
    return mark
  }

  /**
   * Whether a match is a mark. A mark looks like `secret: value`; marking it again would give equal secrets different
   * marks.
   */
  #isMark(found: string): boolean {
    return this.#made.has(found) || this.#made.has(`${label}${found}`)
  }

  /**
   * The JSON value with every string redacted; the same value if it contains no secret. `name` is the name of the
   * value.
   */
  json<T>(value: T, name?: string): T {
    if (this.#off) return value
    if (typeof value === 'string') {
      const isNamed = name !== undefined && !this.#isMark(value) && isNamedSecret(name, value)
      return (isNamed ? this.#markOf(value) : this.text(value)) as T
    }
    if (typeof value !== 'object' || value === null) return value
    this.#share.draw(1)
    if (Array.isArray(value)) {
      const shown = value.map((item: unknown) => this.json(item))
      return (shown.some((item, index) => item !== value[index]) ? shown : value) as T
    }
    const entries = Object.entries(value)
    const shown = entries.map(([key, item]): [string, unknown] => [key, this.json(item, key)])
    return shown.some(([, item], index) => item !== entries[index]?.[1]) ? (Object.fromEntries(shown) as T) : value
  }
}
