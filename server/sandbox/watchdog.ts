import type { RunCgroup } from './cgroup.ts'
import type { LimitName, Limits } from './limits.ts'
import { treeUse } from './process-tree.ts'

/** The maximum figures of a run that the watchdog saw. */
export interface PeakUse {
  memoryBytes: number
  processes: number
  cpuSeconds: number
}

export interface Watchdog {
  readonly peak: PeakUse
  stop(): void
}

const EVERY_MS = 50

/**
 * Look at a run's whole tree of processes, and say once which limit it passed. The kernel's own bounds hold as well:
 * this is for what they count one process at a time, and for naming the limit.
 */
export function watch(
  root: number,
  limits: Limits,
  cgroup: RunCgroup | undefined,
  passed: (limit: LimitName) => void,
): Watchdog {
  const peak: PeakUse = { memoryBytes: 0, processes: 0, cpuSeconds: 0 }
  const look = (): LimitName | undefined => {
    if (cgroup?.ranOutOfMemory() === true) return 'memory_bytes'
    const use = treeUse(root)
    peak.memoryBytes = Math.max(peak.memoryBytes, use.memoryBytes)
    peak.processes = Math.max(peak.processes, use.processes)
    peak.cpuSeconds = Math.max(peak.cpuSeconds, use.cpuSeconds)
    if (use.memoryBytes > limits.memory_bytes) return 'memory_bytes'
    if (use.cpuSeconds > limits.cpu_seconds) return 'cpu_seconds'
    return undefined
  }
  const timer = setInterval(() => {
    const limit = look()
    if (limit === undefined) return
    clearInterval(timer)
    passed(limit)
  }, EVERY_MS)
  return { peak, stop: () => clearInterval(timer) }
}
