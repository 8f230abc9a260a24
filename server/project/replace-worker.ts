import { parentPort } from 'node:worker_threads'
import { writeWhole } from './write-whole.ts'
import { writingTrouble } from './reported-error.ts'
import type { Replacement } from './replace-thread.ts'

// What the thread of `ReplaceThread` runs: it answers each message with what went wrong, by path.
const port = parentPort
if (port === null) throw new Error('this file is for a thread')
port.on('message', (files: readonly Replacement[]) => port.postMessage(files.flatMap(troubleWith)))

function troubleWith({ path, text }: Replacement): readonly (readonly [path: string, trouble: string])[] {
  try {
    writeWhole(path, text, { as: 'replace' })
    return []
  } catch (error) {
    return [[path, writingTrouble(error)]]
  }
}
