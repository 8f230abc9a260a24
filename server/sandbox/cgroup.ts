import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The control groups of one run, in which the kernel counts memory, processes and processor time, including child
 * processes.
 */
export interface RunCgroup {
  /** Files to which a process writes `0` to join the groups. */
  readonly join: readonly string[]
  /** Whether the kernel killed a process of the run because memory ran out. */
  ranOutOfMemory(): boolean
  /** Remove the groups. Returns false while a process of the run is still ending. */
  remove(): boolean
}

/** The location of groups: one directory with all controllers (version 2), or one per controller (version 1). */
export interface CgroupPlace {
  readonly version: 1 | 2
  readonly memory: string
  readonly pids: string
  /** Undefined if processor time cannot be limited; only the watchdog counts it then. */
  readonly cpu?: string
}

export interface CgroupBounds {
  readonly memoryBytes: number
  readonly processes: number
  readonly processors: number
}

/**
 * The directory in which this process can create groups; undefined if there is none. Without it, only the watchdog
 * counts usage.
 */
export function findCgroupPlace(proc = '/proc/self', root = '/sys/fs/cgroup'): CgroupPlace | undefined {
  const own = new Map<string, string>()
  for (const line of lines(join(proc, 'cgroup'))) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    for (const controller of (controllers ?? '').split(',')) own.set(controller, path ?? '/')
  }
  const memory = own.get('memory')
  const pids = own.get('pids')
  if (memory !== undefined && pids !== undefined) {
    const place = { version: 1, memory: join(root, 'memory', memory), pids: join(root, 'pids', pids) } as const
    if (!writable(place.memory) || !writable(place.pids)) return undefined
    const cpu = own.has('cpu') ? join(root, 'cpu', own.get('cpu') ?? '') : ''
    return cpu !== '' && writable(cpu) ? { ...place, cpu } : place
  }
  const unified = own.get('')
  if (unified === undefined) return undefined
  const parent = join(root, unified)
  const enabled = (lines(join(parent, 'cgroup.subtree_control'))[0] ?? '').split(' ')
  if (!enabled.includes('memory') || !enabled.includes('pids') || !writable(parent)) return undefined
  return { version: 2, memory: parent, pids: parent, ...(enabled.includes('cpu') ? { cpu: parent } : {}) }
}

/** The kernel's default period for a processor time quota, in microseconds. */
const CPU_PERIOD = 100_000

/** Create the groups of one run; undefined if the kernel refuses. */
export function makeCgroup(place: CgroupPlace, name: string, bounds: CgroupBounds): RunCgroup | undefined {
  const [memory, pids] = [join(place.memory, name), join(place.pids, name)]
  const cpu = place.cpu === undefined ? undefined : join(place.cpu, name)
  const dirs = [...new Set([memory, pids, ...(cpu === undefined ? [] : [cpu])])]
  const remove = (): boolean => dirs.map((dir) => attempt(() => rmdirSync(dir))).every(Boolean)
  try {
    for (const dir of dirs) mkdirSync(dir)
    if (place.version === 1) {
      writeFileSync(join(memory, 'memory.limit_in_bytes'), String(bounds.memoryBytes))
      attempt(() => writeFileSync(join(memory, 'memory.memsw.limit_in_bytes'), String(bounds.memoryBytes)))
    } else {
      writeFileSync(join(memory, 'memory.max'), String(bounds.memoryBytes))
      attempt(() => writeFileSync(join(memory, 'memory.swap.max'), '0'))
      attempt(() => writeFileSync(join(memory, 'memory.oom.group'), '1'))
    }
    writeFileSync(join(pids, 'pids.max'), String(bounds.processes))
    const quota = Math.round(bounds.processors * CPU_PERIOD)
    if (cpu !== undefined && place.version === 2) writeFileSync(join(cpu, 'cpu.max'), `${quota} ${CPU_PERIOD}`)
    if (cpu !== undefined && place.version === 1) writeFileSync(join(cpu, 'cpu.cfs_quota_us'), String(quota))
  } catch {
    remove()
    return undefined
  }
  const events = join(memory, place.version === 1 ? 'memory.oom_control' : 'memory.events')
  return {
    join: dirs.map((dir) => join(dir, 'cgroup.procs')),
    ranOutOfMemory: () => lines(events).some((line) => /^oom_kill [1-9]/.test(line)),
    remove,
  }
}

/** Remove the groups of killed servers; `isLive` returns whether the server with a mark still runs. */
export async function sweepCgroups(place: CgroupPlace, isLive: (mark: string) => boolean): Promise<void> {
  for (const parent of new Set([place.memory, place.pids, place.cpu ?? place.pids])) {
    for (const name of names(parent)) {
      const mark = /^rye-chain-(\d+-\d+)-/.exec(name)?.[1]
      if (mark !== undefined && !isLive(mark)) await removeWhenEmpty(() => attempt(() => rmdirSync(join(parent, name))))
    }
  }
}

/** Retry the removal of a group up to 20 times, because it fails while a process of the group is still ending. */
export async function removeWhenEmpty(remove: () => boolean): Promise<void> {
  for (let attempts = 0; !remove() && attempts < 20; attempts++) {
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** The name of a run's group. It contains the mark of its server for the sweep. */
export function cgroupName(mark: string, run: string): string {
  return `rye-chain-${mark}-${run}`
}

function lines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function names(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function writable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Try an action that can fail because the kernel lacks a control or a group is in use. Returns whether it succeeded, or
 * its file does not exist.
 */
function attempt(step: () => void): boolean {
  try {
    step()
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
