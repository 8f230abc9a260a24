import { existsSync, statSync } from 'node:fs'
import { encodeValue, plain, readYaml } from '#core/read'
import { dialectNames, isDialectName } from '#core/rules'
import { describeShareProblem, readSharedDocument } from '#core/share'
import { visible } from '#core/text'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
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
}

/**
 * Read the folder of a lesson, as `examples/README.md` describes it; undefined if the word does not name a folder.
 * @throws ReportedError for a folder without a valid `example.yaml`
 */
export function readLessonFolder(word: string, io: Io): LessonFolder | undefined {
  const folder = resolve(io.cwd, word)
  // The word can be a link, which can be too long for a path; `statSync` then throws.
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined
  const about = aboutOf(folder)
  const { dialect } = about
  if (!isDialectName(dialect))
    throw new ReportedError(
      'usage',
      `${join(folder, 'example.yaml')} has no valid dialect. Use one of: ${dialectNames.join(', ')}.`,
    )
  const files = ['project', 'user']
    .filter((space) => existsSync(join(folder, space)))
    .flatMap((space) => contentsOf(folder, space, [...filesBelow(folder, space, () => false)], new KeyFiles([])))
  const document = {
    format: 1,
    name: about['title'],
    dialect,
    search: about['search'] ?? 'scoped',
    dev_mode: about['dev_mode'] ?? false,
    bundle: bundleOfDialect[dialect],
    item_id: about['item_id'],
    parameters: about['parameters'] ?? '{}',
    files: Object.fromEntries(files.map(([path, content]) => [`/${path}`, content])),
    lesson: textOf(folder, 'lesson.yaml'),
    ...('world' in about && { world: about['world'] }),
  }
  const read = readSharedDocument(document)
  if (read.kind === 'rejected') throw new ReportedError('usage', `${folder}: ${describeShareProblem(read.problem)}`)
  const routes = existsSync(join(folder, 'routes.yaml')) ? textOf(folder, 'routes.yaml') : undefined
  return { start: read.snapshot, routes }
}

function aboutOf(folder: string): Readonly<Record<string, unknown>> {
  const reading = readYaml('example.yaml', textOf(folder, 'example.yaml'))
  const about = reading.kind === 'document' && reading.document ? encodeValue(plain(reading.document)) : null
  if (typeof about !== 'object' || about === null || Array.isArray(about))
    throw new ReportedError('usage', `${join(folder, 'example.yaml')} is not a YAML mapping.`)
  return { ...about }
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
