import type { Parts } from '../parts.ts'
import type { FieldSchema } from '../read/field-schema.ts'
import { Fields, type FieldProblem } from '../read/fields.ts'
import { writeJson } from '../read/value/write-json.ts'
import { isObject } from '../read/value/object.ts'
import type { SourceRange } from '../text/source.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { GoalAssertion } from './goal.ts'
import { expectedGoals } from './goal-keys.ts'
import { readAssertion } from './read-goal.ts'
import { readDocument } from './read-document.ts'
import { readWorld, worldField } from './read-world.ts'

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

/** The result of reading an expectation file; `expectation` is null if there is any problem. */
export interface ExpectationReading {
  readonly expectation: Expectation | null
  readonly problems: readonly FieldProblem[]
}

/** An expectation file. */
export const expectationSchema: FieldSchema = {
  about: 'An expectation in .ai/expect: a call, and goals that its answer must pass',
  type: 'mapping',
  keys: {
    item: { about: 'the ID of the item that the goals are about', type: 'text', required: true },
    parameters: {
      about: 'the parameters of the call, as a mapping; without this key, missing required parameters are not reported',
      type: 'mapping',
      advice: 'Write, for example, parameters: {name: Ada}.',
    },
    world: {
      ...worldField,
      about: "differences from a draft's default machine, in the snapshot format",
      otherwise: 'the same machine everywhere, with Python, Node and bash in /usr/bin',
    },
    goals: expectedGoals,
  },
}

const file = { name: 'expectation', start: 'item', limit: 'expectationLength' } as const

/**
 * Reads the text of an expectation file and reports every problem with its place. Accepts any text and never throws.
 */
export function readExpectation(path: string, text: string, parts: Parts): ExpectationReading {
  const root = readDocument(path, text, file, parts)
  if ('problems' in root) return { expectation: null, problems: root.problems }
  const problems: FieldProblem[] = []
  const fields = Fields.of(root.document, path, 'the expectation', expectationSchema, problems)
  const expectation = fields && readFields(path, fields)
  const isWhole = problems.length === 0
  return { expectation: (isWhole && expectation) || null, problems }
}

function readFields(path: string, fields: Fields): Expectation {
  const item_id = fields.text('item')
  const given = fields.json('parameters')
  const parameters = isObject(given) ? writeJson(given) : null
  const world = readWorld(fields)
  const goals = fields
    .members('goals', (number) => `goal ${number}`)
    .flatMap(({ fields: of, within }): readonly PlacedGoal[] => {
      const goal = readAssertion(of, within)
      return goal ? [{ goal, at: of.at() }] : []
    })
  return { path, item_id, parameters, world, goals }
}
