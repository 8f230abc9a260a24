import { expect, test } from 'vitest'
import type { RunEvent } from '#core/run'
import { ServerRefusal } from './client.ts'
import { reconnectMs } from './real-run.ts'
import { printed } from './testing/results.ts'
import {
  trace,
  quote,
  answer,
  accepted,
  started,
  out,
  ended,
  silence,
  streamOf,
  runWith,
  health,
} from './testing/run-server.ts'

// One click makes one analysis and one upload. A lost connection does not lose the run. Every request has the trace ID
// of the click.

test('a run sends one plan request and one confirmation, and reports all events', async () => {
  const result = await printed('{}')
  const data: RunEvent = { event: 'data', data: { data: 'first' } }
  const step: RunEvent = { event: 'trace', data: { step: 'build_plan', primitive: 'execute', digest: 'd' } }
  const queued: RunEvent = { event: 'queued', data: { position: 1, estimate_ms: 20 } }
  const { run, calls, seen, received, kinds } = runWith({
    startRun: () => Promise.resolve(streamOf([accepted, queued, started, step, out('a'), data, ended(result)])),
  })
  await run.ask()
  expect(seen.at(-1)).toMatchObject({ kind: 'ready', offer: { nonce: 'n1', same: false } })
  await run.start()
  const word = `{"nonce":"n1","digest":"${'d'.repeat(64)}"}`
  expect(calls).toEqual(['health', `plan "${trace}"`, `run ${word} "${trace}"`])
  expect(kinds()).toEqual(['asking', 'ready', 'sending', 'waiting', 'waiting', 'running', 'ended'])
  expect(seen.filter(({ kind }) => kind === 'waiting')).toEqual([
    { kind: 'waiting', position: 2, estimate_ms: 40 },
    { kind: 'waiting', position: 1, estimate_ms: 20 },
  ])
  expect(received).toEqual(['trace build_plan', 'stdout a', 'data first'])
  expect(seen.at(-1)).toEqual({ kind: 'ended', result, level: 'full' })
})

test('a lost connection resumes after the last received event, and the run continues', async () => {
  const result = await printed('1')
  let tries = 0
  const { run, calls, received, kinds, waits } = runWith({
    startRun: () => Promise.resolve(streamOf([accepted, started, out('a'), silence])),
    followRun: () =>
      tries++ === 0 ? Promise.reject(silence) : Promise.resolve(streamOf([out('b'), ended(result)], 4)),
  })
  await run.ask()
  await run.start()
  expect(calls.slice(3)).toEqual(['follow "r1" 3', 'follow "r1" 3'])
  expect(received).toEqual(['stdout a', 'stdout b'])
  expect(kinds().slice(3)).toEqual(['waiting', 'running', 'reconnecting', 'reconnecting', 'running', 'ended'])
  expect(waits).toEqual(reconnectMs.slice(0, 2))
})

test('a stream that ends early counts as a lost connection', async () => {
  const result = await printed('1')
  const { run, seen } = runWith({
    startRun: () => Promise.resolve(streamOf([accepted])),
    followRun: () => Promise.resolve(streamOf([started, ended(result)], 2)),
  })
  await run.ask()
  await run.start()
  expect(seen.at(-1)).toMatchObject({ kind: 'ended', result })
})

test('a run fails if the server stays silent for all retries', async () => {
  const { run, seen, waits } = runWith({ startRun: () => Promise.resolve(streamOf([accepted, silence])) })
  await run.ask()
  await run.start()
  expect(waits).toEqual(reconnectMs)
  expect(seen.at(-1)).toMatchObject({ kind: 'failed', message: expect.stringContaining('disconnected') })
})

test('a confirmation without a response is repeated unchanged and starts one run', async () => {
  const result = await printed('1')
  let tries = 0
  const { run, calls, seen } = runWith({
    startRun: () =>
      tries++ === 0
        ? Promise.resolve(streamOf([silence]))
        : tries === 2
          ? Promise.reject(silence)
          : Promise.resolve(streamOf([accepted, started, ended(result)])),
  })
  await run.ask()
  await run.start()
  const words = calls.filter((call) => call.startsWith('run'))
  expect([words.length, new Set(words).size]).toEqual([3, 1])
  expect(seen.at(-1)).toMatchObject({ kind: 'ended', result })
})

test('a run fails with the connection error if the confirmation never reaches the server', async () => {
  const { run, seen, waits } = runWith({ startRun: () => Promise.reject(silence) })
  await run.ask()
  await run.start()
  expect(waits).toEqual(reconnectMs)
  expect(seen.at(-1)).toMatchObject({ kind: 'failed', message: 'Cannot reach the server.' })
})

test.for(['no-answer', 'queue-unreachable', 'request-late', 'server-fault', 'stopping'])(
  'an error that is not about the run (%s, as from a proxy without its server) is retried',
  async (code) => {
    const result = await printed('1')
    let tries = 0
    const passing = new ServerRefusal(code, 'Not now.', 'Try again.')
    const { run, seen } = runWith({
      startRun: () => Promise.resolve(streamOf([accepted, silence])),
      followRun: () =>
        tries++ === 0 ? Promise.reject(passing) : Promise.resolve(streamOf([started, ended(result)], 2)),
    })
    await run.ask()
    await run.start()
    expect(seen.at(-1)).toMatchObject({ kind: 'ended', result })
  },
)

test("a run whose result expired fails with the server's error", async () => {
  const gone = new ServerRefusal('run-unknown', 'This run does not exist.', 'Run it again.')
  const { run, seen, waits } = runWith({
    startRun: () => Promise.resolve(streamOf([accepted, silence])),
    followRun: () => Promise.reject(gone),
  })
  await run.ask()
  await run.start()
  expect([seen.at(-1), waits.length]).toEqual([
    { kind: 'failed', message: gone.message, hint: `${gone.hint} ${quote}` },
    1,
  ])
})

test('a busy server keeps the offer, so a second confirmation is enough', async () => {
  const result = await printed('1')
  const busy = new ServerRefusal('busy', 'All runs are taken.', 'Try again in 1 s.')
  let tries = 0
  const { run, calls, seen } = runWith({
    startRun: () => (tries++ === 0 ? Promise.reject(busy) : Promise.resolve(streamOf([accepted, ended(result)]))),
  })
  await run.ask()
  await run.start()
  expect(seen.at(-1)).toMatchObject({ kind: 'ready', trouble: { message: busy.message, hint: busy.hint } })
  await run.start()
  expect(seen.at(-1)).toMatchObject({ kind: 'ended' })
  expect(calls.filter((call) => call.startsWith('plan'))).toHaveLength(1)
})

test.for(['plan-differs', 'level-differs', 'confirmation-missing'])(
  'an outdated offer (%s) is requested again, and waits for confirmation',
  async (code) => {
    const refusal = new ServerRefusal(code, 'Not this.', 'Look again.')
    const { run, calls, seen } = runWith({ startRun: () => Promise.reject(refusal) })
    await run.ask()
    await run.start()
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['health', 'plan', 'run', 'health', 'plan'])
    expect(seen.at(-1)).toMatchObject({ kind: 'ready', trouble: { message: 'Not this.' } })
  },
)

test('a server error for a plan request includes the ID to report', async () => {
  const failed = new ServerRefusal('server-fault', 'The server failed at this.', 'Try again.')
  const { run, seen } = runWith({ askPlan: () => Promise.reject(failed) })
  await run.ask()
  expect(seen.at(-1)).toEqual({ kind: 'refused', message: failed.message, hint: `Try again. ${quote}` })
})

test('a run that is stopped before it has an ID is canceled as soon as it has an ID', async () => {
  const { run, calls } = runWith({
    startRun: async () => streamOf([accepted, ended(await printed('1'))]),
  })
  await run.ask()
  const running = run.start()
  run.stop()
  await running
  expect(calls.at(-1)).toBe('cancel "r1"')
})

test('a run cannot be confirmed without a server', async () => {
  const { run, calls, kinds } = runWith({ serverHealth: () => Promise.resolve(undefined) })
  await run.ask()
  await run.start()
  expect([kinds(), calls]).toEqual([['asking', 'no-server'], ['health']])
})

test('a page without the token of a local server sends nothing', async () => {
  const { run, calls, kinds } = runWith({ serverToken: () => undefined })
  await run.ask()
  await run.start()
  expect([kinds(), calls]).toEqual([['asking', 'not-connected'], ['health']])
})

test('a hosted server needs no token', async () => {
  const { run, kinds } = runWith({
    serverToken: () => undefined,
    serverHealth: () => Promise.resolve({ ...health, mode: 'hosted' }),
  })
  await run.ask()
  expect(kinds()).toEqual(['asking', 'ready'])
})

test('a chain without a plan on the server is refused with its findings', async () => {
  const finding = {
    code: 'item-not-found',
    severity: 'error',
    message: 'No tool there.',
    hint: '',
    at: null,
    facts: {},
  } as const
  const { run, seen } = runWith({
    askPlan: () => Promise.resolve({ ...answer, plan: null, nonce: null, digest: null, diagnostics: [finding] }),
  })
  await run.ask()
  expect(seen.at(-1)).toMatchObject({ kind: 'refused', hint: 'No tool there.' })
})
