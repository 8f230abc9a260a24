import { expect, test } from 'vitest'
import type { EndedRun, SentEvent } from '../run/result-message.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { testConfig } from '../testing/server.ts'
import { keys } from './keys.ts'
import { PAGE, RunStore } from './run-store.ts'
import { packRun } from './waiting-run.ts'

// Requests and replies of the store. run-store.test.ts runs the scripts in a real Redis.

const config = testConfig([
  ...['--pending-seconds', '60', '--client-pending-runs', '4', '--pending-runs', '40', '--pending-bytes', '4000'],
  ...['--queue-length', '9', '--client-runs', '3', '--runs-per-minute', '0', '--reconnect-seconds', '0'],
  ...['--kept-result-seconds', '30', '--kept-result-bytes', '9000', '--queue-stream-bytes', '7000'],
])
const HOURS = 6 * 60 * 60

/** A store whose Redis gives these replies in order, and the commands that it receives. */
function replying(...replies: readonly unknown[]) {
  const left = [...replies]
  const commands: unknown[][] = []
  const seen: number[] = []
  const answer =
    (name: string) =>
    (...args: readonly unknown[]) => {
      // A script's arguments follow its digest and the number of its keys.
      commands.push([name, ...(name === 'evalsha' ? args.slice(2) : args)])
      const reply = left.shift()
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply)
    }
  const names = ['evalsha', 'expire', 'set', 'get', 'hget', 'hmget', 'xrange', 'exists', 'zcard', 'hlen'] as const
  const redis = Object.fromEntries(names.map((name) => [name, answer(name)]))
  const mark = { seen: 5, saw: (count: number) => void seen.push(count) }
  return { store: new RunStore(redis as never, config, mark), commands, seen }
}

const run = await pendingRun('client')
const packed = { ...packRun(run), shared: { sha: 'sha', files: 'shared' } }

test.for([
  { found: 1, stored: [] },
  { found: 0, stored: [['set', keys.files('sha'), 'shared', 'EX', HOURS]] },
])('shared files are stored for six hours unless Redis already has them, found: $found', async ({ found, stored }) => {
  const replies = [found, ...stored.map(() => 'OK'), 8]
  const { store, commands, seen } = replying(...replies)
  expect(await store.keep('id', { ...run, session: 'session' }, packed)).toBe(true)
  const { head, files } = packed
  expect(commands).toEqual([
    ['expire', keys.files('sha'), HOURS],
    ...stored,
    ['evalsha', 'id', 5, head, files, 'client', 'session', run.digest, 'full', 60_000, 4, 40, 4000],
  ])
  expect(seen).toEqual([8])
})

test('a run that is too large is not stored, and a run without a session has an empty one', async () => {
  const { store, commands } = replying(0)
  expect(await store.keep('id', run, { ...packed, shared: null })).toBe(false)
  expect(commands[0]?.[6]).toBe('')
})

test.for([
  [['busy', 'client', 3], { kind: 'busy', because: 'client', waiting: 3 }],
  [['busy', 'queue', 9], { kind: 'busy', because: 'queue', waiting: 9 }],
  [['too many', 1500], { kind: 'too many', msBeforeNext: 1500 }],
  [['unconfirmed'], { kind: 'unconfirmed' }],
  [['gone'], { kind: 'gone' }],
  [[], { kind: 'gone' }],
  [null, { kind: 'gone' }],
  [['accepted', 7, 12], { kind: 'accepted', turn: 7 }],
] as const)('the reply %j to a confirmation is read', async ([reply, expected]) => {
  const { store, commands, seen } = replying(reply)
  expect(await store.accept('id', run, 400)).toEqual(expected)
  // At least one run per minute, and a lease of at least 1 ms.
  expect(commands).toEqual([['evalsha', 'id', 5, 'client', run.digest, 9, 3, 1, 60, 60_000, 1, 400]])
  expect(seen).toEqual(expected.kind === 'accepted' ? [12] : [])
})

test.for([
  [['unfollowed', 3], { kind: 'unfollowed', times: 3 }],
  [['later'], { kind: 'later' }],
  [['over'], { kind: 'over' }],
  [['other'], { kind: 'over' }],
  [['taken', 12, 'head', 'files', 40], { kind: 'taken', head: 'head', files: 'files', waitedMs: 40 }],
] as const)('the reply %j to a worker that takes a run is read', async ([reply, expected]) => {
  const { store, commands, seen } = replying(reply, reply)
  expect(await store.take('id', 'w1', 'token', { level: 'full', hosted: true })).toEqual(expected)
  expect(seen).toEqual(expected.kind === 'taken' ? [12] : [])
  await store.take('id', 'w1', 'token', { level: 'reduced', hosted: false })
  const [first = [], second = []] = commands
  expect(first.slice(0, 6)).toEqual(['evalsha', 'id', 5, 'w1', 'token', 'hosted'])
  expect(first.slice(6).toSorted()).toEqual(['full', 'none', 'reduced'])
  expect([second[5], second.slice(6).toSorted()]).toEqual(['', ['none', 'reduced']])
})

const output: SentEvent = { event: 'stdout', data: { text: 'x' } }
const batch = { first: 4, events: [output, output] }
const sent = [4, 7000, '', 'stdout', '{"text":"x"}', 'stdout', '{"text":"x"}']

test('a run accepts more events if its script replies 1', async () => {
  const { store, commands } = replying(1, 0, null)
  const accepted = [1, 2, 3].map(() => store.append('id', 'token', batch))
  expect(await Promise.all(accepted)).toEqual([true, false, false])
  expect(commands[0]).toEqual(['evalsha', 'id', 'token', ...sent])
})

const result = { figures: { ending: 'exited' }, text: 'whole', withoutOutput: 'short' } as unknown as EndedRun
const full = new Error('OOM command not allowed when used memory > maxmemory')

test.for([
  [['1', 12], true],
  [['0', 12], false],
  [['-1', 12], undefined],
] as const)('the reply %j to an ending is read', async ([reply, expected]) => {
  const { store, commands, seen } = replying(reply)
  expect(await store.end({ id: 'id', token: 'token' }, result, 1.6, batch)).toBe(expected)
  expect(commands).toEqual([['evalsha', 'id', 'token', 'exited', 'whole', 2, 30_000, 10_000, 9000, ...sent]])
  expect(seen).toEqual([12])
})

test('an ending can lack its duration and events, and is stored without its output if Redis is full', async () => {
  const { store, commands } = replying(full, ['1', 12])
  expect(await store.end({ id: 'id', token: '' }, result, null)).toBe(true)
  const bounds = [30_000, 10_000, 9000]
  expect(commands).toEqual([
    ['evalsha', 'id', '', 'exited', 'whole', '', ...bounds],
    ['evalsha', 'id', '', 'exited', 'short', '', ...bounds],
  ])
  await expect(replying(full).store.end({ id: 'id', token: '' }, result, null, batch)).rejects.toBe(full)
  const other = new Error('closed')
  await expect(replying(other).store.end({ id: 'id', token: '' }, result, null)).rejects.toBe(other)
})

test.for(['kept', 'waiting', 'running', 'ended'])('the facts of a run that is %s are read', async (state) => {
  const common = { state, client: 'c', digest: 'd', token: 't', last: 4 }
  const { store, commands } = replying([state, 'c', 's', 'd', 't', '4'])
  expect(await store.facts('id')).toEqual({ ...common, session: 's' })
  expect(commands).toEqual([['hmget', keys.run('id'), 'state', 'client', 'session', 'digest', 'token', 'n']])
  // A local run has an empty session; a waiting run has no token and no event.
  expect(await replying([state, 'c', '', 'd', null, null]).store.facts('id')).toEqual({
    ...{ ...common, session: null, token: '', last: 0 },
  })
  expect(await replying([null, null, null, null, null, null]).store.facts('id')).toBeUndefined()
})

test('events are read in pages after a number', async () => {
  const row = (number: number) => [`${number}-0`, ['event', 'stdout', 'data', `text ${number}`]]
  const { store, commands } = replying([row(4), row(5)], [])
  expect(await store.events('id', 3)).toEqual([
    { number: 4, event: 'stdout', text: 'text 4' },
    { number: 5, event: 'stdout', text: 'text 5' },
  ])
  expect(await store.events('id', -1)).toEqual([])
  const page = ['+', 'COUNT', PAGE]
  expect(commands).toEqual([
    ['xrange', keys.events('id'), '(3-0', ...page],
    ['xrange', keys.events('id'), '(0-0', ...page],
  ])
  expect(PAGE).toBe(32)
})

test('canceling, answering and steering a run return the result that Redis replies', async () => {
  const cancels = replying('waiting', 'running', 'ended', null)
  const states = [1, 2, 3, 4].map(() => cancels.store.cancel('id'))
  expect(await Promise.all(states)).toEqual(['waiting', 'running', 'ended', 'ended'])
  const answers = replying('taken', 'differs', 'unknown', null)
  const taken = [1, 2, 3, 4].map(() => answers.store.answer('id', 'q', 'd', 'this'))
  expect(await Promise.all(taken)).toEqual(['taken', 'differs', 'unknown', 'unknown'])
  const text = JSON.stringify({ question: 'q', digest: 'd', answer: 'this' })
  expect(answers.commands[0]).toEqual(['evalsha', 'id', 'answer', text, text, 16, 'q', 'd'])
  const steers = replying('taken', 'too-many', 'other')
  const step = { steer: { kind: 'step' } } as const
  const steered = [1, 2, 3].map(() => steers.store.steer('id', step))
  expect(await Promise.all(steered)).toEqual(['taken', 'too-many', 'no-walk'])
  const mark: unknown = expect.stringMatching(/^[0-9a-f]{24}$/)
  expect(steers.commands[0]).toEqual(['evalsha', 'id', 'steer', mark, JSON.stringify(step), 16])
  expect(steers.commands[0]?.[3]).not.toBe(steers.commands[1]?.[3])
})

test('a server follows a run for the time in which a reader can reconnect', async () => {
  const { store, commands } = replying('OK', 1, 0)
  await store.recordFollower('id')
  expect([await store.isFollowed('id'), await store.isFollowed('id')]).toEqual([true, false])
  expect(commands[0]).toEqual(['set', keys.follower('id'), '1', 'PX', 1])
})

test('the reply to a heartbeat has a state and messages for each run', async () => {
  const steer = JSON.stringify({ steer: { kind: 'step' } })
  const { store, commands } = replying(['continues', `4 steer ${steer}\n5 steer ${steer}`, 'cancelled', '', 'over', ''])
  const runs = ['a', 'b', 'c', 'd'].map((id) => ({ id, token: `of ${id}`, lastMessage: 3 }))
  const value = { steer: { kind: 'step' } }
  expect(await store.beat('w1', 'about', runs)).toEqual([
    { state: 'continues', messages: [4, 5].map((number) => ({ number, kind: 'steer', value })) },
    { state: 'cancelled', messages: [] },
    { state: 'over', messages: [] },
    { state: 'over', messages: [] },
  ])
  expect(commands[0]?.slice(0, 9)).toEqual(['evalsha', 'w1', 'about', 'a', 'of a', 3, 'b', 'of b', 3])
})

test('a check of the queue reads its instance, its counts and its lists', async () => {
  const lists = [['old'], ['r1', 'w1', 'r2', 'w2'], ['w1', 'heartbeat']]
  const { store, commands, seen } = replying(['redis', '1', 12, 600, 4, ...lists])
  expect(await store.look('agreed')).toEqual({
    ...{ instance: 'redis', isTrusted: true, meanMs: 150, old: ['old'] },
    running: new Map([
      ['r1', 'w1'],
      ['r2', 'w2'],
    ]),
    workers: new Map([['w1', 'heartbeat']]),
  })
  expect([commands, seen]).toEqual([[['evalsha', 5, 'agreed']], [12]])
  const none = { old: [], running: new Map(), workers: new Map() }
  const untimed = await replying(['redis', '0', 12, 0, 0, [], [], []]).store.look('')
  expect(untimed).toEqual({ instance: 'redis', isTrusted: false, meanMs: 500, ...none })
})

test('the load of a queue counts running runs once', async () => {
  expect(await replying(5, 2).store.load()).toEqual({ waiting: 3, running: 2 })
  expect(await replying(1, 2).store.load()).toEqual({ waiting: 0, running: 2 })
})

test('the place of a waiting run is kept for six hours, and the data of a run is read by its key', async () => {
  const { store, commands } = replying(1, 'files', 'head')
  await store.seat('id')
  expect([await store.shared('sha'), await store.head('id')]).toEqual(['files', 'head'])
  expect(commands).toEqual([
    ['evalsha', 'id', HOURS * 1000],
    ['get', keys.files('sha')],
    ['hget', keys.run('id'), 'head'],
  ])
})
