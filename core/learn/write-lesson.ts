import { toYaml } from '../expect/to-yaml.ts'
import { assertionValue } from '../expect/write-goal.ts'
import type { Goal } from '../expect/goal.ts'
import type { JsonValue } from '../read/value/encode.ts'
import type { Ask, Question } from './question.ts'
import type { Edit, FileEdit } from './edit.ts'
import type { Lesson, Reveal, Route, Routes, Step } from './lesson.ts'

/** The text of a lesson file. `readLesson` reverses the conversion. */
export function writeLesson(lesson: Lesson): string {
  const { id, chapter, title, text, learned, steps, routes } = lesson
  const tried = routes && { routes: routesValue(routes) }
  return toYaml({ format: 1, id, chapter, title, text, learned, steps: steps.map(stepValue), ...tried })
}

/** The text of `routes.yaml`. */
export function writeRoutes(routes: Routes): string {
  return toYaml(routesValue(routes))
}

function routesValue({ passes, fails }: Routes) {
  return { passes: passes.map(routeValue), fails: fails.map(routeValue) }
}

function routeValue({ about, edits, stops_at }: Route): JsonValue {
  return { about, ...(stops_at !== null && { stops_at }), edits: edits.map(editValue) }
}

function stepValue({ id, kind, text, hint, goals, question, reveal, edit, fixes }: Step): JsonValue {
  const asks = kind === 'predict' || kind === 'order'
  return {
    id,
    ...(kind !== 'do' && { kind }),
    text,
    ...(hint !== null && { hint }),
    ...(asks ? question && questionValue(question) : { goals: goals.map(goalValue) }),
    ...(reveal && { reveal: revealValue(reveal) }),
    ...(fixes && { fixes }),
    ...(edit && { do: editValue(edit) }),
  }
}

function questionValue({ ask, suppose, variations }: Question): { readonly [name: string]: JsonValue } {
  return {
    ask: askValue(ask),
    ...(suppose && { suppose: editValue(suppose) }),
    ...(variations.length > 0 && {
      variations: variations.map(({ condition, edit }) => ({ if: condition, ...editValue(edit) })),
    }),
  }
}

function askValue(ask: Ask): JsonValue {
  switch (ask.kind) {
    case 'winner':
    case 'spaces':
      return { [ask.kind]: ask.item_id }
    case 'value':
    case 'overrides':
    case 'template':
      return { [ask.kind]: ask.pointer }
    case 'branch':
      return { branch: ask.node, ...(ask.scope !== null && { with: ask.scope }) }
    case 'walk':
      return { walk: ask.pins }
    default:
      return { [ask.kind]: true }
  }
}

function goalValue(goal: Goal): JsonValue {
  return { ...assertionValue(goal), ...(goal.keep && { keep: true }), ...(goal.at_once && { at_once: true }) }
}

function revealValue(reveal: Reveal): JsonValue {
  switch (reveal.kind) {
    case 'file':
      return { path: reveal.path, ...(reveal.find !== null && { find: reveal.find }) }
    case 'value':
      return { value: reveal.pointer }
    case 'answer':
      return { answer: reveal.answer }
    case 'rule':
      return { rule: reveal.rule }
  }
}

function editValue({ files, world, ...head }: Edit): { readonly [name: string]: JsonValue } {
  return {
    ...(files.length > 0 && { files: files.map(fileValue) }),
    ...head,
    // The world of a snapshot is JSON, but its type is narrower.
    ...(world && { world: JSON.parse(JSON.stringify(world)) as JsonValue }),
  }
}

function fileValue({ kind, ...rest }: FileEdit): JsonValue {
  return kind === 'remove' ? { path: rest.path, remove: true } : rest
}
