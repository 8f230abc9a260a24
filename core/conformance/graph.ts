import {
  allowingCapability,
  checkGraph,
  chooseEdge,
  completeInputs,
  evaluateCondition,
  heldCapabilities,
  Interpolator,
  missingVariables,
  prepareAction,
  readGraph,
  Sizes,
  unwrapResult,
  type GraphFinding,
} from '#core/graph'
import { decodeValue, encodeValue, isDict, type Dict, type Value } from '#core/read'
import { answerRerun, answerWalk } from './graph-walk.ts'
import { asRecord, asText, type Json } from './json.ts'
import { environOf } from './world.ts'

/** Answers questions about state graphs (corpus README, area `graph`). */
export function answerGraph(_rev: string, input: Json): Json {
  const question = asRecord(input)
  const kind = asText(question['kind'])
  const answer = answers[kind]
  if (!answer) throw new Error(`unknown kind ${kind}`)
  return answer((name) => decodeValue(question[name] ?? null), input)
}

/** Reads a field of the question as a value; null if absent. */
type Fields = (name: string) => Value

const answers: Readonly<Record<string, (field: Fields, input: Json) => Json>> = {
  interpolate: (field) => ({ value: encodeValue(new Interpolator().fill(field('value'), dict(field('context')))) }),
  condition: (field) => ({
    result: evaluateCondition(field('condition'), dict(field('context')), new Sizes()).met,
  }),
  action: (field) => {
    const prepared = prepareAction(new Interpolator(), dict(field('action')), dict(field('context')))
    return { item_id: encodeValue(prepared.itemId), params: encodeValue(prepared.params) }
  },
  edges: (field) => {
    const state = dict(field('state'))
    const scope = new Map<Value, Value>([
      ['state', state],
      ['inputs', state.get('inputs') ?? null],
      ['result', field('result')],
    ])
    return { to: chooseEdge(field('next'), scope, new Sizes()).to }
  },
  unwrap: (field) => ({ result: encodeValue(unwrapResult(field('raw'))) }),
  capability: (field) => {
    const held = heldCapabilities(field('capabilities'))
    return { allowed: allowingCapability(held, String(field('primary')), field('item_id')) !== null }
  },
  inputs: (field) => {
    const { inputs, missing } = completeInputs(field('config_schema'), dict(field('inputs')))
    return { inputs: encodeValue(inputs), missing }
  },
  env: (field, input) => {
    const missing = missingVariables(readGraph(dict(field('graph'))), environOf(asRecord(input)))
    return { missing: missing.map(({ node, name }) => [node, name]) }
  },
  validate: (field) => {
    const { errors, warnings } = checkGraph(dict(field('graph')))
    return { errors: errors.map(rowOf), warnings: warnings.map(rowOf) }
  },
  walk: (_field, input) => answerWalk(asRecord(input)),
  rerun: (_field, input) => answerRerun(asRecord(input)),
}

function rowOf(finding: GraphFinding): Json {
  const subject = 'node' in finding ? [finding.node] : 'key' in finding ? [finding.key] : []
  const target = 'target' in finding ? [encodeValue(finding.target)] : []
  const about = [...subject, ...target]
  return [finding.kind, ...(about.length === 0 ? [null] : about)]
}

function dict(value: Value): Dict {
  return isDict(value) ? value : new Map()
}
