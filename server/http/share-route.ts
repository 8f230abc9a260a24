import type { Message } from '#core/run'
import type { Context, Hono } from 'hono'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { Refusal } from '../protocol/refusal.ts'
import type { GuardVariables } from './guard.ts'
import type { Host } from '../engine/host.ts'
import { spend, type OpenLimiter } from '../protocol/limiters.ts'
import type { Metrics } from '../run/metrics.ts'
import { receiveBody } from '../protocol/receive-body.ts'
import { sharedText, type ShareTask } from '../shares/share-body.ts'
import { ShareFault, shareId } from '../shares/share-store.ts'

/** Adds the routes of short links: store a snapshot, and read it. A snapshot is data; opening it runs no code. */
export function addShareRoutes(
  app: Hono<{ Variables: GuardVariables }>,
  host: Host,
  metrics: Metrics,
  openLimiter: OpenLimiter,
): void {
  const limiter = openLimiter({ name: 'shares', points: host.config.client_shares, seconds: 24 * 60 * 60 })

  const textOf = (task: ShareTask, c: Context<{ Variables: GuardVariables }>): string | Promise<string> =>
    host.readShare?.(task, { client: c.get('client'), signal: c.req.raw.signal }) ?? sharedText(task)

  app.post('/api/shares', async (c) => {
    const client = c.get('client')
    const body = await receiveBody(c.req.raw)
    const text = await counted(limiter, client, () => textOf({ body, most: host.config.share_bytes }, c))
    const { id, isNew } = await kept(host, limiter, client, text)
    if (isNew) metrics.shared()
    return c.json({ id, path: `/s/${id}` } satisfies Message<'share answer'>, isNew ? 201 : 200)
  })

  app.get('/api/shares/:id', async (c) => {
    const text = await usable(() => host.shares.get(c.req.param('id')))
    if (text === undefined)
      throw new Refusal(404, 'share-unknown', 'This short link does not exist.', 'Check the link.')
    c.header('Cache-Control', 'private, max-age=31536000, immutable')
    c.header('Content-Type', 'application/json')
    // The text was parsed when it was stored, and its digest is the ID, so it needs no second check.
    return c.body(`{"id":${JSON.stringify(c.req.param('id'))},"snapshot":${text}}`)
  })
}

/** Does work for a client. A refusal counts toward the rate limit like a stored snapshot, because it takes as long. */
async function counted<T>(limiter: RateLimiterAbstract, client: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) await spend(limiter, client)
    throw error
  }
}

/**
 * Stores a snapshot. Only a new link counts toward the rate limit: sharing the same snapshot again is free and repairs
 * a damaged copy.
 */
async function kept(
  host: Host,
  limiter: RateLimiterAbstract,
  client: string,
  text: string,
): ReturnType<Host['shares']['put']> {
  if ((await usable(() => host.shares.get(shareId(text)))) === undefined) await spend(limiter, client)
  return usable(() => host.shares.put(text))
}

/** The response of the store; a failure of the store is a refusal. */
async function usable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ShareFault)) throw error
    throw new Refusal(
      503,
      'share-store-unusable',
      error.message,
      'Share the long link, or contact the operator of this server.',
    )
  }
}
