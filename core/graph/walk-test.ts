import type { Host } from '../input/host.ts'
import { canonicalJson } from '../trust/integrity/canonical.ts'
import { pyStr } from '../read/value/text.ts'
import { valuesEqual } from '../read/value/equal.ts'
import { isList, type Dict, type Value } from '../read/value/value.ts'
import { addressText } from './address.ts'
import { dictOf, integerOf, textField } from './document.ts'
import { replayWalk } from './call-host.ts'
import { endingInWords } from './ending-words.ts'
import type { WalkResult } from './ending.ts'
import type { DocumentPath } from './findings.ts'
import { Pins, type Pin } from './pins.ts'
import { walkGraph } from './walk.ts'
import type { FieldSchema } from '../read/field-schema.ts'
import { Fields, type FieldProblem } from '../read/fields.ts'
import type { Located } from '../read/located.ts'
import { readYaml } from '../read/yaml/read.ts'

/** A walk as a test: its inputs, the answer of each call, and the expectations. Absent expectations always pass. */
export interface WalkTest {
  /** The item ID of the graph. */
  readonly graph: string
  readonly inputs: Dict
  readonly environ: Readonly<Record<string, string>>
  /** The walk's clock, in milliseconds since 1970. */
  readonly now: number
  readonly pins: readonly Pin[]
  readonly expect: {
    readonly ending: string | null
    readonly path: readonly string[] | null
    readonly output: Value | undefined
    /** Expected keys of the final state. Other keys are ignored. */
    readonly state: Dict
  }
}

/** A deviation from the test, and the part of the test file that it belongs to. */
interface Unexpected {
  readonly words: string
  readonly at: DocumentPath
}

/** The result of a walk test. The test calls no tools. */
export interface WalkTestResult {
  readonly passed: boolean
  readonly differences: readonly Unexpected[]
  /** The addresses of pins that match no call. */
  readonly unused: readonly string[]
  readonly walk: WalkResult
}

const endings: Readonly<Record<Exclude<WalkResult['ending']['kind'], 'stepped'> | 'completed_with_errors', string>> = {
  completed: 'the walk completed',
  completed_with_errors: 'the walk completed after errors that it continued from',
  failed: 'an error ended the walk',
  'node-not-found': 'the next node does not exist',
  'max-steps': 'the walk reached its maximum number of steps',
  limit: 'the walk exceeded a limit',
  cancelled: 'the walk was canceled',
  refused: 'the walk did not begin',
}

/** The recorded answers of calls. */
export const pinsField: FieldSchema = {
  about: 'the recorded answers of calls',
  type: 'mappings',
  keys: {
    at: {
      about: 'a node such as `count`, an attempt such as `fetch@1.2`, or an entry such as `each[3]`',
      type: 'text',
      required: true,
      full: true,
    },
    digest: { about: 'the hash of the action; the pin is not used for another action', type: 'text', full: true },
    result: { about: 'the data of a call that succeeded' },
    error: { about: 'the error of a call that failed' },
    raw: { about: 'the complete answer' },
  },
  forms: { each: { result: {}, error: {}, raw: {} } },
}

/** A file of `.ai/walks`. */
export const walkSchema: FieldSchema = {
  about: 'A walk test in .ai/walks: a graph, the recorded answers of its calls, and the expected result',
  type: 'mapping',
  keys: {
    graph: { about: 'the item ID of the graph', type: 'text', required: true, full: true },
    inputs: { about: 'the inputs of the walk', type: 'mapping' },
    env: { about: 'the environment variables that the graph requires', type: 'mapping' },
    now: { about: 'the time of the walk, in milliseconds since 1970', otherwise: '0', type: 'count' },
    pins: pinsField,
    expect: {
      about: 'the expected result; an omitted part always passes',
      type: 'mapping',
      keys: {
        ending: {
          about: 'the kind of ending',
          type: 'text',
          values: endings,
          closed: 'it is an error',
        },
        path: { about: 'the nodes in the order of the walk', type: 'texts' },
        output: { about: 'the output of the walk' },
        state: { about: 'values of the final state; other keys are ignored', type: 'mapping' },
      },
    },
  },
}

function readTest(fields: Fields): WalkTest {
  const expect = fields.child('expect')
  const environ = [...dictOf(fields.value('env') ?? null)].map(([name, text]) => [pyStr(name), pyStr(text)] as const)
  return {
    graph: fields.text('graph'),
    inputs: dictOf(fields.value('inputs') ?? null),
    environ: Object.fromEntries(environ),
    now: integerOf(fields.value('now') ?? null) ?? 0,
    pins: readPins(fields, 'pins'),
    expect: {
      ending: expect?.textIfAny('ending') ?? null,
      path: expect?.has('path') ? expect.texts('path') : null,
      output: expect?.value('output'),
      state: dictOf(expect?.value('state') ?? null),
    },
  }
}

/** The pins in a list of a file. Reports invalid pins in `fields`. */
export function readPins(fields: Fields, key: string): readonly Pin[] {
  fields.members(key, (number) => `pin ${number}`)
  return pinsOf(fields.value(key) ?? null)
}

/** The pins in a list. A pin without an answer gets a success with null data. */
export function pinsOf(list: Value): readonly Pin[] {
  if (!isList(list)) return []
  return list.map(dictOf).map((pin) => {
    const digest = textField(pin, 'digest')
    return { at: textField(pin, 'at') ?? '', answer: { raw: answerOf(pin) }, ...(digest === null ? {} : { digest }) }
  })
}

/** The answer of a pin: `result` is the data of a success, `error` the text of a failure, `raw` a complete answer. */
function answerOf(pin: Dict): Value {
  if (pin.has('raw')) return pin.get('raw') ?? null
  const [status, key, from] = pin.has('error') ? ['error', 'error', 'error'] : ['success', 'data', 'result']
  return new Map<Value, Value>([
    ['status', status],
    [key, pin.get(from) ?? null],
  ])
}

/**
 * Runs a graph with the pins of a test and compares the result with the expectations. A call without a pin is a
 * deviation, unless a hook of the whole walk makes it.
 */
export function runWalkTest(test: WalkTest, document: Dict, host: Pick<Host, 'sha256'>): WalkTestResult {
  const pins = new Pins(test.pins)
  const differences: Unexpected[] = []
  const lent = { sha256: host.sha256, now: () => test.now, cancelled: () => false, observe: () => undefined }
  const request = { document, parameters: test.inputs, environ: test.environ }
  const walk = replayWalk(walkGraph(request, lent), (call) => {
    const found = pins.answer(call)
    if (found.kind === 'pinned') return found.answer
    // R16.5: results of walk-level hooks have no effect, so a test can omit them.
    if (found.kind === 'none' && call.address.node === null) return { raw: null, pinned: true }
    const at = addressText(call.address)
    const why = found.kind === 'stale' ? 'the pin belongs to another action' : 'no pin matches'
    const index = found.kind === 'stale' ? test.pins.findLastIndex((pin) => pin.at === found.at) : -1
    differences.push({
      words: `${at} calls ${call.item_id}: ${why}`,
      at: index !== -1 ? ['pins', index, 'digest'] : [test.pins.length > 0 ? 'pins' : 'graph'],
    })
    return { threw: `not called: ${why}`, pinned: true }
  })
  differences.push(...differencesOf(test, walk))
  return { passed: differences.length === 0, differences, unused: pins.unused(), walk }
}

function differencesOf({ expect }: WalkTest, walk: WalkResult): readonly Unexpected[] {
  const found: Unexpected[] = []
  const report = (words: string, ...at: DocumentPath): void => void found.push({ words, at: ['expect', ...at] })
  const { ending, errors } = walk
  const kind = ending.kind === 'completed' && errors.length > 0 ? 'completed_with_errors' : ending.kind
  if (expect.ending !== null && expect.ending !== kind)
    report(`ending: ${kind} instead of ${expect.ending}. ${endingInWords(ending)}`, 'ending')
  const path = walk.records.flatMap(({ address }) => (address.node === null ? [] : [address.node]))
  const wanted = expect.path
  if (wanted && (wanted.length !== path.length || wanted.some((node, index) => node !== path[index])))
    report(`path: ${path.join(' -> ')} instead of ${wanted.join(' -> ')}`, 'path')
  const output = ending.kind === 'completed' ? ending.output : null
  if (expect.output !== undefined && !valuesEqual(output, expect.output))
    report(`output: ${canonicalJson(output)} instead of ${canonicalJson(expect.output)}`, 'output')
  for (const [key, value] of expect.state) {
    const now = walk.state.get(key) ?? null
    if (!valuesEqual(now, value))
      report(`state.${pyStr(key)}: ${canonicalJson(now)} instead of ${canonicalJson(value)}`, 'state', key)
  }
  return found
}

/** A file of `.ai/walks`, with its problems if it is not a valid test. */
export interface WalkFile {
  /** The YAML with its places; null for a file that is not a YAML document. */
  readonly document: Located | null
  readonly test: WalkTest | null
  readonly problems: readonly FieldProblem[]
}

/** Reads a file of `.ai/walks`. */
export function readWalkFile(path: string, text: string): WalkFile {
  const reading = readYaml(path, text)
  const document = reading.kind === 'document' ? reading.document : null
  const problems: FieldProblem[] = []
  if (!document) {
    const hint = 'Write the keys graph, pins and expect.'
    const at = { path, start: 0, end: 0 }
    problems.push({ code: 'syntax', severity: 'error', message: 'The file is not a YAML document.', hint, at })
  }
  const fields = document && Fields.of(document, path, 'the walk test', walkSchema, problems)
  const test = fields ? readTest(fields) : null
  // A misspelled key could hide an expectation, so a warning is a problem too.
  return { document, test: problems.length === 0 ? test : null, problems }
}
