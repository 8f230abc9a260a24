import type { Parts } from '../parts.ts'
import { capital, Fields, type FieldProblem } from '../read/fields.ts'
import { readDocument } from '../expect/read-document.ts'
import { isPositive, type Goal } from '../expect/goal.ts'
import { ruleNames, stepKinds, type Lesson, type Reveal, type Routes, type Step } from './lesson.ts'
import { readEdit } from './read-edit.ts'
import { readGoals } from '../expect/read-goal.ts'
import { readQuestion } from './read-question.ts'
import { readRoutes, routesIn } from './read-routes.ts'
import { lessonSchema } from './schema.ts'

/** The result of reading a lesson file. If any problem is an error, `lesson` is null. */
export interface LessonReading {
  readonly lesson: Lesson | null
  /**
   * The readable part of the lesson, even with errors, so that its author can continue; null if nothing is readable.
   */
  readonly partial: Lesson | null
  readonly problems: readonly FieldProblem[]
}

/** The name of a lesson in messages, the key to start with in a hint, and the limit of its length. */
const file = { name: 'lesson', start: 'title', limit: 'lessonLength' } as const
const routesFile = { name: 'routes file', start: 'passes', limit: 'lessonLength' } as const

/** Reads the text of a lesson and reports every problem with its place. Accepts any text and never throws. */
export function readLesson(path: string, text: string, parts: Parts): LessonReading {
  const root = readDocument(path, text, file, parts)
  if ('problems' in root) return { lesson: null, partial: null, problems: root.problems }
  const problems: FieldProblem[] = []
  const fields = Fields.of(root.document, path, 'the lesson', lessonSchema, problems)
  const lesson = fields && readFields(fields)
  const isWhole = !problems.some(({ severity }) => severity === 'error')
  return { lesson: (isWhole && lesson) || null, partial: lesson ?? null, problems }
}

/**
 * Reads the text of `routes.yaml`, which accompanies a lesson without its own routes. Accepts any text and never
 * throws.
 */
export function readRoutesFile(
  path: string,
  text: string,
  parts: Parts,
): { readonly routes: Routes | null; readonly problems: readonly FieldProblem[] } {
  const root = readDocument(path, text, routesFile, parts)
  return 'problems' in root ? { routes: null, problems: root.problems } : readRoutes(path, root.document)
}

function readFields(fields: Fields): Lesson {
  const steps = fields
    .members('steps', (number) => `step ${number}`)
    .map(({ fields: step, within }) => readStep(step, within))
  complainOfSameIds(fields, steps)
  complainOfBuildInside(fields, steps)
  const routes = fields.child('routes')
  return {
    id: fields.text('id'),
    chapter: fields.text('chapter'),
    title: fields.text('title'),
    text: fields.text('text'),
    learned: fields.texts('learned'),
    steps,
    ...(routes && { routes: routesIn(routes) }),
  }
}

function readStep(fields: Fields, within: string): Step {
  const kind = fields.oneOf('kind', stepKinds) ?? 'do'
  const asks = kind === 'predict' || kind === 'order'
  const change = kind === 'do' ? fields.child('do') : undefined
  return {
    id: fields.text('id'),
    kind,
    text: fields.text('text'),
    hint: fields.textIfAny('hint'),
    goals: asks ? [] : readStepGoals(fields, within),
    question: asks ? readQuestion(fields, within) : null,
    reveal: readReveal(fields),
    edit: change ? readEdit(change, `\`do\` of ${within}`) : null,
    fixes: !asks && fields.flag('fixes'),
  }
}

function readStepGoals(fields: Fields, within: string): readonly Goal[] {
  const goals = readGoals(fields, within)
  if (goals.length > 0 && !goals.some(isPositive))
    fields.complain(
      'only-absent',
      `${capital(within)} has only goals for absent values, so an empty draft passes.`,
      'Add a goal for a value that must exist, such as the status.',
      'goals',
    )
  return goals
}

function readReveal(step: Fields): Reveal | null {
  const fields = step.child('reveal')
  const [form] = fields?.forms ?? []
  if (!fields) return null
  switch (form) {
    case 'path':
      return { kind: 'file', path: fields.text('path'), find: fields.textIfAny('find') }
    case 'value':
      return { kind: 'value', pointer: fields.text('value') }
    case 'answer':
      return { kind: 'answer', answer: fields.text('answer') }
    case 'rule': {
      const rule = fields.oneOf('rule', ruleNames)
      return rule ? { kind: 'rule', rule } : null
    }
    default:
      return null
  }
}

function complainOfSameIds(fields: Fields, steps: readonly Step[]): void {
  const seen = new Set<string>()
  for (const { id } of steps) {
    if (seen.has(id))
      fields.complain(
        'same-id',
        `Two steps have the ID ${id}.`,
        'Give each step its own ID. Progress is stored by ID.',
        'steps',
      )
    seen.add(id)
  }
}

/**
 * Reports a `build` step that is not the last step. Later steps would have no known draft, because a `build` step has
 * many solutions.
 */
function complainOfBuildInside(fields: Fields, steps: readonly Step[]): void {
  if (steps.slice(0, -1).some(({ kind }) => kind === 'build'))
    fields.complain('not-allowed', 'A `build` step is not the last step.', 'Move it to the end of the lesson.', 'steps')
}
