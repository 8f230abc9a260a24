import { limits } from '../limits.ts'
import type { Located, LocatedDict } from '../read/located.ts'
import { plain } from '../read/located.ts'
import type { KeySchemas } from '../read/metadata/key-schema.ts'
import { encodeValue, type JsonValue } from '../read/value/encode.ts'
import { nearest } from '../text/near.ts'
import type { SourceRange } from '../text/source.ts'

/** A problem in a lesson or expectation file, with its place. A file with only warnings still works. */
export interface FieldProblem {
  readonly code:
    | 'syntax'
    | 'missing'
    | 'wrong-type'
    | 'not-allowed'
    | 'unknown-key'
    | 'same-id'
    | 'only-absent'
    | 'bare-index'
    | 'limit'
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly hint: string
  readonly at: SourceRange
}

/** Reads a mapping of a lesson or expectation file key by key. Records each problem with its place and continues. */
export class Fields {
  readonly node: LocatedDict
  readonly #path: string
  readonly #within: string
  readonly #problems: FieldProblem[]

  private constructor(node: LocatedDict, path: string, within: string, problems: FieldProblem[]) {
    this.node = node
    this.#path = path
    this.#within = within
    this.#problems = problems
  }

  /**
   * The fields of a node, with keys checked against the schema. If the node is not a mapping, reports a problem and
   * returns undefined.
   */
  static of(
    node: Located,
    path: string,
    within: string,
    keys: KeySchemas,
    problems: FieldProblem[],
  ): Fields | undefined {
    if (node.kind !== 'dict') {
      const at = { path, start: node.start, end: node.end }
      problems.push(
        problem(
          'wrong-type',
          `${capital(within)} is not a mapping.`,
          'Write it as lines of the form "key: value".',
          at,
        ),
      )
      return undefined
    }
    const fields = new Fields(node, path, within, problems)
    fields.#holdAgainst(keys)
    return fields
  }

  has(key: string): boolean {
    return this.node.entries.has(key)
  }

  at(key?: string): SourceRange {
    const entry = key === undefined ? undefined : this.node.entries.get(key)
    const { start, end } = entry?.value ?? this.node
    return { path: this.#path, start, end }
  }

  complain(code: FieldProblem['code'], message: string, hint: string, key?: string): void {
    this.#problems.push(problem(code, message, hint, this.at(key)))
  }

  /** The string value of a required key. */
  text(key: string): string {
    const text = this.textIfAny(key)
    if (text === null && !this.has(key)) this.#missing(key)
    return text ?? ''
  }

  textIfAny(key: string): string | null {
    const node = this.node.entries.get(key)?.value
    if (!node) return null
    if (node.kind === 'scalar' && typeof node.value === 'string') return node.value
    this.complain('wrong-type', `\`${key}\` of ${this.#within} is not a string.`, 'Put the value in quotes.', key)
    return null
  }

  flag(key: string): boolean {
    const node = this.node.entries.get(key)?.value
    if (!node) return false
    if (node.kind !== 'scalar' || typeof node.value !== 'boolean')
      this.complain('wrong-type', `\`${key}\` of ${this.#within} is not a boolean.`, 'Write true or false.', key)
    return node.kind === 'scalar' && node.value === true
  }

  oneOf<const T extends string>(key: string, choices: readonly T[]): T | undefined {
    const text = this.textIfAny(key)
    const found = choices.find((choice) => choice === text)
    if (text !== null && found === undefined)
      this.complain(
        'not-allowed',
        `\`${key}\` of ${this.#within} has the invalid value ${text}.`,
        `Write one of ${choices.join(', ')}.`,
        key,
      )
    return found
  }

  json(key: string): JsonValue {
    const node = this.node.entries.get(key)?.value
    return node ? encodeValue(plain(node)) : null
  }

  /** The members of a list, empty if the key is absent. An absent key is a problem if `required`. */
  list(key: string, most: number, required: boolean): readonly Located[] {
    const node = this.node.entries.get(key)?.value
    if (!node) {
      if (required) this.#missing(key)
      return []
    }
    if (node.kind !== 'list') {
      this.complain(
        'wrong-type',
        `\`${key}\` of ${this.#within} is not a list.`,
        'Write each entry on its own line, after a hyphen.',
        key,
      )
      return []
    }
    if (node.items.length > most) {
      const found = `\`${key}\` of ${this.#within} has ${node.items.length} entries; the limit is ${most}.`
      this.complain('limit', found, 'Remove some entries.', key)
    }
    return node.items.slice(0, most)
  }

  child(key: string, keys: KeySchemas): Fields | undefined {
    const node = this.node.entries.get(key)?.value
    return node && Fields.of(node, this.#path, `\`${key}\` of ${this.#within}`, keys, this.#problems)
  }

  /** The fields of a list member. */
  member(node: Located, within: string, keys: KeySchemas): Fields | undefined {
    return Fields.of(node, this.#path, within, keys, this.#problems)
  }

  #missing(key: string): void {
    this.complain('missing', `${capital(this.#within)} has no \`${key}\`.`, `Add \`${key}:\` with a value.`)
  }

  #holdAgainst(keys: KeySchemas): void {
    for (const [name, { keyStart, keyEnd }] of this.node.entries) {
      if (typeof name === 'string' && Object.hasOwn(keys, name)) continue
      const said = String(name).slice(0, limits.lessonShortText)
      const [near] = nearest(said, Object.keys(keys))
      const hint = near === undefined ? `Valid keys: ${Object.keys(keys).join(', ')}.` : `Did you mean \`${near}\`?`
      const at = { path: this.#path, start: keyStart, end: keyEnd }
      this.#problems.push({
        ...problem('unknown-key', `Unknown key \`${said}\` in ${this.#within}.`, hint, at),
        severity: 'warning',
      })
    }
  }
}

function problem(code: FieldProblem['code'], message: string, hint: string, at: SourceRange): FieldProblem {
  return { code, severity: 'error', message, hint, at }
}

/** The string with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
