import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { Refusal } from './refusal.ts'

/** What a limiter counts: so many points in so many seconds, under a name of its own. */
interface Rate {
  readonly name: 'requests' | 'runs' | 'shares'
  readonly points: number
  readonly seconds: number
}

/** The time over which `runs_per_minute` counts. */
export const RUNS_SECONDS = 60

/** Makes the counter of a rate: in this process, or where all servers count together. */
export type OpenLimiter = (rate: Rate) => RateLimiterAbstract

export const memoryLimiter: OpenLimiter = ({ points, seconds }) =>
  new RateLimiterMemory({ points: Math.max(1, points), duration: seconds })

/** Take one point of a client; throws the refusal when there is none left. */
export async function spend(limiter: RateLimiterAbstract, client: string): Promise<void> {
  try {
    await limiter.consume(client)
  } catch (left) {
    if (!(left instanceof RateLimiterRes)) throw left
    throw tooManyRequests(left.msBeforeNext)
  }
}

/** What a client hears that asked too often. */
export function tooManyRequests(msBeforeNext: number): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new Refusal(429, 'too-many-requests', 'Too many requests from this client.', `Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}
