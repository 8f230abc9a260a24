import { tick } from 'svelte'
import type { Playground } from '../state/playground.svelte.ts'

/** The two commands that run the draft, for buttons, shortcuts and the command palette. */
export interface RunCommands {
  /** Whether the buttons are enabled: a click runs the draft, or explains why it cannot run. */
  readonly isOffered: boolean
  /** Whether a simulated run is in progress. */
  readonly isSimulating: boolean
  readonly simulate: () => void
  readonly run: () => void
}

/** The run commands of a playground, with the confirmations that they require. */
export function runCommands(playground: Playground, simulate: (playground: Playground) => void): RunCommands {
  const { session, view, runs, drafts, engine } = playground
  const isReady = (): boolean => session.analysis?.status === 'ready'
  const isSimulating = (): boolean => runs.simulated.kind === 'running'
  /** Whether the page shows the whole draft; if not, asks to restore it. A run always uses the whole draft. */
  const isShownAsItIs = (): boolean => {
    if (session.hypothetical)
      view.ask('A space is excluded. A run needs the whole draft.', 'Restore spaces', () => (session.without = []))
    return !session.hypothetical
  }
  let isWaiting = false
  /**
   * Start a run with the text that the user sees: wait for the analysis of the last edit, at most until the deadline of
   * `EngineClient`.
   */
  async function start(run: () => void): Promise<void> {
    if (!view.mayReveal() || isWaiting || !isShownAsItIs()) return
    isWaiting = true
    const { openings } = session
    // Wait for the effects, which request the analysis of most changes.
    await tick()
    await engine.answered()
    isWaiting = false
    if (session.openings === openings && isReady()) run()
  }
  function simulateNow(): void {
    if (isSimulating()) return
    if (!drafts.inert) return simulate(playground)
    view.ask(
      'This draft came from a link or from pasted text. Review it, then allow it to run. A simulation runs only in this page, without network access.',
      'Trust and simulate',
      () => {
        playground.draft.trust()
        void start(simulateNow)
      },
    )
  }
  return {
    get isOffered() {
      return session.hypothetical || isReady()
    },
    get isSimulating() {
      return isSimulating()
    },
    simulate: () => void start(simulateNow),
    run: () => void start(() => (view.dialog = 'confirm-run')),
  }
}
