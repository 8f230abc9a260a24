import { coded } from './errors.ts'
import { host } from './host.ts'

/** The environment, which converts every value to a string, as in Node. */
export function environment(given: Readonly<Record<string, string>>): Record<string, string> {
  const texts = { ...given }
  const text = (value: unknown): string => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string')
    return String(value)
  }
  return new Proxy(texts, {
    set(target, name, value) {
      target[text(name)] = text(value)
      if (name === 'TZ') host('zone', text(value))
      return true
    },
    deleteProperty(target, name) {
      if (name === 'TZ') host('zone')
      return Reflect.deleteProperty(target, name)
    },
    defineProperty(target, name, descriptor) {
      const { value, configurable, writable, enumerable } = descriptor
      if ('get' in descriptor || 'set' in descriptor)
        throw coded(
          TypeError,
          'ERR_INVALID_OBJECT_DEFINE_PROPERTY',
          "'process.env' does not accept an accessor(getter/setter) descriptor",
        )
      if (!('value' in descriptor) || configurable !== true || writable !== true || enumerable !== true)
        throw coded(
          TypeError,
          'ERR_INVALID_OBJECT_DEFINE_PROPERTY',
          "'process.env' only accepts a configurable, writable, and enumerable data descriptor",
        )
      target[text(name)] = text(value)
      if (name === 'TZ') host('zone', text(value))
      return true
    },
  })
}
