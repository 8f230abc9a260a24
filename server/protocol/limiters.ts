import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { Refusal } from './refusal.ts'

/** A named rate: a number of points per number of seconds. */
interface Rate {
  readonly name: 'requests' | 'runs' | 'shares'
  readonly points: number
  readonly seconds: number
}

/** The period of `runs_per_minute`, in seconds. */
export const RUNS_SECONDS = 60

/** Creates the limiter for a rate: in this process, or shared by all servers. */
export type OpenLimiter = (rate: Rate) => RateLimiterAbstract

export const memoryLimiter: OpenLimiter = ({ points, seconds }) =>
  new RateLimiterMemory({ points: Math.max(1, points), duration: seconds })

/**
 * Use one of the client's points.
 * @throws Refusal if no point is left.
 */
export async function spend(limiter: RateLimiterAbstract, client: string): Promise<void> {
  try {
    await limiter.consume(client)
  } catch (left) {
    if (!(left instanceof RateLimiterRes)) throw left
    throw tooManyRequests(left.msBeforeNext)
  }
}

/** The refusal for a client that sent too many requests. */
export function tooManyRequests(msBeforeNext: number): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new Refusal(429, 'too-many-requests', 'Too many requests from this client.', `Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}
