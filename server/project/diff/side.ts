import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { describeShareProblem, isLink } from '#core/share'
import { visible } from '#core/text'
import type { Snapshot, Workspace, World } from '#core/workspace'
import { resolve } from '../../disk-paths.ts'
import { openDirectory, requireTree, type Directory } from '../directory.ts'
import { GitFault } from '../git/locate.ts'
import { thisMachine, type Machine, type ProjectOptions } from '../options.ts'
import { ReportedError } from '../reported-error.ts'
import { openLink, workspaceOf, type LinkSource } from '../link.ts'
import { nearestProject } from '../nearest-project.ts'
import { projectFileName } from '../project-file.ts'
import { pathFromUser } from '../spaces.ts'
import { readRevision, type Revision } from './revision.ts'

/** One of the two states to compare. */
export interface Side {
  readonly kind: 'directory' | 'revision' | 'link'
  /** The name from the command line, or the name of a link's draft. */
  readonly name: string
  readonly workspace: Workspace
  /** The project of a folder or a revision; undefined for a link. */
  readonly directory: Directory | undefined
  /** A digest of the content that is not read from the disk during the comparison: of a link or a revision. */
  readonly digest: string
  /** A link's draft, which names an item; undefined for other sides. */
  readonly draft: Snapshot | undefined
  /** A path as shown in messages. */
  shown(path: string): string
}

/** A side that is not open yet, because a link on the other side determines its world. */
export type Named =
  | { readonly kind: 'link'; readonly name: string; readonly draft: Snapshot }
  | { readonly kind: 'directory'; readonly name: string; readonly folder: string }
  | { readonly kind: 'revision'; readonly name: string; readonly folder: string; readonly revision: Revision }

/**
 * The side that a word names: a link, or an existing folder, or a revision of the project's repository, in this order.
 * @throws ReportedError if the word is none of these
 */
export async function namedBy(word: LinkSource, options: ProjectOptions): Promise<Named> {
  const { dir, machine = thisMachine() } = options
  const ownFolder = (named?: string) => resolve(machine.cwd, named ?? nearestProject(machine))
  if (typeof word !== 'string' || isGivenLink(word, machine)) {
    const opened = await openLink(word, machine)
    if (opened.kind === 'rejected')
      throw new ReportedError(
        'usage',
        `${typeof word === 'string' ? shortened(word) : '-'}: ${describeShareProblem(opened.problem)}`,
      )
    return { kind: 'link', name: opened.snapshot.name, draft: opened.snapshot }
  }
  // `.` is the project of every other command, which can be a folder above this one.
  const folder = word === '.' ? ownFolder() : pathFromUser(word, 'A side', machine.cwd, machine)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'directory', name: word, folder }
  const project = ownFolder(dir)
  try {
    return { kind: 'revision', name: word, folder: project, revision: readRevision(project, word, machine) }
  } catch (error) {
    if (!(error instanceof GitFault)) throw error
    throw new ReportedError(
      'usage',
      `${visible(word)} is not a folder or a link, and git cannot read it as a revision: ${error.message}`,
    )
  }
}

/** Open a side; `world` is the world of a link on the other side. */
export function openSide(named: Named, world: World | undefined, options: ProjectOptions): Side {
  const { kind, name } = named
  if (named.kind === 'link') {
    const workspace = workspaceOf(named.draft)
    const digest = hash('sha256', JSON.stringify(named.draft))
    return { kind, name, workspace, directory: undefined, digest, draft: named.draft, shown: (path) => path }
  }
  const here = { ...options, folder: named.folder, ...(world && { world }) }
  if (named.kind === 'directory') {
    const directory = openDirectory(here)
    requireTree(directory)
    const { workspace } = directory
    return { kind, name, workspace, directory, digest: '', draft: undefined, shown: (path) => directory.shown(path) }
  }
  const { over, text, digest } = named.revision
  const directory = openDirectory({ ...here, files: over, projectFile: text(projectFileName) })
  const { workspace } = directory
  const shown = (path: string): string =>
    path.startsWith('/project/') ? `${name}:${path.slice('/project/'.length)}` : directory.shown(path)
  return { kind, name, workspace, directory, digest: digest(), draft: undefined, shown }
}

/** Whether `@FILE` names an existing file, because git also has names that begin with `@`. */
function isGivenLink(word: string, { cwd }: Machine): boolean {
  if (word.startsWith('@')) return statSync(resolve(cwd, word.slice(1)), { throwIfNoEntry: false })?.isFile() === true
  return isLink(word)
}

function shortened(word: string): string {
  return visible(word.length > 60 ? `${word.slice(0, 57)}...` : word)
}
