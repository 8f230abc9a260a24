import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** What a limiter counts: so many points in so many seconds, under a name of its own. */
interface Rate {
  readonly name: 'requests' | 'runs' | 'shares'
  readonly points: number
  readonly seconds: number
}

/** Makes the counter of a rate: in this process, or where all servers count together. */
export type OpenLimiter = (rate: Rate) => RateLimiterAbstract

export const memoryLimiter: OpenLimiter = ({ points, seconds }) =>
  new RateLimiterMemory({ points: Math.max(1, points), duration: seconds })
