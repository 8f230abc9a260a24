import { floatRepr } from '../read/value/float.ts'
import { pyStr } from '../read/value/text.ts'
import { PyFloat, isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { addressText } from './address.ts'
import type { CallRecord } from './record.ts'
import type { WalkResult } from './ending.ts'

/** A walk that is to be kept as a test. */
export interface WalkToKeep {
  readonly graph: string
  readonly inputs: Dict
  /** Names that the graph requires of its environment; what they held stays out of the file. */
  readonly environment: readonly string[]
  readonly walk: Pick<WalkResult, 'ending' | 'records' | 'errors'>
  /** Whether what came of it is expected of later walks; pins alone expect nothing. */
  readonly expects: boolean
}

/** The file of `graph/walk-test.ts` that holds a walk: what went in, what each call answered, and what came of it. */
export function walkAsTest({ graph, inputs, environment, walk, expects }: WalkToKeep): string {
  const { records } = walk
  const pins = records.flatMap(({ calls, hooks }) =>
    [...calls, ...hooks.flatMap(({ call }) => call ?? [])].filter(({ outcome }) => outcome !== 'refused').map(pinLines),
  )
  return [
    `graph: ${flow(graph)}`,
    `inputs: ${flow(inputs)}`,
    ...(environment.length > 0 ? [`env: ${flow(new Map(environment.map((name) => [name, 'set'])))}`] : []),
    `now: ${Math.trunc(records[0]?.now ?? 0)}`,
    ...(pins.length > 0 ? ['pins:', ...pins.flat()] : []),
    ...(expects ? expectLines(walk) : []),
    '',
  ].join('\n')
}

function expectLines({ ending, errors, records }: WalkToKeep['walk']): readonly string[] {
  const kind = ending.kind === 'completed' && errors.length > 0 ? 'completed_with_errors' : ending.kind
  const path = records.flatMap(({ address }) => (address.node === null ? [] : [address.node]))
  return [
    'expect:',
    `  ending: ${kind}`,
    `  path: ${flow(path)}`,
    ...(ending.kind === 'completed' ? [`  output: ${flow(ending.output)}`] : []),
  ]
}

function pinLines(call: CallRecord): readonly string[] {
  const { address, outcome, raw, result, digest, origins } = call
  // The clock of a test stands still, so an action with the time in it is another one there.
  const isTimed = origins.some(({ from }) => from === '_now' || from === '_timestamp')
  const answer =
    outcome === 'threw' ? `error: ${flow(raw)}` : outcome === 'cached' ? `result: ${flow(result)}` : `raw: ${flow(raw)}`
  return [`  - at: ${flow(addressText(address))}`, ...(isTimed ? [] : [`    digest: ${flow(digest)}`]), `    ${answer}`]
}

/** A value in YAML's flow style, on one line, so that it reads back as the same value. */
function flow(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' || value instanceof PyFloat) return floatText(value)
  if (isList(value)) return `[${value.map(flow).join(', ')}]`
  if (isDict(value)) return `{${[...value].map(([key, item]) => `${flow(key)}: ${flow(item)}`).join(', ')}}`
  return typeof value === 'bigint' ? String(value) : JSON.stringify(pyStr(value))
}

/** YAML 1.1 takes `1e-07` for a text, and calls what is no number by names of its own. */
function floatText(value: number | PyFloat): string {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value)
  const text = floatRepr(typeof value === 'number' ? value : value.value)
  if (text.endsWith('inf')) return text.replace('inf', '.inf')
  if (text === 'nan') return '.nan'
  return text.includes('.') ? text : text.replace('e', '.0e')
}
