import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyze } from '../answer/analyze.ts'
import type { Evidence } from '../expect/check-goal.ts'
import type { Edit } from '../learn/edit.ts'
import type { Lesson, Routes } from '../learn/lesson.ts'
import { readLesson, readRoutesFile } from '../learn/read-lesson.ts'
import { draftsAlong } from '../learn/try-routes.ts'
import { everyPart } from '../pure-host.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { exampleSnapshots, workspaceOfDraft } from './examples.ts'

interface ExampleLesson extends Routes {
  readonly slug: string
  readonly start: Snapshot
  readonly lesson: Lesson
}

const folder = join(import.meta.dirname, '../../examples')

/** All lessons of `examples/` with their routes. */
export function exampleLessons(): readonly ExampleLesson[] {
  return Object.entries(exampleSnapshots()).flatMap(([slug, start]) => {
    if (start.lesson === undefined) return []
    const { lesson, problems } = readLesson(`${slug}/lesson.yaml`, start.lesson, everyPart)
    if (!lesson || problems.length > 0) throw new Error(problems.map(({ message }) => `${slug}: ${message}`).join('\n'))
    return [{ slug, start, lesson, ...routesOf(slug) }]
  })
}

function routesOf(slug: string): Routes {
  const path = `${slug}/routes.yaml`
  const { routes, problems } = readRoutesFile(path, readFileSync(join(folder, path), 'utf8'), everyPart)
  if (!routes || problems.length > 0) throw new Error(problems.map(({ message }) => `${slug}: ${message}`).join('\n'))
  return routes
}

/** The drafts along a route, starting with the start draft. Throws if the route does not fit. */
export function fittingDrafts(start: Snapshot, edits: readonly Edit[]): readonly Snapshot[] {
  const { drafts, differs } = draftsAlong(start, edits)
  if (differs !== null) throw new Error(`the text to change is not in ${differs}`)
  return drafts
}

/** The evidence that a draft provides for goals, without a run. */
export function evidenceOf(snapshot: Snapshot): Evidence {
  return { analysis: analyze(workspaceOfDraft(snapshot), snapshot) }
}
