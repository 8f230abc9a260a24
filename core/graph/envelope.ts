import { isDict, type Dict, type Value } from '../read/value/value.ts'

const envelopeOnly: ReadonlySet<Value> = new Set(['chain', 'metadata', 'path', 'source', 'resolved_env_keys'])

/** R16.7: the result of a call in the form that nodes use. */
export function unwrapResult(raw: Value): Dict {
  if (raw === null) return new Map()
  if (!isDict(raw)) return new Map([['result', raw]])
  const data = raw.get('data')
  const result = isDict(data) ? new Map(data) : new Map([...raw].filter(([key]) => !envelopeOnly.has(key)))
  const failedOutside = raw.get('status') === 'error'
  if (failedOutside && !result.has('error') && raw.has('error')) result.set('error', raw.get('error')!)
  if (failedOutside || result.get('success') === false) result.set('status', 'error')
  return result
}

/** R16.7: whether a result is a failure, because its `status` is `error`. */
export function isFailure(result: Dict): boolean {
  return result.get('status') === 'error'
}

/** The result of a call that was refused or ended by an exception. */
export function failedResult(error: string): Dict {
  return new Map([
    ['status', 'error'],
    ['error', error],
  ])
}

/** R16.5: the error of a failed result. Default: `unknown`. An empty string is kept. */
export function errorOf(result: Dict): Value {
  return result.get('error') ?? 'unknown'
}
