import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyze } from '../answer/analyze.ts'
import { applyEdit } from '../learn/apply-edit.ts'
import type { Evidence } from '../learn/check-goal.ts'
import type { Edit, Lesson } from '../learn/lesson.ts'
import { readEditAlone, readLesson } from '../learn/read-lesson.ts'
import { everyPart } from '../pure-host.ts'
import { nodeAt, plain, type Located } from '../read/located.ts'
import { readYaml } from '../read/yaml/read.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { exampleSnapshots, workspaceOfDraft } from './examples.ts'

/** A way through a lesson, or one that only nearly is: changes of the start, in turn. */
interface LessonRoute {
  readonly about: string
  readonly edits: readonly Edit[]
  /** The first step that is not done at the end; null where all are. */
  readonly stops_at: string | null
}

interface ExampleLesson {
  readonly slug: string
  readonly start: Snapshot
  readonly lesson: Lesson
  readonly passes: readonly LessonRoute[]
  readonly fails: readonly LessonRoute[]
}

const folder = join(import.meta.dirname, '../../examples')

/** All lessons of `examples/` with their routes. */
export function exampleLessons(): readonly ExampleLesson[] {
  return Object.entries(exampleSnapshots()).flatMap(([slug, start]) => {
    if (start.lesson === undefined) return []
    const { lesson, problems } = readLesson(`${slug}/lesson.yaml`, start.lesson, everyPart)
    if (!lesson || problems.length > 0) throw new Error(problems.map(({ message }) => `${slug}: ${message}`).join('\n'))
    const routes = yamlOf(`${slug}/routes.yaml`)
    return [{ slug, start, lesson, passes: routesIn(slug, routes, 'passes'), fails: routesIn(slug, routes, 'fails') }]
  })
}

function yamlOf(path: string): Located {
  const reading = readYaml(path, readFileSync(join(folder, path), 'utf8'))
  if (reading.kind !== 'document' || !reading.document) throw new Error(`${path} is no YAML document`)
  return reading.document
}

function routesIn(slug: string, routes: Located, kind: 'passes' | 'fails'): readonly LessonRoute[] {
  const list = nodeAt(routes, [kind])
  if (list?.kind !== 'list') throw new Error(`${slug}/routes.yaml: no list ${kind}`)
  return list.items.map((route) => {
    const edits = nodeAt(route, ['edits'])
    if (edits?.kind !== 'list') throw new Error(`${slug}/routes.yaml: a route has no edits`)
    const textAt = (key: string): string | null => {
      const node = nodeAt(route, [key])
      return node ? String(plain(node)) : null
    }
    return {
      about: textAt('about') ?? '',
      stops_at: textAt('stops_at'),
      edits: edits.items.map((one) => editOf(slug, one)),
    }
  })
}

function editOf(slug: string, node: Located): Edit {
  const { edit, problems } = readEditAlone(`${slug}/routes.yaml`, node)
  if (!edit || problems.length > 0) throw new Error(problems.map(({ message }) => `${slug}: ${message}`).join('\n'))
  return edit
}

/** The drafts along a route, the start first. */
export function draftsAlong(start: Snapshot, edits: readonly Edit[]): readonly Snapshot[] {
  const drafts = [start]
  for (const edit of edits) {
    const edited = applyEdit(drafts.at(-1) ?? start, edit)
    if (edited.kind === 'differs') throw new Error(`the text to change is not in ${edited.path}`)
    drafts.push(edited.snapshot)
  }
  return drafts
}

/** What a draft gives to hold goals against, without a run. */
export function evidenceOf(snapshot: Snapshot): Evidence {
  return { analysis: analyze(workspaceOfDraft(snapshot), snapshot) }
}
