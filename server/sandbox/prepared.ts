import { ownerMark } from './base.ts'
import { cgroupName, makeCgroup, removeWhenEmpty } from './cgroup.ts'
import type { CgroupPlace, RunCgroup } from './cgroup.ts'
import type { Confinement } from './command.ts'
import { startKeeper } from './keeper.ts'
import type { Keeper } from './keeper.ts'
import type { Limits } from './limits.ts'
import { USERS_EACH } from './users.ts'
import type { UserBlock } from './users.ts'

/**
 * The resources that a run needs before its plan is known: a user ID, control groups, and a keeper with an empty disk.
 */
export interface PreparedSandbox {
  readonly confinement: Confinement
  readonly keeper: Keeper
  readonly cgroup: RunCgroup | undefined
  /** Release all resources in the background. The run's processes have already ended. */
  dispose(): void
}

export type Preparation = PreparedSandbox | { readonly failed: string }

/** The supply of sandboxes that are prepared in advance, so a run rarely waits for its sandbox. */
export interface Preparations {
  take(): Promise<Preparation>
  close(): Promise<void>
}

export interface PreparationSetup {
  readonly limits: Limits
  readonly filter: string | null
  readonly cgroups: CgroupPlace | undefined
  /** Whether runs require control groups. */
  readonly needsGroups: boolean
  readonly expose: readonly string[]
  /** The user IDs for runs; null if the server runs as an ordinary user. */
  readonly users: UserBlock | null
  /** The number of runs to keep prepared. */
  readonly spares: number
}

/** Number of keeper and sandbox processes, in addition to those of the tool. */
const KEEPERS = 6

/**
 * Sandboxes on request. After each use, up to `spares` sandboxes are prepared in advance; the first run prepares its
 * own.
 */
export function openPreparations(setup: PreparationSetup): Preparations {
  const spares: Promise<Preparation>[] = []
  const users = new Set<number>()
  const disposals = new Set<Promise<void>>()
  let made = 0
  let isOpen = true

  const prepare = async (): Promise<Preparation> => {
    const user = setup.users === null ? null : freeUser(setup.users, users)
    if (user === undefined) return { failed: `at most ${USERS_EACH} sandboxes can exist at the same time` }
    const name = cgroupName(ownerMark(process.pid), String(made++))
    const { memory_bytes, processors } = setup.limits
    const bounds = { memoryBytes: memory_bytes, processes: setup.limits.processes + KEEPERS, processors }
    const cgroup = setup.cgroups === undefined ? undefined : makeCgroup(setup.cgroups, name, bounds)
    if (cgroup === undefined && setup.needsGroups) {
      if (user !== null) users.delete(user)
      return { failed: 'its control groups cannot be created' }
    }
    const confinement: Confinement = { user, cgroupJoin: cgroup?.join ?? [], expose: setup.expose }
    const keeper = await startKeeper({ confinement, limits: setup.limits, filter: setup.filter })
    const giveBack = async (): Promise<void> => {
      if (cgroup !== undefined) await removeWhenEmpty(cgroup.remove)
      if (user !== null) users.delete(user)
    }
    if ('failed' in keeper) {
      await giveBack()
      return keeper
    }
    return {
      confinement,
      keeper,
      cgroup,
      dispose() {
        const disposing = keeper
          .discard()
          .then(giveBack)
          .finally(() => {
            disposals.delete(disposing)
            refill()
          })
        disposals.add(disposing)
      },
    }
  }
  const refill = (): void => {
    while (isOpen && spares.length < setup.spares) spares.push(prepare())
  }
  return {
    async take() {
      const spare = await spares.shift()
      if (spare !== undefined && 'keeper' in spare) {
        if (spare.keeper.isAlive) return spare
        spare.dispose()
      }
      return prepare()
    },
    async close() {
      isOpen = false
      for (const spare of await Promise.all(spares.splice(0))) if ('keeper' in spare) spare.dispose()
      await Promise.all(disposals)
    },
  }
}

function freeUser({ first }: UserBlock, users: Set<number>): number | undefined {
  for (let user = first; user < first + USERS_EACH; user++) {
    if (users.has(user)) continue
    users.add(user)
    return user
  }
  return undefined
}
