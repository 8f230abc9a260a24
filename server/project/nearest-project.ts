import { lstatSync } from 'node:fs'
import { dirname, join, relative } from '../disk-paths.ts'
import { homeOf } from '../home.ts'
import type { Machine } from './options.ts'
import { projectFileName } from './project-file.ts'

/** The machines that have already shown the notice, because a command can open several directories. */
const noted = new WeakSet<Machine>()

/**
 * The project of a command without `--dir`: the current folder if it contains `.ai` or `rye-chain.yaml`, otherwise the
 * nearest folder above it that contains `.ai`. If there is none, or if it belongs to another user, the current folder
 * is used. The search ends at the top of the git repository, and before the home directory, whose `.ai` is a user
 * space. For a folder outside of both, the search has no limit, so only the folder itself is used. Returns a path from
 * the current folder.
 */
export function nearestProject(machine: Machine): string {
  const { cwd } = machine
  if (exists(join(cwd, '.ai')) || exists(join(cwd, projectFileName))) return '.'
  const found = foldersAbove(cwd, homeOf(machine.env)).find((folder) => exists(join(folder, '.ai')))
  if (found === undefined) return '.'
  const shown = relative(cwd, found)
  if (!isOwn(found)) {
    note(machine, `${shown}/.ai belongs to another user and is not used. To use it, pass --dir ${shown}.`)
    return '.'
  }
  note(machine, `Project: ${shown}, the nearest folder with .ai.`)
  return shown
}

/** The parent folders that the search may use, nearest first. */
function foldersAbove(cwd: string, home: string): readonly string[] {
  const parents: string[] = []
  let isInside = exists(join(cwd, '.git'))
  for (let folder = cwd; !isInside && dirname(folder) !== folder;) {
    folder = dirname(folder)
    if (folder === home) return parents
    parents.push(folder)
    isInside = exists(join(folder, '.git'))
  }
  return isInside ? parents : []
}

function note(machine: Machine, sentence: string): void {
  if (noted.has(machine)) return
  noted.add(machine)
  machine.note?.(sentence)
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false // A folder that cannot be searched contains nothing for this user.
  }
}

/**
 * Whether a folder belongs to this user or to root. In a shared folder such as `/tmp`, another user could otherwise
 * place a project above the folders of everyone.
 */
function isOwn(folder: string): boolean {
  const user = process.getuid?.()
  const owner = lstatSync(folder, { throwIfNoEntry: false })?.uid
  return user === undefined || owner === user || owner === 0
}
