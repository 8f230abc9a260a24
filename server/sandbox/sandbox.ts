import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunBase } from './base.ts'
import type { CgroupPlace } from './cgroup.ts'
import type { SandboxLevel } from './command.ts'
import type { Limits } from './limits.ts'
import { openPreparations } from './prepared.ts'
import type { Preparation } from './prepared.ts'
import { filterArch, seccompBytes } from './seccomp.ts'

/** What this machine gives to runs: found once, at start. */
export interface Sandbox {
  readonly level: SandboxLevel
  readonly base: RunBase
  readonly limits: Limits
  /** Whether runs get a system call filter. */
  readonly isFiltered: boolean
  /** Further host directories that tools see. */
  readonly expose: readonly string[]
  /** Take the walls of one run. */
  prepare(): Promise<Preparation>
  close(): Promise<void>
}

export interface SandboxSettings {
  readonly limits: Limits
  /** First of the user numbers that runs get when the server is root. */
  readonly firstUser: number
  readonly useCgroups: boolean
  readonly expose: readonly string[]
  /** How many runs are prepared ahead. */
  readonly spares: number
}

/** Limits on processes count by user: two servers on one machine must not share any. */
const SERVERS = 1024
const USERS_EACH = 64

/** A sandbox of a given level; whether the level really works is the probe's question. */
export function makeSandbox(
  level: SandboxLevel,
  base: RunBase,
  settings: SandboxSettings,
  cgroups: CgroupPlace | undefined,
): Sandbox {
  const arch = level === 'full' ? filterArch(process.arch) : undefined
  const filter = arch === undefined ? null : join(base.dir, 'filter.bpf')
  if (arch !== undefined && filter !== null) writeFileSync(filter, seccompBytes(arch), { mode: 0o600 })
  const isRoot = process.getuid?.() === 0
  const preparations = openPreparations({
    base,
    limits: settings.limits,
    filter,
    cgroups: settings.useCgroups ? cgroups : undefined,
    expose: settings.expose,
    firstUser: isRoot ? settings.firstUser + (process.pid % SERVERS) * USERS_EACH : null,
    spares: settings.spares,
  })
  return {
    level,
    base,
    limits: settings.limits,
    isFiltered: filter !== null,
    expose: settings.expose,
    prepare: () => preparations.take(),
    async close() {
      await preparations.close()
      await base.close()
    },
  }
}
