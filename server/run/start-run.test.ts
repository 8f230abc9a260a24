import { expect, test } from 'vitest'
import { pendingRun } from '../testing/pending-run.ts'
import { openRuns, type Runs } from './runs.ts'
import { startRun, type RunParts } from './start-run.ts'

test('a run that exceeds the limits leaves no record', async () => {
  const runs = openRuns({ reconnectMs: 40, keepMs: 40, keepRuns: 2, keepBytes: 1e6 })
  const opened: string[] = []
  const noted: Runs = {
    ...runs,
    open(session) {
      const record = runs.open(session)
      opened.push(record.id)
      return record
    },
  }
  const queue: Partial<RunParts['queue']> = { submit: () => ({ kind: 'busy', because: 'client' }) }
  // `startRun` uses no other part for a run that the queue refuses.
  const parts = { runs: noted, queue } as unknown as RunParts
  expect(startRun(parts, await pendingRun('client'))).toEqual({ kind: 'busy', because: 'client' })
  expect(opened.map((id) => runs.find(id))).toEqual([undefined])
  runs.close()
})
