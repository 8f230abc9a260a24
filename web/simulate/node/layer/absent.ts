import { absentNames } from '#core/simulation'
import { coded } from './errors.ts'

/** `ERR_NOT_SIMULATED`, for the caller to throw. */
export function notSimulated(what: string, because: string): Error {
  return coded(Error, 'ERR_NOT_SIMULATED', `${what} is not simulated: ${because}. Use a real run.`)
}

/** The exports of a module, with a throwing function for each refused name. */
export function withAbsent(module: string, present: object): Record<string, unknown> {
  const all = present as Record<string, unknown>
  for (const { names, common = [], because } of absentNames[module] ?? [])
    for (const name of [...names, ...common])
      all[name] = function () {
        throw notSimulated(`${module}.${name}`, because)
      }
  return all
}
