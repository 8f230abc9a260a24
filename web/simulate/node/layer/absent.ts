import { absentNames } from '#core/simulation'
import { coded } from './errors.ts'

/** Create the error `ERR_NOT_SIMULATED`, which the caller throws. */
export function notSimulated(what: string, because: string): Error {
  return coded(Error, 'ERR_NOT_SIMULATED', `${what} is not simulated: ${because}. Use a real run.`)
}

/** The exports of a module. Names that are not simulated become functions that throw. */
export function withAbsent(module: string, present: object): Record<string, unknown> {
  const all = present as Record<string, unknown>
  for (const { names, common = [], because } of absentNames[module] ?? [])
    for (const name of [...names, ...common])
      all[name] = function () {
        throw notSimulated(`${module}.${name}`, because)
      }
  return all
}
