import { withAbsent } from './absent.ts'
import { Buffer } from './buffer.ts'
import { coded } from './errors.ts'

/** Decode escapes. Invalid escapes stay unchanged. */
function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
  }
}

function escape(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'object' ? String(value) : `${value as string}`
  try {
    return encodeURIComponent(text)
  } catch {
    throw coded(URIError, 'ERR_INVALID_URI', 'URI malformed')
  }
}

function primitive(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : ''
}

interface Options {
  readonly maxKeys?: number
  readonly decodeURIComponent?: (text: string) => string
  readonly encodeURIComponent?: (text: string) => string
}

function parse(
  query: unknown,
  separator?: string | null,
  equals?: string | null,
  options?: Options | null,
): Record<string, string | string[]> {
  const found = Object.create(null) as Record<string, string | string[]>
  if (typeof query !== 'string' || query.length === 0) return found
  const decode = typeof options?.decodeURIComponent === 'function' ? options.decodeURIComponent : querystring.unescape
  const decoded = (text: string): string => {
    const spaced = text.replaceAll('+', '%20')
    if (!/[%+]/.test(text) && decode === unescape) return text
    try {
      return decode(spaced)
    } catch {
      return unescape(spaced)
    }
  }
  const sign = equals || '='
  const most = typeof options?.maxKeys === 'number' ? options.maxKeys : 1000
  const parts = query.split(separator || '&')
  for (const part of most > 0 ? parts.slice(0, most) : parts) {
    if (part === '') continue
    const cut = part.indexOf(sign)
    const [name, value] = cut < 0 ? [part, ''] : [part.slice(0, cut), part.slice(cut + sign.length)]
    const [key, item] = [decoded(name), decoded(value)]
    const known = found[key]
    if (known === undefined) found[key] = item
    else if (Array.isArray(known)) known.push(item)
    else found[key] = [known, item]
  }
  return found
}

function stringify(
  fields: unknown,
  separator?: string | null,
  equals?: string | null,
  options?: Options | null,
): string {
  if (fields === null || typeof fields !== 'object') return ''
  const encode = typeof options?.encodeURIComponent === 'function' ? options.encodeURIComponent : querystring.escape
  return Object.entries(fields)
    .flatMap(([name, value]) => {
      const start = encode(primitive(name)) + (equals || '=')
      return Array.isArray(value)
        ? value.map((item) => start + encode(primitive(item)))
        : [start + encode(primitive(value))]
    })
    .join(separator || '&')
}

/** `node:querystring`. */
export const querystring = {
  ...withAbsent('querystring', {}),
  ...{ unescape, escape, stringify, encode: stringify, parse, decode: parse },
}
