import type { Resolution } from '../resolution.ts'
import { fieldRange, type ChainElement } from '../../resolve/chain.ts'
import type { Diagnostic, DiagnosticCode } from '../../diagnostics/facts.ts'
import type { NearMiss } from '../../diagnostics/near-miss.ts'
import { extensionOf, joinPath } from '../../text/path.ts'
import { signedKindOf, takesSignature } from '../../rules/signing.ts'
import { idProblem } from '../../rules/item-id.ts'
import { nodeAt } from '../../read/located.ts'
import { laterFinding } from '../../read/metadata/later.ts'
import { fieldValue } from '../../read/metadata/metadata.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { otherDialects, ownExecutor, ownInterpreter } from './dialect-candidates.ts'
import { addToList, besidePath, replaceText, setField, withoutNames, type Candidate } from './edits.ts'
import type { Change } from './fix.ts'
import { graphCandidates } from './graph-candidates.ts'
import { textCandidates } from './text-candidates.ts'

/** Candidate fixes for one finding, smallest change first. Read-only files are never changed (section 0). */
export function candidatesFor(workspace: Workspace, run: Resolution, finding: Diagnostic): readonly Candidate[] {
  const shadows = aboutChain.has(finding.code) ? withoutShadows(workspace, run) : []
  const candidates = [...forCode(workspace, run, finding), ...shadows]
  return candidates.filter(({ changes }) => changes.every((change) => mayChange(workspace, change)))
}

/** Findings that choosing another file with the same ID could resolve. */
const aboutChain: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'executor-not-found',
  'executor-id-invalid',
  'chain-cycle',
  'chain-too-deep',
  'chain-not-primitive',
  'space-incompatible',
  'system-to-mutable',
  'io-missing-input',
  'version-too-low',
  'version-too-high',
  'lockfile-root-drift',
  'lockfile-element-drift',
  'lockfile-chain-differs',
  'lockfile-chain-broken',
])

function forCode(workspace: Workspace, run: Resolution, finding: Diagnostic): readonly Candidate[] {
  switch (finding.code) {
    case 'executor-not-found':
      return [
        ...ownExecutor(finding),
        ...renames(finding),
        ...intoReach(workspace, run, finding),
        ...(finding.foreign ? [] : createExecutor(workspace, finding.executor_id)),
        ...otherDialects(workspace),
      ]
    case 'executor-id-invalid':
      return [...handToPrimitive(workspace, elementOf(run, finding.item_id)), ...otherDialects(workspace)]
    case 'chain-not-primitive':
      return [...otherDialects(workspace), ...handToPrimitive(workspace, elementOf(run, finding.item_id))]
    case 'item-not-found':
      return [...askForNear(finding), ...renameNear(workspace, finding), ...otherDialects(workspace)]
    case 'space-incompatible':
    case 'system-to-mutable':
      return [...moveChild(workspace, run, finding), ...scoped(workspace)]
    case 'io-missing-input':
      return [...addOutputs(workspace, run, finding), ...dropInputs(run, finding)]
    case 'version-too-low':
    case 'version-too-high':
      return [...setVersion(run, finding), ...moveLimit(run, finding)]
    case 'version-missing': {
      const child = elementOf(run, finding.child)
      return setField(workspace, child, 'version', '1.0.0', `Declare version 1.0.0 for ${finding.child}`)
    }
    case 'interpreter-type-unknown':
      return [...ownInterpreter(workspace, run, finding), ...otherDialects(workspace)]
    case 'lockfile-root-drift':
    case 'lockfile-element-drift':
    case 'lockfile-chain-differs':
    case 'lockfile-chain-broken':
    case 'lockfile-unreadable':
      return finding.path === '' ? [] : [remove('Delete the stale lockfile', finding.path)]
    case 'signature-missing':
    case 'signature-malformed':
    case 'signature-modified':
    case 'signature-bad':
      return takesSignature(finding.path, signedKindOf(finding.path) ?? 'tool')
        ? withKey(workspace, { kind: 'sign', path: finding.path }, 'Sign the file')
        : []
    case 'signature-untrusted': {
      const { fingerprint } = finding
      return withKey(workspace, { kind: 'trust', fingerprint }, `Trust the key ${fingerprint}`)
    }
    case 'key-rejected':
      return [remove(`Delete ${finding.path}`, finding.path)]
    case 'extension-ambiguous':
      return finding.others.map((path) => remove(`Delete ${path}`, path))
    case 'chain-cycle':
      return handToPrimitive(workspace, run.chain.elements.at(-1))
    case 'config-not-found': {
      const path = finding.searched[0]
      return path === undefined ? [] : [{ title: `Create ${path}`, changes: [{ kind: 'create', path, text: '{}\n' }] }]
    }
    default:
      return [...textCandidates(workspace, finding), ...graphCandidates(workspace, finding)]
  }
}

function remove(title: string, path: string): Candidate {
  return { title, changes: [{ kind: 'delete', path }] }
}

/** R1.6: replaces the ID with the ID of a near miss. */
function renames(finding: Extract<Diagnostic, { code: 'executor-not-found' }>): readonly Candidate[] {
  const ids = new Set(finding.near.filter(isAnId).map((miss) => miss.item_id))
  return [...ids].flatMap((id) => replaceText(finding.at, id, `Change the executor to ${id}`))
}

/** Whether an executor can use a near miss by its ID: it is in reach, and its extension is supported. */
function isAnId({ because }: NearMiss): boolean {
  return because !== 'out-of-reach' && because !== 'unread-extension'
}

/** R1.2: moves the element that names an unreachable file to the file's space. */
function intoReach(
  workspace: Workspace,
  run: Resolution,
  finding: Extract<Diagnostic, { code: 'executor-not-found' }>,
): readonly Candidate[] {
  return finding.near
    .filter(({ because }) => because === 'out-of-reach')
    .flatMap(({ space }) => moveTo(workspace, elementOf(run, finding.item_id), space))
}

/** R1.6: requests an existing item instead. */
function askForNear({ near }: Extract<Diagnostic, { code: 'item-not-found' }>): readonly Candidate[] {
  return [...new Set(near.filter(isAnId).map((miss) => miss.item_id))].map((item_id) => ({
    title: `Analyze ${item_id}`,
    changes: [{ kind: 'ask', item_id }],
  }))
}

/** R1.6: renames a near miss to the requested name. */
function renameNear(
  workspace: Workspace,
  { item_id, near }: Extract<Diagnostic, { code: 'item-not-found' }>,
): readonly Candidate[] {
  if (idProblem(item_id)) return []
  return near.filter(isAnId).flatMap(({ path, item_id: id }) => {
    const root = path === null ? undefined : rootOf(workspace, path)
    if (path === null || root === undefined) return []
    const to = joinPath(root, '.ai/tools', `${item_id}${extensionOf(path)}`)
    return [{ title: `Rename ${id} to ${item_id}`, changes: [{ kind: 'move', path, to }] }]
  })
}

/** Creates the missing executor: a project runtime whose own executor is the dialect's first primitive. */
function createExecutor(workspace: Workspace, id: string): readonly Candidate[] {
  const { builtin, bySegment } = workspace.dialect
  const [primitive] = [...builtin.keys(), ...bySegment.keys()]
  if (primitive === undefined) return []
  const path = `${workspace.settings.project}/.ai/tools/${id}.yaml`
  const folder = id.slice(0, Math.max(0, id.lastIndexOf('/')))
  const text = [
    'version: "1.0.0"',
    'tool_type: runtime',
    `executor_id: ${primitive}`,
    `category: ${folder || 'runtimes'}`,
    'config:',
    '  command: python3',
    '  args: ["{tool_path}"]',
    '',
  ].join('\n')
  return [{ title: `Create ${id} as a runtime in the project`, changes: [{ kind: 'create', path, text }] }]
}

/**
 * A change that needs a signing key, and dev mode as an alternative. R10.4: in dev mode a bad signature does not block
 * a run, so no fix is needed.
 */
function withKey(workspace: Workspace, change: Change, title: string): readonly Candidate[] {
  if (workspace.settings.dev_mode) return []
  const inDevMode: Change = { kind: 'dev-mode', dev_mode: true }
  return [
    { title, changes: [change] },
    { title: 'Turn dev mode on', changes: [inDevMode] },
  ]
}

function scoped(workspace: Workspace): readonly Candidate[] {
  if (workspace.settings.search === 'scoped') return []
  return [{ title: 'Search from the space of each element (scoped)', changes: [{ kind: 'search', search: 'scoped' }] }]
}

/** Fixes that delete or rename a file that shadows another. A shadowing file can cause any problem in a chain. */
function withoutShadows(workspace: Workspace, run: Resolution): readonly Candidate[] {
  return run.chain.elements.flatMap(({ path, item_id, shadowed }) => {
    const hidden = shadowed[0]?.path
    if (path === null || hidden === undefined || hidden === null || rootOf(workspace, path) === undefined) return []
    const to = besidePath(path, '_unused')
    return [
      remove(`Delete ${path}, which shadows ${hidden}`, path),
      { title: `Rename ${item_id} so that it no longer shadows ${hidden}`, changes: [{ kind: 'move', path, to }] },
    ]
  })
}

/** Moves a child to the space of its parent. */
function moveChild(
  workspace: Workspace,
  run: Resolution,
  finding: { readonly child: string; readonly parent: string },
): readonly Candidate[] {
  const parent = elementOf(run, finding.parent)
  return parent ? moveTo(workspace, elementOf(run, finding.child), parent.space) : []
}

function moveTo(workspace: Workspace, element: ChainElement | undefined, space: string): readonly Candidate[] {
  const { project, user } = workspace.settings
  const root = space === 'project' ? project : space === 'user' ? user : undefined
  if (!element?.path || root === undefined) return []
  const to = joinPath(root, '.ai/tools', `${element.item_id}${extensionOf(element.path)}`)
  return [
    { title: `Move ${element.item_id} to the ${space} space`, changes: [{ kind: 'move', path: element.path, to }] },
  ]
}

type MissingInput = Extract<Diagnostic, { code: 'io-missing-input' }>

/** R4.2: adds outputs to a child. A child without outputs causes no finding, so the list always exists. */
function addOutputs(workspace: Workspace, run: Resolution, finding: MissingInput): readonly Candidate[] {
  const child = elementOf(run, finding.child)
  const field = child?.metadata?.fields.get('outputs')
  const change = child?.path && field ? addToList(workspace, child.path, field.value, finding.missing) : undefined
  if (!change) return []
  return [{ title: `Add ${finding.missing.join(', ')} to the outputs of ${finding.child}`, changes: [change] }]
}

function dropInputs(run: Resolution, finding: MissingInput): readonly Candidate[] {
  const parent = elementOf(run, finding.parent)
  const field = parent?.metadata?.fields.get('inputs')
  const value = parent?.metadata && fieldValue(parent.metadata, 'inputs')
  const change =
    parent?.path && field ? withoutNames(parent.path, field.value, value ?? undefined, finding.missing) : undefined
  if (!change) return []
  return [{ title: `Remove ${finding.missing.join(', ')} from the inputs of ${finding.parent}`, changes: [change] }]
}

type VersionLimit = Extract<Diagnostic, { code: 'version-too-low' | 'version-too-high' }>

function setVersion(run: Resolution, { child, limit, at }: VersionLimit): readonly Candidate[] {
  const element = elementOf(run, child)
  const range = at ?? (element ? fieldRange(element, 'version') : null)
  return replaceText(range, limit, `Set the version of ${child} to ${limit}`)
}

/** R4.3: changes a version limit, which is in the parent's constraints, directly or under the child's ID. */
function moveLimit(run: Resolution, { code, child, parent, version }: VersionLimit): readonly Candidate[] {
  const element = elementOf(run, parent)
  const constraints = element?.metadata?.fields.get('child_constraints')?.value
  const key = code === 'version-too-low' ? 'min_version' : 'max_version'
  const direct = nodeAt(constraints, [key])
  const limit = direct && direct.kind !== 'dict' ? direct : nodeAt(constraints, [child, key])
  if (!limit || !element?.path) return []
  const at = { path: element.path, start: limit.start, end: limit.end }
  return replaceText(at, version, `Set ${key} of ${parent} to ${version}`)
}

/** Makes the first built-in primitive of the dialect the executor of an element. */
function handToPrimitive(workspace: Workspace, element: ChainElement | undefined): readonly Candidate[] {
  const primitive = [...workspace.dialect.builtin.keys()][0]
  if (primitive === undefined || !element) return []
  return setField(
    workspace,
    element,
    'executor_id',
    primitive,
    `Set the executor of ${element.item_id} to ${primitive}`,
  )
}

function elementOf(run: Resolution, itemId: string): ChainElement | undefined {
  return run.chain.elements.find((element) => element.item_id === itemId)
}

/**
 * Whether a fix can make a change. System files are read-only (section 0), and files from a later release are never
 * rewritten (R1.9). Changes without a path are always possible.
 */
function mayChange(workspace: Workspace, change: Change): boolean {
  if (!('path' in change)) return true
  if (laterFinding(workspace.metadata(change.path))) return false
  if (change.kind === 'move' && rootOf(workspace, change.to) === undefined) return false
  return rootOf(workspace, change.path) !== undefined
}

/** The root of the space that contains a path; undefined if the space is read-only. */
function rootOf(workspace: Workspace, path: string): string | undefined {
  const { project, user } = workspace.settings
  return [project, user].find((root) => path.startsWith(`${root}/`))
}
