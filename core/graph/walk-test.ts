import type { Host } from '../input/host.ts'
import { canonicalJson } from '../trust/integrity/canonical.ts'
import { pyStr } from '../read/value/text.ts'
import { valuesEqual } from '../read/value/equal.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { addressText } from './address.ts'
import { dictOf, field, integerOf, textField } from './document.ts'
import { replayWalk } from './call-host.ts'
import { endingInWords } from './ending-words.ts'
import type { CallAnswer } from './effects.ts'
import type { WalkResult } from './ending.ts'
import type { DocumentPath } from './findings.ts'
import { Pins, type Pin } from './pins.ts'
import { walkGraph } from './walk.ts'
import { plain, type Located } from '../read/located.ts'
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

/** A deviation from the test, and the part of its file with the expectation. */
interface Unexpected {
  readonly words: string
  readonly at: DocumentPath
}

/** The result of a walk test. The test calls no tools. */
export interface WalkTestResult {
  readonly passed: boolean
  readonly differences: readonly Unexpected[]
  /** Pins that match no call. */
  readonly unused: readonly string[]
  readonly walk: WalkResult
}

/** Reads a test from its file: `graph`, `inputs`, `env`, `now`, `pins` with `at`, and `expect`. */
export function readWalkTest(value: Value): WalkTest | { readonly problem: string } {
  if (!isDict(value)) return { problem: 'the test is not a mapping with graph, pins and expect' }
  const graph = textField(value, 'graph')
  if (graph === null) return { problem: 'graph: the item ID of the graph is missing' }
  const pins: Pin[] = []
  const written = field(value, 'pins') ?? []
  if (!isList(written)) return { problem: 'pins: must be a list' }
  for (const [index, pin] of written.entries()) {
    const read = readPin(dictOf(pin))
    if (!read) return { problem: `pins[${index}]: must have "at" and one of "result", "error" or "raw"` }
    pins.push(read)
  }
  const expect = dictOf(field(value, 'expect'))
  const path = field(expect, 'path')
  const environ = [...dictOf(field(value, 'env'))].map(([name, text]) => [pyStr(name), pyStr(text)] as const)
  return {
    graph,
    inputs: dictOf(field(value, 'inputs')),
    environ: Object.fromEntries(environ),
    now: integerOf(field(value, 'now')) ?? 0,
    pins,
    expect: {
      ending: textField(expect, 'ending'),
      path: isList(path) ? path.map(pyStr) : null,
      output: expect.get('output'),
      state: dictOf(field(expect, 'state')),
    },
  }
}

/**
 * Reads a pin: `result` is the data of a success, `error` the text of a failure, `raw` a complete answer. Null for an
 * invalid pin.
 */
function readPin(pin: Dict): Pin | null {
  const at = textField(pin, 'at')
  const digest = textField(pin, 'digest')
  const answer = answerOf(pin)
  return at === null || !answer ? null : { at, answer, ...(digest === null ? {} : { digest }) }
}

function answerOf(pin: Dict): CallAnswer | null {
  if (pin.has('raw')) return { raw: pin.get('raw')! }
  const error = field(pin, 'error')
  if (error !== null) return { raw: new Map([['status', 'error'], ['error', error]] as const) } // prettier-ignore
  if (!pin.has('result')) return null
  return { raw: new Map<Value, Value>([['status', 'success'], ['data', pin.get('result')!]]) } // prettier-ignore
}

/**
 * Runs a graph with the pins of a test and compares the result with the expectations. A call without a pin is a
 * deviation.
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

/** A file of `.ai/walks`: the pins of a walk, with optional expectations. */
export interface WalkFile {
  /** The YAML with its places; null for a file that is not a YAML document. */
  readonly document: Located | null
  readonly test: WalkTest | { readonly problem: string }
}

/** Reads a file of `.ai/walks`. */
export function readWalkFile(path: string, text: string): WalkFile {
  const reading = readYaml(path, text)
  const document = reading.kind === 'document' ? reading.document : null
  const test = document ? readWalkTest(plain(document)) : { problem: 'the file is not a YAML document' }
  return { document, test }
}
