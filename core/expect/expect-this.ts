import type { Analysis } from '../answer/analysis.ts'
import { readJson } from '../read/read-json.ts'
import { jsonParts } from '../read/value/entries.ts'
import { sortedJson } from '../read/value/sorted-json.ts'
import { yamlFlow } from '../read/yaml/write-flow.ts'
import { decodeValue } from '../read/value/encode.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { readExpectation, type Expectation } from './expectation.ts'
import { Expectations } from './expectations.ts'
import type { GoalAssertion } from './goal.ts'
import { expectationPath, expectationText, type ExpectedCall } from './pin.ts'
import { assertionValue } from './write-goal.ts'

/** A file to write, or the reason why it cannot be written. */
export type ExpectationEdit = { readonly path: string; readonly text: string } | { readonly problem: string }

/** The call of a draft as an expectation writes it; undefined if its parameters are not valid JSON. */
export function expectedCall(
  { item_id, parameters, world }: Pick<Snapshot, 'item_id' | 'parameters'> & { readonly world: Snapshot['world'] },
  analysis: Pick<Analysis, 'parameters'>,
): ExpectedCall | undefined {
  const read = readJson(parameters)
  if ('problem' in read) return undefined
  const parts = jsonParts(read.value)
  const isEmpty = parts.kind === 'mapping' && parts.entries.length === 0 && analysis.parameters.valid
  return { item_id, parameters: isEmpty ? null : parameters, world }
}

/** Whether an expectation is about this call. */
export function isSameCall(one: ExpectedCall, other: ExpectedCall): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf({ item_id, parameters, world }: ExpectedCall): string {
  const read = parameters === null ? undefined : readJson(parameters)
  return JSON.stringify([item_id, read && 'value' in read ? sortedJson(read.value) : parameters, world ?? null])
}

/** Adds goals to the file for a call. A call without a file gets a new one, next to those of the item's other calls. */
export function addGoals(workspace: Workspace, call: ExpectedCall, goals: readonly GoalAssertion[]): ExpectationEdit {
  const all = new Expectations(workspace).read()
  const known = all.find((one): one is Expectation => 'item_id' in one && isSameCall(one, call))
  if (known) {
    const text = workspace.file(known.path)?.text ?? ''
    return { path: known.path, text: goals.reduce((done, goal) => withGoal(done, known, goal, workspace), text) }
  }
  const path = freePath(workspace, call.item_id)
  return path === undefined
    ? { problem: `${call.item_id} has too many expectation files. Delete some in .ai/expect.` }
    : { path, text: expectationText(call, goals) }
}

/** Maximum number of files for one item that the page creates. */
const mostFiles = 100

function freePath(workspace: Workspace, item_id: string): string | undefined {
  for (let number = 1; number <= mostFiles; number++) {
    const path = expectationPath(workspace.settings.project, number === 1 ? item_id : `${item_id}-${number}`)
    if (!workspace.isFile(path)) return path
  }
  return undefined
}

/**
 * The text with one more goal, on a line of its own after the last one, so that comments stay. If that is not possible,
 * the whole file is rewritten.
 */
function withGoal(text: string, known: Expectation, goal: GoalAssertion, { host }: Workspace): string {
  const now = readExpectation(known.path, text, host.parts).expectation ?? known
  const wanted = [...now.goals.map((one) => one.goal), goal]
  if (now.goals.some((one) => sortedJson(assertionValue(one.goal)) === sortedJson(assertionValue(goal)))) return text
  const last = now.goals.at(-1)?.at
  const whole = expectationText(now, wanted)
  if (!last) return whole
  const start = text.lastIndexOf('\n', last.start) + 1
  const indent = /^ *(?=- )/.exec(text.slice(start, last.start))?.[0]
  if (indent === undefined) return whole
  const end = text.indexOf('\n', last.end)
  const [before, after] = end === -1 ? [`${text}\n`, ''] : [text.slice(0, end + 1), text.slice(end + 1)]
  const added = `${before}${indent}- ${yamlFlow(decodeValue(assertionValue(goal)))}\n${after}`
  const read = readExpectation(known.path, added, host.parts).expectation
  return read?.goals.length === wanted.length ? added : whole
}
