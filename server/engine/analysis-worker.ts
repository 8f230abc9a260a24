import { readlinkSync } from 'node:fs'
import { standBehind } from '../sandbox/niceness.ts'
import { readOutput } from './read-output.ts'
import { analyzeBody, readShare } from './analysis.ts'

/** Steps of `nice` behind the rest of the server, so that the event loop gets a processor whenever it needs one. */
const steps = 10

giveWay()

// The code of a thread of the pool. A stranger's request occupies only this thread.
export default analyzeBody
export { readOutput, readShare }

/** Linux numbers threads like processes. Elsewhere the priority of the thread stays the same. */
function giveWay(): void {
  try {
    const own = /\d+$/.exec(readlinkSync('/proc/thread-self'))
    if (own) standBehind(Number(own[0]), steps)
  } catch {
    // no /proc on this system
  }
}
