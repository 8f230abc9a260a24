import { elementValue, fieldRange, type Chain } from '../resolve/chain.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { checkLockfile, lockfileOf } from './lockfile/check.ts'
import { lockfileWritePath, lockVersion } from './lockfile/places.ts'
import { fileContentHash } from './content-hash.ts'
import { portableElement } from './seals.ts'
import type { Trace } from '../trace.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The state of an item's lockfile (R11.2). */
export interface LockState {
  readonly state: 'unsupported' | 'absent' | 'matches' | 'drifted' | 'unreadable'
  readonly path: string | null
  readonly findings: readonly Diagnostic[]
  /** The version of the lockfile to write after a success (R11.3); null if a lockfile exists or none can be written. */
  readonly would_pin: string | null
}

const unsupported: LockState = { state: 'unsupported', path: null, findings: [], would_pin: null }

/** The path of the lockfile with the version `would_pin`; null without a lockfile to write. */
export function wouldWrite(workspace: Workspace, itemId: string, lock: LockState): string | null {
  if (lock.would_pin === null) return null
  const path = lockfileWritePath(workspace, itemId, lock.would_pin)
  return typeof path === 'string' ? path : null
}

/** Units of work to read one character of a lockfile. */
const characterWork = 0.5

/** R11.2: compares the lockfile of the tool's ID and version with the chain. */
export function checkLock(
  workspace: Workspace,
  chain: Chain,
  skip: boolean,
  trace: Trace,
  work: WorkBudget,
): LockState {
  const tool = chain.elements[0]
  if (skip || !workspace.dialect.lockfiles || !tool) return unsupported
  const version = lockVersion(elementValue(tool, 'version'))
  const state = lockAgainst(workspace, chain, tool.item_id, version)
  const { path } = state
  if (path !== null) work.share('lockfile', path).draw((workspace.file(path)?.text?.length ?? 0) * characterWork)
  const drift = state.findings.map((finding) => finding.code)
  trace?.({ step: 'check_lockfile', item_id: tool.item_id, version, path: state.path, state: state.state, drift })
  return state
}

function lockAgainst(workspace: Workspace, chain: Chain, toolId: string, version: string): LockState {
  const found = lockfileOf(workspace, toolId, version)
  if ('problem' in found) {
    // A version that leads outside the lockfile folder is an error. Otherwise, it could bypass a lockfile.
    const at = fieldRange(chain.elements[0]!, 'version')
    const problem = `the version ${version} cannot be part of a file name`
    return {
      state: 'unreadable',
      path: null,
      findings: [{ code: 'lockfile-unreadable', path: '', problem, at }],
      would_pin: null,
    }
  }
  if (found.state === 'absent') return { state: 'absent', path: null, findings: [], would_pin: version }
  if (found.state === 'unreadable')
    return { state: 'unreadable', path: found.path, findings: [found.diagnostic], would_pin: null }
  const path = chain.elements[0]?.path ?? null
  const root = { tool_id: toolId, version, integrity: path === null ? null : fileContentHash(workspace, path, 'tool') }
  const now = chain.problem
    ? { problem: chain.problem.code }
    : chain.elements.map((element) => portableElement(workspace, element))
  const fileOf = (item_id: string): string | null =>
    chain.elements.find((element) => element.item_id === item_id)?.path ?? null
  const findings = checkLockfile(found, root, now, fileOf)
  return { state: findings.length === 0 ? 'matches' : 'drifted', path: found.path, findings, would_pin: null }
}
