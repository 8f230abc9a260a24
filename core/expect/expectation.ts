import { limits } from '../limits.ts'
import type { Parts } from '../parts.ts'
import type { KeySchemas } from '../read/metadata/key-schema.ts'
import { writeJson } from '../read/value/write-json.ts'
import { isObject } from '../read/value/object.ts'
import type { SourceRange } from '../text/source.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { Fields, type FieldProblem } from './fields.ts'
import type { GoalAssertion } from './goal.ts'
import { goalKeys } from './goal-keys.ts'
import { readAssertion } from './read-goal.ts'
import { readDocument } from './read-document.ts'
import { readWorld } from './read-world.ts'

/** The folder of a project's expectations, one per file. */
export const expectFolder = '.ai/expect'

/** One expectation file: a call, and goals that its answer must pass. */
export interface Expectation {
  readonly path: string
  readonly item_id: string
  /**
   * The parameters as JSON text; null if the file has none. In that case, missing required parameters are not reported.
   */
  readonly parameters: string | null
  /** The differences from a draft's default machine, so that every machine gives the same answer. */
  readonly world: Snapshot['world']
  readonly goals: readonly PlacedGoal[]
}

/** A goal with its place in the file. */
interface PlacedGoal {
  readonly goal: GoalAssertion
  readonly at: SourceRange
}

/** The result of reading an expectation file; `expectation` is null if any problem is an error. */
export interface ExpectationReading {
  readonly expectation: Expectation | null
  readonly problems: readonly FieldProblem[]
}

const { keep: _keep, at_once: _atOnce, ...ownGoalKeys } = goalKeys

/** The known keys of an expectation file, each with an explanation. */
const expectationKeys: KeySchemas = {
  item: { about: 'the ID of the item that the goals are about' },
  parameters: {
    about: 'the parameters of the call, as a mapping; without this key, the item is checked without a call',
  },
  world: {
    about: "differences from a draft's default machine, in the snapshot format",
    otherwise: 'the same machine everywhere, with Python, Node and bash in /usr/bin',
  },
  goals: { about: 'the goals; each must pass', keys: ownGoalKeys },
}

const file = { name: 'expectation', start: 'item', limit: 'expectationLength' } as const

/**
 * Reads the text of an expectation file and reports every problem with its place. Accepts any text and never throws.
 */
export function readExpectation(path: string, text: string, parts: Parts): ExpectationReading {
  const root = readDocument(path, text, file, parts)
  if ('problems' in root) return { expectation: null, problems: root.problems }
  const problems: FieldProblem[] = []
  const fields = Fields.of(root.document, path, 'the expectation', expectationKeys, problems)
  const expectation = fields && readFields(path, fields)
  const isWhole = problems.length === 0
  return { expectation: (isWhole && expectation) || null, problems }
}

function readFields(path: string, fields: Fields): Expectation {
  const item_id = fields.text('item')
  const parameters = readParameters(fields)
  const world = readWorld(fields)
  const goals = fields.list('goals', limits.expectationGoals, true).flatMap((node, index): readonly PlacedGoal[] => {
    const within = `goal ${index + 1}`
    const of = fields.member(node, within, ownGoalKeys)
    const goal = of && readAssertion(of, within)
    return goal ? [{ goal, at: of.at() }] : []
  })
  return { path, item_id, parameters, world, goals }
}

function readParameters(fields: Fields): string | null {
  if (!fields.has('parameters')) return null
  const given = fields.json('parameters')
  if (isObject(given)) return writeJson(given)
  fields.complain(
    'wrong-type',
    '`parameters` is not a mapping.',
    'Write, for example, parameters: {name: Ada}.',
    'parameters',
  )
  return null
}
