import type { Resolution } from '../analyze.ts'
import { dialects } from '../dialect.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { extensionOf } from '../file-tree.ts'
import { fieldRange, type ChainElement } from '../chain.ts'
import type { SourceRange } from '../source.ts'
import { jsonString } from '../value/json.ts'
import type { Workspace } from '../workspace.ts'
import type { Change } from './fix.ts'

/** A change that might take a finding away; `explainFixes` tries it before it is offered. */
export interface Candidate {
  readonly title: string
  readonly changes: readonly Change[]
}

/** What a person could do about one finding, the smallest change first. */
export function candidatesFor(workspace: Workspace, run: Resolution, finding: Diagnostic): readonly Candidate[] {
  switch (finding.code) {
    case 'executor-not-found':
      return [...renames(finding), ...createExecutor(workspace, finding.executor_id), ...otherDialects(workspace)]
    case 'executor-id-invalid':
    case 'chain-not-primitive':
      return otherDialects(workspace)
    case 'item-not-found':
      return otherDialects(workspace)
    case 'space-incompatible':
    case 'system-to-mutable':
      return [
        ...withoutShadow(workspace, run, finding.parent),
        ...moveChild(workspace, run, finding),
        ...scoped(workspace),
      ]
    case 'io-missing-input':
      return addOutputs(run, finding)
    case 'version-too-low':
    case 'version-too-high':
      return setVersion(run, finding.child, finding.limit, finding.at)
    case 'interpreter-type-unknown':
      return otherDialects(workspace)
    case 'lockfile-root-drift':
    case 'lockfile-element-drift':
    case 'lockfile-chain-differs':
    case 'lockfile-chain-broken':
    case 'lockfile-unreadable':
      return finding.path === ''
        ? []
        : [{ title: 'Delete the stale lockfile', changes: [{ kind: 'delete', path: finding.path }] }]
    case 'signature-missing':
    case 'signature-malformed':
    case 'signature-modified':
    case 'signature-bad':
      return [{ title: 'Sign the file', changes: [{ kind: 'sign', path: finding.path }] }, ...devMode()]
    case 'signature-untrusted':
      return [
        {
          title: `Trust the key ${finding.fingerprint}`,
          changes: [{ kind: 'trust', fingerprint: finding.fingerprint }],
        },
        ...devMode(),
      ]
    case 'extension-ambiguous':
      return finding.others.map((path) => ({ title: `Delete ${path}`, changes: [{ kind: 'delete', path }] }))
    case 'chain-cycle':
      return breakCycle(workspace, run)
    case 'category-mismatch':
      return replaceText(finding.at, finding.folder, `Set the category to ${finding.folder}`)
    default:
      return []
  }
}

/** R1.6: take the id of a near miss. */
function renames(finding: Extract<Diagnostic, { code: 'executor-not-found' }>): readonly Candidate[] {
  const ids = new Set(finding.near.map((miss) => miss.item_id))
  return [...ids].flatMap((id) => replaceText(finding.at, id, `Change the executor to ${id}`))
}

/** Write a literal in place of another: double quotes suit Python, YAML, JavaScript and JSON alike. */
function replaceText(at: SourceRange | null, text: string, title: string): readonly Candidate[] {
  return at ? [{ title, changes: [{ kind: 'edit', ...at, text: jsonString(text) }] }] : []
}

/** A runtime of that id in the project, leading to the dialect's first primitive. */
function createExecutor(workspace: Workspace, id: string): readonly Candidate[] {
  const primitive = [...workspace.dialect.builtin.keys()][0] ?? 'subprocess'
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

function otherDialects(workspace: Workspace): readonly Candidate[] {
  return Object.values(dialects)
    .filter((dialect) => dialect !== workspace.dialect)
    .map(({ name }) => ({ title: `Change the dialect to ${name}`, changes: [{ kind: 'dialect', dialect: name }] }))
}

function devMode(): readonly Candidate[] {
  return [{ title: 'Work in dev mode', changes: [{ kind: 'dev-mode', dev_mode: true }] }]
}

function scoped(workspace: Workspace): readonly Candidate[] {
  if (workspace.settings.search === 'scoped') return []
  return [{ title: 'Search from the space of each element (scoped)', changes: [{ kind: 'search', search: 'scoped' }] }]
}

/** Delete the file that hides one which would be allowed. */
function withoutShadow(workspace: Workspace, run: Resolution, parent: string): readonly Candidate[] {
  const element = elementOf(run, parent)
  if (!element?.path || element.shadowed.length === 0 || !isWritable(workspace, element.path)) return []
  return [
    {
      title: `Delete ${element.path}, which shadows ${element.shadowed[0]?.path ?? 'another file'}`,
      changes: [{ kind: 'delete', path: element.path }],
    },
  ]
}

/** Move the child to the space of what it depends on. */
function moveChild(
  workspace: Workspace,
  run: Resolution,
  finding: { readonly child: string; readonly parent: string },
): readonly Candidate[] {
  const [child, parent] = [elementOf(run, finding.child), elementOf(run, finding.parent)]
  const { project, user } = workspace.settings
  const root = parent?.space === 'project' ? project : parent?.space === 'user' ? user : undefined
  if (!child?.path || root === undefined || !isWritable(workspace, child.path)) return []
  const to = `${root}/.ai/tools/${child.item_id}${extensionOf(child.path)}`
  return [
    {
      title: `Move ${child.item_id} to ${parent?.space ?? ''} space`,
      changes: [{ kind: 'move', path: child.path, to }],
    },
  ]
}

function addOutputs(run: Resolution, finding: Extract<Diagnostic, { code: 'io-missing-input' }>): readonly Candidate[] {
  const child = elementOf(run, finding.child)
  const field = child?.metadata?.fields.get('outputs')
  if (!child?.path || field?.value.kind !== 'list') return []
  const { items, end } = field.value
  const last = items.at(-1)
  if (!last) return []
  const added = finding.missing.map((name) => `, ${jsonString(name)}`).join('')
  const at = { path: child.path, start: last.end, end: last.end }
  // A block list has no bracket behind its last item; its items are lines of their own.
  const inline = end > last.end
  return inline
    ? [
        {
          title: `Add ${finding.missing.join(', ')} to the outputs of ${child.item_id}`,
          changes: [{ kind: 'edit', ...at, text: added }],
        },
      ]
    : []
}

function setVersion(run: Resolution, childId: string, limit: string, at: SourceRange | null): readonly Candidate[] {
  const range = at ?? (elementOf(run, childId) ? fieldRange(elementOf(run, childId)!, 'version') : null)
  return replaceText(range, limit, `Set the version of ${childId} to ${limit}`)
}

/** Let the element that closes the loop end in the dialect's primitive instead. */
function breakCycle(workspace: Workspace, run: Resolution): readonly Candidate[] {
  const last = run.chain.elements.at(-1)
  const primitive = [...workspace.dialect.builtin.keys()][0]
  const at = last ? fieldRange(last, 'executor_id') : null
  return primitive ? replaceText(at, primitive, `Let ${last?.item_id ?? ''} hand over to ${primitive}`) : []
}

function elementOf(run: Resolution, itemId: string): ChainElement | undefined {
  return run.chain.elements.find((element) => element.item_id === itemId)
}

/** System files are read-only (section 0). */
function isWritable(workspace: Workspace, path: string): boolean {
  const { project, user } = workspace.settings
  return path.startsWith(`${project}/`) || path.startsWith(`${user}/`)
}
