import type { Playground } from '../state/playground.svelte.ts'
import * as server from './client.ts'
import { finishRun } from './finish-run.ts'
import { placeText } from './lanes.ts'
import { RealRun, type RealRunState } from './real-run.ts'

/** A real run of the draft as it stands now, told to the real lane, and to whoever shows what is to be confirmed. */
export function realRunOf(playground: Playground, shown: (state: RealRunState) => void): RealRun {
  const { session, runs, view } = playground
  const { snapshot, analysis } = session
  const own = analysis?.plan ?? undefined
  const run = new RealRun(server, { snapshot, own }, { ...heardBy(playground), changed }, wait)

  /** Nothing was started after all. */
  function setAside(): void {
    if (runs.real.kind === 'running') runs.end('real', { kind: 'idle' })
  }
  function finish({ result, level }: Extract<RealRunState, { readonly kind: 'ended' }>): void {
    if (!own) return
    const ended = { result, plan: own, snapshot, where: `sandbox ${level}` }
    finishRun(playground, 'real', ended).catch((error: unknown) => {
      runs.end('real', { kind: 'failed', problem: `The result could not be shown: ${String(error)}` })
    })
  }
  let accepted = false
  function changed(state: RealRunState): void {
    shown(state)
    switch (state.kind) {
      case 'no-server':
        runs.server = { kind: 'none' }
        return
      case 'ready': {
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
          view.show('results')
        }
        accepted = true
        return runs.doing('real', placeText(state))
      case 'running':
        return runs.doing('real', 'Running…')
      case 'reconnecting':
        return runs.doing('real', 'The connection was lost, looking for the run again…')
      case 'ended':
        return finish(state)
      case 'failed':
        // Another draft came in between: what became of the former one is nobody's business here.
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
