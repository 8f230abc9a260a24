import { existsSync } from 'node:fs'
import { migrate, type Migration } from '#core/impact'
import { dialectNames, type DialectName } from '#core/rules'
import { isOwn, isSigned, textsOf } from './check/fix.ts'
import { openDirectory, ownPlaces, type Directory } from './directory.ts'
import { fitting, requireFitting, requireGlobs } from './globs.ts'
import type { ProjectOptions } from './options.ts'
import { projectFileName } from './project-file.ts'
import { ReportedError, writingTrouble } from './reported-error.ts'
import { readFound } from './whole-file.ts'
import { writeWhole } from './write-whole.ts'

/** The target dialect of a migration, its tools, and whether to write the edits. */
export interface MigrateOptions {
  readonly to: DialectName
  /** Globs of item IDs. Default: every tool of the project. */
  readonly globs?: readonly string[]
  /** Write the edits, and the dialect in the project file. */
  readonly write?: boolean
}

/** The changes for another dialect, and the files that were written, by their paths on disk. */
export interface Migrated extends Migration {
  readonly written: readonly string[]
  /** Written files that lost their signature. */
  readonly unsigned: readonly string[]
}

/**
 * Move a project to a newer dialect: find what changes for each tool, and write the edits on request.
 * @throws ReportedError for a dialect that is not newer, for a glob without items, and for a file that cannot be
 * written.
 */
export function migrateProject(
  directory: Directory,
  options: ProjectOptions,
  { to, globs = [], write = false }: MigrateOptions,
): Migrated {
  const { workspace } = directory
  if (workspace.dialect.name === to)
    throw new ReportedError(
      'usage',
      `The project is already in ${to}. If its files use another dialect, pass it with --dialect.`,
    )
  if (dialectNames.indexOf(to) < dialectNames.indexOf(workspace.dialect.name))
    throw new ReportedError('usage', `${to} is older than ${workspace.dialect.name}. Migrate to a newer dialect.`)
  requireGlobs(globs)
  const target = openDirectory({ ...options, dialect: to })
  const found = migrate(workspace, target.workspace, globs.length === 0 ? undefined : fitting(globs))
  const ids = found.items.map(({ item_id }) => item_id)
  requireFitting(globs, ids, 'To list all items, run rye-chain list.')
  return write ? { ...found, ...writeEdits(directory, found) } : { ...found, written: [], unsigned: [] }
}

function writeEdits(directory: Directory, { edits, to }: Migration): Pick<Migrated, 'written' | 'unsigned'> {
  const { workspace, shown } = directory
  const settings = settingsFile(directory, to)
  const paths = [...edits.map(({ path }) => path), ...(existsSync(settings.disk) ? [settings.path] : [])]
  const linked = paths.find((path) => !isOwn(workspace, path))
  if (linked !== undefined)
    throw new ReportedError(
      'trouble',
      `The path ${shown(linked)} contains a symlink. Replace it with a file or folder, then migrate again.`,
    )
  const texts = textsOf(edits, workspace, ownPlaces(directory))
  if (!texts) throw new ReportedError('trouble', 'A file was changed during the migration. Migrate again.')
  const unsigned = texts.filter(({ path }) => isSigned(workspace, path)).map(({ path }) => shown(path))
  const written: string[] = []
  for (const { path, disk, text } of [...texts, settings]) {
    try {
      writeWhole(disk, text, { as: existsSync(disk) ? 'replace' : 'create' })
    } catch (error) {
      const done = written.length === 0 ? 'No file was changed' : `Changed before: ${written.join(', ')}`
      throw new ReportedError('trouble', `${shown(path)} was not written: ${writingTrouble(error)}. ${done}.`)
    }
    written.push(shown(path))
  }
  return { written, unsigned }
}

/** The project file with the new dialect. */
function settingsFile(directory: Directory, to: DialectName): { path: string; disk: string; text: string } {
  const path = `/project/${projectFileName}`
  const disk = ownPlaces(directory)(path)
  const text = existsSync(disk) ? readFound(disk).toString('utf8') : ''
  const line = `dialect: ${to}`
  const isSet = /^dialect:.*$/m.test(text)
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return { path, disk, text: isSet ? text.replace(/^dialect:[^\r\n]*/m, line) : `${ended}${line}\n` }
}
