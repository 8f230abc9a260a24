import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The control groups of one run: the kernel itself counts memory and processes, children included. */
export interface RunCgroup {
  /** Files into which a process writes `0` to join. */
  readonly join: readonly string[]
  /** Whether the kernel ended a process of the run for want of memory. */
  ranOutOfMemory(): boolean
  /** Answers false while a process of the run is still ending. */
  remove(): boolean
}

/** Where groups can be made: one directory with all controllers (version 2), or one a controller (version 1). */
export interface CgroupPlace {
  readonly version: 1 | 2
  readonly memory: string
  readonly pids: string
}

export interface CgroupBounds {
  readonly memoryBytes: number
  readonly processes: number
}

/** The place this process may make groups in, or undefined: then the watchdog alone counts. */
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
    return writable(place.memory) && writable(place.pids) ? place : undefined
  }
  const unified = own.get('')
  if (unified === undefined) return undefined
  const parent = join(root, unified)
  const enabled = (lines(join(parent, 'cgroup.subtree_control'))[0] ?? '').split(' ')
  if (!enabled.includes('memory') || !enabled.includes('pids') || !writable(parent)) return undefined
  return { version: 2, memory: parent, pids: parent }
}

/** Make the groups of one run; undefined where the kernel refuses. */
export function makeCgroup(place: CgroupPlace, name: string, bounds: CgroupBounds): RunCgroup | undefined {
  const dirs = [...new Set([join(place.memory, name), join(place.pids, name)])]
  const remove = (): boolean => dirs.map((dir) => attempt(() => rmdirSync(dir))).every(Boolean)
  const [memory = '', pids = memory] = dirs
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

/** Remove the groups that killed servers left; `isLive` says whether the server of a mark still runs. */
export function sweepCgroups(place: CgroupPlace, isLive: (mark: string) => boolean): void {
  for (const parent of new Set([place.memory, place.pids])) {
    for (const name of names(parent)) {
      const mark = /^rye-chain-(\d+-\d+)-/.exec(name)?.[1]
      if (mark !== undefined && !isLive(mark)) attempt(() => rmdirSync(join(parent, name)))
    }
  }
}

/** The name of a run's group: it says whose it is, for the sweep. */
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

/** Do what may fail: an optional control that this kernel lacks, a group still in use or gone already. */
function attempt(step: () => void): boolean {
  try {
    step()
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
