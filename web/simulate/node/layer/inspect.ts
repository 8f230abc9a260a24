import * as extracted from 'node-inspect-extracted'
import { completeStacksShown } from './stacks.ts'

/** `util.inspect` and related functions: Node's code, from a version with the output of Node 20. */
export const { inspect, format, formatWithOptions } = extracted

declare const __promiseOf: (promise: Promise<unknown>) => 'pending' | readonly ['fulfilled' | 'rejected', unknown]

const stateOf = __promiseOf
Reflect.deleteProperty(globalThis, '__promiseOf')

type Options = extracted.InspectOptions

/** Show a promise. Only the engine knows its state. */
function showPromise(this: Promise<unknown>, depth: number, options: Options, show: typeof inspect): string {
  const name = this.constructor?.name ?? 'Promise'
  const state = stateOf(this)
  if (depth < 0) return `[${name}]`
  const inner = { ...options, depth }
  const one =
    state === 'pending'
      ? spoken('<pending>')
      : state[0] === 'fulfilled'
        ? state[1]
        : { [inspect.custom]: () => `<rejected> ${show(state[1], inner)}` }
  return show(new Set([one]), { ...inner, depth: depth + 1 }).replace(/^(?:\u001b\[\d+m)?Set\(1\)/, name)
}

function spoken(text: string): object {
  return {
    [inspect.custom]: (_: number, { stylize }: { stylize(text: string, style: string): string }) =>
      stylize(text, 'special'),
  }
}

completeStacksShown(inspect.custom)
Object.defineProperty(Promise.prototype, inspect.custom, {
  value: showPromise,
  enumerable: false,
  configurable: true,
  writable: true,
})
const NativeProxy = Proxy
let registering = false

/** Create a program's proxy with the package, because the package could not detect any other proxy. */
function KnownProxy(this: unknown, target: object, handler: ProxyHandler<object>): object {
  if (new.target === undefined) throw new TypeError("Constructor Proxy requires 'new'")
  if (registering) return new NativeProxy(target, handler)
  registering = true
  try {
    return new extracted.Proxy(target, handler)
  } finally {
    registering = false
  }
}
Object.defineProperty(KnownProxy, 'name', { value: 'Proxy' })
Object.assign(KnownProxy, { revocable: NativeProxy.revocable.bind(NativeProxy), prototype: undefined })
Object.defineProperty(globalThis, 'Proxy', { value: KnownProxy, writable: true, configurable: true, enumerable: false })

/** Whether a value is a proxy that the program created. */
export function isProxy(value: unknown): boolean {
  const { getProxyDetails } = extracted.Proxy as unknown as { getProxyDetails(value: unknown): unknown }
  return getProxyDetails(value) !== undefined
}
