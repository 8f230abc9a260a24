import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { implicitTag, tags } from '../read/yaml/tags.ts'
import { yamlFlow, yamlKey } from '../read/yaml/write-flow.ts'
import type { Ask, Question } from './question.ts'
import type { Edit, FileEdit } from './edit.ts'
import type { Goal, Lesson, Reveal, Route, Routes, Step, ValueTest } from './lesson.ts'

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

/** A JSON value as readable YAML: block style for nested values and for multi-line strings. */
export function toYaml(value: { readonly [name: string]: JsonValue }): string {
  return `${blockOf(decodeValue(value), '').replace(/^\n/, '')}\n`
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
    default:
      return { [ask.kind]: true }
  }
}

function goalValue(goal: Goal): JsonValue {
  return { ...assertionValue(goal), ...(goal.keep && { keep: true }), ...(goal.at_once && { at_once: true }) }
}

function assertionValue(goal: Goal): { readonly [name: string]: JsonValue } {
  switch (goal.kind) {
    case 'value':
      return { at: goal.pointer, ...(goal.lane !== 'analysis' && { in: goal.lane }), ...testValue(goal.test) }
    case 'code':
      return { code: goal.code, ...(goal.absent && { absent: true }) }
    case 'pair':
      return { pair: [goal.child, goal.parent], rule: goal.rule, verdict: goal.verdict }
    case 'ending':
      return { ending: goal.ending, in: goal.lane }
  }
}

function testValue(test: ValueTest): { readonly [name: string]: JsonValue } {
  switch (test.kind) {
    case 'is':
      return { is: test.value }
    case 'contains':
      return { contains: test.value }
    case 'matches':
      return { matches: test.pattern }
    case 'absent':
      return { absent: true }
    case 'count':
      return { count: test.count }
  }
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

function blockOf(value: Value, indent: string): string {
  if (isList(value)) {
    if (value.every((item) => !isList(item) && !isDict(item))) return ` ${yamlFlow(value)}`
    return value.map((item) => `\n${indent}- ${blockOf(item, `${indent}  `).trimStart()}`).join('')
  }
  if (isDict(value) && isBlockMapping(value))
    return [...value].map(([name, item]) => `\n${indent}${keyText(name)}:${blockOf(item, `${indent}  `)}`).join('')
  if (typeof value === 'string' && isBlockText(value)) {
    return ` |\n${value
      .slice(0, -1)
      .split('\n')
      .map((line) => (line === '' ? '' : `${indent}${line}`))
      .join('\n')}`
  }
  return ` ${yamlFlow(value)}`
}

/** Whether the keys of a mapping need no leading `?`. */
function isBlockMapping(value: Dict): boolean {
  return value.size > 0 && [...value.keys()].every((key) => !yamlKey(key).startsWith('?'))
}

/** Whether a string consists of whole lines that a literal block preserves. */
function isBlockText(text: string): boolean {
  return (
    /^[^\s\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff]/.test(text) &&
    /[^\n]\n$/.test(text) &&
    /^[\n\x20-\x7e\u00a1-\u1fff\u2030-\ud7ff\ue000-\ufefe]*$/.test(text)
  )
}

function keyText(name: Value): string {
  return typeof name === 'string' && /^[a-z_]+$/.test(name) && implicitTag(name) === tags.str ? name : yamlKey(name)
}
