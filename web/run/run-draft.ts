import type { GraphMessage } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { FollowedWalk } from '../graph/followed-walk.ts'
import { graphOf } from '../graph/graph-view.svelte.ts'
import type { WalkControls, WalkQuestion } from '../graph/page-walk.svelte.ts'
import type { Playground } from '../state/playground.svelte.ts'
import * as server from './client.ts'
import { finishRun } from './finish-run.ts'
import { placeText } from './lanes.ts'
import { RealRun, type RealRunListener, type RealRunState } from './real-run.ts'
import { newTrace } from './trace.ts'

/**
 * A real run of the current draft. It sends its state to the real lane and to `shown`, which shows the command to
 * confirm.
 */
export function realRunOf(playground: Playground, shown: (state: RealRunState) => void): RealRun {
  const { session, runs, view } = playground
  const { snapshot, analysis } = session
  const own = analysis?.plan ?? undefined
  const listener: RealRunListener = { ...heardBy(playground), changed, graph: walked }
  const walk = graphOf(playground).beginning()
  const trace = newTrace()
  const run = new RealRun(server, { snapshot, own, trace, ...(walk && { walk }) }, listener, wait)
  let followed: FollowedWalk | undefined

  /** Show the events of a graph's walk as they arrive, and its requests for approval. */
  function walked(message: GraphMessage, text: string): void {
    followed ??= followedWalk(playground, snapshot, run)
    followed.hear(message, text)
    // A request for approval never replaces an open dialog. The graph's panel links to the request.
    if (message.kind === 'asks') view.dialog ??= 'confirm-run'
  }

  /** Reset the lane of a run that did not start. */
  function setAside(): void {
    if (runs.real.kind === 'running') runs.end('real', { kind: 'idle' })
  }
  function finish({ result, level }: Extract<RealRunState, { readonly kind: 'ended' }>): void {
    if (!own) return
    void followed?.end(result)
    const report = result.ending.kind === 'worker-lost' ? ` · to report it, include this ID: ${trace}` : ''
    const ended = { result, plan: own, snapshot, where: `sandbox ${level}${report}` }
    finishRun(playground, 'real', ended).catch((error: unknown) => {
      runs.end('real', { kind: 'failed', problem: `Cannot show the result: ${String(error)}` })
    })
  }
  let accepted = false
  let isGraph = false
  function changed(state: RealRunState): void {
    shown(state)
    switch (state.kind) {
      case 'no-server':
      case 'not-connected':
        runs.server = { kind: 'none' }
        return
      case 'ready': {
        isGraph = state.offer.graph !== undefined
        const { level, may_run } = state.health.sandbox
        runs.server = { kind: 'there', sandbox: level, executes: may_run, token: true }
        return setAside()
      }
      case 'sending':
        accepted = false
        return runs.begin('real', 'Sending…', () => run.stop())
      case 'waiting':
        if (!accepted) {
          view.dialog = undefined
          view.show(isGraph ? 'graph' : 'results')
        }
        accepted = true
        return runs.doing('real', placeText(state))
      case 'running':
        return runs.doing('real', 'Running…')
      case 'reconnecting':
        return runs.doing('real', 'Connection lost. Reconnecting…')
      case 'ended':
        return finish(state)
      case 'failed':
        followed?.fail(`${state.message} ${state.hint}`)
        // Ignore the failure of the previous run if another draft is open now.
        if (runs.real.kind === 'running')
          runs.end('real', { kind: 'failed', problem: `${state.message} ${state.hint}` })
        return
      case 'refused':
        return setAside()
      case 'asking':
    }
  }
  return run
}

/** A walk in the page that follows a walk on the server. */
function followedWalk(playground: Playground, snapshot: Snapshot, run: RealRun): FollowedWalk {
  const graph = graphOf(playground)
  const answer: WalkQuestion['answer'] = ({ question, digest }, word) => run.answer({ question, digest, answer: word })
  const controls: WalkControls = {
    steer: (steer, inject) => run.steer({ steer, ...(inject && { inject }) }),
    breakAt: (breaks) => run.steer({ breaks }),
    stop: () => playground.runs.stop('real'),
  }
  return new FollowedWalk(graph.link, graph.begin('real', controls), snapshot, answer)
}

function heardBy({ runs }: Playground) {
  return {
    output: (stream: 'stdout' | 'stderr', text: string) => runs.output('real', stream, text),
    trace: (event: Parameters<typeof runs.trace>[1]) => runs.trace('real', event),
    data: (text: string) => runs.data('real', text),
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
