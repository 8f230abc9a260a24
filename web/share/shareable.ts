import { expectedOf, type Analysis } from '#core/answer'
import { withoutSecrets } from '#core/trust'
import type { Snapshot } from '#core/workspace'
import { omit } from '../files/records.ts'
import type { Playground } from '../state/playground.svelte.ts'
import type { Session } from '../state/session.svelte.ts'
import { neededFiles } from './needed-files.ts'

/**
 * The draft to share, with its current result, so that readers see whether the result has changed. Omits the result if
 * the item has not been analyzed, or if the analysis leaves out a space.
 */
export function shareable({
  snapshot,
  analysis,
  hypothetical,
}: Pick<Session, 'snapshot' | 'analysis' | 'hypothetical'>): Snapshot {
  const rest = omit(snapshot, 'expected')
  if (hypothetical || !analysis || analysis.item_id !== snapshot.item_id) return rest
  return { ...rest, expected: expectedOf(analysis) }
}

/** The parts that a share omits. */
export interface Omissions {
  /** Whether placeholders replace secrets. */
  readonly secrets: boolean
  /** Whether the share contains only the files that the chosen item needs. */
  readonly others: boolean
}

/**
 * The draft to share without the requested parts, and with the result of what remains. Undefined if the files that the
 * item seems to need give another result, or if the engine does not answer.
 */
export async function reduced({ session, engine }: Playground, omit: Omissions): Promise<Snapshot | undefined> {
  const whole = shareable(session)
  const { analysis } = session
  const files = omit.others && analysis ? neededFiles(whole, analysis) : whole.files
  const small = { ...whole, files }
  if (omit.others && !isSame(analysis, await analysed(engine, small))) return undefined
  if (!omit.secrets) return small
  const clean = withoutSecrets(small)
  const now = await analysed(engine, clean)
  return now && (clean.expected ? { ...clean, expected: expectedOf(now) } : clean)
}

async function analysed(engine: Playground['engine'], snapshot: Snapshot): Promise<Analysis | undefined> {
  const answer = await engine.query({ kind: 'compare', snapshots: [snapshot] })
  return answer?.kind === 'analyses' ? answer.analyses[0]?.analysis : undefined
}

/** Whether two analyses have the same chain, plan and problems. */
function isSame(a: Analysis | undefined, b: Analysis | undefined): boolean {
  const shown = (of: Analysis | undefined): string =>
    JSON.stringify([
      of?.status,
      of?.plan?.digest,
      of?.chain.map(({ item_id, path }) => [item_id, path]),
      of?.diagnostics,
    ])
  return a !== undefined && b !== undefined && shown(a) === shown(b)
}
