import { existsSync, statSync } from 'node:fs'
import type { Parts } from '#core/answer'
import { readExample } from '#core/learn'
import type { FieldProblem } from '#core/read'
import { describeShareProblem, readSharedDocument } from '#core/share'
import { visible } from '#core/text'
import type { Snapshot } from '#core/workspace'
import { join, resolve } from '../disk-paths.ts'
import { readFound, whyUnread } from '../project/whole-file.ts'
import { KeyFiles } from '../project/key-files.ts'
import type { Io } from './io.ts'
import { ReportedError } from '../project/reported-error.ts'
import { contentsOf, filesBelow } from '../project/taken-files.ts'

/** The lesson in a folder: its starting draft, and the text of its routes. */
export interface LessonFolder {
  readonly start: Snapshot
  readonly routes: string | undefined
  /** The warnings about `example.yaml`. */
  readonly problems: readonly FieldProblem[]
}

/**
 * Read the folder of a lesson, as `examples/README.md` describes it; undefined if the word does not name a folder.
 * @throws ReportedError for a folder without a valid `example.yaml`
 */
export function readLessonFolder(word: string, io: Io, parts: Parts): LessonFolder | undefined {
  const folder = resolve(io.cwd, word)
  // The word can be a link, which can be too long for a path; `statSync` then throws.
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined
  const path = join(folder, 'example.yaml')
  const { start, problems } = readExample(path, textOf(folder, 'example.yaml'), parts)
  if (!start) {
    const [{ message, hint } = { message: 'The file is not valid.', hint: '' }] = problems
    throw new ReportedError('usage', visible(`${path}: ${message} ${hint}`))
  }
  const files = ['project', 'user']
    .filter((space) => existsSync(join(folder, space)))
    .flatMap((space) => contentsOf(folder, space, [...filesBelow(folder, space, () => false)], new KeyFiles([])))
  const document = {
    ...start,
    files: Object.fromEntries(files.map(([path, content]) => [`/${path}`, content])),
    lesson: textOf(folder, 'lesson.yaml'),
  }
  const read = readSharedDocument(document)
  if (read.kind === 'rejected') throw new ReportedError('usage', `${folder}: ${describeShareProblem(read.problem)}`)
  const routes = existsSync(join(folder, 'routes.yaml')) ? textOf(folder, 'routes.yaml') : undefined
  return { start: read.snapshot, routes, problems }
}

function textOf(folder: string, name: string): string {
  try {
    return readFound(join(folder, name)).toString('utf8')
  } catch (error) {
    throw new ReportedError(
      'usage',
      `${visible(join(folder, name))} cannot be read (${whyUnread(error)}). Every lesson folder needs this file.`,
    )
  }
}
