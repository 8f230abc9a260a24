import { accessSync, constants, statSync } from 'node:fs'
import { readSavedWalk, savedWalkDocument, type SavedWalk } from '#core/graph'
import { readJson, writeJson } from '#core/read'
import type { ExecutionResult } from '#core/run'
import { visible } from '#core/text'
import { dirname, resolve } from '../../disk-paths.ts'
import { readNamed, whyUnread } from '../whole-file.ts'
import { writeNamed } from '../write-whole.ts'
import type { Machine } from '../options.ts'
import { ReportedError, writingTrouble } from '../reported-error.ts'
import type { PreparedRun } from './prepared-run.ts'

/**
 * The walk in a file that `--save` wrote, to continue it (R16.8).
 *
 * @throws ReportedError if the file cannot be read, or contains a walk of another graph.
 */
export function savedIn(name: string, item_id: string, { cwd }: Pick<Machine, 'cwd'>): SavedWalk {
  const unread = (why: string) =>
    new ReportedError('usage', `--resume ${name} cannot be read (${why}). A run with --save FILE writes this file if it stops early.`)
  let text: string
  try {
    text = new TextDecoder().decode(readNamed(resolve(cwd, name)))
  } catch (error) {
    throw unread(whyUnread(error))
  }
  const document = readJson(text, { marked: true })
  if ('problem' in document) throw unread(`it is not valid JSON: ${document.problem}`)
  const read = readSavedWalk(document.value)
  if ('problem' in read) throw new ReportedError('usage', `--resume ${name}: ${read.problem}.`)
  if (read.item_id !== item_id) throw new ReportedError('usage', `--resume ${name} is a walk of ${visible(read.item_id)}, not of ${item_id}.`)
  return read.saved
} // prettier-ignore

/**
 * Before any tool runs, check whether a walk can be saved to this file, because an invalid path would lose the results
 * of the tools.
 *
 * @throws ReportedError if the walk cannot be saved.
 */
export function requireSavable(name: string, { reach, call, directory }: PreparedRun): void {
  if (!reach) throw new ReportedError('usage', `--save requires a graph, and ${visible(call.item_id)} is not a graph.`)
  const path = resolve(directory.machine.cwd, name)
  const because = (why: string) => new ReportedError('usage', `--save ${name}: ${why}. Nothing ran.`)
  const trouble = (disk: string): string | undefined => troubleOf(() => accessSync(disk, constants.W_OK))
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats && !stats.isFile()) throw because('it is not a regular file')
  const why = trouble(dirname(path))
  if (why !== undefined) throw because(why)
}

/**
 * Save a walk that stopped early. Only the owner can read the file, because it can contain any output of tools. Returns
 * the next node, with the reason if the file could not be written; undefined if the walk has finished.
 */
export function saveWalk(
  name: string,
  item_id: string,
  { graph }: ExecutionResult,
  { cwd }: Pick<Machine, 'cwd'>,
): { readonly before: string; readonly because: string | undefined } | undefined {
  const saved = graph?.walk.saved
  if (!saved || saved.current_node === null) return undefined
  const text = `${writeJson(savedWalkDocument(item_id, saved), { indent: '  ', marked: true })}\n`
  return { before: saved.current_node, because: troubleOf(() => writeNamed(resolve(cwd, name), text, 0o600)) }
}

/** Perform a disk operation. Returns the reason if the disk refuses it. */
function troubleOf(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return writingTrouble(error)
  }
}
