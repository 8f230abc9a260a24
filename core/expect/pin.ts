import type { Analysis } from '../answer/analysis.ts'
import { readJson } from '../read/read-json.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { jsonParts } from '../read/value/entries.ts'
import { pointerTo } from '../text/pointer.ts'
import { expectFolder, type Expectation } from './expectation.ts'
import { pairRules, type GoalAssertion } from './goal.ts'
import { select } from './select.ts'
import { toYaml } from './to-yaml.ts'
import { assertionValue } from './write-goal.ts'

/** The call of an expectation, without its file and its goals. */
export type ExpectedCall = Pick<Expectation, 'item_id' | 'parameters' | 'world'>

/** The text of an expectation file. `readExpectation` reverses the conversion. */
export function expectationText({ item_id, parameters, world }: ExpectedCall, goals: readonly GoalAssertion[]): string {
  const given = parameters === null ? undefined : readJson(parameters)
  return toYaml({
    item: item_id,
    ...(given && 'value' in given && { parameters: given.value }),
    // The world of a snapshot is JSON, but its type is narrower.
    ...(world && { world: JSON.parse(JSON.stringify(world)) as JsonValue }),
    goals: goals.map(assertionValue),
  })
}

/** The workspace path of an item's expectation file. */
export function expectationPath(project: string, item_id: string): string {
  return `${project}/${expectFolder}/${item_id}.yaml`
}

/** The fields of a plan that are pinned as a whole. The environment is pinned by variable. */
const pinnedFields = ['command', 'args', 'cwd', 'input', 'method', 'url', 'headers', 'body'] as const

/** Maximum number of pinned variables. */
const mostVariables = 20

/**
 * Goals for the current answer: status, problems, chain, verdicts, command and variables. Leaves out secrets, and
 * variables that the machine sets.
 */
export function pinnedGoals(analysis: Analysis): readonly GoalAssertion[] {
  const { status, diagnostics, chain, validation, plan } = analysis
  const codes = [...new Set(diagnostics.filter(({ severity }) => severity !== 'hint').map(({ code }) => code))]
  const pairs = (validation?.pairs ?? []).flatMap((pair) => {
    const [child, parent] = [chain[pair.child]?.item_id, chain[pair.parent]?.item_id]
    if (child === undefined || parent === undefined) return []
    return pairRules.flatMap((rule): readonly GoalAssertion[] =>
      pair[rule] === 'not-declared' ? [] : [{ kind: 'pair', child, parent, rule, verdict: pair[rule] }],
    )
  })
  return [
    is('/status', status),
    ...codes.map((code): GoalAssertion => ({ kind: 'code', code, absent: false })),
    { kind: 'value', lane: 'analysis', pointer: '/chain', test: { kind: 'count', count: chain.length } },
    ...chain.map(({ item_id, space }) => is(`${pointerTo('/chain', `item_id:${item_id}`)}/space`, space)),
    ...pairs,
    ...(plan ? [...pinnedFields.flatMap((field) => planGoals(analysis, field)), ...variableGoals(analysis)] : []),
  ]
}

/** A goal for a field of the plan, or for each of its parts that is not secret. */
function planGoals(analysis: Analysis, field: string): readonly GoalAssertion[] {
  const pointer = `/plan/${field}`
  const value = select(analysis, pointer)?.value
  if (value === undefined || value === null) return []
  const secrets = secretsUnder(analysis, pointer)
  if (secrets.length === 0) return [is(pointer, value)]
  const parts = jsonParts(value)
  if (parts.kind === 'leaf') return []
  const entries =
    parts.kind === 'list' ? parts.items.map((item, index) => [String(index), item] as const) : parts.entries
  return entries
    .map(([name, item]) => [pointerTo(pointer, name), item] as const)
    .filter(([at]) => secretsUnder(analysis, at).length === 0)
    .map(([at, item]) => is(at, item))
}

function secretsUnder({ provenance }: Analysis, pointer: string): readonly string[] {
  return Object.entries(provenance).flatMap(([at, { secret }]) =>
    secret && (at === pointer || at.startsWith(`${pointer}/`)) ? [at] : [],
  )
}

function variableGoals({ env, provenance }: Analysis): readonly GoalAssertion[] {
  return Object.entries(env ?? {})
    .map(([name, value]) => [pointerTo('/env', name), value] as const)
    .filter(([at]) => provenance[at] && !provenance[at].secret && provenance[at].by.kind !== 'host')
    .slice(0, mostVariables)
    .map(([at, value]) => is(at, value))
}

function is(pointer: string, value: JsonValue): GoalAssertion {
  return { kind: 'value', lane: 'analysis', pointer, test: { kind: 'is', value } }
}
