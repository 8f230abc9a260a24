import { resolveRun, WorkspaceChecker, type Analysis, type AnalysisRequest } from '#core/answer'
import { comparedValue } from '#core/expect'
import {
  firstDifference,
  migrate,
  UseIndex,
  WhatIf,
  type AffectedItem,
  type Cause,
  type Hypothesis,
  type Impact,
  type Migration,
  type User,
} from '#core/impact'
import { listItems } from '#core/resolve'
import type { DialectName } from '#core/rules'
import type { Snapshot, Workspace } from '#core/workspace'

/** The users of a file. `item_id` is the ID of the item that resolves to this file; null if there is none. */
export interface FileUsers {
  readonly item_id: string | null
  readonly users: readonly User[]
}

/** The effects of a change. Only the first items are listed. */
export type DraftImpact =
  | {
      readonly kind: 'possible'
      readonly affected: readonly AffectedItem[]
      readonly total: number
      readonly broken: number
    }
  | { readonly kind: 'impossible'; readonly because: string }

/** A space that the draft is checked without. */
export type LeftOut = Extract<Hypothesis, { kind: 'drop' }>['space']

/** The items that differ without a space, each with its first difference per space. Only the first items are listed. */
export interface SpaceEffects {
  readonly rows: readonly { readonly item_id: string; readonly without: SpaceRow }[]
  readonly total: number
}

type SpaceRow = Partial<Readonly<Record<LeftOut, AffectedItem>>>

/** The maximum number of listed users and affected items (limit `impactRows`). */
const impactRows = 1_000

/** Questions about the whole draft. */
export type ImpactQuery =
  { readonly kind: 'users'; readonly path: string } | EffectsQuery | LastChangeQuery | MigrationQuery | SpacesQuery

/** A question about the items that a change affects, or that differ between two drafts. */
export type EffectsQuery =
  | { readonly kind: 'impact'; readonly change: Hypothesis }
  | { readonly kind: 'differing'; readonly before: Snapshot; readonly after: Snapshot }

/**
 * A question about the last change of a value in the history of a draft. Without a pointer, the last change of the
 * status, chain, verdicts or command.
 */
interface LastChangeQuery {
  readonly kind: 'last-change'
  readonly pointer: string | undefined
  readonly now: Snapshot
  readonly earlier: readonly EarlierState[]
}

/** A state of a draft, as the changes that restore it from the next state. Queries list the newest state first. */
export interface EarlierState {
  readonly head: Omit<Snapshot, 'files'>
  readonly changes: Changes
}

type Changes = readonly (readonly [path: string, content: Snapshot['files'][string] | null])[]

/** The newest change of a value. The state before it is `earlier[index]`. Both values are null without a pointer. */
export interface LastChange {
  readonly index: number
  readonly before: string | null
  readonly after: string | null
  readonly cause: Omit<Cause, 'at'> | null
}

/** A question about the items that differ without each space. */
interface SpacesQuery {
  readonly kind: 'spaces'
}

/** A question about the changes for a newer dialect, for one item or for every tool. */
interface MigrationQuery {
  readonly kind: 'migration'
  readonly to: DialectName
  readonly item_id: string | null
}

export type ImpactAnswer =
  | ({ readonly kind: 'users' } & FileUsers)
  | { readonly kind: 'impact'; readonly found: DraftImpact }
  | { readonly kind: 'spaces'; readonly found: SpaceEffects }
  | { readonly kind: 'last-change'; readonly found: LastChange | undefined }
  | { readonly kind: 'migration'; readonly found: Migration }

const noDraft = { kind: 'impossible', because: 'No draft is open yet. Try again when the chain is shown.' } as const

/** The drafts that a question can read. */
interface DraftSource {
  readonly asked: (AnalysisRequest & { readonly workspace: Workspace }) | undefined
  draftOf(snapshot: Snapshot): Promise<MovingDraft>
  workspaceOf(snapshot: Snapshot): Promise<Workspace>
  inDialect(name: DialectName): Workspace
}

/** A draft that moves through the states of its history. */
interface MovingDraft extends Pick<DraftSource, 'asked'> {
  apply(changes: Changes): void
  place(head: EarlierState['head']): Promise<void>
  analyze(without: readonly string[]): { readonly analysis: Analysis }
}

/** Answers a question about the whole draft. */
export async function answerImpact(engine: DraftSource, query: ImpactQuery): Promise<ImpactAnswer> {
  if (query.kind === 'differing') {
    const before = await engine.workspaceOf(query.before)
    return { kind: 'impact', found: listed(whatIfOf(before).against(await engine.workspaceOf(query.after))) }
  }
  if (query.kind === 'last-change')
    return { kind: 'last-change', found: await lastChange(await engine.draftOf(query.now), query) }
  const workspace = engine.asked?.workspace
  if (!workspace) return { kind: 'impact', found: noDraft }
  switch (query.kind) {
    case 'users':
      return { kind: 'users', ...usersOfFile(workspace, query.path) }
    case 'impact':
      return { kind: 'impact', found: listed(whatIfOf(workspace).impact(query.change)) }
    case 'spaces':
      return { kind: 'spaces', found: spaceEffects(workspace) }
    case 'migration': {
      const { to, item_id } = query
      return { kind: 'migration', found: migrate(workspace, engine.inDialect(to), (id) => id === (item_id ?? id)) }
    }
  }
}

/** The items that use a file: as the item that the file defines, or as a config, a lockfile or a verified file. */
function usersOfFile(workspace: Workspace, path: string): FileUsers {
  const index = new UseIndex(workspace)
  const items = new WorkspaceChecker(workspace, {}, { digests: false, resolved: index.note }).checkAll()
  const item_id = listItems(workspace).find((item) => item.path === path)?.item_id ?? null
  const target = item_id === null ? ({ kind: 'file', path } as const) : ({ kind: 'item', item_id } as const)
  return { item_id, users: index.of(items, target).users.slice(0, impactRows) }
}

/** Makes changes to a workspace only in memory, and reports their effects. */
function whatIfOf({ settings, files, host }: Workspace): WhatIf {
  return new WhatIf(settings, files, host)
}

function spaceEffects(workspace: Workspace): SpaceEffects {
  const whatIf = whatIfOf(workspace)
  const rows = new Map<string, SpaceRow>()
  for (const space of ['project', 'user', 'system'] as const) {
    const found = whatIf.impact({ kind: 'drop', space })
    if (found.kind === 'impossible') continue
    for (const item of found.affected) rows.set(item.item_id, { ...rows.get(item.item_id), [space]: item })
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([item_id, without]) => ({ item_id, without }))
  return { rows: sorted.slice(0, impactRows), total: sorted.length }
}

async function lastChange(draft: MovingDraft, { pointer, earlier }: LastChangeQuery): Promise<LastChange | undefined> {
  let after = stateOf(draft, pointer)
  for (const [index, { head, changes }] of earlier.entries()) {
    draft.apply(changes)
    await draft.place(head)
    const before = stateOf(draft, pointer)
    if (before.value !== after.value) {
      const { at: _at, ...cause } = firstDifference(before.run, after.run, after.workspace) ?? { at: null }
      const values =
        pointer === undefined ? { before: null, after: null } : { before: before.value, after: after.value }
      return { index, ...values, cause: 'what' in cause ? cause : null }
    }
    after = before
  }
  return undefined
}

function stateOf(draft: MovingDraft, pointer: string | undefined) {
  const value = comparedValue(draft.analyze([]).analysis, pointer)
  const { workspace, ...request } = draft.asked!
  return { value, run: resolveRun(workspace, request), workspace }
}

function listed(found: Impact): DraftImpact {
  if (found.kind === 'impossible') return found
  const { affected } = found
  const broken = affected.filter(({ ready }) => ready.before === true && ready.after === false).length
  return { kind: 'possible', affected: affected.slice(0, impactRows), total: affected.length, broken }
}
