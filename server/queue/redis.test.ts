import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { isFull, NoRedis, openRedis, Script, textsIn, troubleOf, unreachable } from './redis.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
})
afterAll(() => redis.close())

test('a script returns the answer of Redis, also after Redis dropped the script', async () => {
  const echo = new Script('return {ARGV[1], 7, false, {ARGV[2]}}')
  expect(await echo.run(redis.client, 'a', 2)).toEqual(['a', 7, null, ['2']])
  await redis.client.script('FLUSH')
  expect(await echo.run(redis.client, 'b', 3)).toEqual(['b', 7, null, ['3']])
})

test('Redis receives the text of a script only once', async () => {
  const script = new Script('return ARGV[1]')
  await redis.client.config('RESETSTAT')
  for (const word of ['a', 'b', 'c']) expect(await script.run(redis.client, word)).toBe(word)
  const statistics = await redis.client.info('commandstats')
  expect(/cmdstat_eval:calls=(\d+)/.exec(statistics)?.[1]).toBe('1')
})

test('a script error is thrown without a retry', async () => {
  const failing = new Script('redis.call("INCR", "times") return redis.error_reply("MINE it is")')
  for (const times of ['1', '2']) {
    await expect(failing.run(redis.client)).rejects.toThrow('MINE it is')
    expect(await redis.client.get('times')).toBe(times)
  }
})

test.for([[true], [undefined], [{ a: 1 }], [['a', true]], [[['a'], {}]]])(
  'a reply of another type is refused: %j',
  async ([reply]) => {
    const connection = { evalsha: () => Promise.resolve(reply) } as unknown as TestRedis['client']
    await expect(new Script('').run(connection)).rejects.toThrow(/^Redis sent a reply of the unsupported type /)
  },
)

test('an answer is converted to strings', () => {
  expect(textsIn(['a', 7, null, ['b']])).toEqual(['a', '7', '', ''])
  expect([undefined, 'a', 7, null].map(textsIn)).toEqual([[], [], [], []])
})

test.for([
  ['OOM command not allowed', 'The queue is full (maxmemory of its Redis server).', true],
  [
    "READONLY You can't write against a read only replica.",
    'The queue is read-only: its Redis server is a replica.',
    false,
  ],
  ['MISCONF Errors writing', 'The queue is read-only: its Redis server cannot write to disk.', false],
  ['NOREPLICAS Not enough', 'The queue is read-only: its Redis server has too few replicas.', false],
  ['LOADING Redis is loading', 'The Redis server of the queue is still loading its data.', false],
  ['NOAUTH Authentication', 'The Redis server of the queue refuses this user or password.', false],
  ['WRONGPASS invalid', 'The Redis server of the queue refuses this user or password.', false],
  ['NOPERM this user', 'The Redis server of the queue refuses this user or password.', false],
  ['ZOOM', 'The queue cannot be reached.', false],
] as const)('the error "%s" is reported as "%s"', ([message, says, full]) => {
  const error = new Error(message)
  expect([troubleOf(error), isFull(error)]).toEqual([says, full])
  // Only an error of Redis itself names the cause.
  expect([troubleOf(message), isFull(message)]).toEqual(['The queue cannot be reached.', false])
})

test('the error for an unreachable queue contains its address without the password', () => {
  const cause = new Error('connect ECONNREFUSED')
  const error = unreachable('redis://me:secret@queue.example:6380/2', cause)
  expect(error.message).toBe(
    'Cannot connect to Redis at queue.example:6380 (connect ECONNREFUSED). Start Redis, or pass another address with --queue.',
  )
  expect(error.cause).toBe(cause)
  expect(unreachable('redis://queue.example', 'late').message).toContain(
    'Cannot connect to Redis at queue.example:6379 (late). ',
  )
  expect(unreachable('redis://[::1]', cause).message).toContain('Cannot connect to Redis at [::1]:6379 ')
  const refused = unreachable('redis://queue.example', new Error('WRONGPASS invalid'))
  expect([refused instanceof NoRedis, refused.message]).toEqual([
    false,
    'Redis at queue.example:6379: The Redis server of the queue refuses this user or password.',
  ])
})

test('a connection recovers after a Redis outage and receives every error', async () => {
  const errors: Error[] = []
  const connection = openRedis({ url: redis.url, onError: (error) => errors.push(error) })
  await connection.set('key', 'kept')
  await redis.kill()
  await expect.poll(() => errors.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await redis.start()
  await expect.poll(() => connection.get('key'), { timeout: 20_000 }).toBe('kept')
  connection.disconnect()
})

test('a lost connection is tried again after 50 ms more each time, up to a second, and after a refused write', () => {
  const connection = openRedis({ url: redis.url, onError: () => {} })
  const { retryStrategy, reconnectOnError } = connection.options
  expect([1, 4, 20, 21].map((attempts) => retryStrategy?.(attempts))).toEqual([50, 200, 1000, 1000])
  const errors = ["READONLY You can't write against a read only replica.", 'ERR not READONLY'].map(
    (text) => new Error(text),
  )
  expect(errors.map((error) => reconnectOnError?.(error))).toEqual([true, false])
  connection.disconnect()
})
