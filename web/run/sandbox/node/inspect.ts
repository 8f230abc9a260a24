import { layOut } from './inspect-layout.ts'
import type { Page } from './inspect-layout.ts'

/** `util.inspect` and `util.format` as Node prints values, as far as tools print them. */
export interface InspectOptions {
  readonly depth?: number | null
  readonly compact?: boolean | number
  readonly breakLength?: number
  readonly sorted?: boolean
}

const custom = Symbol.for('nodejs.util.inspect.custom')

export function inspect(value: unknown, options: InspectOptions = {}): string {
  const { breakLength = 80, compact = 3 } = options
  const depth = options.depth === null ? Infinity : (options.depth ?? 2)
  return show(
    value,
    { depth, options, seen: [], indent: 0, deepest: 0, breakLength, compact: Number(compact) },
    0,
    true,
  )
}
inspect.custom = custom

interface State extends Page {
  readonly depth: number
  readonly options: InspectOptions
  readonly seen: object[]
}

function show(value: unknown, state: State, level: number, top = false): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'bigint':
      return `${value}n`
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'symbol':
    case 'boolean':
    case 'undefined':
      return String(value)
    default:
      return value === null ? 'null' : showObject(value as object, state, level, top)
  }
}

function showObject(value: object, state: State, level: number, top: boolean): string {
  if (state.seen.includes(value)) return '[Circular *1]'
  const own = (value as Record<symbol, unknown>)[custom]
  if (typeof own === 'function') {
    const shown: unknown = own.call(value, state.depth - level, state.options, inspect)
    return typeof shown === 'string' ? shown : show(shown, state, level)
  }
  const keys = Object.keys(value).filter(
    (key) => !(Array.isArray(value) || ArrayBuffer.isView(value)) || !/^\d+$/.test(key),
  )
  const symbols = Object.getOwnPropertySymbols(value).filter(
    (symbol) => Object.getOwnPropertyDescriptor(value, symbol)?.enumerable,
  )
  const base = plainForm(value)
  if (base !== undefined && keys.length === 0 && symbols.length === 0) return base
  const name = prefixOf(value)
  const list = Array.isArray(value) || ArrayBuffer.isView(value)
  const isEmpty = keys.length + symbols.length === 0 && sizeOf(value) === 0
  if (level > state.depth && !isEmpty) return `[${Array.isArray(value) ? 'Array' : name.trim() || 'Object'}]`
  state.seen.push(value)
  state.deepest = level
  state.indent += 2
  const items = itemsOf(value, state, level)
  const entries = [...items, ...[...keys, ...symbols].map((key) => showProperty(value, key, state, level))]
  state.indent -= 2
  state.seen.pop()
  const mark = top && entries.some((part) => part.includes('[Circular *1]')) ? '<ref *1> ' : ''
  const open = mark + (base === undefined ? name : '') + (list ? '[' : '{')
  const close = list ? ']' : '}'
  if (entries.length === 0) return open + close
  return layOut(
    entries,
    { base: base ?? '', open, close, level, grouped: Array.isArray(value) ? value : undefined },
    state,
  )
}

function sizeOf(value: object): number {
  if (value instanceof Map || value instanceof Set) return value.size
  return Array.isArray(value) ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0
}

function showProperty(value: object, key: string | symbol, state: State, level: number): string {
  const property = Object.getOwnPropertyDescriptor(value, key)
  const shown =
    property?.get !== undefined
      ? property.set === undefined
        ? '[Getter]'
        : '[Getter/Setter]'
      : property?.set !== undefined
        ? '[Setter]'
        : show(property?.value, state, level + 1)
  const name = typeof key === 'symbol' ? `[${String(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)
  return `${name}: ${shown}`
}

function itemsOf(value: object, state: State, level: number): string[] {
  if (Array.isArray(value)) return arrayItems(value, state, level)
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return arrayItems(Array.from(value as unknown as ArrayLike<unknown>), state, level)
  if (value instanceof Map)
    return [...value].map(([key, item]) => `${show(key, state, level + 1)} => ${show(item, state, level + 1)}`)
  if (value instanceof Set) return [...value].map((item) => show(item, state, level + 1))
  return []
}

function arrayItems(value: readonly unknown[], state: State, level: number): string[] {
  const items: string[] = []
  for (let at = 0; at < value.length && items.length < 100; at++) {
    if (at in value) items.push(show(value[at], state, level + 1))
    else {
      let gap = at
      while (gap < value.length && !(gap in value)) gap++
      items.push(`<${gap - at} empty item${gap - at > 1 ? 's' : ''}>`)
      at = gap - 1
    }
  }
  const left = value.length - 100
  return left > 0 ? [...items, `... ${left} more item${left > 1 ? 's' : ''}`] : items
}

/** Values that are shown as one word, with their own properties behind. */
function plainForm(value: object): string | undefined {
  if (typeof value === 'function') {
    const isClass = /^class\b/.test(Function.prototype.toString.call(value))
    const kind = isClass ? 'class' : value.constructor.name || 'Function'
    return isClass
      ? `[class ${value.name || '(anonymous)'}]`
      : `[${kind}${value.name === '' ? ' (anonymous)' : `: ${value.name}`}]`
  }
  if (value instanceof Error)
    return value.stack !== undefined && value.stack !== '' ? stackOf(value) : `[${String(value)}]`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp) return String(value)
  if (value instanceof Promise) return 'Promise { <pending> }'
  if (value instanceof WeakMap) return 'WeakMap { <items unknown> }'
  if (value instanceof String) return `[String: ${quote(String(value))}]`
  if (value instanceof Number || value instanceof Boolean) return `[${value.constructor.name}: ${String(value)}]`
  return undefined
}

const frameLimit = 10

/** QuickJS keeps the message out of `stack`; Node has both. */
export function stackOf(error: Error): string {
  const lines = (error.stack ?? '')
    .split('\n')
    .filter((line) => line !== '' && !/\(node:internal|\(native\)/.test(line))
  const frames = lines.slice(0, frameLimit).join('\n')
  const head = String(error)
  return frames.startsWith(head) ? frames : frames === '' ? head : `${head}\n${frames}`
}

function prefixOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: string } } | null
  const tag = (value as Record<symbol, unknown>)[Symbol.toStringTag]
  const name = prototype === null ? '[Object: null prototype]' : (prototype.constructor?.name ?? 'Object')
  if (Array.isArray(value)) return name === 'Array' ? '' : `${name}(${value.length}) `
  if (value instanceof Map || value instanceof Set) return `${name}(${value.size}) `
  if (ArrayBuffer.isView(value)) return `${name}(${value.byteLength}) `
  const tagged =
    typeof tag === 'string' && tag !== '' && tag !== name ? `${name === 'Object' ? 'Object' : name} [${tag}] ` : ''
  return tagged !== '' ? tagged : name === 'Object' ? '' : `${name} `
}

function quote(text: string): string {
  const mark = !text.includes("'")
    ? "'"
    : !text.includes('"')
      ? '"'
      : !text.includes('`') && !text.includes('${')
        ? '`'
        : "'"
  const escaped = text.replaceAll(/[\\\n\r\t\b\f\v\u0000-\u001f\u007f]/g, (char) => {
    const short: Record<string, string> = {
      '\\': '\\\\',
      '\n': '\\n',
      '\r': '\\r',
      '\t': '\\t',
      '\b': '\\b',
      '\f': '\\f',
      '\v': '\\v',
    }
    return short[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`
  })
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark
}
