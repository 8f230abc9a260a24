import type { ExecutionResult, Message, RunEvent } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { NumberedEvent, WalkBegins } from '../client.ts'
import { RealRun, type RealRunState, type RunServer } from '../real-run.ts'
import { planOf } from './results.ts'

/** The trace ID of all requests for a run. */
export const trace = '0af7651916cd43dd8448eb211c80319c'
export const quote = `To report it, include this ID: ${trace}`

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
/** The health response of a local server that can run tools. */
export const health: Message<'health'> = {
  version: '0',
  mode: 'local',
  sandbox: { level: 'full', may_run: true, hint: null },
  share_bytes: 1,
}
/** The server's response to a plan request. */
export const answer: Message<'plan answer'> = {
  protocol: 1,
  plan: planOf('theirs'),
  digest: 'd'.repeat(64),
  nonce: 'n1',
  sandbox_level: 'full',
  diagnostics: [],
}
/** The first event of a run. */
export const accepted: RunEvent = { event: 'accepted', data: { id: 'r1', position: 2, estimate_ms: 40 } }
export const started: RunEvent = { event: 'started', data: { waited_ms: 1 } }
export const out = (text: string): RunEvent => ({ event: 'stdout', data: { text } })
export const ended = (result: ExecutionResult): RunEvent => ({ event: 'result', data: result })
/** The error of a broken connection. */
export const silence = new Error('network')

/** The events of one connection, numbered from `from`. An error as the last entry breaks the connection. */
export async function* streamOf(events: readonly (RunEvent | Error)[], from = 1): AsyncGenerator<NumberedEvent> {
  for (const [index, event] of events.entries()) {
    if (event instanceof Error) throw event
    yield { number: from + index, event, text: JSON.stringify(event.data) }
  }
}

/**
 * A run on a mock server with these changes. `calls` lists its requests, `seen` its states, and `received` its events.
 */
export function runWith(change: Partial<RunServer> = {}, own = planOf('own'), walk?: WalkBegins) {
  const calls: string[] = []
  const seen: RealRunState[] = []
  const received: string[] = []
  const waits: number[] = []
  const server: RunServer = {
    serverHealth: () => Promise.resolve(health),
    serverToken: () => 'token',
    askPlan: () => Promise.resolve(answer),
    startRun: () => Promise.resolve(streamOf([])),
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
    output: (stream: string, text: string) => void received.push(`${stream} ${text}`),
    trace: ({ step }: { readonly step: string }) => void received.push(`trace ${step}`),
    data: (text: string) => void received.push(`data ${text}`),
    graph: ({ kind }: { readonly kind: string }, text: string) => void received.push(`graph ${kind} ${text.length}`),
  }
  const counting: RunServer = {
    serverHealth: noted('health', server.serverHealth),
    serverToken: server.serverToken,
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
  return { run, calls, seen, received, waits, kinds: () => seen.map(({ kind }) => kind) }
}
