import type { Message } from '#core'
import type { Hono } from 'hono'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { Refusal } from '../protocol/refusal.ts'
import type { GuardVariables } from './guard.ts'
import type { Host } from '../engine/host.ts'
import { spend, type OpenLimiter } from '../protocol/limiters.ts'
import type { Metrics } from '../run/metrics.ts'
import { readBody } from '../protocol/read-body.ts'
import { canonicalJson } from '../shares/shares.ts'
import { ShareFault, shareId } from '../shares/share-store.ts'

/** The routes of short links: store a snapshot, read it. What is read is data; opening it runs nothing. */
export function addShareRoutes(
  app: Hono<{ Variables: GuardVariables }>,
  host: Host,
  metrics: Metrics,
  openLimiter: OpenLimiter,
): void {
  const limiter = openLimiter({ name: 'shares', points: host.config.client_shares, seconds: 24 * 60 * 60 })

  app.post('/api/shares', async (c) => {
    const { snapshot } = await readBody('share request', c.req, host.config.share_bytes * 2)
    if (canonicalJson(snapshot) === undefined) throw snapshotRefused('It is nested too deeply.')
    // What the snapshot does not know is not kept: a short link is no place for files of any kind.
    const read = host.readSnapshot?.(snapshot) ?? { snapshot }
    if ('problem' in read) throw snapshotRefused(read.problem)
    const text = canonicalJson(read.snapshot)
    if (text === undefined) throw snapshotRefused('It is nested too deeply.')
    if (Buffer.byteLength(text) > host.config.share_bytes) {
      throw new Refusal(
        413,
        'snapshot-too-large',
        `A snapshot may have ${host.config.share_bytes} bytes (share_bytes).`,
        'Share fewer files.',
      )
    }
    const { id, isNew } = await kept(host, limiter, c.get('client'), text)
    if (isNew) metrics.shared()
    return c.json({ id, path: `/s/${id}` } satisfies Message<'share answer'>, isNew ? 201 : 200)
  })

  app.get('/api/shares/:id', async (c) => {
    const text = await usable(() => host.shares.get(c.req.param('id')))
    if (text === undefined) throw new Refusal(404, 'share-unknown', 'There is no such short link.', 'Check the link.')
    c.header('Cache-Control', 'private, max-age=31536000, immutable')
    const snapshot: unknown = JSON.parse(text)
    return c.json({ id: c.req.param('id'), snapshot })
  })
}

function snapshotRefused(problem: string): Refusal {
  return new Refusal(
    422,
    'snapshot-refused',
    `This snapshot cannot be stored: ${problem}`,
    'Share it by its long link.',
  )
}

/** Only what is new counts: sharing the same again costs nothing and repairs a damaged copy. */
async function kept(
  host: Host,
  limiter: RateLimiterAbstract,
  client: string,
  text: string,
): ReturnType<Host['shares']['put']> {
  if ((await usable(() => host.shares.get(shareId(text)))) === undefined) await spend(limiter, client)
  return usable(() => host.shares.put(text))
}

/** What the store answers, or why it cannot. */
async function usable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ShareFault)) throw error
    throw new Refusal(
      503,
      'share-store-unusable',
      error.message,
      'Share it by its long link, or tell who runs this server.',
    )
  }
}
