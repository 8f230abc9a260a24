import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunBase } from './base.ts'
import type { CgroupPlace } from './cgroup.ts'
import type { SandboxLevel } from './command.ts'
import type { Limits } from './limits.ts'
import { filterArch, seccompBytes } from './seccomp.ts'

/** What this machine gives to runs: found once, at start. */
export interface Sandbox {
  readonly level: SandboxLevel
  readonly base: RunBase
  readonly limits: Limits
  /** File of the system call filter, where the processor has one. */
  readonly filter: string | null
  readonly cgroups: CgroupPlace | undefined
  readonly expose: readonly string[]
  /** Take a user for one run: a number nobody else has while it runs, or null where the server is an ordinary user. */
  takeUser(): RunUser
}

export interface RunUser {
  readonly id: number | null
  release(): void
}

export interface SandboxSettings {
  readonly limits: Limits
  readonly firstUser: number
  readonly useCgroups: boolean
  readonly expose: readonly string[]
}

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
  const taken = new Set<number>()
  return {
    level,
    base,
    limits: settings.limits,
    filter,
    cgroups: settings.useCgroups ? cgroups : undefined,
    expose: settings.expose,
    takeUser() {
      if (!isRoot || level === 'none') return { id: null, release: () => {} }
      // Limits on processes count by user: two servers on one machine must not share any.
      let id = settings.firstUser + (process.pid % SERVERS) * USERS_EACH
      while (taken.has(id)) id++
      taken.add(id)
      return { id, release: () => taken.delete(id) }
    },
  }
}
