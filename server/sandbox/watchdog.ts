import type { RunCgroup } from './cgroup.ts'
import type { LimitName, Limits } from './limits.ts'
import { treeUse } from './process-tree.ts'

/** The peak usage of a run, as measured by the watchdog. */
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
 * Watch a run's whole process tree, and report the first limit that it exceeds. The watchdog covers usage that the
 * kernel counts per process, and can name the limit; the kernel's own limits also apply.
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
