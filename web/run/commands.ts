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
        text: 'A space is left out, so what is shown is not what would run.',
        tone: 'calm',
        action: { title: 'Put back', run: () => (session.without = []) },
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
        text: 'This draft came from elsewhere, so nothing of it runs before you say so. Simulating stays inside this page, without network.',
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
