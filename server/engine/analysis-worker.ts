import { readlinkSync } from 'node:fs'
import { standBehind } from '../sandbox/niceness.ts'
import { readCard } from '../shares/share-card.ts'
import { readOutput } from './read-output.ts'
import { analyzeBody, readShare } from './analysis.ts'

/** The number of `nice` steps between these threads and the event loop, so the event loop always gets a processor. */
const steps = 10

giveWay()

// The code of a pool thread. An untrusted request blocks only this thread.
export default analyzeBody
export { readCard, readOutput, readShare }

/**
 * Lower the priority of this thread on Linux, where threads have IDs like processes. Other systems do not change it.
 */
function giveWay(): void {
  try {
    const own = /\d+$/.exec(readlinkSync('/proc/thread-self'))
    if (own) standBehind(Number(own[0]), steps)
  } catch {
    // This system has no /proc.
  }
}
