import type { AnalysisOptions } from './request.ts'
import type { Resolution } from './resolution.ts'
import { secretShapes } from '../trust/secret-shapes.ts'
import { fingerprint } from '../trust/secrets.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Shorter values are only hidden where they stand alone: replacing them inside other text would spoil it. */
const leastInText = 4

/** Puts fingerprints in the place of secrets: values of `.env`, and texts shaped like a secret. */
export class Redaction {
  readonly #workspace: Workspace
  readonly #secrets: ReadonlyMap<string, string>
  readonly #marks: ReadonlySet<string>
  readonly #off: boolean

  constructor(workspace: Workspace, resolution: Resolution, options: AnalysisOptions) {
    this.#workspace = workspace
    this.#off = options.show_secrets === true
    const secrets = new Map<string, string>()
    for (const node of resolution.env?.values() ?? []) {
      if (node.by.kind === 'dotenv' && node.text !== '') secrets.set(node.text, fingerprint(workspace.host, node.text))
    }
    // Longer ones first, so that a secret inside another does not break it up.
    this.#secrets = new Map([...secrets].sort(([a], [b]) => b.length - a.length))
    this.#marks = new Set(secrets.values())
  }

  /** The text with every secret in it replaced by its fingerprint. */
  text(text: string): string {
    if (this.#off || text === '') return text
    const whole = this.#secrets.get(text)
    if (whole !== undefined) return whole
    let shown = text
    for (const [secret, mark] of this.#secrets) if (secret.length >= leastInText) shown = shown.replaceAll(secret, mark)
    for (const shape of secretShapes(shown).toReversed()) {
      const found = shown.slice(shape.start, shape.end)
      if (this.#isMark(found)) continue
      const mark = fingerprint(this.#workspace.host, found)
      shown = shown.slice(0, shape.start) + mark + shown.slice(shape.end)
    }
    return shown
  }

  /** A mark reads like `secret: value` itself; marking it again would give equal secrets different marks. */
  #isMark(found: string): boolean {
    return this.#marks.has(found) || this.#marks.has(`secret:${found}`)
  }

  /** A JSON value with every text in it redacted. */
  json<T>(value: T): T {
    if (this.#off) return value
    if (typeof value === 'string') return this.text(value) as T
    if (Array.isArray(value)) return value.map((item: unknown) => this.json(item)) as T
    if (typeof value !== 'object' || value === null) return value
    const made: [string, unknown][] = Object.entries(value).map(([key, item]) => [key, this.json(item)])
    return Object.fromEntries(made) as T
  }
}
