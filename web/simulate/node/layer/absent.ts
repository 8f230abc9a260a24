import { absentNames } from '#core/simulation'
import { coded } from './errors.ts'

/** `ERR_NOT_SIMULATED`, for the caller to throw. */
export function notSimulated(what: string, because: string): Error {
  return coded(Error, 'ERR_NOT_SIMULATED', `The simulation does not have ${what}: ${because}. Run for real`)
}

/** What a module has, with a function that throws in the place of each name that it refuses. */
export function withAbsent(module: string, present: object): Record<string, unknown> {
  const all = present as Record<string, unknown>
  for (const { names, common = [], because } of absentNames[module] ?? [])
    for (const name of [...names, ...common])
      all[name] = function () {
        throw notSimulated(`${module}.${name}`, because)
      }
  return all
}
