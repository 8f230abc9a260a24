import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { keys } from './keys.ts'
import { demandedLevel, demandHosted, demandLevel, mayServe, reaches } from './level.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
})
beforeEach(() => redis.client.flushall())
afterAll(() => redis.close())

test.for([
  ['full', 'full', true],
  ['full', 'reduced', true],
  ['full', 'none', true],
  ['reduced', 'full', false],
  ['reduced', 'reduced', true],
  ['reduced', 'none', true],
  ['none', 'reduced', false],
  ['none', 'none', true],
] as const)('a worker of level %s reaches the required level %s: %s', ([level, demanded, expected]) => {
  expect(reaches(level, demanded)).toBe(expected)
})

test('the queue requires the highest level of its servers, and full by default', async () => {
  const { client } = redis
  expect(await demandedLevel(client)).toBe('full')
  expect(await demandLevel(client, 'reduced')).toBe('reduced')
  expect(await demandedLevel(client)).toBe('reduced')
  expect(await demandLevel(client, 'full')).toBe('full')
  expect(await demandLevel(client, 'reduced')).toBe('full')
  expect(await demandedLevel(client)).toBe('full')
  await client.set(keys.level, 'higher')
  expect(await demandedLevel(client)).toBe('full')
  expect(await demandLevel(client, 'reduced')).toBe('reduced')
})

test('after a hosted server marks the queue, only hosted workers may serve it', async () => {
  const { client } = redis
  const may = (): Promise<readonly boolean[]> =>
    Promise.all([true, false].map((hosted) => mayServe(client, { hosted })))
  expect(await may()).toEqual([true, true])
  await demandHosted(client)
  expect(await may()).toEqual([true, false])
})
