import { isArray, isMapping, type Json, type JsonMapping } from './json.ts'

/** The place of a part in a schema: its step in the parent, and the base address for references. */
interface Trail {
  readonly parent: Trail | undefined
  readonly step: string | number
  readonly base: string
}

/** Keywords whose values are data, not schemas. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])

/** A schema with the places of its parts and the targets of its references, all inside the schema (R5.1). */
export class SchemaDocument {
  readonly root: Json
  /** Whether a keyword needs to know which parts other keywords evaluated. */
  asksForUnevaluated = false
  /** The number of parts in the schema. */
  parts = 0
  readonly #trails = new Map<JsonMapping | readonly Json[], Trail>()
  readonly #named = new Map<string, JsonMapping>()

  constructor(root: Json) {
    this.root = root
    if (isMapping(root)) this.#named.set('', root)
    this.#register(root, { parent: undefined, step: '', base: '' })
  }

  /** The steps from the root to a part. */
  pathTo(part: JsonMapping): readonly (string | number)[] {
    const steps: (string | number)[] = []
    for (let here = this.#trails.get(part); here?.parent; here = here.parent) steps.unshift(here.step)
    return steps
  }

  /**
   * The target of a reference in a part: `#/a/b`, `#anchor`, or the `$id` of a part in the same document. Undefined if
   * the target does not exist.
   */
  resolve(reference: string, from: JsonMapping): Json | undefined {
    const [address = '', fragment = ''] = reference.split('#', 2)
    const base = addressFrom(this.#trails.get(from)?.base ?? '', address)
    if (fragment !== '' && !fragment.startsWith('/')) return this.#named.get(`${base}#${fragment}`)
    let here: Json | undefined = this.#named.get(base)
    for (const step of fragment.split('/').slice(1).map(decodeStep)) {
      if (isArray(here)) here = here[Number(step)]
      else here = isMapping(here) && Object.hasOwn(here, step) ? here[step] : undefined
    }
    return here
  }

  #register(value: Json, trail: Trail): void {
    this.parts++
    if (isArray(value)) {
      this.#trails.set(value, trail)
      value.forEach((item, index) => this.#register(item, { parent: trail, step: index, base: trail.base }))
    } else if (isMapping(value)) {
      const here = this.#name(value, trail)
      this.#trails.set(value, here)
      for (const [key, item] of Object.entries(value)) {
        this.asksForUnevaluated ||= key === 'unevaluatedProperties' || key === 'unevaluatedItems'
        if (!dataKeywords.has(key)) this.#register(item, { parent: here, step: key, base: here.base })
      }
    }
  }

  #name(schema: JsonMapping, trail: Trail): Trail {
    const { $id, $anchor, $dynamicAnchor } = schema
    const base = typeof $id === 'string' ? addressFrom(trail.base, $id.split('#', 1)[0] ?? '') : trail.base
    if (typeof $id === 'string') this.#named.set(base, schema)
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name === 'string') this.#named.set(`${base}#${name}`, schema)
    }
    return base === trail.base ? trail : { ...trail, base }
  }
}

/** Resolves a relative address (RFC 3986 without dot segments, which schema addresses do not need). */
function addressFrom(base: string, relative: string): string {
  if (relative === '') return base
  if (/^[a-z][a-z0-9+.-]*:/i.test(relative)) return relative
  const root = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i.exec(base)?.[0] ?? ''
  if (relative.startsWith('/')) return root + relative
  return `${base.slice(0, Math.max(base.lastIndexOf('/') + 1, root.length))}${relative}`
}

function decodeStep(step: string): string {
  let text = step
  try {
    text = decodeURIComponent(step)
  } catch {
    // a stray percent sign is an ordinary character
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}
