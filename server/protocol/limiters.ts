import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { Refusal } from './refusal.ts'

/** The rate of a limiter: a number of points per number of seconds, with a name. */
interface Rate {
  readonly name: 'requests' | 'runs' | 'shares'
  readonly points: number
  readonly seconds: number
}

/** The period of `runs_per_minute`, in seconds. */
export const RUNS_SECONDS = 60

/** Creates the counter of a rate: in this process, or shared by all servers. */
export type OpenLimiter = (rate: Rate) => RateLimiterAbstract

export const memoryLimiter: OpenLimiter = ({ points, seconds }) =>
  new RateLimiterMemory({ points: Math.max(1, points), duration: seconds })

/** Use one point of a client; throws the refusal if none is left. */
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
