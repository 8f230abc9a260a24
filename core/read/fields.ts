import { limits } from '../limits.ts'
import { nearest } from '../text/near.ts'
import type { SourceRange } from '../text/source.ts'
import type { FieldSchema, FieldSchemas, Forms } from './field-schema.ts'
import { plain, type Located, type LocatedDict } from './located.ts'
import { encodeValue, type JsonValue } from './value/encode.ts'
import type { Value } from './value/value.ts'

/** A problem in a file that people write, with its place. A lesson with only warnings still works. */
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

/**
 * The fields of a mapping in a file. It is checked with its schema once, and each problem is recorded with its place.
 * The typed accessors read a value of another type as an absent one.
 */
export class Fields {
  /** The names of the forms that apply, such as `at` and `is` for a goal. */
  readonly forms: readonly string[]
  readonly #node: LocatedDict
  readonly #path: string
  readonly #within: string
  readonly #keys: FieldSchemas
  readonly #problems: FieldProblem[]

  private constructor(node: LocatedDict, path: string, within: string, schema: FieldSchema, problems: FieldProblem[]) {
    this.#node = node
    this.#path = path
    this.#within = within
    this.#problems = problems
    const { keys = {} } = schema
    this.#complainOfUnknown(keys)
    const chosen = this.#choose(schema.forms, keys)
    this.forms = chosen.names
    this.#keys = chosen.keys
    for (const [key, field] of Object.entries(this.#keys)) this.#check(key, field)
  }

  /** The fields of a node; undefined, with a problem, if it is not a mapping. */
  static of(
    node: Located,
    path: string,
    within: string,
    schema: FieldSchema,
    problems: FieldProblem[],
  ): Fields | undefined {
    if (node.kind === 'dict') return new Fields(node, path, within, schema, problems)
    const at = { path, start: node.start, end: node.end }
    problems.push(problem('wrong-type', `${capital(within)} is not a mapping.`, schema.advice ?? mappingHint, at))
    return undefined
  }

  has(key: string): boolean {
    return this.#node.entries.has(key)
  }

  at(key?: string): SourceRange {
    const entry = key === undefined ? undefined : this.#node.entries.get(key)
    const { start, end } = entry?.value ?? this.#node
    return { path: this.#path, start, end }
  }

  complain(code: FieldProblem['code'], message: string, hint: string, key?: string): void {
    this.#problems.push(problem(code, message, hint, this.at(key)))
  }

  text(key: string): string {
    return this.textIfAny(key) ?? ''
  }

  textIfAny(key: string): string | null {
    const value = this.value(key)
    return typeof value === 'string' ? value : null
  }

  flag(key: string): boolean {
    return this.value(key) === true
  }

  oneOf<const T extends string>(key: string, choices: readonly T[]): T | undefined {
    const value = this.value(key)
    return choices.find((choice) => choice === value)
  }

  json(key: string): JsonValue {
    const value = this.value(key)
    return value === undefined ? null : encodeValue(value)
  }

  value(key: string): Value | undefined {
    const node = this.#node.entries.get(key)?.value
    return node && plain(node)
  }

  /** The strings of a list, with an empty string for each other item; an empty list for another value. */
  texts(key: string): readonly string[] {
    return this.#items(key).map((node) => (isText(node) ? node.value : ''))
  }

  child(key: string): Fields | undefined {
    const node = this.#node.entries.get(key)?.value
    return node && Fields.of(node, this.#path, `\`${key}\` of ${this.#within}`, this.#schemaOf(key), this.#problems)
  }

  /** The mappings of a list, each with its name in messages. */
  members(
    key: string,
    nameOf: (number: number) => string,
  ): readonly { readonly within: string; readonly fields: Fields }[] {
    return this.#items(key).flatMap((node, index) => {
      const within = nameOf(index + 1)
      const fields = Fields.of(node, this.#path, within, this.#schemaOf(key), this.#problems)
      return fields ? [{ within, fields }] : []
    })
  }

  #schemaOf(key: string): FieldSchema {
    const schema = this.#keys[key]
    if (!schema) throw new Error(`the schema of ${this.#within} has no field ${key}`)
    return schema
  }

  #items(key: string): readonly Located[] {
    const node = this.#node.entries.get(key)?.value
    const { most } = this.#schemaOf(key)
    return node?.kind === 'list' ? node.items.slice(0, most && limits[most]) : []
  }

  #complainOfUnknown(keys: FieldSchemas): void {
    for (const [name, { keyStart, keyEnd }] of this.#node.entries) {
      if (typeof name === 'string' && Object.hasOwn(keys, name)) continue
      const said = String(name).slice(0, limits.lessonShortText)
      const [near] = nearest(said, Object.keys(keys))
      const hint = near === undefined ? `Valid keys: ${Object.keys(keys).join(', ')}.` : `Did you mean \`${near}\`?`
      const at = { path: this.#path, start: keyStart, end: keyEnd }
      const unknown = problem('unknown-key', `Unknown key \`${said}\` in ${this.#within}.`, hint, at)
      this.#problems.push({ ...unknown, severity: 'warning' })
    }
  }

  /** The form that applies, with the schemas of its fields; the unchanged schemas if no form applies. */
  #choose(forms: Forms | undefined, keys: FieldSchemas): { names: readonly string[]; keys: FieldSchemas } {
    const name = forms && (forms.by ? this.#formBy(forms, forms.by) : this.#formIn(forms))
    const form = forms && name !== undefined ? forms.each[name] : undefined
    if (!form || name === undefined) return { names: [], keys }
    const { needs = [], without = [], narrow = {} } = form
    for (const key of without.filter((one) => this.has(one))) {
      const message = `${capital(this.#within)} of the kind ${name} cannot have \`${key}\`.`
      this.complain('not-allowed', message, 'Remove the key, or change the kind.', key)
    }
    const inner = this.#choose(form.forms, keys)
    const narrowed = Object.entries(inner.keys).map(([key, schema]): readonly [string, FieldSchema] => {
      // The value of a forbidden field has no further problems.
      if (without.includes(key)) return [key, { about: schema.about }]
      return [key, { ...schema, ...narrow[key], ...(needs.includes(key) && { required: true }) }]
    })
    return { names: [name, ...inner.names], keys: Object.fromEntries(narrowed) }
  }

  #formBy(forms: Forms, { field, otherwise }: NonNullable<Forms['by']>): string | undefined {
    const value = this.has(field) ? this.value(field) : otherwise
    return typeof value === 'string' && Object.hasOwn(forms.each, value) ? value : undefined
  }

  #formIn({ each }: Forms): string | undefined {
    const names = Object.keys(each)
    const [first, ...others] = names.filter((name) => this.has(name))
    if (first !== undefined && others.length === 0) return first
    const message =
      first === undefined
        ? `${capital(this.#within)} has none of the keys ${names.join(', ')}.`
        : `${capital(this.#within)} has the keys ${[first, ...others].join(' and ')}, which exclude each other.`
    this.complain('missing', message, `Write exactly one of ${names.join(', ')}.`)
    return undefined
  }

  #check(key: string, schema: FieldSchema): void {
    const node = this.#node.entries.get(key)?.value
    const called = `\`${key}\` of ${this.#within}`
    if (!node) {
      if (schema.required)
        this.complain('missing', `${capital(this.#within)} has no \`${key}\`.`, `Add \`${key}:\` with a value.`)
      return
    }
    const wrong = faultOf(schema, node)
    if (wrong) this.complain(wrong.code, `${called} ${wrong.is}.`, schema.advice ?? wrong.hint, key)
  }
}

interface Fault {
  readonly code: FieldProblem['code']
  /** The part of a sentence after the name of the field. */
  readonly is: string
  readonly hint: string
}

/** The reason why a value does not match its schema. `Fields.of` checks mappings. */
function faultOf(schema: FieldSchema, node: Located): Fault | undefined {
  const { type, only, full, most, format, closed, values = {} } = schema
  if (only !== undefined && !(node.kind === 'scalar' && node.value === only))
    return { code: 'not-allowed', is: `is not ${only}`, hint: `Write ${only}.` }
  // `Fields.of` reports a value that is not a mapping with known keys, because it names its place.
  if (type !== undefined && !(type === 'mapping' && schema.keys) && !typeTests[type].test(node))
    return { code: 'wrong-type', is: `is not ${typeTests[type].is}`, hint: typeTests[type].hint }
  const length = node.kind === 'list' ? node.items.length : isText(node) ? node.value.length : undefined
  if (full && length === 0) return { code: 'missing', is: 'is empty', hint: 'Write a value.' }
  if (most && length !== undefined && length > limits[most]) {
    const [unit, hint] =
      node.kind === 'list' ? ['entries', 'Remove some entries.'] : ['characters', 'Shorten the text.']
    return { code: 'limit', is: `has ${length} ${unit}; the limit is ${limits[most]} (${most})`, hint }
  }
  if (!isText(node)) return undefined
  if (closed !== undefined && !Object.hasOwn(values, node.value)) {
    const hint = `Write one of ${Object.keys(values).join(', ')}.`
    return { code: 'not-allowed', is: `has the invalid value ${node.value}`, hint }
  }
  if (format && !new RegExp(format.pattern).test(node.value))
    return { code: 'not-allowed', is: `is not ${format.called}: ${node.value}`, hint: 'Change the value.' }
  return undefined
}

const mappingHint = 'Write it as lines of the form "key: value".'
const listHint = 'Write each entry on its own line, after a hyphen.'

const typeTests: Readonly<
  Record<NonNullable<FieldSchema['type']>, { test(node: Located): boolean; readonly is: string; readonly hint: string }>
> = {
  text: { test: (node) => isText(node), is: 'a string', hint: 'Put the value in quotes.' },
  flag: {
    test: (node) => node.kind === 'scalar' && typeof node.value === 'boolean',
    is: 'a boolean',
    hint: 'Write true or false.',
  },
  number: {
    test: (node) => node.kind === 'scalar' && typeof node.value === 'number',
    is: 'a number',
    hint: 'Write a number.',
  },
  count: {
    test: (node) =>
      node.kind === 'scalar' && typeof node.value === 'number' && Number.isSafeInteger(node.value) && node.value >= 0,
    is: 'a whole number',
    hint: 'Write 0 or a larger whole number.',
  },
  texts: {
    test: (node) => node.kind === 'list' && node.items.every(isText),
    is: 'a list of strings',
    hint: listHint,
  },
  pair: {
    test: (node) => node.kind === 'list' && node.items.length === 2 && node.items.every(isText),
    is: 'a list of two strings',
    hint: 'Write [first, second].',
  },
  mapping: { test: (node) => node.kind === 'dict', is: 'a mapping', hint: mappingHint },
  mappings: { test: (node) => node.kind === 'list', is: 'a list', hint: listHint },
}

function isText(node: Located): node is Located & { readonly kind: 'scalar'; readonly value: string } {
  return node.kind === 'scalar' && typeof node.value === 'string'
}

function problem(code: FieldProblem['code'], message: string, hint: string, at: SourceRange): FieldProblem {
  return { code, severity: 'error', message, hint, at }
}

/** The string with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
