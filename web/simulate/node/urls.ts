import { text, type Plain } from './plain.ts'

/** The URL operations of the VM, which use the host's URL class. */
export const urlOperations = {
  /** The parts of a URL; empty if it is invalid. */
  url(href: Plain, base: Plain): string {
    try {
      return partsOf(new URL(text(href), base === undefined ? undefined : text(base)))
    } catch {
      return ''
    }
  },
  urlSet(href: Plain, part: Plain, value: Plain): string {
    const url = new URL(text(href))
    const name = text(part)
    if (settable.has(name)) Reflect.set(url, name, text(value))
    return partsOf(url)
  },
  parseQuery: (query: Plain): string => JSON.stringify([...new URLSearchParams(`&${text(query)}`)]),
  formatQuery: (pairs: Plain): string => new URLSearchParams(JSON.parse(text(pairs)) as Pairs).toString(),
  /** Call a method of `URLSearchParams`. Returns the pairs after the call, and its result. */
  query(pairs: Plain, method: Plain, args: Plain): string {
    const params = new URLSearchParams(JSON.parse(text(pairs)) as Pairs)
    const name = text(method)
    const value: unknown = queryMethods.has(name)
      ? Reflect.apply(Reflect.get(params, name) as () => unknown, params, JSON.parse(text(args)) as string[])
      : undefined
    return JSON.stringify([[...params], value])
  },
}

type Pairs = [string, string][]

const queryMethods = new Set(['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort'])
const settable = new Set(['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'])

function partsOf(url: URL): string {
  const { href, protocol, username, password, host, hostname, port, pathname, search, hash, origin } = url
  return JSON.stringify({ href, protocol, username, password, host, hostname, port, pathname, search, hash, origin })
}
