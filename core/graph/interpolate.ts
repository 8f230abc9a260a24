import { limits } from '../limits.ts'
import { pointerTo } from '../text/pointer.ts'
import { pyJson } from '../read/value/json.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { closed, Templates, type Expression, type Template } from './expression.ts'
import { resolvePath } from './path.ts'
import { Sizes, ValueLimit } from './size.ts'

/** The source of one value in an interpolated action (R16.3). */
export interface Origin {
  /** JSON pointer to the text within the interpolated value. */
  readonly at: string
  /** The text between the braces, or `input:name`. */
  readonly expression: string
  /** The path with the value; null if all paths were null, or if an input reference used its default text. */
  readonly from: string | null
  /** The earlier paths, whose values were null. */
  readonly skipped: readonly string[]
  readonly pipes: readonly string[]
  /** Unknown pipe names, which are skipped. */
  readonly unknown_pipes: readonly string[]
}

/** Replaces `${...}` and `{input:...}` with values from a document (R16.3), and reports each value's source. */
export class Interpolator {
  readonly #templates = new Templates()
  readonly sizes: Sizes

  constructor(sizes = new Sizes()) {
    this.sizes = sizes
  }

  /**
   * R16.3: interpolates the strings of a value, including nested mappings and lists. Keys stay unchanged. Throws
   * `ValueLimit` if a value is too large.
   */
  fill(value: Value, document: Dict, origins?: Origin[], at = ''): Value {
    if (typeof value === 'string') return this.#fillText(value, document, origins, at)
    if (isList(value)) return value.map((item, index) => this.fill(item, document, origins, pointerTo(at, index)))
    if (!isDict(value)) return value
    const filled = new Map<Value, Value>()
    for (const [key, item] of value) filled.set(key, this.fill(item, document, origins, pointerTo(at, pyStr(key))))
    return filled
  }

  #fillText(text: string, document: Dict, origins: Origin[] | undefined, at: string): Value {
    if (!text.includes('${') && !text.includes('{input:')) return text
    const template = this.#templates.of(text)
    if (template.whole) return this.#evaluate(template.expressions[0]!, document, origins, at)
    return fillInputs(this.#join(template, document, origins, at), document, origins, at)
  }

  #join(template: Template, document: Dict, origins: Origin[] | undefined, at: string): string {
    let text = ''
    let last = 0
    for (const expression of template.expressions) {
      const value = this.#evaluate(expression, document, origins, at)
      text += template.text.slice(last, expression.start) + (value === null ? '' : this.#text(value))
      notTooLong(text)
      last = expression.end
    }
    return text + template.text.slice(last)
  }

  #evaluate(expression: Expression, document: Dict, origins: Origin[] | undefined, at: string): Value {
    const skipped: string[] = []
    const unknown: string[] = []
    for (const { text, parts } of expression.paths) {
      // R16.3, S21: a path without parts is null.
      const found = parts.length === 0 ? null : resolvePath(document, parts)
      if (found !== null) {
        const value = this.#pipe(found, expression.pipes, unknown)
        origins?.push(originOf(expression, at, text, skipped, unknown))
        return value
      }
      skipped.push(text)
    }
    origins?.push(originOf(expression, at, null, skipped, unknown))
    return null
  }

  /** Applies the pipes to a value that is not null. Unknown names are skipped. */
  #pipe(start: Value, pipes: readonly string[], unknown: string[]): Value {
    let value = start
    for (const name of pipes) {
      if (value === null) return null
      const pipe = pipeNames.get(name)
      if (pipe === undefined) unknown.push(name)
      else value = pipe(this.sizes.checked(value))
    }
    return value
  }

  #text(value: Value): string {
    // Even a small value can have a long text form if lists share items, so the value is measured first.
    return pyStr(this.sizes.checked(value))
  }
}

/** The functions of the `|` pipes. Their input is already measured. */
const pipeNames: ReadonlyMap<string, (value: Value) => Value> = new Map<string, (value: Value) => Value>([
  ['json', jsonOf],
  ['length', lengthOf],
  ['keys', (value) => (isDict(value) ? [...value.keys()] : [])],
  ['upper', (value) => pyStr(value).toUpperCase()],
  ['lower', (value) => pyStr(value).toLowerCase()],
])

/** The valid names after a `|`. */
export const pipes: readonly string[] = [...pipeNames.keys()]

/** The JSON of a value; null for a value without a JSON form, such as a set. */
function jsonOf(value: Value): Value {
  const json = pyJson(value)
  return 'text' in json ? json.text : null
}

function lengthOf(value: Value): Value {
  if (typeof value === 'string') return [...value].length
  if (isList(value)) return value.length
  return isDict(value) ? value.size : null
}

const inputShape = /\{input:([\p{L}\p{N}_]+)(\?|[:|][^}]*)?\}/gu

/**
 * R16.3: replaces `{input:name}`. Without the input, the result is empty with `?`, the default with `:` or `|`, and
 * otherwise the unchanged text.
 */
function fillInputs(text: string, document: Dict, origins: Origin[] | undefined, at: string): string {
  if (!text.includes('{input:')) return text
  const inputs = document.get('inputs') ?? null
  const ended = closed(text)
  const head = ended.replace(inputShape, (whole, name: string, otherwise: string | undefined) => {
    const value = resolvePath(inputs, [name])
    if (value === null && otherwise === undefined) return whole
    origins?.push({
      at,
      expression: `input:${name}${otherwise ?? ''}`,
      from: value === null ? null : `inputs.${name}`,
      skipped: [],
      pipes: [],
      unknown_pipes: [],
    })
    return value === null ? (otherwise ?? '').slice(1) : pyStr(value)
  })
  const filled = head + text.slice(ended.length)
  notTooLong(filled)
  return filled
}

function notTooLong(text: string): void {
  if (text.length > limits.graphValueLength) throw new ValueLimit('graphValueLength')
}

function originOf(
  expression: Expression,
  at: string,
  from: string | null,
  skipped: readonly string[],
  unknown: readonly string[],
): Origin {
  return { at, expression: expression.text, from, skipped, pipes: expression.pipes, unknown_pipes: unknown }
}
