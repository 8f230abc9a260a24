import { untrack } from 'svelte'
import { letGoOfAddress, noteShown } from '../state/address.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { serverToken } from '../run/server-token.ts'
import { applyTheme } from '../style/theme.ts'

/** The pause in milliseconds after the last answer before the page requests fixes and the states of other items. */
const pauseMs = 200

/**
 * React to state changes: send questions to the engine, save the draft, and update the address and the theme. Call this
 * function during the creation of the root component.
 */
export function followState(playground: Playground): void {
  const { session, drafts, engine, runs, view } = playground

  $effect(() => {
    void session.snapshot
    void session.without
    engine.analyse()
  })
  // Request fixes and the states of other items after typing pauses.
  $effect(() => {
    if (!session.analysis) return
    const timer = setTimeout(() => void engine.look(), pauseMs)
    return () => clearTimeout(timer)
  })
  $effect(() => {
    void engine.readBundle(session.snapshot)
  })
  $effect(() => applyTheme(view.theme))
  // Save soon after a change, even during typing, and immediately when the page closes.
  $effect(() => {
    void session.snapshot
    return playground.draft.changed()
  })
  // A failed save stays in the list of notices after a later save succeeds.
  $effect(() => {
    const text = drafts.problem
    if (text !== undefined) untrack(() => view.list({ text, tone: 'trouble' }))
  })
  $effect(() => noteShown(drafts.id, drafts.origin))
  // The first change to a draft removes its link from the address.
  $effect(() => {
    if (session.history.changed) letGoOfAddress()
  })
  // Only a page with a launch token checks for the server. A page opened from a link sends no request.
  $effect(() => {
    if (!session.analysis || runs.server.kind !== 'unknown' || drafts.inert || serverToken() === undefined) return
    void import('../run/client.ts')
      .then(({ serverHealth }) => serverHealth().catch(() => undefined))
      .then((health) => {
        runs.server = health
          ? { kind: 'there', sandbox: health.sandbox.level, executes: health.sandbox.may_run, token: true }
          : { kind: 'none' }
      })
  })
}
