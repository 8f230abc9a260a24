import { expect, test } from 'vitest'
import type { ExecutionResult, Message, RunEvent, Snapshot } from '#core'
import { ServerRefusal, type NumberedEvent, type WalkBegins } from './client.ts'
import { RealRun, reconnectMs, type RealRunState, type RunServer } from './real-run.ts'
import { planOf, printed } from './testing/results.ts'

// Issue 12: one click is one analysis and one upload, and a lost connection loses no run. Issue 20: all of it bears the id of the click.

const trace = '0af7651916cd43dd8448eb211c80319c'
const quote = `To report it, quote this id: ${trace}`

const draft: Snapshot = {
  format: 1,
  name: 'Draft',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 'demo/t',
  parameters: '{}',
  files: {},
}
const health: Message<'health'> = {
  version: '0',
  mode: 'local',
  sandbox: { level: 'full', may_run: true, hint: null },
  share_bytes: 1,
}
const answer: Message<'plan answer'> = {
  protocol: 1,
  plan: planOf('theirs'),
  digest: 'd'.repeat(64),
  nonce: 'n1',
  sandbox_level: 'full',
  diagnostics: [],
}
const accepted: RunEvent = { event: 'accepted', data: { id: 'r1', position: 2, estimate_ms: 40 } }
const started: RunEvent = { event: 'started', data: { waited_ms: 1 } }
const out = (text: string): RunEvent => ({ event: 'stdout', data: { text } })
const ended = (result: ExecutionResult): RunEvent => ({ event: 'result', data: result })
const silence = new Error('network')
/** What one connection tells, from a number on; the last entry may be how it breaks. */
async function* telling(events: readonly (RunEvent | Error)[], from = 1): AsyncGenerator<NumberedEvent> {
  for (const [index, event] of events.entries()) {
    if (event instanceof Error) throw event
    yield { number: from + index, event, text: JSON.stringify(event.data) }
  }
}

/** A run against a server that answers as event; `calls` are all its requests, `seen` all states, `heard` all that was event. */
function runWith(change: Partial<RunServer> = {}, own = planOf('own'), walk?: WalkBegins) {
  const calls: string[] = []
  const seen: RealRunState[] = []
  const heard: string[] = []
  const waits: number[] = []
  const server: RunServer = {
    serverHealth: () => Promise.resolve(health),
    askPlan: () => Promise.resolve(answer),
    startRun: () => Promise.resolve(telling([])),
    followRun: () => Promise.reject(silence),
    cancelRun: () => Promise.resolve(),
    answerRun: () => Promise.resolve(),
    steerRun: () => Promise.resolve(),
    ...change,
  }
  const noted = <Args extends readonly unknown[], T>(name: string, request: (...args: Args) => T) => {
    return (...args: Args): T => {
      calls.push([name, ...args.filter((arg) => arg !== draft).map((arg) => JSON.stringify(arg))].join(' '))
      return request(...args)
    }
  }
  const listener = {
    changed: (state: RealRunState) => void seen.push(state),
    output: (stream: string, text: string) => void heard.push(`${stream} ${text}`),
    trace: ({ step }: { readonly step: string }) => void heard.push(`trace ${step}`),
    data: (text: string) => void heard.push(`data ${text}`),
    graph: ({ kind }: { readonly kind: string }, text: string) => void heard.push(`graph ${kind} ${text.length}`),
  }
  const counting: RunServer = {
    serverHealth: noted('health', server.serverHealth),
    askPlan: noted('plan', server.askPlan),
    startRun: noted('run', server.startRun),
    followRun: noted('follow', server.followRun),
    cancelRun: noted('cancel', server.cancelRun),
    answerRun: noted('answer', server.answerRun),
    steerRun: noted('steer', server.steerRun),
  }
  const run = new RealRun(counting, { snapshot: draft, own, trace, ...(walk && { walk }) }, listener, (ms) =>
    Promise.resolve(void waits.push(ms)),
  )
  return { run, calls, seen, heard, waits, kinds: () => seen.map(({ kind }) => kind) }
}

test('one question, one word, and everything that the run tells', async () => {
  const result = await printed('{}')
  const data: RunEvent = { event: 'data', data: { data: 'first' } }
  const step: RunEvent = { event: 'trace', data: { step: 'build_plan', primitive: 'execute', digest: 'd' } }
  const queued: RunEvent = { event: 'queued', data: { position: 1, estimate_ms: 20 } }
  const { run, calls, seen, heard, kinds } = runWith({
    startRun: () => Promise.resolve(telling([accepted, queued, started, step, out('a'), data, ended(result)])),
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
  expect(heard).toEqual(['trace build_plan', 'stdout a', 'data first'])
  expect(seen.at(-1)).toEqual({ kind: 'ended', result, level: 'full' })
})

test('a lost connection is taken up after the last event that was heard, and the run goes on', async () => {
  const result = await printed('1')
  let tries = 0
  const { run, calls, heard, kinds, waits } = runWith({
    startRun: () => Promise.resolve(telling([accepted, started, out('a'), silence])),
    followRun: () => (tries++ === 0 ? Promise.reject(silence) : Promise.resolve(telling([out('b'), ended(result)], 4))),
  })
  await run.ask()
  await run.start()
  expect(calls.slice(3)).toEqual(['follow "r1" 3', 'follow "r1" 3'])
  expect(heard).toEqual(['stdout a', 'stdout b'])
  expect(kinds().slice(3)).toEqual(['waiting', 'running', 'reconnecting', 'reconnecting', 'running', 'ended'])
  expect(waits).toEqual(reconnectMs.slice(0, 2))
})

test('a stream that just ends is a lost connection too', async () => {
  const result = await printed('1')
  const { run, seen } = runWith({
    startRun: () => Promise.resolve(telling([accepted])),
    followRun: () => Promise.resolve(telling([started, ended(result)], 2)),
  })
  await run.ask()
  await run.start()
  expect(seen.at(-1)).toMatchObject({ kind: 'ended', result })
})

test('a server that stays silent is given up after all tries', async () => {
  const { run, seen, waits } = runWith({ startRun: () => Promise.resolve(telling([accepted, silence])) })
  await run.ask()
  await run.start()
  expect(waits).toEqual(reconnectMs)
  expect(seen.at(-1)).toMatchObject({ kind: 'failed', message: expect.stringContaining('stopped talking') })
})

test('a word whose answer is lost is given again, as it was, and begins one run', async () => {
  const result = await printed('1')
  let tries = 0
  const { run, calls, seen } = runWith({
    startRun: () =>
      tries++ === 0
        ? Promise.resolve(telling([silence]))
        : tries === 2
          ? Promise.reject(silence)
          : Promise.resolve(telling([accepted, started, ended(result)])),
  })
  await run.ask()
  await run.start()
  const words = calls.filter((call) => call.startsWith('run'))
  expect([words.length, new Set(words).size]).toEqual([3, 1])
  expect(seen.at(-1)).toMatchObject({ kind: 'ended', result })
})

test('a server that is never reached with the word is given up, and that is what is said', async () => {
  const { run, seen, waits } = runWith({ startRun: () => Promise.reject(silence) })
  await run.ask()
  await run.start()
  expect(waits).toEqual(reconnectMs)
  expect(seen.at(-1)).toMatchObject({ kind: 'failed', message: 'The server could not be reached.' })
})

test.for(['no-answer', 'queue-unreachable', 'request-late', 'server-fault', 'stopping'])(
  'an answer that says nothing of the run (%s, as of a proxy whose server is away) is worth another try',
  async (code) => {
    const result = await printed('1')
    let tries = 0
    const passing = new ServerRefusal(code, 'Not now.', 'Try again.')
    const { run, seen } = runWith({
      startRun: () => Promise.resolve(telling([accepted, silence])),
      followRun: () =>
        tries++ === 0 ? Promise.reject(passing) : Promise.resolve(telling([started, ended(result)], 2)),
    })
    await run.ask()
    await run.start()
    expect(seen.at(-1)).toMatchObject({ kind: 'ended', result })
  },
)

test('a run whose result is no longer kept fails with what the server says', async () => {
  const gone = new ServerRefusal('run-unknown', 'There is no such run.', 'Run it again.')
  const { run, seen, waits } = runWith({
    startRun: () => Promise.resolve(telling([accepted, silence])),
    followRun: () => Promise.reject(gone),
  })
  await run.ask()
  await run.start()
  expect([seen.at(-1), waits.length]).toEqual([
    { kind: 'failed', message: gone.message, hint: `${gone.hint} ${quote}` },
    1,
  ])
})

test('a busy server keeps the offer: another word is enough', async () => {
  const result = await printed('1')
  const busy = new ServerRefusal('busy', 'All runs are taken.', 'Try again in 1 s.')
  let tries = 0
  const { run, calls, seen } = runWith({
    startRun: () => (tries++ === 0 ? Promise.reject(busy) : Promise.resolve(telling([accepted, ended(result)]))),
  })
  await run.ask()
  await run.start()
  expect(seen.at(-1)).toMatchObject({ kind: 'ready', trouble: { message: busy.message, hint: busy.hint } })
  await run.start()
  expect(seen.at(-1)).toMatchObject({ kind: 'ended' })
  expect(calls.filter((call) => call.startsWith('plan'))).toHaveLength(1)
})

test.for(['plan-differs', 'level-differs', 'confirmation-missing'])(
  'an offer that is outdated (%s) is asked anew, and waits for another word',
  async (code) => {
    const refusal = new ServerRefusal(code, 'Not this.', 'Look again.')
    const { run, calls, seen } = runWith({ startRun: () => Promise.reject(refusal) })
    await run.ask()
    await run.start()
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['health', 'plan', 'run', 'health', 'plan'])
    expect(seen.at(-1)).toMatchObject({ kind: 'ready', trouble: { message: 'Not this.' } })
  },
)

test('a plan that the server fails at is refused with the id to quote', async () => {
  const failed = new ServerRefusal('server-fault', 'The server failed at this.', 'Try again.')
  const { run, seen } = runWith({ askPlan: () => Promise.reject(failed) })
  await run.ask()
  expect(seen.at(-1)).toEqual({ kind: 'refused', message: failed.message, hint: `Try again. ${quote}` })
})

test('a run that is stopped before it has a name is cancelled as soon as it has one', async () => {
  const { run, calls } = runWith({
    startRun: async () => telling([accepted, ended(await printed('1'))]),
  })
  await run.ask()
  const running = run.start()
  run.stop()
  await running
  expect(calls.at(-1)).toBe('cancel "r1"')
})

test('without a server there is nothing to confirm', async () => {
  const { run, calls, kinds } = runWith({ serverHealth: () => Promise.resolve(undefined) })
  await run.ask()
  await run.start()
  expect([kinds(), calls]).toEqual([['asking', 'no-server'], ['health']])
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

test('what a graph asks is told as it came, and answered to its run; a word that is not taken says why (R16.1)', async () => {
  const asks: RunEvent = {
    event: 'graph',
    data: {
      kind: 'asks',
      graph: [],
      question: 'q1',
      digest: 'a'.repeat(64),
      address: 'each@1.1[1]',
      item_id: 'tool:demo/t',
      plan: planOf('a'.repeat(64)),
    },
  }
  const late = new ServerRefusal('question-unknown', 'This question waited too long.', 'Look at what the run asks now.')
  const { run, calls, heard, kinds } = runWith({
    startRun: async () => telling([accepted, started, asks, ended(await printed('1'))]),
    answerRun: (_id, { answer: word }) => (word === 'no' ? Promise.reject(late) : Promise.resolve()),
  })
  await run.ask()
  await run.start()
  expect(heard).toEqual([`graph asks ${JSON.stringify(asks.data).length}`])
  expect(kinds()).toEqual(['asking', 'ready', 'sending', 'waiting', 'running', 'ended'])
  const word = { question: 'q1', digest: 'a'.repeat(64) }
  expect(await run.answer({ ...word, answer: 'node' })).toBeUndefined()
  expect(await run.answer({ ...word, answer: 'no' })).toEqual({ message: late.message, hint: late.hint })
  expect(calls.slice(3)).toEqual([
    `answer "r1" ${JSON.stringify({ ...word, answer: 'node' })}`,
    `answer "r1" ${JSON.stringify({ ...word, answer: 'no' })}`,
  ])
})

test('how a walk begins is asked with the plan, and it is steered by its run; trouble comes back (R16.8)', async () => {
  const walk = { breaks: ['b'], resume: { format: 1 } }
  const { run, calls } = runWith(
    {
      startRun: () => Promise.resolve(telling([accepted, started, silence])),
      steerRun: (_id, { breaks }) =>
        breaks ? Promise.reject(new ServerRefusal('walk-not-steered', 'It is over.', '')) : Promise.resolve(),
    },
    planOf('own'),
    walk,
  )
  await run.ask()
  expect(calls).toEqual(['health', `plan "${trace}" ${JSON.stringify(walk)}`])
  await run.start()
  expect(await run.steer({ steer: { kind: 'pause' } })).toBeUndefined()
  expect(calls.at(-1)).toBe('steer "r1" {"steer":{"kind":"pause"}}')
  expect(await run.steer({ breaks: [] })).toEqual({ message: 'It is over.', hint: '' })
})
