import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'

/** The values that pass between the VM and its host. */
export type Plain = string | number | boolean | Uint8Array | undefined

const encoder = new TextEncoder()

export const text = (value: Plain): string => String(value ?? '')
export const bytes = (value: Plain): Uint8Array => (value instanceof Uint8Array ? value : encoder.encode(text(value)))

/** The prefix of a string that is sent as JSON, because a C string would truncate it. */
const mark = '\u0001'

function readText(text: string): string {
  if (!text.startsWith(mark)) return text
  const inner: unknown = JSON.parse(text.slice(1))
  return typeof inner === 'string' ? inner : ''
}

function writeText(text: string): string {
  return /[\0\ud800-\udfff]/.test(text) || text.startsWith(mark) ? mark + JSON.stringify(text) : text
}

/** Convert a VM value to a host value. */
export function fromVm(vm: QuickJSContext, handle: QuickJSHandle): Plain {
  switch (vm.typeof(handle)) {
    case 'string':
      return readText(vm.getString(handle))
    case 'number':
      return vm.getNumber(handle)
    case 'boolean':
      return vm.dump(handle) === true
    case 'object':
      return vm.getArrayBuffer(handle).consume((view) => view.value.slice())
    default:
      return undefined
  }
}

/** Convert a host value to a VM value. */
export function toVm(vm: QuickJSContext, value: Plain | void): QuickJSHandle {
  if (typeof value === 'string') return vm.newString(writeText(value))
  if (typeof value === 'number') return vm.newNumber(value)
  if (typeof value === 'boolean') return value ? vm.true : vm.false
  if (value instanceof Uint8Array) return vm.newArrayBuffer(value.slice().buffer)
  return vm.undefined
}
