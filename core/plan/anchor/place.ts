import type { Diagnostic } from '../../diagnostics/facts.ts'
import { expandContextText, type AnchorContext } from '../env/context.ts'
import type { Environment } from '../env/resolve.ts'
import { limits } from '../../limits.ts'
import { joinPath } from '../../text/path.ts'
import type { Contributor } from '../provenance.ts'
import type { SourceRange } from '../../text/source.ts'
import { TemplateBudget } from '../template/budget.ts'
import { bare, beating, isNull, sourcedText, SourcedText, type Sourced, type SourcedDict } from '../template/sourced.ts'
import { pieceOf, type Piece } from '../template/pieces.ts'
import { pyStr } from '../../read/value/text.ts'
import { isList, isTruthy, type Dict } from '../../read/value/value.ts'
import type { WorkShare } from '../../work-budget.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** The reason why an anchor is active or inactive, as in the trace (R7.1). */
export type AnchorReason = 'none-declared' | 'disabled' | 'mode-never' | 'mode-always' | 'marker-found' | 'no-marker'

/**
 * R7.1: whether an anchor is active. `enabled: false` and `mode: never` deactivate it, and `always` activates it. Other
 * modes require a marker file.
 */
export function anchorApplies(
  workspace: Workspace,
  anchor: Dict,
  toolDir: string,
  share: WorkShare,
): { readonly active: boolean; readonly because: AnchorReason } {
  const mode = anchor.has('mode') ? anchor.get('mode') : 'auto'
  if (mode === 'never') return { active: false, because: 'mode-never' }
  if (!isTruthy(anchor.get('enabled'))) return { active: false, because: 'disabled' }
  if (mode === 'always') return { active: true, because: 'mode-always' }
  const markers = anchor.get('markers_any')
  if (!isList(markers)) return { active: false, because: 'no-marker' }
  // All tools of a folder share one check for markers.
  const looked = workspace.remember(markersIn(anchor, toolDir), workspace.figures.list, () => ({
    used: markers.length * markerWork,
    found: markers.some((marker) => typeof marker === 'string' && workspace.exists(joinPath(toolDir, marker))),
  }))
  share.drawShared(looked)
  return looked.found ? { active: true, because: 'marker-found' } : { active: false, because: 'no-marker' }
}

/** Units of work to check for one marker. */
const markerWork = 15

/** The maximum number of folders per anchor with a cached marker check. */
const mostFolders = 64

const markerKeys = new WeakMap<Dict, Map<string, object>>()

/** The cache key for the markers of an anchor in a folder. */
function markersIn(anchor: Dict, folder: string): object {
  let keys = markerKeys.get(anchor)
  if (!keys || keys.size > mostFolders) markerKeys.set(anchor, (keys = new Map()))
  let key = keys.get(folder)
  if (!key) keys.set(folder, (key = {}))
  return key
}

/** R7.2: the root that the anchor names. An unknown name means the directory of the tool. */
export function anchorRoot(anchor: Dict, context: AnchorContext): string {
  const root = anchor.has('root') ? anchor.get('root') : 'tool_dir'
  const name = root === 'tool_parent' || root === 'project_path' ? root : 'tool_dir'
  return context.get(name)?.text ?? ''
}

/** Units of work per placeholder with a finding. */
export const findingWork = 40

/** Units of work per edited variable, per added entry, and per existing entry. */
const editWork = 60
const entryWork = 20
const partWork = 10

export interface PathEdits {
  readonly env: Environment
  readonly findings: readonly Diagnostic[]
  readonly failed: boolean
}

/** R7.3: applies `env_paths` to the environment. An unset variable starts with the host's value. */
export function applyEnvPaths(
  workspace: Workspace,
  declaredBy: { readonly item_id: string; readonly by: Contributor },
  anchor: SourcedDict,
  env: Environment,
  context: AnchorContext,
  share: WorkShare,
): PathEdits {
  const edits = anchor.entries.get('env_paths')
  if (edits === undefined || isNull(edits)) return { env, findings: [], failed: false }
  const findings: Diagnostic[] = []
  const report = (finding: Diagnostic): void => {
    share.draw(findingWork)
    findings.push(finding)
  }
  if (edits.kind !== 'dict') return { env, findings: [wrongType(declaredBy.item_id, 'env_paths', edits)], failed: true }
  const made = new Map(env)
  const { environ, path_separator: separator } = workspace.settings.world
  const place: PathPlace = { separator, context, by: declaredBy.by, at: edits.at, report, share }
  let failed = false
  for (const [key, mutation] of edits.entries) {
    const name = pyStr(key)
    if (mutation.kind !== 'dict') {
      if (isNull(mutation)) continue
      report(wrongType(declaredBy.item_id, `env_paths.${name}`, mutation))
      failed = true
      continue
    }
    const prepend = templates(declaredBy.item_id, mutation, 'prepend', report)
    const append = templates(declaredBy.item_id, mutation, 'append', report)
    if (!prepend || !append) {
      failed = true
      continue
    }
    share.draw(editWork + (prepend.length + append.length) * entryWork)
    const fromHost = Object.hasOwn(environ, name) ? environ[name] : undefined
    const existing = made.get(name) ?? (fromHost === undefined ? undefined : sourcedText(fromHost, { kind: 'host' }))
    made.set(name, editPath(name, existing, { prepend, append }, place))
  }
  return { env: made, findings, failed }
}

/**
 * The common part of all edits to one anchor: the contributor, the place in its file, and the context of its templates.
 */
interface PathPlace {
  readonly separator: string
  readonly context: AnchorContext
  readonly by: Contributor
  readonly at: SourceRange | null
  readonly report: (finding: Diagnostic) => void
  readonly share: WorkShare
}

/** Adds the missing entries of one variable before and after the existing ones. */
function editPath(
  name: string,
  existing: SourcedText | undefined,
  { prepend, append }: { readonly prepend: readonly SourcedText[]; readonly append: readonly SourcedText[] },
  { separator, context, by, at, report, share }: PathPlace,
): SourcedText {
  const parts: { readonly text: string; readonly pieces: readonly Piece[] }[] = []
  for (const part of existing?.text.split(separator) ?? []) {
    if (part !== '') parts.push({ text: part, pieces: [pieceOf(part, existing!.by, existing!.at)] })
  }
  share.draw(parts.length * partWork)
  const budget = new TemplateBudget(share)
  const unknown = (template: SourcedText) => (placeholder: string) =>
    report({ code: 'anchor-placeholder-unknown', placeholder: `{${placeholder}}`, at: template.at })
  const seen = new Set(['', ...parts.map((part) => part.text)])
  const fresh = (templates: readonly SourcedText[]): SourcedText[] =>
    templates.flatMap((template) => {
      const entry = expandContextText(template, context, unknown(template), budget)
      if (seen.has(entry.text)) return []
      seen.add(entry.text)
      return [entry]
    })
  // Each entry is inserted before the existing entries, so the last of equal entries determines the position.
  const front = fresh(prepend.toReversed()).reverse()
  const all = [...front, ...parts, ...fresh(append)]
  if (budget.exceeded) report({ code: 'template-limit', key: name, most: limits.templateLength, at })
  const pieces = all.flatMap((part, index) =>
    index === 0 ? part.pieces : [pieceOf(separator, by, null), ...part.pieces],
  )
  const text = all.map((part) => part.text).join(separator)
  return beating(new SourcedText(text, by, at, pieces), existing) as SourcedText
}

function templates(
  itemId: string,
  mutation: SourcedDict,
  field: 'prepend' | 'append',
  report: (finding: Diagnostic) => void,
): readonly SourcedText[] | undefined {
  const node = mutation.entries.get(field)
  if (node === undefined || isNull(node)) return []
  if (node.kind === 'list' && node.items.every((item) => item.kind === 'text'))
    return node.items as readonly SourcedText[]
  report(wrongType(itemId, `env_paths.${field}`, node, 'a list of paths'))
  return undefined
}

function wrongType(itemId: string, field: string, node: Sourced, expected = 'a mapping'): Diagnostic {
  const found = pyStr(bare(node)).slice(0, 80)
  return { code: 'metadata-wrong-type', item_id: itemId, field: `anchor.${field}`, expected, found, at: node.at }
}
