import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Host } from '../engine/host.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { openHeartbeat } from './heartbeat.ts'
import type { HeartbeatReply } from './run-replies.ts'
import type { RunStore } from './run-store.ts'
import type { TakenRun } from './taken-run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The heartbeats of a worker, with the runs that it has. */
function beating(beat: () => Promise<readonly HeartbeatReply[]>) {
  const report = { level: 'full' } as Host['report']
  const noted = recordingHost(['--runs-at-once', '3'], { report, version: '1.2.3' })
  const sent: unknown[] = []
  const runs = new Set<TakenRun>()
  const store = {
    beat(worker: string, about: string, own: readonly TakenRun[]) {
      sent.push([worker, JSON.parse(about), own.length])
      return beat()
    },
  } as unknown as RunStore
  return { ...noted, sent, runs, heartbeat: openHeartbeat(noted.host, store, 'w1', runs) }
}

/** A run that records its messages. */
function taken(id: string) {
  const received: unknown[] = []
  const run = { id, receive: (reply: unknown) => received.push(reply), stop: () => received.push('stopped') }
  return { run: run as unknown as TakenRun, received }
}

const about = { level: 'full', version: '1.2.3', slots: 3, draining: false, running: 0, runs: [] as readonly string[] }
const continues: HeartbeatReply = { state: 'continues', messages: [] }
const over: HeartbeatReply = { state: 'over', messages: [] }

test('a heartbeat reports the runs of a worker every 300 ms, and each run gets its reply', async () => {
  const { heartbeat, runs, sent } = beating(() => Promise.resolve([continues, over]))
  await heartbeat.begun
  const [one, other] = [taken('r1'), taken('r2')]
  for (const { run } of [one, other]) runs.add(run)
  await vi.advanceTimersByTimeAsync(299)
  expect(sent).toEqual([['w1', { ...about, beat: 1 }, 0]])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent[1]).toEqual(['w1', { ...about, beat: 2, running: 2, runs: ['r1', 'r2'] }, 2])
  expect([one.received, other.received]).toEqual([[continues], [over]])
  runs.delete(one.run)
  heartbeat.drain()
  await vi.advanceTimersByTimeAsync(300)
  expect(sent[2]).toEqual(['w1', { ...about, beat: 3, draining: true, running: 1, runs: ['r2'] }, 1])
  heartbeat.close()
  await vi.advanceTimersByTimeAsync(3000)
  expect([sent.length, vi.getTimerCount()]).toEqual([3, 0])
})

test('a heartbeat waits for the reply to the previous one', async () => {
  const answers: (() => void)[] = []
  const { heartbeat, sent } = beating(() => new Promise((resolve) => answers.push(() => resolve([]))))
  await vi.advanceTimersByTimeAsync(900)
  expect(sent).toHaveLength(1)
  answers[0]?.()
  await heartbeat.begun
  await vi.advanceTimersByTimeAsync(300)
  expect(sent).toHaveLength(2)
  heartbeat.close()
})

test('a worker whose heartbeats fail for more than 30 s stops its runs', async () => {
  let fails = false
  const { heartbeat, runs, lines } = beating(() =>
    fails ? Promise.reject(new Error('lost')) : Promise.resolve([continues]),
  )
  const { run, received } = taken('r1')
  await heartbeat.begun
  runs.add(run)
  fails = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(received).toEqual([])
  expect(lines[0]).toMatchObject({ msg: 'beat', error: { message: 'lost' } })
  await vi.advanceTimersByTimeAsync(300)
  expect(received).toEqual(['stopped'])
  fails = false
  await vi.advanceTimersByTimeAsync(300)
  received.length = 0
  await vi.advanceTimersByTimeAsync(3000)
  expect(new Set(received)).toEqual(new Set([continues]))
  heartbeat.close()
})

test('a heartbeat begins even if its first report fails', async () => {
  const { heartbeat, lines } = beating(() => Promise.reject(new Error('lost')))
  await heartbeat.begun
  expect(lines).toMatchObject([{ msg: 'beat' }])
  heartbeat.close()
})
