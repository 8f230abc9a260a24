import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Load } from './run-service.ts'

/** The metrics of one server for Prometheus. */
export interface Metrics {
  readonly registry: Registry
  ran(primitive: string, ending: string, seconds: number): void
  refused(code: string): void
  analysed(): void
  /** The number of runs by kind of ending. */
  endings(): Promise<Readonly<Record<string, number>>>
  shared(): void
}

/** Opens the metrics of this server. Queue lengths are read on request. */
export function openMetrics(load: () => Promise<Load>): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const runs = new Counter({
    name: 'rye_runs_total',
    help: 'Ended runs, by primitive and ending.',
    labelNames: ['primitive', 'ending'],
    registers,
  })
  const seconds = new Histogram({
    name: 'rye_run_seconds',
    help: 'Duration of runs in seconds, without the waiting time in the queue.',
    labelNames: ['primitive'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  const refusals = new Counter({
    name: 'rye_refusals_total',
    help: 'Requests that the guard refused, by code.',
    labelNames: ['code'],
    registers,
  })
  const analyses = new Counter({
    name: 'rye_analyses_total',
    help: 'Drafts analyzed for a run.',
    registers,
  })
  const shares = new Counter({ name: 'rye_shares_total', help: 'Short links stored.', registers })
  new Gauge({
    name: 'rye_queue_waiting',
    help: 'Waiting runs.',
    registers,
    async collect() {
      this.set((await load()).waiting)
    },
  })
  new Gauge({
    name: 'rye_queue_running',
    help: 'Active runs.',
    registers,
    async collect() {
      this.set((await load()).running)
    },
  })
  return {
    registry,
    ran(primitive, ending, took) {
      runs.inc({ primitive, ending })
      seconds.observe({ primitive }, took)
    },
    async endings() {
      const counts: Record<string, number> = {}
      for (const { labels, value } of (await runs.get()).values) {
        const ending = String(labels.ending)
        counts[ending] = (counts[ending] ?? 0) + value
      }
      return counts
    },
    refused: (code) => refusals.inc({ code }),
    analysed: () => analyses.inc(),
    shared: () => shares.inc(),
  }
}
