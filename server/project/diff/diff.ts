import { settingsOfSnapshot, type Snapshot, type World } from '#core/workspace'
import { fitting, requireFitting, requireGlobs } from '../globs.ts'
import type { LinkSource } from '../link.ts'
import { withUser, type ProjectOptions } from '../options.ts'
import { ReportedError } from '../reported-error.ts'
import { compareSides, ownItems, type ComparisonInput, type Comparison } from './comparison.ts'
import { namedBy, openSide, type Named, type Side } from './side.ts'

/** The items, parameters and user spaces of a diff. */
export interface DiffOptions {
  /** Globs of item IDs. Default: a link's item, or every item of the project and the user space. */
  readonly globs?: readonly string[]
  /**
   * The parameters as JSON. Default: those of a link. Without parameters, required ones are not reported as missing.
   */
  readonly parameters?: string | undefined
  readonly showSecrets?: boolean
  /** The user space of each side, null for none. Default: that of the project for both sides. */
  readonly users?: readonly [string | null | undefined, string | null | undefined]
  /** Reports the progress: the number of items read per side and compared, and the total. */
  readonly looked?: (what: 'read' | 'compared', done: number, all: number) => void
}

/** Two states of a project, and their differences. */
export interface Diff {
  readonly before: Side
  readonly after: Side
  readonly found: Comparison
}

/** Two states of a project that are open for a comparison. */
export interface OpenDiff extends Pick<Diff, 'before' | 'after'> {
  /** @throws ReportedError for a glob that matches no item. */
  compare(): Comparison
}

/**
 * Open two states of a project: folders, revisions of the repository of `project.dir`, or links (also in a file, as
 * `@FILE`).
 * @throws ReportedError for a side that is none of these.
 */
export async function openDiff(
  [one, other]: readonly [LinkSource, LinkSource],
  project: ProjectOptions,
  options: DiffOptions = {},
): Promise<OpenDiff> {
  const { globs = [], looked, users = [undefined, undefined] } = options
  const named = [await namedBy(one, project), await namedBy(other, project)] as const
  const before = openSide(named[0], worldOfLink(named[1]), withSideUser(named[0], users[0], project))
  const after = openSide(named[1], worldOfLink(named[0]), withSideUser(named[1], users[1], project))
  requireGlobs(globs)
  const compare = (): Comparison => {
    const ids = globs.length === 0 ? [] : [before, after].flatMap(({ workspace }) => [...ownItems(workspace)])
    requireFitting(
      globs,
      ids,
      'Only items of the project and the user space are compared. To list them, run rye-chain list.',
    )
    return compareSides(before, after, {
      ...askedOf(options, [before.draft, after.draft]),
      read: (done, all) => looked?.('read', done, all),
      compared: (done, all) => looked?.('compared', done, all),
    })
  }
  return { before, after, compare }
}

/**
 * Compare two states of a project.
 * @throws ReportedError as `openDiff`, and for a glob that matches no item.
 */
export async function diff(
  sides: readonly [LinkSource, LinkSource],
  project: ProjectOptions,
  options: DiffOptions = {},
): Promise<Diff> {
  const { before, after, compare } = await openDiff(sides, project, options)
  return { before, after, found: compare() }
}

/**
 * The options of a side, with the user space that is given for this side.
 * @throws ReportedError for a link, which contains its own user space
 */
function withSideUser(side: Named, user: string | null | undefined, project: ProjectOptions): ProjectOptions {
  if (user === undefined) return project
  if (side.kind === 'link')
    throw new ReportedError('usage', 'A link contains its own user space. Remove --user-a or --user-b for the link.')
  return withUser(project, user)
}

/**
 * The world of a link; undefined for a folder or revision. The other side is read in the same world, because a link
 * contains its own world.
 */
function worldOfLink(named: Named): World | undefined {
  return named.kind === 'link' ? settingsOfSnapshot(named.draft).world : undefined
}

/** The items to compare: those that match the options, otherwise the items of the links, otherwise every item. */
function askedOf(
  { globs = [], parameters, showSecrets = false }: DiffOptions,
  drafts: readonly (Snapshot | undefined)[],
): ComparisonInput {
  const draft = drafts.find((one) => one !== undefined)
  const opened = drafts.flatMap((one) => (one ? [one.item_id] : []))
  return {
    isWanted: globs.length > 0 ? fitting(globs) : draft ? (id) => opened.includes(id) : () => true,
    parameters: parameters ?? draft?.parameters,
    showSecrets,
  }
}
