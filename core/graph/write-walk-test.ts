import type { Dict } from '../read/value/value.ts'
import { yamlFlow } from '../read/yaml/write-flow.ts'
import { addressText } from './address.ts'
import type { CallRecord } from './record.ts'
import type { WalkResult } from './ending.ts'

/** A walk to save as a test. */
export interface WalkToSave {
  readonly graph: string
  readonly inputs: Dict
  /** Names of the environment variables that the graph requires. The file contains `set` instead of their values. */
  readonly environment: readonly string[]
  readonly walk: Pick<WalkResult, 'ending' | 'records' | 'errors'>
  /** Whether the file contains expectations about the result in addition to pins. */
  readonly expects: boolean
}

/**
 * The text of a walk test file: the inputs, the answer of each call that was not refused, and the expected result if
 * requested.
 */
export function walkAsTest({ graph, inputs, environment, walk, expects }: WalkToSave): string {
  const { records } = walk
  const pins = records.flatMap(({ calls, hooks }) =>
    [...calls, ...hooks.flatMap(({ call }) => call ?? [])].filter(({ outcome }) => outcome !== 'refused').map(pinLines),
  )
  return [
    `graph: ${yamlFlow(graph)}`,
    `inputs: ${yamlFlow(inputs)}`,
    ...(environment.length > 0 ? [`env: ${yamlFlow(new Map(environment.map((name) => [name, 'set'])))}`] : []),
    `now: ${Math.trunc(records[0]?.now ?? 0)}`,
    ...(pins.length > 0 ? ['pins:', ...pins.flat()] : []),
    ...(expects ? expectLines(walk) : []),
    '',
  ].join('\n')
}

function expectLines({ ending, errors, records }: WalkToSave['walk']): readonly string[] {
  const kind = ending.kind === 'completed' && errors.length > 0 ? 'completed_with_errors' : ending.kind
  const path = records.flatMap(({ address }) => (address.node === null ? [] : [address.node]))
  return [
    'expect:',
    `  ending: ${kind}`,
    `  path: ${yamlFlow(path)}`,
    ...(ending.kind === 'completed' ? [`  output: ${yamlFlow(ending.output)}`] : []),
  ]
}

function pinLines(call: CallRecord): readonly string[] {
  const { address, outcome, raw, result, digest, origins } = call
  // A test runs at a fixed time, so the pin of an action that contains the time has no digest: it would differ in the
  // test.
  const isTimed = origins.some(({ from }) => from === '_now' || from === '_timestamp')
  const answer =
    outcome === 'threw'
      ? `error: ${yamlFlow(raw)}`
      : outcome === 'cached'
        ? `result: ${yamlFlow(result)}`
        : `raw: ${yamlFlow(raw)}`
  return [
    `  - at: ${yamlFlow(addressText(address))}`,
    ...(isTimed ? [] : [`    digest: ${yamlFlow(digest)}`]),
    `    ${answer}`,
  ]
}
