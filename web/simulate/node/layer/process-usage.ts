import { coded, invalidArgValue } from './errors.ts'
import { errnoNumbers } from './errno.ts'
import { checkNumber, checkObject } from './validate.ts'

interface Usage {
  readonly user: number
  readonly system: number
}

/** One number of an earlier usage, as `process.cpuUsage` checks it. */
function earlier(before: object, name: keyof Usage): number {
  const value: unknown = Reflect.get(before, name)
  checkNumber(value, `prevValue.${name}`)
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) return value
  const { message } = invalidArgValue(`prevValue.${name}`, value)
  throw coded(RangeError, 'ERR_INVALID_ARG_VALUE', message)
}

/** The time of the processor since the start, or since an earlier answer: all of it is the program's. */
export function cpuUsage(micros: number, before: unknown): Usage {
  if (!before) return { user: micros, system: 0 }
  checkObject(before, 'prevValue')
  const [user, system] = [earlier(before, 'user'), earlier(before, 'system')]
  return { user: micros - user, system: -system }
}

/** An error of the system as a call of `process` gives it, such as `kill ESRCH`. */
export function callError(number: number, call: string): Error {
  const code = Object.keys(errnoNumbers).find((name) => errnoNumbers[name] === number) ?? 'UNKNOWN'
  return Object.assign(new Error(`${call} ${code}`), { errno: number, code, syscall: call })
}
