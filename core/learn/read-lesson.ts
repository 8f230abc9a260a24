import { limits } from '../limits.ts'
import type { Parts } from '../parts.ts'
import { plain } from '../read/located.ts'
import { capital, Fields, type FieldProblem } from '../expect/fields.ts'
import { readDocument } from '../expect/read-document.ts'
import { isPositive, type Goal } from '../expect/goal.ts'
import { ruleNames, stepKinds, type Lesson, type Reveal, type Routes, type Step } from './lesson.ts'
import { readEdit } from './read-edit.ts'
import { readGoals } from '../expect/read-goal.ts'
import { readQuestion } from './read-question.ts'
import { readRoutes, routesIn } from './read-routes.ts'
import { editKeys, lessonKeys, routesKeys } from './schema.ts'

/** The result of reading a lesson file. If any problem is an error, `lesson` is null. */
export interface LessonReading {
  readonly lesson: Lesson | null
  /** The readable part of the lesson, even with errors, so that its author can continue. */
  readonly partial: Lesson | null
  readonly problems: readonly FieldProblem[]
}

/** The name of a lesson in messages, the key to start with in a hint, and the limit of its length. */
const file = { name: 'lesson', start: 'title', limit: 'lessonLength' } as const

const idForm = /^[a-z0-9][a-z0-9-]*$/

/** Reads the text of a lesson and reports every problem with its place. Accepts any text and never throws. */
export function readLesson(path: string, text: string, parts: Parts): LessonReading {
  const root = readDocument(path, text, file, parts)
  if ('problems' in root) return { lesson: null, partial: null, problems: root.problems }
  const problems: FieldProblem[] = []
  const fields = Fields.of(root.document, path, 'the lesson', lessonKeys, problems)
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
  const root = readDocument(path, text, file, parts)
  return 'problems' in root ? { routes: null, problems: root.problems } : readRoutes(path, root.document)
}

function readFields(fields: Fields): Lesson {
  if (fields.json('format') !== 1)
    fields.complain(
      'not-allowed',
      "The lesson's format is not 1.",
      'Write `format: 1`. Open a lesson of a newer format with a newer playground.',
      'format',
    )
  const id = readId(fields, 'the lesson')
  const title = shortText(fields, 'title')
  const listed = fields.list('steps', limits.lessonSteps, true)
  if (fields.has('steps') && listed.length === 0)
    fields.complain('missing', 'The lesson has no steps.', 'Add a step.', 'steps')
  const steps = listed.flatMap((node, index) => {
    const step = fields.member(node, `step ${index + 1}`, stepKeys)
    return step ? [readStep(step, `step ${index + 1}`)] : []
  })
  complainOfSameIds(fields, steps)
  complainOfBuildInside(fields, steps)
  const routes = fields.child('routes', routesKeys)
  return {
    id,
    chapter: fields.textIfAny('chapter') ?? '',
    title,
    text: fields.textIfAny('text') ?? '',
    learned: readTexts(fields, 'learned'),
    steps,
    ...(routes && { routes: routesIn(routes) }),
  }
}

const stepKeys = lessonKeys['steps']?.keys ?? {}

function readStep(fields: Fields, within: string): Step {
  const kind = fields.oneOf('kind', stepKinds) ?? 'do'
  const asks = kind === 'predict' || kind === 'order'
  complainOfForeignKeys(fields, kind, within)
  const change = asks || kind === 'build' ? undefined : fields.child('do', editKeys)
  return {
    id: readId(fields, within),
    kind,
    text: fields.text('text'),
    hint: fields.textIfAny('hint'),
    goals: asks ? [] : readStepGoals(fields, within),
    question: asks ? readQuestion(fields, kind, within) : null,
    reveal: readReveal(fields),
    edit: change ? readEdit(change, `\`do\` of ${within}`) : null,
    fixes: !asks && fields.flag('fixes'),
  }
}

/** Keys that have no meaning for a kind of step. */
const foreignKeys = {
  do: ['ask', 'suppose', 'variations'],
  predict: ['goals', 'do', 'fixes'],
  order: ['goals', 'do', 'fixes'],
  build: ['ask', 'suppose', 'variations', 'do'],
} as const

function complainOfForeignKeys(fields: Fields, kind: Step['kind'], within: string): void {
  for (const key of foreignKeys[kind]) {
    if (!fields.has(key)) continue
    const hint =
      kind === 'build'
        ? 'Remove the key. The step can have several solutions, so write them as routes.'
        : `Remove the key, or change the kind of the step.`
    fields.complain('not-allowed', `${capital(within)} of the kind ${kind} cannot have \`${key}\`.`, hint, key)
  }
}

function readStepGoals(fields: Fields, within: string): readonly Goal[] {
  const goals = readGoals(fields, within)
  if (goals.length === 0)
    fields.complain(
      'only-absent',
      `${capital(within)} has no goals.`,
      'Add a goal. A step without goals is done at the start.',
      'goals',
    )
  else if (!goals.some(isPositive))
    fields.complain(
      'only-absent',
      `${capital(within)} has only goals for absent values, so an empty draft passes.`,
      'Add a goal for a value that must exist, such as the status.',
      'goals',
    )
  return goals
}

function readReveal(step: Fields): Reveal | null {
  const fields = step.child('reveal', stepKeys['reveal']?.keys ?? {})
  if (!fields) return null
  if (fields.has('path')) return { kind: 'file', path: fields.text('path'), find: fields.textIfAny('find') }
  if (fields.has('value')) return { kind: 'value', pointer: fields.text('value') }
  if (fields.has('answer')) return { kind: 'answer', answer: fields.text('answer') }
  if (fields.has('rule')) {
    const rule = fields.text('rule')
    const known = ruleNames.find((name) => name === rule)
    if (known) return { kind: 'rule', rule: known }
    fields.complain(
      'not-allowed',
      `\`reveal\` names the unknown rule ${rule}.`,
      `Write one of ${ruleNames.join(', ')}.`,
      'rule',
    )
    return null
  }
  fields.complain('missing', '`reveal` has no target.', 'Add one of the keys path, value, answer, rule.')
  return null
}

function readId(fields: Fields, within: string): string {
  const id = shortText(fields, 'id')
  if (id !== '' && !idForm.test(id))
    fields.complain(
      'not-allowed',
      `${id} is not a valid ID for ${within}.`,
      'Use lowercase letters, digits and hyphens.',
      'id',
    )
  return id
}

function shortText(fields: Fields, key: string): string {
  const text = fields.text(key)
  const most = limits.lessonShortText
  if (text.length > most)
    fields.complain(
      'limit',
      `\`${key}\` has ${text.length} characters; the limit is ${most} (lessonShortText).`,
      'Shorten the text.',
      key,
    )
  return text
}

function readTexts(fields: Fields, key: string): readonly string[] {
  return fields.list(key, limits.lessonEntries, false).map((node) => {
    const value = plain(node)
    if (typeof value !== 'string')
      fields.complain('wrong-type', `An entry of \`${key}\` is not a string.`, 'Put the entry in quotes.', key)
    return typeof value === 'string' ? value : ''
  })
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
