import { format, schemaMapKeyword, Validator, type OutputUnit, type Schema } from '@cfworker/json-schema'
import { limits } from '../limits.ts'
import { matchesPattern, PatternLimit } from '../text/pattern/match.ts'
import { parsePattern, UnsupportedPattern } from '../text/pattern/parse.ts'

/** What a schema says of an instance, and which parts of it could not be asked. */
export interface SchemaVerdict {
  readonly errors: readonly OutputUnit[]
  readonly problems: readonly string[]
}

/**
 * Validate plain JSON against a schema, in bounded time (R5.1): patterns are matched by our own matcher, references
 * that multiply are given up on. Throws what the library throws for a schema that is none.
 */
export function validateSchema(schema: unknown, instance: unknown): SchemaVerdict {
  const prepared = new PreparedSchema(instance)
  const validator = new Validator(prepared.rewrite(schema) as Schema, '2020-12', false)
  return prepared.withPatterns(() => validator.validate(instance))
}

/** The library has one door for own checks of texts, its table of formats; patterns go through it. */
const ownFormat = 'pattern:'
const literalKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])

class PreparedSchema {
  readonly #patterns = new Set<string>()
  readonly #problems = new Set<string>()
  readonly #keys = new Set<string>()
  #longestList = 0
  #steps = 0

  constructor(instance: unknown) {
    this.#look(instance)
  }

  /** The schema with its patterns as formats; its own formats are not asserted, as in Python's jsonschema (R5.1). */
  rewrite(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.rewrite(item))
    if (typeof schema !== 'object' || schema === null) return schema
    const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'pattern' && typeof value === 'string') this.#takePattern(made, value)
      else if (key === 'patternProperties' && isObject(value)) made[key] = this.#literalKeys(value)
      else if (key === 'uniqueItems' && this.#longestList > limits.uniqueItems)
        this.#problems.add(`uniqueItems is not checked for lists of more than ${limits.uniqueItems} items`)
      else if (literalKeywords.has(key)) made[key] = value
      else if (Object.hasOwn(schemaMapKeyword, key) && isObject(value)) made[key] = this.#eachValue(value)
      else if (key !== 'format' || typeof value !== 'string') made[key] = this.rewrite(value)
    }
    return this.#counted(made)
  }

  /** Run the library with the patterns in its table, and take them out again. */
  withPatterns(validate: () => { readonly errors: readonly OutputUnit[] }): SchemaVerdict {
    for (const pattern of this.#patterns) format[ownFormat + pattern] = (text) => this.#matches(pattern, text)
    try {
      return { errors: validate().errors.map(asPattern), problems: [...this.#problems] }
    } finally {
      for (const pattern of this.#patterns) delete format[ownFormat + pattern]
    }
  }

  #takePattern(made: Record<string, unknown>, pattern: string): void {
    try {
      parsePattern(pattern)
      this.#patterns.add(pattern)
      made['format'] = ownFormat + pattern
    } catch (fault) {
      if (!(fault instanceof UnsupportedPattern)) throw fault
      this.#problems.add(`the pattern ${pattern} is not checked: ${fault.message}`)
    }
  }

  /** A text that takes too long fails: what was not checked must not pass. */
  #matches(pattern: string, text: string): boolean {
    try {
      return matchesPattern(pattern, text)
    } catch (fault) {
      if (fault instanceof PatternLimit) this.#problems.add(`the pattern ${pattern} is given up on: ${fault.message}`)
      return false
    }
  }

  /** The library would match every key by itself: give it the keys that match, letter by letter. */
  #literalKeys(patterns: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [pattern, schema] of Object.entries(patterns)) {
      const keys = [...this.#keys].filter((key) => this.#matches(pattern, key))
      for (const key of keys) {
        const literal = `^${key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`
        const other = made[literal]
        made[literal] = other === undefined ? this.rewrite(schema) : { allOf: [other, this.rewrite(schema)] }
      }
    }
    return made
  }

  #eachValue(schemas: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [name, schema] of Object.entries(schemas)) made[name] = this.rewrite(schema)
    return made
  }

  /** Every visit of a schema reads its `type`: references that multiply are noticed there. */
  #counted(schema: Record<string, unknown>): Record<string, unknown> {
    const { type } = schema
    const get = (): unknown => {
      if (++this.#steps > limits.schemaSteps) throw new Error('checking it takes too long')
      return type
    }
    return Object.defineProperty(schema, 'type', { get, enumerable: type !== undefined })
  }

  #look(instance: unknown): void {
    if (Array.isArray(instance)) {
      this.#longestList = Math.max(this.#longestList, instance.length)
      for (const item of instance as readonly unknown[]) this.#look(item)
    } else if (isObject(instance)) {
      for (const [key, item] of Object.entries(instance)) {
        this.#keys.add(key)
        this.#look(item)
      }
    }
  }
}

function asPattern(error: OutputUnit): OutputUnit {
  if (error.keyword !== 'format') return error
  return {
    ...error,
    keyword: 'pattern',
    keywordLocation: error.keywordLocation.replace(/format$/, 'pattern'),
    error: 'String does not match pattern.',
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
