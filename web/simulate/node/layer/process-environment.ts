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
  })
}
