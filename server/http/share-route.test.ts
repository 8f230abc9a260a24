import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Host } from '../engine/host.ts'
import { memoryLimiter, type OpenLimiter } from '../protocol/limiters.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { Metrics } from '../run/metrics.ts'
import { ShareFault, shareId, type ShareStore } from '../shares/share-store.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { answerRefusal } from './answer-refusal.ts'
import type { GuardVariables } from './guard.ts'
import { addShareRoutes } from './share-route.ts'

/** The routes of short links, with a store in memory and without a guard. */
function shareRoutes(more: Partial<Host> = {}) {
  const texts = new Map<string, string>()
  const shares: ShareStore = {
    put(text) {
      const id = shareId(text)
      const isNew = !texts.has(id)
      texts.set(id, text)
      return Promise.resolve({ id, isNew })
    },
    get: (id) => Promise.resolve(texts.get(id)),
  }
  const { host } = recordingHost(['--client-shares', '1'], { shares, ...more })
  const app = new Hono<{ Variables: GuardVariables }>()
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) return c.text(error.message, 500)
    return answerRefusal(c, error)
  })
  app.use(async (c, next) => {
    c.set('client', c.req.header('from') ?? 'client')
    await next()
  })
  const rates: unknown[] = []
  const openLimiter: OpenLimiter = (rate): RateLimiterAbstract => {
    rates.push(rate)
    return memoryLimiter(rate)
  }
  let count = 0
  const metrics = { shared: () => void count++ } as Metrics
  addShareRoutes(app, host, metrics, openLimiter)
  const post = async (snapshot: unknown, headers = {}) => {
    const answer = await app.request('/api/shares', {
      ...{ method: 'POST', body: JSON.stringify({ snapshot }), headers },
    })
    const text = await answer.text()
    return [answer.status, text.startsWith('{') ? (JSON.parse(text) as unknown) : text] as const
  }
  const get = (id: string) => app.request(`/api/shares/${id}`)
  return { ...{ post, get, rates, texts }, counted: () => count }
}

const text = '{"a":1}'
const id = shareId(text)
const refused = (status: number, code: string) => [status, { error: expect.objectContaining({ code }) as unknown }]

test('a new link is stored and counts, and the same snapshot again is free', async () => {
  const { post, get, rates, counted } = shareRoutes()
  const day = 24 * 3600
  expect(rates).toEqual([{ name: 'shares', points: 1, seconds: day }])
  expect(await post({ a: 1 })).toEqual([201, { id, path: `/s/${id}` }])
  for (let again = 0; again < 3; again++) expect(await post({ a: 1 })).toEqual([200, { id, path: `/s/${id}` }])
  expect(counted()).toBe(1)
  expect(await post({ a: 2 })).toEqual(refused(429, 'too-many-requests'))
  expect(await post({ a: 2 }, { from: 'other' })).toMatchObject([201, {}])
  const answer = await get(id)
  expect([answer.status, await answer.text()]).toEqual([200, `{"id":"${id}","snapshot":${text}}`])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': 'application/json',
  })
})

test('an unknown link is not found', async () => {
  const answer = await shareRoutes().get(id)
  expect([answer.status, await answer.json()]).toEqual(refused(404, 'share-unknown'))
})

test.for([
  { name: 'a refused snapshot counts', error: new Refusal(422, 'snapshot-refused', '', ''), then: 429 },
  { name: 'a full server does not count', error: new Refusal(503, 'busy', '', ''), then: 201 },
  { name: 'an engine fault does not count', error: new Refusal(500, 'server-fault', '', ''), then: 201 },
  { name: 'a server error does not count', error: new Error('failed'), then: 201 },
])('$name toward the limit of a client', async ({ error, then }) => {
  let fails = true
  const { post } = shareRoutes({ readShare: () => (fails ? Promise.reject(error) : Promise.resolve(text)) })
  expect((await post({ a: 1 }))[0]).toBe(error instanceof Refusal ? error.status : 500)
  fails = false
  expect((await post({ a: 1 }))[0]).toBe(then)
})

test("the engine reads the snapshot for its client, with the server's limit", async () => {
  const asked: unknown[] = []
  const { post, texts } = shareRoutes({
    readShare({ body, most }, { client, signal }) {
      asked.push([Buffer.from(body.bytes).toString(), most, client, signal.aborted])
      return Promise.resolve('{"read":true}')
    },
  })
  const read = shareId('{"read":true}')
  expect(await post({ a: 1 }, { from: 'c' })).toEqual([201, { id: read, path: `/s/${read}` }])
  const { host } = recordingHost()
  expect(asked).toEqual([['{"snapshot":{"a":1}}', host.config.share_bytes, 'c', false]])
  expect([...texts.values()]).toEqual(['{"read":true}'])
})

test.for(['put', 'get'] as const)('a store whose %s fails is reported, and other errors are not', async (method) => {
  const works: ShareStore = {
    put: () => Promise.resolve({ id, isNew: true }),
    get: () => Promise.resolve(undefined),
  }
  const failing = (error: Error) => shareRoutes({ shares: { ...works, [method]: () => Promise.reject(error) } })
  expect(await failing(new ShareFault('The disk is full.')).post({ a: 1 })).toEqual([
    503,
    { error: expect.objectContaining({ code: 'share-store-unusable', message: 'The disk is full.' }) as unknown },
  ])
  expect(await failing(new Error('private')).post({ a: 1 })).toEqual([500, 'private'])
  if (method === 'get') expect((await failing(new ShareFault('The disk is full.')).get(id)).status).toBe(503)
})
