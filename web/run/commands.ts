import type { Playground } from '../state/playground.svelte.ts'

/** The two ways to run the draft, the same by button, by key and by the list of all actions. */
export interface RunCommands {
  /** Whether to press one of them runs something, or says what keeps it from running. */
  readonly isOffered: boolean
  /** Whether a simulated run has not ended yet. */
  readonly isSimulating: boolean
  readonly simulate: () => void
  readonly run: () => void
}

/** The commands of a playground, with what each of them asks for first. */
export function runCommands(playground: Playground, simulate: (playground: Playground) => void): RunCommands {
  const { session, view, runs, drafts } = playground
  const isReady = (): boolean => session.analysis?.status === 'ready'
  const isSimulating = (): boolean => runs.simulated.kind === 'running'
  /** What runs is the draft, so it must also be what is shown. */
  const isShownAsItIs = (): boolean => {
    if (session.hypothetical)
      view.say({
        text: 'A space is left out. Restore it to run the whole draft.',
        tone: 'calm',
        action: { title: 'Restore spaces', run: () => (session.without = []) },
      })
    return !session.hypothetical
  }
  return {
    get isOffered() {
      return session.hypothetical || isReady()
    },
    get isSimulating() {
      return isSimulating()
    },
    simulate() {
      if (!isShownAsItIs() || !isReady() || isSimulating()) return
      if (!drafts.inert) return simulate(playground)
      view.say({
        text: 'This draft came from a link. Review it, then allow it to run. A simulation stays in this page, without a network.',
        tone: 'calm',
        action: {
          title: 'Trust and simulate',
          run: () => {
            playground.draft.trust()
            simulate(playground)
          },
        },
      })
    },
    run() {
      if (isShownAsItIs() && isReady()) view.dialog = 'confirm-run'
    },
  }
}
