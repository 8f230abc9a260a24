import type { Redis } from 'ioredis'
import { isSandboxLevel, sandboxLevels, type SandboxLevel } from '../sandbox/command.ts'
import { keys } from './keys.ts'

/** Whether runs at one level have all the walls of another. */
export function reaches(level: SandboxLevel, demanded: SandboxLevel): boolean {
  return sandboxLevels.indexOf(level) >= sandboxLevels.indexOf(demanded)
}

/** The level that the servers of a queue demand; full where none has said. */
export async function demandedLevel(redis: Redis): Promise<SandboxLevel> {
  const said = await redis.get(keys.level)
  return isSandboxLevel(said) ? said : 'full'
}

/** Say what a server demands of the workers. The highest that any server said holds for all; answers that. */
export async function demandLevel(redis: Redis, level: SandboxLevel): Promise<SandboxLevel> {
  const said = await redis.get(keys.level)
  if (isSandboxLevel(said) && reaches(said, level)) return said
  await redis.set(keys.level, level)
  return level
}

/** Say that strangers' runs are in the queue: from then on only hosted workers execute, as only those refuse to run without control groups. */
export async function demandHosted(redis: Redis): Promise<void> {
  await redis.set(keys.hosted, 'yes')
}

/** Whether a worker may execute what is in the queue, as far as control groups are asked for. */
export async function mayServe(redis: Redis, { hosted }: { readonly hosted: boolean }): Promise<boolean> {
  return hosted || (await redis.exists(keys.hosted)) === 0
}
