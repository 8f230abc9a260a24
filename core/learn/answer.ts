import { contributorText, nameOfPointer } from '../answer/words.ts'
import { RecentResults } from '../graph/cache.ts'
import { replayWalk } from '../graph/call-host.ts'
import { conditionInWords } from '../graph/condition-words.ts'
import { chooseEdge, type Decision } from '../graph/edges.ts'
import type { CallAnswer } from '../graph/effects.ts'
import { endingInWords } from '../graph/ending-words.ts'
import { graphFileIn, type GraphFile } from '../graph/graph-file.ts'
import { Pins } from '../graph/pins.ts'
import { Sizes } from '../graph/size.ts'
import { walkGraph } from '../graph/walk.ts'
import { pinsOf } from '../graph/walk-test.ts'
import { purePorts } from '../input/host.ts'
import { nodeAt, plain } from '../read/located.ts'
import { decodeValue, encodeValue, type JsonValue } from '../read/value/encode.ts'
import { sortedJson } from '../read/value/sorted-json.ts'
import { isDict, isList, type Value } from '../read/value/value.ts'
import { isSystem } from '../rules/space.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Evidence } from '../expect/check-goal.ts'
import { shownValue } from '../expect/goal-words.ts'
import type { PredictAsk } from './question.ts'
import { select } from '../expect/select.ts'

/** A draft and the evidence about it. */
export interface Scene {
  readonly draft: Snapshot
  readonly evidence: Evidence
}

/** The answer to a question about one draft. Two answers are equal if their keys are equal. */
export interface Answer {
  readonly key: string
  readonly text: string
  /** The reason for the answer: the rule, and the values that it decides on. */
  readonly because: string
}

/** The engine's answer; undefined if it requires a run, or if the draft has no such place. */
export function answerOf(ask: PredictAsk, scene: Scene): Answer | undefined {
  switch (ask.kind) {
    case 'winner':
      return winnerOf(ask.item_id, scene)
    case 'status':
      return statusOf(scene)
    case 'value':
      return valueAt(ask.pointer, scene)
    case 'branch':
      return branchOf(ask.node, ask.scope, scene)
    case 'walk':
      return walkOf(ask.pins, scene)
    case 'output':
      return outputOf(scene)
  }
}

const noFile: Answer = { key: 'none', text: 'No file', because: 'No element of the chain has this ID.' }

function winnerOf(itemId: string, { evidence: { analysis } }: Scene): Answer {
  const at = analysis.chain.findIndex(({ item_id }) => item_id === itemId)
  const entry = analysis.chain[at]
  if (!entry) {
    const failed = analysis.diagnostics.find(({ severity }) => severity === 'error')
    return failed ? { ...noFile, because: failed.message } : noFile
  }
  const text = entry.path === null ? 'No file: it is built in' : `\`${entry.path}\``
  const spaces = searchedSpaces(analysis, at).join(', then ')
  const shadowed = entry.shadowed.flatMap(({ path }) => path ?? [])
  return {
    key: entry.path ?? 'built-in',
    text,
    because:
      `Rye searches ${spaces} and uses the first file with the ID \`${itemId}\`.` +
      (shadowed.length > 0 ? ` It ignores ${shadowed.map((path) => `\`${path}\``).join(' and ')}.` : ''),
  }
}

/** R1.1, R1.2: the spaces in which Rye searches for an element of the chain, in order. */
export function searchedSpaces(analysis: Evidence['analysis'], at: number): readonly string[] {
  const from = analysis.search === 'global' ? undefined : analysis.chain[at - 1]?.space
  if (from !== undefined && isSystem(from)) return ['system']
  return from === 'user' ? ['user', 'system'] : ['project', 'user', 'system']
}

function statusOf({ evidence: { analysis } }: Scene): Answer {
  const errors = analysis.diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (analysis.status === 'ready' || !first)
    return { key: analysis.status, text: 'Ready to run', because: 'No rule refuses this chain.' }
  const codes = [...new Set(errors.map(({ code }) => code))].sort()
  return { key: codes.join(), text: `Refused: ${first.message}`, because: `${first.message} ${first.hint}` }
}

function valueAt(pointer: string, { evidence: { analysis } }: Scene): Answer {
  const found = select(analysis, pointer)
  if (!found) {
    const failed = analysis.diagnostics.find(({ severity }) => severity === 'error')
    return { key: 'absent', text: 'No value', because: failed?.message ?? 'No element of the chain sets this value.' }
  }
  const entry = Object.hasOwn(analysis.provenance, found.pointer) ? analysis.provenance[found.pointer] : undefined
  const beaten = entry?.beat.map(({ by }) => contributorText(by)) ?? []
  const over = beaten.length > 0 ? `, which overrides ${[...new Set(beaten)].join(' and ')}` : ''
  const line = entry?.at && entry.by.kind !== 'caller' ? `, in line ${entry.at.from.line} of \`${entry.at.path}\`` : ''
  return {
    key: sortedJson(found.value),
    text: shownValue(found.value),
    because: entry
      ? `The source of the value is ${contributorText(entry.by)}${line}${over}.`
      : `Rye computes ${nameOfPointer(pointer)} from the files and settings of the draft.`,
  }
}

/** The file of the draft's graph; null for another item. */
function graphIn({ draft, evidence }: Scene): GraphFile | null {
  const path = evidence.analysis.chain[0]?.path ?? ''
  const text = Object.hasOwn(draft.files, path) ? draft.files[path] : undefined
  return typeof text === 'string' ? graphFileIn(path, text) : null
}

/** The `next` of a node; undefined if the draft has no such node. */
export function nextOf(node: string, scene: Scene): Value | undefined {
  const file = graphIn(scene)
  const found = file && nodeAt(file.root, ['config', 'nodes', node])
  const fields = found ? plain(found) : undefined
  return isDict(fields) ? (fields.get('next') ?? null) : undefined
}

function branchOf(node: string, scope: JsonValue, scene: Scene): Answer | undefined {
  const next = nextOf(node, scene)
  const known = decodeValue(scope)
  if (next === undefined) return undefined
  const decision = chooseEdge(next, isDict(known) ? known : new Map(), new Sizes())
  return { key: decision.to ?? '', text: textOfNode(decision.to), because: wordsOfDecision(next, decision) }
}

/** The name of the next node as an answer. */
export function textOfNode(to: string | null): string {
  return to === null ? 'No node: the graph ends' : `\`${to}\``
}

function wordsOfDecision(next: Value, { because, edges }: Decision): string {
  const listed = isList(next) ? next : []
  const words = edges.flatMap(({ index, to, verdict, state }) => {
    const edge = listed[index]
    const when = isDict(edge) ? edge.get('when') : undefined
    const condition = conditionInWords(when ?? null)
    const found = verdict?.kind === 'compared' ? `, because the value is ${shownValue(encodeValue(verdict.found))}` : ''
    if (state === 'not-evaluated') return []
    if (verdict) return [`The condition \`${condition}\` is ${verdict.met ? 'true' : 'false'}${found}.`]
    return [`The edge to \`${to ?? ''}\` has no condition.`]
  })
  return because === 'no-match' ? [...words, 'No other edge exists.'].join(' ') : words.join(' ')
}

/**
 * The nodes that a walk visits if its calls have these answers. As in a run, results are cached (R16.8). Undefined if
 * the draft has no graph.
 */
function walkOf(pins: JsonValue, scene: Scene): Answer | undefined {
  const file = graphIn(scene)
  const parameters = decodeValue(scene.evidence.analysis.parameters.effective)
  if (!file || !isDict(parameters)) return undefined
  const answers = new Pins(pinsOf(decodeValue(pins)))
  const host = { sha256: purePorts.sha256, now: () => 0, cancelled: () => false, observe: () => undefined }
  const request = { document: file.document, parameters, environ: {}, cache: new RecentResults() }
  const { records, ending } = replayWalk(walkGraph(request, host), (call): CallAnswer => {
    const found = answers.answer(call)
    if (found.kind !== 'pinned') return { threw: 'no answer' }
    // Pinned results are not cached, so the answers count as results of tools.
    return 'raw' in found.answer ? { raw: found.answer.raw } : { threw: found.answer.threw }
  })
  if (ending.kind === 'refused')
    return { key: 'refused', text: 'No node: Rye refuses the graph', because: endingInWords(ending) }
  const path = records.flatMap(({ address }) => (address.node === null ? [] : [`\`${address.node}\``]))
  const end = ending.kind === 'completed' ? '' : `, and the graph ${ending.kind === 'failed' ? 'fails' : 'stops'}`
  const text = `${path.join(', then ')}${end}`
  return { key: text, text, because: endingInWords(ending, records) }
}

function outputOf({ evidence }: Scene): Answer | undefined {
  const result = evidence.real ?? evidence.simulated
  if (!result) return undefined
  const printed = select(result, '/output/stdout/text')?.value
  const value = typeof printed === 'string' ? printed.trimEnd() : result.data
  return { key: sortedJson(value), text: shownValue(value), because: 'The run printed this text.' }
}
