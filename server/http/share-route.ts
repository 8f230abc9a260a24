import type { Message } from '#core'
import type { Hono } from 'hono'
import { Refusal } from './errors.ts'
import type { GuardVariables } from './guard.ts'
import type { Host } from '../engine/host.ts'
import type { Metrics } from './metrics.ts'
import { readBody } from './read-body.ts'
import { canonicalJson } from '../shares/shares.ts'

/** The routes of short links: store a snapshot, read it. What is read is data; opening it runs nothing. */
export function addShareRoutes(app: Hono<{ Variables: GuardVariables }>, host: Host, metrics: Metrics): void {
  app.post('/api/shares', async (c) => {
    const { snapshot } = await readBody('share request', c.req)
    const text = canonicalJson(snapshot)
    const fault = text === undefined ? 'It is nested too deeply.' : host.checkSnapshot?.(snapshot)
    if (text === undefined || fault !== undefined) {
      throw new Refusal(
        422,
        'snapshot-refused',
        `This snapshot cannot be stored: ${fault ?? ''}`,
        'Share it by its long link.',
      )
    }
    if (Buffer.byteLength(text) > host.config.share_bytes) {
      throw new Refusal(
        413,
        'snapshot-too-large',
        `A snapshot may have ${host.config.share_bytes} bytes (share_bytes).`,
        'Share fewer files.',
      )
    }
    const { id, isNew } = await host.shares.put(snapshot)
    if (isNew) metrics.shared()
    return c.json({ id, path: `/s/${id}` } satisfies Message<'share answer'>, isNew ? 201 : 200)
  })

  app.get('/api/shares/:id', async (c) => {
    const snapshot = await host.shares.get(c.req.param('id'))
    if (snapshot === undefined)
      throw new Refusal(404, 'share-unknown', 'There is no such short link.', 'Check the link.')
    c.header('Cache-Control', 'private, max-age=31536000, immutable')
    return c.json({ id: c.req.param('id'), snapshot })
  })
}
