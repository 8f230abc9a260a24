import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunBase } from './base.ts'
import type { CgroupPlace } from './cgroup.ts'
import type { SandboxLevel } from './command.ts'
import type { Limits } from './limits.ts'
import { openPreparations } from './prepared.ts'
import type { Preparation } from './prepared.ts'
import { filterArch, seccompBytes } from './seccomp.ts'
import type { UserBlock } from './users.ts'

/** The sandbox of this machine, which is detected once at startup. */
export interface Sandbox {
  readonly level: SandboxLevel
  readonly base: RunBase
  readonly limits: Limits
  /** Whether runs have a system call filter. */
  readonly isFiltered: boolean
  /** Additional host directories that tools can see. */
  readonly expose: readonly string[]
  /** Take a prepared sandbox for one run. */
  prepare(): Promise<Preparation>
  close(): Promise<void>
}

export interface SandboxSettings {
  readonly limits: Limits
  /** The first user ID of the range that root servers on this machine share. */
  readonly firstUser: number
  readonly useCgroups: boolean
  /** Whether runs require control groups that limit memory, processes and processor time, as on public servers. */
  readonly needsGroups: boolean
  readonly expose: readonly string[]
  /** Number of runs to prepare in advance. */
  readonly spares: number
}

/** A sandbox of a given level; the probe checks whether the level really works. */
export function makeSandbox(
  level: SandboxLevel,
  base: RunBase,
  settings: SandboxSettings,
  cgroups: CgroupPlace | undefined,
  users: UserBlock | null,
): Sandbox {
  const arch = level === 'full' ? filterArch(process.arch) : undefined
  const filter = arch === undefined ? null : join(base.dir, 'filter.bpf')
  if (arch !== undefined && filter !== null) writeFileSync(filter, seccompBytes(arch), { mode: 0o600 })
  const preparations = openPreparations({
    limits: settings.limits,
    filter,
    cgroups: settings.useCgroups ? cgroups : undefined,
    needsGroups: settings.needsGroups,
    expose: settings.expose,
    users,
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
      users?.release()
      await base.close()
    },
  }
}
