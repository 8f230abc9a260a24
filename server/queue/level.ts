import type { Redis } from 'ioredis'
import { isSandboxLevel, sandboxLevels, type SandboxLevel } from '../sandbox/command.ts'
import { keys } from './keys.ts'

/** Whether a level is at least as strong as another. */
export function reaches(level: SandboxLevel, demanded: SandboxLevel): boolean {
  return sandboxLevels.indexOf(level) >= sandboxLevels.indexOf(demanded)
}

/** The sandbox level that the servers of a queue require; full by default. */
export async function demandedLevel(redis: Redis): Promise<SandboxLevel> {
  const said = await redis.get(keys.level)
  return isSandboxLevel(said) ? said : 'full'
}

/**
 * Require at least this level of the queue's workers. Returns the strongest level that any server requires, which
 * applies to all workers.
 */
export async function demandLevel(redis: Redis, level: SandboxLevel): Promise<SandboxLevel> {
  const said = await redis.get(keys.level)
  if (isSandboxLevel(said) && reaches(said, level)) return said
  await redis.set(keys.level, level)
  return level
}

/**
 * Mark the queue as hosted. From then on, only hosted workers execute its runs, because other workers can run without
 * control groups.
 */
export async function demandHosted(redis: Redis): Promise<void> {
  await redis.set(keys.hosted, 'yes')
}

/** Whether a worker satisfies the queue's requirement for control groups. */
export async function mayServe(redis: Redis, { hosted }: { readonly hosted: boolean }): Promise<boolean> {
  return hosted || (await redis.exists(keys.hosted)) === 0
}
