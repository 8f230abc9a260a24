import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'

test('a server shows its runs, requests and queue in Prometheus format', async () => {
  const metrics = openMetrics(() => Promise.resolve({ waiting: 2, running: 3 }))
  metrics.ran('execute', 'exited', 0.3)
  metrics.ran('execute', 'exited', 400)
  metrics.ran('http_client', 'exited', 0.01)
  metrics.ran('execute', 'timed-out', 30)
  metrics.refused('origin-refused')
  metrics.analysed()
  metrics.analysed()
  metrics.shared()
  const upTo = (primitive: string, counts: readonly number[]): string[] =>
    ['0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '10', '30', '60', '300', '+Inf'].map(
      (le, index) => `rye_run_seconds_bucket{le="${le}",primitive="${primitive}"} ${counts[index]}`,
    )
  const text = await metrics.registry.metrics()
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('# TYPE'))).toEqual([
    '# HELP rye_runs_total Ended runs, by primitive and ending.',
    'rye_runs_total{primitive="execute",ending="exited"} 2',
    'rye_runs_total{primitive="http_client",ending="exited"} 1',
    'rye_runs_total{primitive="execute",ending="timed-out"} 1',
    '# HELP rye_run_seconds Duration of runs in seconds, without the waiting time in the queue.',
    ...upTo('execute', [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3]),
    'rye_run_seconds_sum{primitive="execute"} 430.3',
    'rye_run_seconds_count{primitive="execute"} 3',
    ...upTo('http_client', Array<number>(14).fill(1)),
    'rye_run_seconds_sum{primitive="http_client"} 0.01',
    'rye_run_seconds_count{primitive="http_client"} 1',
    '# HELP rye_refusals_total Requests that the guard refused, by code.',
    'rye_refusals_total{code="origin-refused"} 1',
    '# HELP rye_analyses_total Drafts analyzed for a run.',
    'rye_analyses_total 2',
    '# HELP rye_shares_total Short links stored.',
    'rye_shares_total 1',
    '# HELP rye_queue_waiting Waiting runs.',
    'rye_queue_waiting 2',
    '# HELP rye_queue_running Active runs.',
    'rye_queue_running 3',
  ])
  expect(await metrics.endings()).toEqual({ exited: 3, 'timed-out': 1 })
})
