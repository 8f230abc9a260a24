import { parentPort } from 'node:worker_threads'
import { writingTrouble } from './reported-error.ts'
import { replaceTogether, type Replacement } from './write-whole.ts'

// The script of the `ReplaceThread` thread, which replies to each message with the errors by path.
const port = parentPort
if (port === null) throw new Error('this script runs only in a worker thread')

// Messages are processed one at a time, to limit the number of open files: all files of a message are open together.
let last = Promise.resolve()
port.on('message', (files: readonly Replacement[]) => {
  last = last.then(async () => {
    const faults = await replaceTogether(files)
    port.postMessage([...faults].map(([path, fault]) => [path, writingTrouble(fault)]))
  })
})
