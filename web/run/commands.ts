import type { Playground } from '../state/playground.svelte.ts'

/** The two ways to run the draft, with what may stand before each of them. */
export function runCommands(
  playground: Playground,
  simulate: (playground: Playground) => void,
): { readonly simulate: () => void; readonly run: () => void } {
  const { session, view, runs, drafts } = playground
  /** What runs is the draft, so it must also be what is shown. */
  const shownAsItIs = (): boolean => {
    if (session.hypothetical)
      view.say({
        text: 'A space is left out, so what is shown is not what would run.',
        tone: 'calm',
        action: { title: 'Put back', run: () => (session.without = []) },
      })
    return !session.hypothetical
  }
  return {
    simulate() {
      if (!shownAsItIs()) return
      if (session.analysis?.status !== 'ready' || runs.simulated.kind === 'running') return
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
      if (shownAsItIs()) view.dialog = 'confirm-run'
    },
  }
}
