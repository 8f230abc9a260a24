import type { Diagnostic } from '../../diagnostics/facts.ts'
import { limits } from '../../limits.ts'
import { nodeAt, type Located } from '../../read/located.ts'
import type { SourceRange } from '../../text/source.ts'
import { isSystem } from '../../rules/space.ts'
import { pyRepr, pyStr } from '../../read/value/text.ts'
import { PyFloat, isDict, isList, type Value } from '../../read/value/value.ts'
import type { FileText } from '../../workspace/file-text.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { parseLockfile, type LockedElement, type ReadLockfile } from './document.ts'
import { findLockfile, type NameProblem } from './places.ts'

/** The lockfile of an ID and version: missing, unreadable (L3), or its content. */
export type LockfileState =
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly path: string; readonly diagnostic: Diagnostic }
  | (ReadLockfile & { readonly state: 'present'; readonly path: string })

/** Finds and reads the lockfile that applies to an ID and version (R11.1). */
export function lockfileOf(workspace: Workspace, toolId: string, version: string): LockfileState | NameProblem {
  const found = findLockfile(workspace, toolId, version)
  if ('problem' in found) return found
  return found.path === null ? { state: 'absent' } : readLockfile(workspace, found.path)
}

/** Reads the lockfile at a path. Anything other than a lockfile is unreadable (L3). */
export function readLockfile(workspace: Workspace, path: string): LockfileState {
  const file = workspace.file(path)
  if (!file) return workspace.exists(path) ? unreadable(path, 'it is not a file', 0) : { state: 'absent' }
  return workspace.remember(file, workspace.figures.trust, () => stateOf(file))
}

function stateOf({ path, text }: FileText): LockfileState {
  if (text === undefined) return unreadable(path, 'it cannot be read as text', 0)
  const parsed = parseLockfile(text)
  if ('problem' in parsed) return unreadable(path, parsed.problem, parsed.offset)
  return { state: 'present', path, ...parsed }
}

function unreadable(path: string, problem: string, offset: number): LockfileState {
  const at = { path, start: offset, end: offset }
  return { state: 'unreadable', path, diagnostic: { code: 'lockfile-unreadable', at, path, problem } }
}

/** The current tool, to compare with the lockfile. */
export interface RootNow {
  readonly tool_id: string
  readonly version: string
  readonly integrity: string | null
}

/** The file of an element by its ID; null for a built-in element, and for an ID that is not in the chain. */
export type FileOf = (item_id: string) => string | null

/**
 * Compares a lockfile with the current tool and chain: tool, version and integrity, then the IDs in order, their spaces
 * and their integrity (R11.2, L1). A chain that cannot be built is also an error. A changed file is one finding,
 * although a lockfile contains the hash of the tool twice. Empty without differences.
 */
export function checkLockfile(
  locked: ReadLockfile & { readonly path: string },
  root: RootNow,
  chain: readonly LockedElement[] | { readonly problem: string },
  fileOf: FileOf,
): readonly Diagnostic[] {
  const { path, source, lockfile } = locked
  if (lockfile.lockfile_version !== 1) {
    const problem = `its lockfile_version is ${shown(lockfile.lockfile_version)}; only 1 is supported`
    return [{ code: 'lockfile-unreadable', at: placeOf(path, source, ['lockfile_version']), path, problem }]
  }
  const drifts = rootDrift(locked, root, fileOf)
  if ('problem' in chain) {
    const at = placeOf(path, source, ['resolved_chain'])
    return [...drifts, { code: 'lockfile-chain-broken', at, path, problem: chain.problem }]
  }
  const isChanged = drifts.some((drift) => 'field' in drift && drift.field === 'integrity')
  const said = isChanged ? root.tool_id : undefined
  return [...drifts, ...chainDrift(locked, chain, fileOf).filter((drift) => !isIntegrityOf(drift, said))]
}

function isIntegrityOf(drift: Diagnostic, item_id: string | undefined): boolean {
  return drift.code === 'lockfile-element-drift' && drift.field === 'integrity' && drift.item_id === item_id
}

function rootDrift(
  { path, source, lockfile }: ReadLockfile & { readonly path: string },
  now: RootNow,
  fileOf: FileOf,
): Diagnostic[] {
  const { root } = lockfile
  const file = fileOf(now.tool_id)
  return (['tool_id', 'version', 'integrity'] as const).flatMap((field): Diagnostic[] => {
    const locked = field === 'version' ? versionText(root.version) : root[field]
    if (locked === now[field]) return []
    const at = placeOf(path, source, ['root', field])
    return [{ code: 'lockfile-root-drift', at, path, file, field, locked: shown(locked), now: shown(now[field]) }]
  })
}

/** A version written as a number counts as its text (C6). */
function versionText(version: Value): Value {
  return typeof version === 'number' || version instanceof PyFloat ? pyStr(version) : version
}

function chainDrift(
  { path, source, lockfile }: ReadLockfile & { readonly path: string },
  chain: readonly LockedElement[],
  fileOf: FileOf,
): Diagnostic[] {
  const at = placeOf(path, source, ['resolved_chain'])
  if (!isList(lockfile.resolved_chain)) {
    return [{ code: 'lockfile-unreadable', at, path, problem: '"resolved_chain" is not a list' }]
  }
  const entries = lockfile.resolved_chain
  const drifts: Diagnostic[] = []
  // The chains in seed 000 omit the final primitive.
  const length = entries.length === chain.length - 1 && chain.length > 1 ? entries.length : chain.length
  if (entries.length !== length || entries.some((entry, index) => idOf(entry) !== chain[index]?.item_id)) {
    const now = chain.map(({ item_id }) => item_id)
    // Chains are not longer than this limit, so one more entry reveals every difference.
    const locked = entries.slice(0, limits.chainDepth + 1).map(idShown)
    drifts.push({ code: 'lockfile-chain-differs', at, path, locked, now })
  }
  // An element that moved is compared with itself, so that its changes are also reported.
  const byId = new Map(chain.map((element) => [element.item_id, element]))
  for (const [index, entry] of entries.entries()) {
    if (drifts.length >= limits.lockfileDrifts) break
    const now = byId.get(idOf(entry) ?? '')
    if (now && isDict(entry)) drifts.push(...elementDrift(path, source, index, entry, now, fileOf(now.item_id)))
  }
  return drifts
}

function elementDrift(
  path: string,
  source: Located,
  index: number,
  entry: ReadonlyMap<Value, Value>,
  now: LockedElement,
  file: string | null,
): Diagnostic[] {
  const { item_id } = now
  // A file in a different space is a different file, so its hash is not compared.
  const field = (['space', 'integrity'] as const).find((name) => {
    const locked = entry.get(name) ?? null
    return locked !== now[name] && !(name === 'space' && locked === 'system' && isSystem(now.space))
  })
  if (field === undefined) return []
  const at = placeOf(path, source, ['resolved_chain', index, field])
  const locked = shown(entry.get(field))
  return [{ code: 'lockfile-element-drift', at, path, item_id, file, field, locked, now: shown(now[field]) }]
}

function idOf(entry: Value): string | undefined {
  const id = isDict(entry) ? entry.get('item_id') : undefined
  return typeof id === 'string' ? id : undefined
}

function idShown(entry: Value): string {
  return idOf(entry) ?? shown(entry)
}

function shown(value: Value | undefined): string {
  if (value === undefined || value === null) return 'none'
  const text = typeof value === 'string' ? value : pyRepr(value)
  return text.length > 200 ? `${text.slice(0, 200)}...` : text
}

/** The place of the value at a key path, or of the innermost existing value that contains it. */
function placeOf(path: string, source: Located, keys: readonly Value[]): SourceRange {
  for (let depth = keys.length; depth > 0; depth--) {
    const node = nodeAt(source, keys.slice(0, depth))
    if (node) return { path, start: node.start, end: node.end }
  }
  return { path, start: source.start, end: source.end }
}
