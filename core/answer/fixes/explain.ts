import { utf8ToBytes } from '@noble/hashes/utils.js'
import { resolveRun } from '../analyze.ts'
import type { AnalysisOptions, AnalysisRequest } from '../request.ts'
import type { Diagnostic, DiagnosticCode } from '../../diagnostics/facts.ts'
import type { DialectName } from '../../rules/dialect.ts'
import { blocksRun } from '../../diagnostics/severity.ts'
import { bundleOfDialect, bundleRoot, releasedBundles } from '../../workspace/snapshot/snapshot-workspace.ts'
import type { Bundle, WorkspaceSettings } from '../../workspace/workspace-settings.ts'
import { Workspace } from '../../workspace/workspace.ts'
import { candidatesFor } from './candidates.ts'
import type { Candidate } from './edits.ts'
import { editedText, editsOf, type Change, type Fix } from './fix.ts'
import { OverlayTree } from '../../input/overlay-tree.ts'

/** The maximum number of candidates to try per analysis. Each requires an analysis of one item. */
const mostTried = 40

/** A candidate fix before its trial. */
type Untried = Pick<Fix, 'code' | 'changes'>

/**
 * The smallest changes that resolve the findings of an item. Each candidate is tried on a copy of the workspace and
 * offered only if its finding disappears, unless the change needs a key. Fixes that make the item ready come first.
 * Skips candidates for which `isWanted` is false.
 */
export function explainFixes(
  workspace: Workspace,
  request: AnalysisRequest,
  options: AnalysisOptions = {},
  isWanted: (untried: Untried) => boolean = () => true,
): readonly Fix[] {
  const before = resolveRun(workspace, request, options)
  const fixes: Fix[] = []
  let tried = 0
  for (const finding of before.findings) {
    for (const candidate of candidatesFor(workspace, before, finding)) {
      if (!isWanted({ code: finding.code, changes: candidate.changes })) continue
      if (tried++ >= mostTried) return readyFirst(fixes)
      const fix = tryCandidate(workspace, request, options, before.findings, finding, candidate)
      if (fix && !fixes.some((known) => isSame(known, fix))) fixes.push(fix)
    }
  }
  return readyFirst(fixes)
}

function readyFirst(fixes: readonly Fix[]): readonly Fix[] {
  return [...fixes].sort((a, b) => Number(b.ready) - Number(a.ready))
}

function isSame(one: Fix, other: Fix): boolean {
  return one.title === other.title && JSON.stringify(one.changes) === JSON.stringify(other.changes)
}

function tryCandidate(
  workspace: Workspace,
  request: AnalysisRequest,
  options: AnalysisOptions,
  before: readonly Diagnostic[],
  finding: Diagnostic,
  { title, changes }: Candidate,
): Fix | undefined {
  const fix = { title, code: finding.code, at: finding.at, changes }
  if (changes.some(({ kind }) => kind === 'sign' || kind === 'trust'))
    return { ...fix, state: 'needs-key', ready: false }
  const changed = changedWorkspace(workspace, changes)
  if (!changed) return undefined
  const asked = changes.find((change) => change.kind === 'ask')
  const after = resolveRun(changed, asked ? { ...request, item_id: asked.item_id } : request, options)
  const devMode = changed.settings.dev_mode
  const remains = after.findings.some(
    (one) => one.code === finding.code && sameFacts(one, finding) && stillCounts(one, finding, devMode),
  )
  const worse = after.findings.some((one) => blocksRun(one, devMode)) && after.chain.elements.length === 0
  const torn = after.findings.some(({ code }) => unreadable.has(code) && !before.some((one) => one.code === code))
  return remains || worse || torn ? undefined : { ...fix, state: 'verified', ready: after.ready }
}

/** An unreadable file hides its other findings but does not fix them. */
const unreadable: ReadonlySet<DiagnosticCode> = new Set(['metadata-syntax', 'yaml-limit', 'graph-malformed'])

/** Whether a finding is still unresolved. A finding that has become a warning, as in dev mode, is resolved. */
function stillCounts(now: Diagnostic, before: Diagnostic, devMode: boolean): boolean {
  return blocksRun(now, devMode) || !blocksRun(before, false)
}

function sameFacts(a: Diagnostic, b: Diagnostic): boolean {
  return factsOf(a) === factsOf(b)
}

/**
 * The facts of a finding as JSON, without its place and the details of a search. If a changed search fails with the
 * same subject, the facts stay equal, so the change does not count as a fix.
 */
function factsOf(finding: Diagnostic): string {
  return JSON.stringify(finding, (key, value: unknown) => (circumstances.has(key) ? null : value))
}

const circumstances: ReadonlySet<string> = new Set([
  'at',
  'dialect',
  'known_in',
  'searched',
  'near',
  'tried',
  'because',
])

/** The system bundles for a dialect. The dialect's own bundle, if available, replaces the product's bundle. */
function systemsFor({ files, settings }: Workspace, dialect: DialectName): WorkspaceSettings['systems'] {
  const { id, version } = bundleOfDialect[dialect]
  const root = bundleRoot(id)
  if (!files.look(root)) return settings.systems
  // A user's own bundles stay.
  const isProduct = (one: Bundle): boolean => releasedBundles.some((known) => known.id === one.bundle_id)
  return settings.systems.map((one) => (isProduct(one) ? { bundle_id: id, version, root } : one))
}

/** A copy of the workspace with changes; undefined if a change does not apply or needs a key. */
export function changedWorkspace(workspace: Workspace, changes: readonly Change[]): Workspace | undefined {
  const files = new Map<string, Uint8Array | null>()
  let settings: WorkspaceSettings = workspace.settings
  for (const change of changes) {
    switch (change.kind) {
      case 'edit': {
        const text = workspace.file(change.path)?.text
        if (text === undefined) return undefined
        files.set(change.path, utf8ToBytes(editedText(text, editsOf(changes, change.path))))
        break
      }
      case 'create':
        files.set(change.path, utf8ToBytes(change.text))
        break
      case 'delete':
        files.set(change.path, null)
        break
      case 'move': {
        const bytes = workspace.files.read(change.path)?.bytes
        if (!bytes) return undefined
        files.set(change.path, null)
        files.set(change.to, bytes)
        break
      }
      case 'ask':
        break
      case 'dialect':
        settings = { ...settings, dialect: change.dialect, systems: systemsFor(workspace, change.dialect) }
        break
      case 'search':
        settings = { ...settings, search: change.search }
        break
      case 'dev-mode':
        settings = { ...settings, dev_mode: change.dev_mode }
        break
      case 'sign':
      case 'trust':
        return undefined
    }
  }
  return new Workspace(settings, new OverlayTree(workspace.files, files), workspace.host, { suggests: false })
}
