import { readlinkSync } from 'node:fs'
import { standBehind } from '../sandbox/niceness.ts'
import { readOutput } from './read-output.ts'
import { analyzeBody, readShare } from './analysis.ts'

/** Number of `nice` steps after the rest of the server, so that the event loop can always use a processor. */
const steps = 10

giveWay()

// The code of a thread of the pool. A stranger's request occupies only this thread.
export default analyzeBody
export { readOutput, readShare }

/** Linux numbers threads like processes. On other systems, the priority of the thread is unchanged. */
function giveWay(): void {
  try {
    const own = /\d+$/.exec(readlinkSync('/proc/thread-self'))
    if (own) standBehind(Number(own[0]), steps)
  } catch {
    // this system has no /proc
  }
}
