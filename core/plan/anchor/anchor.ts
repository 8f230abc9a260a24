import type { ChainElement } from '../../resolve/chain.ts'
import { elementValue, fieldRange } from '../../resolve/chain.ts'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import { mostOf } from '../../diagnostics/most-of.ts'
import { limits } from '../../limits.ts'
import { expandContextText } from '../env/context.ts'
import type { Contributor } from '../provenance.ts'
import { sourced, type SourcedDict, type SourcedText } from '../template/sourced.ts'
import type { Trace } from '../../trace.ts'
import { pyStr } from '../../read/value/text.ts'
import { isDict, isTruthy, type Dict, type Value } from '../../read/value/value.ts'
import type { WorkBudget, WorkShare } from '../../work-budget.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { anchorContext, contextText } from './context.ts'
import { dependencySearch } from './dependencies.ts'
import { verifiedDependencies } from './verified.ts'
import { anchorApplies, anchorRoot, findingWork, type AnchorReason } from './place.ts'

/** The place of the tool's anchor, and its effects (R7). */
export interface PlacedAnchor {
  /** Index of the first element that declares an anchor; null if there is none. */
  readonly source: number | null
  readonly active: boolean
  readonly because: AnchorReason
  /** The declaration with its places, for the path edits; null for an inactive anchor. */
  readonly config: SourcedDict | null
  readonly by: Contributor
  readonly context: ReadonlyMap<string, SourcedText>
  readonly cwd: SourcedText | null
  /** Files that were verified before the run (R7.4). */
  readonly dependencies: readonly string[]
  readonly findings: readonly Diagnostic[]
  readonly failed: boolean
}

/**
 * R7.1 to R7.4: places the anchor of the first element that declares one, and, with `verify`, verifies the files that
 * `verify_deps` requires.
 */
export function placeAnchor(
  workspace: Workspace,
  elements: readonly ChainElement[],
  verify: boolean,
  trace: Trace,
  work: WorkBudget,
): PlacedAnchor {
  const context = anchorContext(workspace, elements)
  const source = elements.findIndex((one) => isTruthy(elementValue(one, 'anchor')))
  const element = elements[source]
  const by: Contributor = { kind: 'anchor', item_id: element?.item_id ?? '', space: element?.space ?? 'project' }
  const inactive = (because: AnchorReason, findings: readonly Diagnostic[]): PlacedAnchor => ({
    source: element ? source : null,
    active: false,
    because,
    config: null,
    by,
    context,
    cwd: null,
    dependencies: [],
    findings,
    failed: findings.length > 0,
  })
  if (!element) {
    traceAnchor(trace, null, false, 'none-declared', context, null)
    return inactive('none-declared', [])
  }
  const anchor = elementValue(element, 'anchor')
  if (!isDict(anchor)) return inactive('disabled', [wrongAnchor(element, anchor)])
  const { active, because } = anchorApplies(
    workspace,
    anchor,
    context.get('tool_dir')?.text ?? '',
    work.share('environment', element.path),
  )
  const findings: Diagnostic[] = []
  let config: SourcedDict | null = null
  let cwd: SourcedText | null = null
  let dependencies: readonly string[] = []
  if (active) {
    config = sourcedField(element, by)
    context.set('anchor_path', contextText('anchor_path', anchorRoot(anchor, context)))
    const wrongCwd = cwdProblem(element, anchor, config)
    if (wrongCwd) return inactive(because, [wrongCwd])
    cwd = anchorCwd(config, context, findings, work.share('environment', element.path))
    const verified = verify
      ? verifyDependencies(workspace, elements, context, trace, work)
      : { paths: [], findings: [] }
    dependencies = verified.paths
    findings.push(...verified.findings)
  } else if (verifyConfig(elements)) {
    findings.push({ code: 'anchor-inactive', because, at: fieldRange(element, 'anchor') })
  }
  traceAnchor(trace, element.item_id, active, because, context, cwd)
  return { source, active, because, config, by, context, cwd, dependencies, findings, failed: false }
}

function traceAnchor(
  trace: Trace,
  declaredBy: string | null,
  active: boolean,
  because: AnchorReason,
  context: ReadonlyMap<string, SourcedText>,
  cwd: SourcedText | null,
): void {
  const anchor_path = context.get('anchor_path')?.text ?? ''
  trace?.({ step: 'place_anchor', declared_by: declaredBy, active, because, anchor_path, cwd: cwd?.text ?? null })
}

function sourcedField(element: ChainElement, by: Contributor): SourcedDict | null {
  const field = element.metadata?.fields.get('anchor')
  const node = field && sourced(field.value, by, element.path ?? '')
  return node?.kind === 'dict' ? node : null
}

/** R7.3: the finding for a `cwd` that is neither absent nor a string; undefined for any other `cwd`. */
function cwdProblem(element: ChainElement, anchor: Dict, config: SourcedDict | null): Diagnostic | undefined {
  const cwd = anchor.get('cwd') ?? null
  if (cwd === null || typeof cwd === 'string') return undefined
  const found = pyStr(cwd).slice(0, 80)
  const at = config?.entries.get('cwd')?.at ?? fieldRange(element, 'anchor')
  return { code: 'metadata-wrong-type', item_id: element.item_id, field: 'anchor.cwd', expected: 'text', found, at }
}

/** R7.3: the working directory; null without `cwd`, a template that can use the context. */
function anchorCwd(
  config: SourcedDict | null,
  context: ReadonlyMap<string, SourcedText>,
  findings: Diagnostic[],
  share: WorkShare,
): SourcedText | null {
  const template = config?.entries.get('cwd')
  if (template?.kind !== 'text' || template.text === '') return null
  return expandContextText(template, context, (name) => {
    share.draw(findingWork)
    findings.push({ code: 'anchor-placeholder-unknown', placeholder: `{${name}}`, at: template.at })
  })
}

function verifyConfig(
  elements: readonly ChainElement[],
): { readonly element: ChainElement; readonly config: Value } | undefined {
  for (const element of elements) {
    const config = elementValue(element, 'verify_deps')
    if (isTruthy(config)) return { element, config: config! }
  }
  return undefined
}

/**
 * R7.4: verifies the files for the first element with `verify_deps`. Every bad file is reported, up to the limit
 * `dependencyFindings`.
 */
function verifyDependencies(
  workspace: Workspace,
  elements: readonly ChainElement[],
  context: ReadonlyMap<string, SourcedText>,
  trace: Trace,
  work: WorkBudget,
): { readonly paths: readonly string[]; readonly findings: readonly Diagnostic[] } {
  const declared = verifyConfig(elements)
  if (!declared || !isDict(declared.config)) return { paths: [], findings: [] }
  const name = (key: string): string => context.get(key)?.text ?? ''
  const search = dependencySearch(declared.config, name('tool_path'), name('anchor_path'), name('runtime_lib'))
  if (!search) return { paths: [], findings: [] }
  const at = fieldRange(declared.element, 'verify_deps')
  const verified = verifiedDependencies(workspace, search)
  work.share('signatures', declared.element.path).drawShared(verified)
  const { paths = [], states = [], problem, limited, findings = [] } = verified.value ?? {}
  if (limited) return { paths: [], findings: [{ code: 'dependency-limit', most: limits.dependencyFiles, at }] }
  if (problem) return { paths: [], findings: [problem] }
  if (trace) paths.forEach((path, index) => trace({ step: 'verify_dependency', path, state: states[index]! }))
  return { paths, findings: mostOf(findings, 'dependencyFindings', workspace.settings.dev_mode, at) }
}

function wrongAnchor(element: ChainElement, anchor: Value | undefined): Diagnostic {
  const found = pyStr(anchor ?? null).slice(0, 80)
  return {
    code: 'metadata-wrong-type',
    item_id: element.item_id,
    field: 'anchor',
    expected: 'a mapping',
    found,
    at: fieldRange(element, 'anchor'),
  }
}
