import { tmpdir } from 'node:os'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Plan } from '#core/answer'
import type { AnalysedGraph, Host } from '../../engine/host.ts'
import type { SteerMessage, WalkLink } from '../../engine/walk-link.ts'
import type { WrittenResult } from '../../engine/written-result.ts'
import type { RawOutcome } from '../../primitives/http-reply.ts'
import { openRunBase } from '../../sandbox/base.ts'
import { limitsWith } from '../../sandbox/limits.ts'
import { pendingRun } from '../../testing/pending-run.ts'
import { recordingHost } from '../../testing/recording-host.ts'
import { processPlan } from '../../testing/sandbox.ts'
import type { SentEvent } from '../result-message.ts'
import type { RunPublisher, RunRecord } from '../runs.ts'
import { walkConfirmed } from './graph-run.ts'
import { Slots } from './slots.ts'

// The link between a walk and its run. The walk itself is a test script; graph-run.test.ts walks real graphs.

afterEach(() => void vi.useRealTimers())

const written: WrittenResult = {
  figures: { success: true, ending: 'exited', duration_ms: 1 },
  ...{ before: '{"success":true,"output":', output: 'null', withoutOutput: '' },
}
const planOf = (digest: string, script: string): Plan => ({
  ...processPlan({ command: '/bin/sh', args: ['-c', script] }),
  digest,
})

/** Walks a graph with one confirmed command, and records the events of the run. */
async function walked(
  walk: (link: WalkLink, parts: Parts) => Promise<WrittenResult>,
  { signal = new AbortController().signal, ...more }: { readonly signal?: AbortSignal } & Partial<Host> = {},
) {
  const events: SentEvent[] = []
  const parts: Partial<Parts> = {}
  const record: RunPublisher = {
    id: 'r1',
    publish: (event) => events.push(event),
    onAnswer: (answer) => (parts.answer = answer),
    onSteer: (steer) => (parts.steer = steer),
  }
  const { host, lines } = recordingHost(['--pending-seconds', '60'], {
    walkGraph: (_task, link) => walk(link, { events, ...parts } as Parts),
    ...more,
  })
  const command = { graph: 'g', node: 'n', item_id: 'say', refused: null }
  const commands = [
    { ...command, open: [], plan: planOf('confirmed', 'true') },
    { ...command, open: ['state.x'], plan: planOf('open', 'true') },
    { ...command, open: [], plan: null },
  ]
  const graph = { reach: { commands, cut: false }, task: {} } as unknown as AnalysedGraph
  const pending = { ...(await pendingRun('client')), graph }
  const ended = await walkConfirmed(host, new Slots(1), pending, graph, record, signal)
  return { ended, events, lines }
}

interface Parts {
  readonly events: readonly SentEvent[]
  answer: RunRecord['answer']
  steer: (message: SteerMessage) => void
}

/** The ID of the question that a walk asked last. */
const questionOf = (events: readonly SentEvent[]): string => {
  const last = events.at(-1)
  return last && 'data' in last ? (last.data as { readonly question: string }).question : ''
}

/** A machine without any sandbox, where a command needs only a few milliseconds. */
async function bareMachine(): Promise<Partial<Host>> {
  const { base } = await openRunBase(tmpdir())
  onTestFinished(() => base.close())
  return { sandbox: { level: 'none', base, limits: limitsWith({}) } as unknown as Host['sandbox'] }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('events of the walk belong to the run, and the result of a walk without changes has no output', async () => {
  const trace = { step: 'resolve', item_id: 'g', path: null, space: 'project', shadowed: [] } as const
  const { ended, events } = await walked((link) => {
    link.publish('{"kind":"walk_begun"}')
    link.trace(trace)
    return Promise.resolve(written)
  })
  expect(events).toEqual([
    { event: 'graph', text: '{"kind":"walk_begun"}' },
    { event: 'trace', data: trace },
  ])
  expect(ended).toEqual({ figures: written.figures, text: '{"success":true,"output":null}', withoutOutput: '' })
})

test('a confirmed command runs without a question, prints live, and its files are the output of the walk', async () => {
  const outcomes: RawOutcome[] = []
  const { ended, events } = await walked(
    async (link) => {
      const script = 'printf "[%s]" "$(cat a 2>/dev/null)"; printf x >> a'
      for (const address of ['n@1.1', 'n@2.1', null])
        outcomes.push(await link.run(planOf('confirmed', script), { item_id: 'say', address }))
      return written
    },
    await bareMachine(),
  )
  expect(events).toEqual([
    { event: 'stdout', data: { text: '[]', at: 'n@1.1' } },
    { event: 'stdout', data: { text: '[x]', at: 'n@2.1' } },
    { event: 'stdout', data: { text: '[xx]' } },
  ])
  // The walk reads outcomes without their files.
  expect(outcomes.map((outcome) => 'changes' in outcome)).toEqual([false, false, false])
  const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
  const base64 = Buffer.from('xxx').toString('base64')
  expect(JSON.parse(ended.text)).toEqual({
    success: true,
    output: {
      ...{ primitive: 'execute', stdout: nothing, stderr: nothing },
      changes: [{ path: '/project/a', change: 'modified', base64 }],
    },
  })
})

test.for(['open', 'other'])(
  'a command that was not confirmed, such as "%s", waits for its approval',
  async (digest) => {
    const plan = planOf(digest, 'exit 3')
    const { events } = await walked(
      async (link, { answer, events }) => {
        const running = link.run(plan, { item_id: 'say', address: 'n@1.1' })
        await settle()
        expect(answer(questionOf(events), digest, 'this')).toBe('taken')
        expect((await running).ending).toEqual({ kind: 'exited', return_code: 3 })
        const declined = link.run(planOf('third', 'true'), { item_id: 'say', address: null })
        await settle()
        answer(questionOf(events), 'third', 'no')
        expect((await declined).ending).toMatchObject({
          kind: 'not-started',
          reason: expect.stringContaining('declined'),
        })
        return written
      },
      await bareMachine(),
    )
    const question: unknown = expect.stringMatching(/^[\w-]{32}$/)
    const asks = { kind: 'asks', graph: [], item_id: 'say', question }
    expect(events.map((sent) => 'data' in sent && sent.data)).toEqual([
      { ...asks, address: 'n@1.1', digest, plan },
      { kind: 'answered', graph: [], question, answer: 'this' },
      { ...asks, address: '', digest: 'third', plan: planOf('third', 'true') },
      { kind: 'answered', graph: [], question, answer: 'no' },
    ])
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['graph']))
  },
)

test('a question without an answer is declined after pending_seconds', async () => {
  vi.useFakeTimers()
  const { events } = await walked(async (link) => {
    let ending: unknown
    void link.run(planOf('other', 'true'), { item_id: 'say', address: 'n@1.1' }).then((outcome) => {
      ending = outcome.ending
    })
    await vi.advanceTimersByTimeAsync(59_999)
    expect(ending).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(ending).toMatchObject({ kind: 'not-started', reason: expect.stringContaining('not approved in time') })
    return written
  })
  expect(events).toHaveLength(2)
})

test('a canceled walk starts no command', async () => {
  await walked(
    async (link) => {
      const { ending } = await link.run(planOf('confirmed', 'true'), { item_id: 'say', address: null })
      expect(ending).toEqual({ kind: 'cancelled' })
      return written
    },
    { signal: AbortSignal.abort() },
  )
})

test('a server error is only logged', async () => {
  const sandbox = { level: 'full', prepare: () => Promise.reject(new Error('private')) }
  const { lines } = await walked(
    async (link) => {
      const { ending } = await link.run(planOf('confirmed', 'true'), { item_id: 'say', address: null })
      expect(ending).toEqual({ kind: 'not-started', reason: 'The server failed to execute this run.' })
      return written
    },
    { sandbox: sandbox as unknown as Host['sandbox'] },
  )
  expect(lines).toMatchObject([{ run: 'r1', msg: 'run failed', error: { message: 'private' } }])
})

test('a walk receives messages once it listens, and the server cancels it after waiting for pending_seconds', async () => {
  vi.useFakeTimers()
  const steered: SteerMessage[] = []
  const { events } = await walked(async (link, { steer }) => {
    steer({ steer: { kind: 'go' } })
    link.onSteer((message) => steered.push(message))
    steer({ steer: { kind: 'step' } })
    link.holding({ address: 'n@1.1', node: 'n', graph: '' })
    await vi.advanceTimersByTimeAsync(59_999)
    expect(steered).toEqual([{ steer: { kind: 'step' } }])
    await vi.advanceTimersByTimeAsync(1)
    expect(steered.slice(1)).toEqual([{ steer: { kind: 'cancel' } }])
    link.holding({ address: 'n@2.1', node: 'n', graph: '' })
    return written
  })
  expect(events.map((sent) => 'data' in sent && sent.data)).toMatchObject([{ kind: 'held' }, { kind: 'held' }])
  // The ended walk no longer waits.
  expect(vi.getTimerCount()).toBe(0)
})

test('a walk gets the signal that cancels its run', async () => {
  const { signal } = new AbortController()
  await walked(
    (link) => {
      expect(link.signal).toBe(signal)
      return Promise.resolve(written)
    },
    { signal },
  )
})

test('an engine without graphs is an error', async () => {
  const { host } = recordingHost()
  const graph = { reach: { commands: [] }, task: {} } as unknown as AnalysedGraph
  const record: RunPublisher = { id: 'r1', publish: () => {}, onAnswer: () => {}, onSteer: () => {} }
  const { signal } = new AbortController()
  const walk = walkConfirmed(host, new Slots(1), await pendingRun('client'), graph, record, signal)
  await expect(walk).rejects.toThrow('this engine does not support graphs')
})
