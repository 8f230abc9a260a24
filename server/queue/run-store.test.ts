import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EndedRun, SentEvent } from '../run/result-message.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { testConfig } from '../testing/server.ts'
import { keys } from './keys.ts'
import { RunStore } from './run-store.ts'
import { packRun } from './waiting-run.ts'

let redis: TestRedis
let store: RunStore
beforeAll(async () => {
  redis = await startTestRedis()
  store = new RunStore(redis.client, testConfig([]), { seen: 0, saw: () => {} })
})
afterAll(() => redis.close())
beforeEach(async () => {
  await redis.client.flushall()
  const { instance } = await store.look('')
  await store.look(instance)
})

const walls = { level: 'full', hosted: false } as const
const asks = (question: string): SentEvent => ({ event: 'graph', data: { kind: 'asks', question, digest: 'd' } })
const answered: SentEvent = { event: 'graph', data: { kind: 'answered' } }

/** A run that a worker has taken with the token of the same name. */
async function running(id: string): Promise<void> {
  const run = await pendingRun('client')
  expect(await store.keep(id, run, packRun(run))).toBe(true)
  expect(await store.accept(id, run, 0)).toMatchObject({ kind: 'accepted' })
  expect(await store.take(id, 'worker', id, walls)).toMatchObject({ kind: 'taken' })
}
const append = (id: string, first: number, ...events: readonly SentEvent[]) => store.append(id, id, { first, events })

test('canceling a run returns its state, and an unknown run counts as ended', async () => {
  const run = await pendingRun('client')
  await store.keep('waits', run, packRun(run))
  expect(await store.cancel('waits')).toBe('ended')
  await store.accept('waits', run, 0)
  expect(await store.cancel('waits')).toBe('waiting')
  await running('runs')
  expect(await store.cancel('runs')).toBe('running')
  expect(await store.cancel('unknown')).toBe('ended')
})

test('a heartbeat has a reply for each run', async () => {
  for (const id of ['first', 'second', 'third']) await running(id)
  await append('second', 1, asks('q'))
  await store.cancel('third')
  await store.steer('second', { steer: { kind: 'step' } })
  const beat = (...ids: readonly string[]) =>
    store.beat(
      'worker',
      '{}',
      ids.map((id) => ({ id, token: id, lastMessage: 0 })),
    )
  expect(await beat('first', 'unknown', 'second', 'third')).toEqual([
    { state: 'continues', messages: [] },
    { state: 'over', messages: [] },
    { state: 'continues', messages: [{ number: 1, kind: 'steer', value: { steer: { kind: 'step' } } }] },
    { state: 'cancelled', messages: [] },
  ])
})

test('only the open question can be answered', async () => {
  await running('id')
  const answer = (question: string, digest = 'd') => store.answer('id', question, digest, 'this')
  expect(await answer('q')).toBe('unknown')
  await append('id', 1, asks('q'))
  await append('id', 2, { event: 'stdout', data: { text: 'x' } })
  expect([await answer('other'), await answer('q', 'e')]).toEqual(['unknown', 'differs'])
  expect(await answer('q')).toBe('taken')
  await append('id', 3, asks('r'))
  await append('id', 4, answered)
  expect(await answer('r')).toBe('unknown')
  await append('id', 5, asks('s'), answered, asks('t'))
  expect([await answer('s'), await answer('t')]).toEqual(['unknown', 'taken'])
})

test('events are added once, by the worker that has the run, and without a gap', async () => {
  await running('id')
  const one: SentEvent = { event: 'stdout', data: { text: 'one' } }
  const two: SentEvent = { event: 'stdout', data: { text: 'two' } }
  expect([await append('id', 1, one), await append('id', 1, one, two), await append('id', 4, one)]).toEqual([
    true,
    true,
    false,
  ])
  expect(await store.append('id', 'another', { first: 3, events: [one] })).toBe(false)
  const texts = (await store.events('id', 0)).map(({ event, text }) => [event, text])
  expect(texts.slice(2)).toEqual([one, two].map(({ event, data }) => [event, JSON.stringify(data)]))
  expect(texts.slice(0, 2).map(([event]) => event)).toEqual(['accepted', 'started'])
  expect((await store.events('id', 3)).map(({ number }) => number)).toEqual([4])
})

test('a run has one ending, which frees its place', async () => {
  await running('id')
  expect(await store.load()).toEqual({ waiting: 0, running: 1 })
  const result = { figures: { ending: 'exited' }, text: '{"success":true}', withoutOutput: '{}' } as unknown as EndedRun
  const by = (token: string) => store.end({ id: 'id', token }, result, 1.6)
  expect([await by('another'), await by('id'), await by('id')]).toEqual([false, true, false])
  expect((await store.events('id', 0)).at(-1)).toMatchObject({ event: 'result', text: '{"success":true}' })
  expect([await store.load(), (await store.facts('id'))?.state]).toEqual([{ waiting: 0, running: 0 }, 'ended'])
  expect(await redis.client.hget(keys.figures, 'took:exited')).toBe('2')
  expect(await append('id', 1, answered)).toBe(false)
})
