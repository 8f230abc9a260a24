import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config.ts'
import type { OpenLimiter } from '../protocol/limiters.ts'
import type { SandboxLevel } from '../sandbox/command.ts'
import { isSandboxLevel } from '../sandbox/command.ts'
import { keys } from './keys.ts'
import { demandHosted, demandLevel } from './level.ts'
import { sharedRunService } from './shared-run-service.ts'
import { openRedis, unreachable } from './redis.ts'
import type { Host } from '../engine/host.ts'
import type { RunService } from '../run/run-service.ts'
import type { Metrics } from '../run/metrics.ts'

/** The services that a server shares with the other servers of its queue. */
export interface SharedPlace {
  /** The minimum sandbox level of this queue's runs. */
  readonly level: SandboxLevel
  openRunService(host: Host, metrics: Metrics): RunService
  readonly openLimiter: OpenLimiter
}

/**
 * Connect to the configured queue, and set the requirements for its workers there.
 * @throws Error, for users, if Redis does not respond or refuses a command
 */
export async function openShared(config: ServerConfig, log: Logger): Promise<SharedPlace> {
  const place = { url: config.queue, onError: (error: Error) => log.warn({ error }, 'redis') }
  const redis = openRedis(place)
  const subscriber = openRedis(place, null)
  const own = isSandboxLevel(config.queue_level) ? config.queue_level : 'full'
  try {
    const level = await demandLevel(redis, own)
    if (config.hosted) await demandHosted(redis)
    return {
      level,
      openRunService: (host, metrics) => sharedRunService(host, { redis, subscriber }, metrics),
      // If Redis does not respond, each server counts separately, so a limit still applies.
      openLimiter: ({ name, points, seconds }) =>
        new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: keys.rate(name),
          points: Math.max(1, points),
          duration: seconds,
          insuranceLimiter: new RateLimiterMemory({ points: Math.max(1, points), duration: seconds }),
        }),
    }
  } catch (error) {
    redis.disconnect()
    subscriber.disconnect()
    throw unreachable(config.queue, error)
  }
}
