import { readlinkSync } from 'node:fs'
import { standBehind } from '../sandbox/niceness.ts'
import { readOutput } from './read-output.ts'
import { analyzeBody, readShare } from './analysis.ts'

/** Steps of `nice` behind everything else of the server: the loop that answers everybody gets a processor whenever it asks for one. */
const steps = 10

giveWay()

// What a thread of the pool runs. Whatever a stranger sends, it keeps busy no more than this thread.
export default analyzeBody
export { readOutput, readShare }

/** Linux counts a thread like a process. Elsewhere there is no such number, and the thread stays as it is. */
function giveWay(): void {
  try {
    const own = /\d+$/.exec(readlinkSync('/proc/thread-self'))
    if (own) standBehind(Number(own[0]), steps)
  } catch {
    // no such file system: nothing is promised there
  }
}
