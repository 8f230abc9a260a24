import { isMapping, sortedText, type Json, type JsonMapping } from './json.ts'
import { limits } from '../../limits.ts'
import { PatternLimit, UnsupportedPattern } from '../../text/pattern/parse.ts'
import { Patterns } from '../../text/pattern/patterns.ts'
import { weightOf } from '../../read/value/weight.ts'
import type { WorkShare } from '../../work-budget.ts'
import { SchemaDocument } from './document.ts'
import type { Instance } from './instance.ts'
import { keywords } from './keywords.ts'

/** A parameter that violates a keyword. */
export interface SchemaError {
  readonly keyword: string
  /** JSON pointer to the parameter. */
  readonly pointer: string
  /** Steps from the root of the schema to the keyword. */
  readonly path: readonly (string | number)[]
  readonly problem: string
}

/** An unusable keyword, and the reason. */
export interface SchemaProblem {
  readonly path: readonly (string | number)[]
  readonly problem: string
}

/** Thrown if a limit of the check is reached. Unchecked parameters must not pass. */
export class SchemaLimit extends Error {
  readonly limit: 'schemaDepth' | 'parameterErrors'

  constructor(limit: 'schemaDepth' | 'parameterErrors') {
    super(limit)
    this.limit = limit
  }
}

/** The names and items of an object or a list that have been evaluated, for the `unevaluated` keywords. */
export interface Evaluated {
  readonly names: Set<string>
  readonly items: Set<number>
}

/** One visit: a schema, the part of the parameters to which it applies, and the names and items evaluated so far. */
export interface Visit {
  readonly schema: JsonMapping
  readonly instance: Instance
  readonly evaluated: Evaluated | undefined
}

/**
 * The result of checking a part of the parameters against a referenced schema. `reported` means that the check failed
 * and its errors are already collected.
 */
type Followed = 'passes' | 'fails' | 'reported'

/** Units of work per visit to a schema, excluding its keywords' work. */
const visitWork = 40

/** Walks through a schema and the parameters together, and counts every step against the work budget (R5.1). */
export class SchemaWalk {
  readonly errors: SchemaError[] = []
  readonly problems = new Map<string, SchemaProblem>()
  readonly document: SchemaDocument
  readonly share: WorkShare
  readonly #patterns: Patterns
  readonly #enums = new Map<readonly Json[], ReadonlySet<string>>()
  /** Cached results of references, by target schema and checked part. */
  readonly #followed = new Map<JsonMapping, Map<Instance, Followed>>()
  #depth = 0
  /** The innermost schema of the current visit. */
  #inside: JsonMapping | undefined
  /** If above zero, errors are not collected, and the first error ends the visit. */
  #quiet = 0

  constructor(document: SchemaDocument, share: WorkShare) {
    this.document = document
    this.share = share
    this.#patterns = new Patterns(share)
  }

  /** Whether a part satisfies a schema. Collects errors unless only the verdict is needed. */
  visit(schema: Json, instance: Instance, evaluated?: Evaluated): boolean {
    this.share.draw(visitWork)
    if (typeof schema === 'boolean') return schema || this.#refuseAll(instance)
    if (!isMapping(schema)) return true
    if (++this.#depth > limits.schemaDepth) throw new SchemaLimit('schemaDepth')
    const visit: Visit = {
      schema,
      instance,
      evaluated: this.document.asksForUnevaluated ? (evaluated ?? nothing()) : undefined,
    }
    const outer = this.#inside
    this.#inside = schema
    let valid = true
    for (const [keyword, check] of keywords) {
      const value = schema[keyword]
      if (value === undefined || check(this, value, visit)) continue
      valid = false
      if (this.#quiet > 0) break
    }
    this.#inside = outer
    this.#depth--
    return valid
  }

  /** Whether a part satisfies a schema, without collecting errors. */
  passes(schema: Json, instance: Instance, evaluated?: Evaluated): boolean {
    this.#quiet++
    const valid = this.visit(schema, instance, evaluated)
    this.#quiet--
    return valid
  }

  /**
   * Whether a part satisfies a subschema. If it does, the names and items that the subschema evaluated also count for
   * the visit; a subschema that fails has no such effect (JSON Schema 2020-12, 11). With `only`, no errors are
   * collected.
   */
  applies(schema: Json, { instance, evaluated }: Visit, only?: 'verdict'): boolean {
    const seen = evaluated && nothing()
    const valid = only ? this.passes(schema, instance, seen) : this.visit(schema, instance, seen)
    if (!valid || !evaluated || !seen) return valid
    this.share.draw(seen.names.size + seen.items.size)
    for (const name of seen.names) evaluated.names.add(name)
    for (const item of seen.items) evaluated.items.add(item)
    return valid
  }

  /** Whether a test passes for all items. Stops at the first failure, unless errors are collected. */
  every<T>(items: Iterable<T>, ask: (item: T) => boolean): boolean {
    let valid = true
    for (const item of items) {
      if (ask(item)) continue
      valid = false
      if (this.#quiet > 0) break
    }
    return valid
  }

  /** Follows a reference. The result per part is cached, so that repeated references do not multiply the work. */
  follow(schema: JsonMapping, visit: Visit): boolean {
    // The cache contains only verdicts, but every referring schema also needs the evaluated names.
    if (visit.evaluated !== undefined) return this.applies(schema, visit)
    const { instance } = visit
    const known = this.#followed.get(schema) ?? new Map<Instance, Followed>()
    this.#followed.set(schema, known)
    const before = known.get(instance)
    if (before === 'passes' || before === 'reported' || (before === 'fails' && this.#quiet > 0))
      return before === 'passes'
    const valid = this.visit(schema, instance)
    known.set(instance, valid ? 'passes' : this.#quiet > 0 ? 'fails' : 'reported')
    return valid
  }

  /** Reports that a part violates a keyword. */
  refuse(visit: Visit, keyword: string, problem: string, instance = visit.instance): false {
    return this.#refuse(
      keyword,
      [...(this.#quiet > 0 ? [] : this.document.pathTo(visit.schema)), keyword],
      instance,
      problem,
    )
  }

  /** Skips and reports an unusable keyword. */
  misused(visit: Visit, keyword: string, problem: string): true {
    const path = [...this.document.pathTo(visit.schema), keyword]
    const key = JSON.stringify([path, problem])
    if (this.problems.size < limits.parameterErrors && !this.problems.has(key))
      this.problems.set(key, { path, problem: `${keyword} ${problem}` })
    return true
  }

  /**
   * Whether a string matches a pattern. Reports a pattern that is invalid, unsupported or too large: the result is
   * undefined, or false for a pattern that exceeds a limit.
   */
  matches(visit: Visit, keyword: string, pattern: string, text: string): boolean | undefined {
    try {
      return this.#patterns.matches(pattern, text)
    } catch (fault) {
      if (fault instanceof PatternLimit) {
        this.misused(
          visit,
          keyword,
          `is only partly checked, because the pattern ${pattern} exceeds a limit: ${fault.message}`,
        )
        return false
      }
      if (!(fault instanceof UnsupportedPattern || fault instanceof SyntaxError)) throw fault
      this.misused(
        visit,
        keyword,
        `is not checked, because "${pattern}" is not a valid or supported pattern (${fault.message})`,
      )
      return undefined
    }
  }

  /** The values of an `enum` as a set of strings, for fast lookup. */
  enumOf(values: readonly Json[]): ReadonlySet<string> {
    const known = this.#enums.get(values)
    if (known) return known
    const made = new Set(values.map((value) => this.keyOf(value)))
    this.#enums.set(values, made)
    return made
  }

  /** A string that is the same for equal values. */
  keyOf(value: Json): string {
    this.share.draw(weightOf(value))
    return sortedText(value)
  }

  /** Reports a part with the schema `false`, which accepts no value. The error points to the enclosing schema. */
  #refuseAll(instance: Instance): false {
    const path = this.#inside && this.#quiet === 0 ? this.document.pathTo(this.#inside) : []
    return this.#refuse('false', path, instance, 'no value is allowed here')
  }

  #refuse(keyword: string, path: readonly (string | number)[], instance: Instance, problem: string): false {
    if (this.#quiet > 0) return false
    if (this.errors.length >= limits.parameterErrors) throw new SchemaLimit('parameterErrors')
    const { pointer } = instance
    this.errors.push({ keyword, pointer: pointer === '' ? '/' : pointer, path, problem })
    return false
  }
}

function nothing(): Evaluated {
  return { names: new Set(), items: new Set() }
}
