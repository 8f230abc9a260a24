import { letGoOfAddress, noteShown } from '../state/address.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { serverToken } from '../run/server-token.ts'
import { applyTheme } from '../style/theme.ts'

/** Milliseconds without a new answer after which fixes and the state of other items are asked for. */
const pauseMs = 200

/**
 * Do what follows from a change of the state, whatever of it is drawn: ask the engine, keep the draft, keep the address true.
 * To be called while the page is made.
 */
export function followState(playground: Playground): void {
  const { session, drafts, engine, runs, view } = playground

  $effect(() => {
    void session.snapshot
    void session.without
    engine.analyse()
  })
  // Fixes and the state of other items may wait until typing pauses.
  $effect(() => {
    if (!session.analysis) return
    const timer = setTimeout(() => void engine.look(), pauseMs)
    return () => clearTimeout(timer)
  })
  $effect(() => {
    void engine.readBundle(session.snapshot)
  })
  $effect(() => applyTheme(view.theme))
  // Soon after a change, even while typing continues, and at once when the page closes.
  $effect(() => {
    void session.snapshot
    return playground.draft.changed()
  })
  $effect(() => noteShown(drafts.id, drafts.origin))
  // The address keeps a link while the draft is what the link holds, and loses it with the first change.
  $effect(() => {
    if (session.history.changed) letGoOfAddress()
  })
  // A page opened at a server's own address may look for the server; a page opened from a link sends no request.
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
