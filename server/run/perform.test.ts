import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnalysedGraph, Host } from '../engine/host.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { Slots } from './graph/slots.ts'
import { GRACE_MS, perform, unperformed } from './perform.ts'

afterEach(() => void vi.useRealTimers())

test('a run that does not end when canceled gets its ending after a grace period', async () => {
  vi.useFakeTimers()
  // A sandbox that accepts the run and never responds, like one whose keeper is stopped.
  const host = {
    log: pino({ level: 'silent' }),
    http: {},
    sandbox: { level: 'full', prepare: () => new Promise(() => {}) },
  }
  const cancel = new AbortController()
  const record = { id: 'run', publish: () => {}, onAnswer: () => {}, onSteer: () => {} }
  const parts = { host: host as unknown as Host, slots: new Slots(1) }
  let ended: unknown
  void perform(parts, await pendingRun('client'), record, cancel.signal).then(({ figures }) => (ended = figures.ending))
  await vi.advanceTimersByTimeAsync(10 * GRACE_MS)
  expect(ended).toBeUndefined()
  cancel.abort()
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1)
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toBe('cancelled')
})

test('a command that never started has empty output, and a walk has none', async () => {
  const { call } = await pendingRun('client')
  const ending = { kind: 'cancelled' } as const
  const resultOf = async (graph: AnalysedGraph | null): Promise<unknown> =>
    JSON.parse((await unperformed({ call, graph }, ending)).text)
  const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
  expect(await resultOf(null)).toMatchObject({ success: false, ending, output: { stdout: nothing, stderr: nothing } })
  expect(await resultOf({} as AnalysedGraph)).toMatchObject({ success: false, ending, output: null })
})
