import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSavedWalk, savedWalkDocument, visible, type ExecutionResult, type SavedWalk } from '#core'
import { readNamed, whyUnread } from '../../engine/whole-file.ts'
import { UsageError, type Io } from '../io.ts'

/**
 * The walk of a file that `--save` wrote, to go on with (R16.8).
 *
 * @throws UsageError where it cannot be read, or is that of another graph.
 */
export function savedIn(name: string, item_id: string, io: Io): SavedWalk {
  let document: unknown
  try {
    document = JSON.parse(readNamed(resolve(io.cwd, name)).toString('utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : whyUnread(error)
    throw new UsageError(`--resume ${name} cannot be read (${why}). A run with --save FILE writes one where it stops early.`)
  }
  const read = readSavedWalk(document)
  if ('problem' in read) throw new UsageError(`--resume ${name}: ${read.problem}.`)
  if (read.item_id !== item_id) throw new UsageError(`--resume ${name} is a walk of ${visible(read.item_id)}, not of ${item_id}.`)
  return read.saved
} // prettier-ignore

/** Write down where a walk stopped before its end; whatever tools said may be in it, so it is for its owner alone. */
export function saveWalk(name: string, item_id: string, { graph }: ExecutionResult, io: Io): void {
  const saved = graph?.walk.saved
  if (!saved || saved.current_node === null) return
  const text = `${JSON.stringify(savedWalkDocument(item_id, saved), null, 2)}\n`
  writeFileSync(resolve(io.cwd, name), text, { mode: 0o600 })
  io.err(`Saved before ${visible(saved.current_node)}: go on with --resume ${name}.\n`)
}
