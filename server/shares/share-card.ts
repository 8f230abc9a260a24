import { describeSnapshotProblem, parseSnapshot, type Snapshot } from '#core/workspace'
import { maskOf } from '#core/trust'
import { visible } from '#core/text'

/** The facts that the preview of a short link shows. Secrets are fingerprints, and long names are cut off. */
export interface ShareCard {
  readonly name: string
  readonly item_id: string
  readonly dialect: string
  /**
   * The IDs of the chain at the time of sharing, from the tool to the primitive; only the item if the chain is unknown.
   */
  readonly chain: readonly string[]
  /** The number of elements after those in `chain`. */
  readonly more: number
  /** Whether the chain had a command when it was shared; undefined if this is unknown. */
  readonly ready: boolean | undefined
}

/** The maximum number of characters in an ID and in the draft's name, and of elements in a card. */
const longest = 56
const longestName = 40
const mostElements = 5

/**
 * The card of a stored snapshot. It uses only the results that the link contains: no analysis, and no run.
 *
 * @throws SyntaxError or Error if the text is not a snapshot, such as a link of a later version.
 */
export function readCard(text: string): ShareCard {
  const parsed = parseSnapshot(JSON.parse(text) as unknown)
  if (parsed.kind === 'rejected') throw new Error(describeSnapshotProblem(parsed.problem))
  return cardOf(parsed.snapshot)
}

function cardOf(snapshot: Snapshot): ShareCard {
  const mask = maskOf(snapshot)
  const shown = (text: string, most = longest): string => {
    const characters = [...visible(mask(text))]
    return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
  }
  const chain = snapshot.expected?.chain ?? []
  const elements = chain.length === 0 ? [snapshot.item_id] : chain
  return {
    name: shown(snapshot.name, longestName),
    item_id: shown(snapshot.item_id),
    dialect: snapshot.dialect,
    chain: elements.slice(0, mostElements).map((id) => shown(id)),
    more: Math.max(0, elements.length - mostElements),
    ready: snapshot.expected && snapshot.expected.plan_digest !== null,
  }
}
