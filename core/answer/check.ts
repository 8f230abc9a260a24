import type { DiagnosticEntry } from './analysis.ts'
import { resolveRun } from './analyze.ts'
import { diagnosticEntry } from './document.ts'
import { Placer } from './placer.ts'
import type { AnalysisOptions } from './request.ts'
import type { Resolution } from './resolution.ts'
import { CheckBudget, apartWork, workOf, type CheckLimits, type ItemWork } from './check-budget.ts'
import { elementValue } from '../resolve/chain.ts'
import { hiddenTools } from './hidden-tools.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { planDigest } from '../plan/plan.ts'
import { mostOf } from '../diagnostics/most-of.ts'
import { severityOf } from '../diagnostics/severity.ts'
import { extensionOf } from '../text/path.ts'
import { alikeItems, listItems, misnamedItems, type ListedItem } from '../resolve/items.ts'
import { fieldValue, itemKind, type ItemKind } from '../read/metadata/metadata.ts'
import { isSystem, type Space } from '../rules/space.ts'
import type { ReadSet } from '../workspace/path-state.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** One item of a workspace check, with enough data for a list; `analyze` has the rest. */
export interface ItemCheck {
  readonly item_id: string
  readonly path: string
  readonly space: Space
  /** The `tool_type` in the file; null if it declares none. */
  readonly tool_type: string | null
  /**
   * Libraries and data are listed separately (R1.7, R1.8). Their only findings are about a hidden tool (R1.3) and a
   * similar ID.
   */
  readonly kind: ItemKind
  readonly ready: boolean
  /** Null without a plan; absent if the checker does not compute `digests`. */
  readonly plan_digest?: string | null
  readonly chain_length: number
  readonly errors: number
  readonly warnings: number
  readonly findings: readonly Diagnostic[]
}

const none: readonly never[] = []

/**
 * R1.7, R1.8: the fields of a library or data item, which is not linted. Only a chain or `verify_deps` that uses it
 * checks its signature.
 */
const apart = {
  tool_type: null,
  ready: false,
  plan_digest: null,
  chain_length: 0,
  errors: 0,
  warnings: 0,
  findings: none,
} as const satisfies Partial<ItemCheck>

/** The entry of an item that was not checked. */
const uncheckedItem = { ...apart, kind: 'tool', errors: 1 } as const satisfies Partial<ItemCheck>

const noParameters = new Map()

/**
 * The number of items to read ahead. With a larger number, too much data would reach the old generation of the garbage
 * collector.
 */
const readAhead = 128

interface Checked {
  readonly check: ItemCheck
  readonly work: ItemWork
  readonly reads: ReadSet
  readonly epoch: number
  /** The item's own findings, computed on first request. */
  entries?: readonly DiagnosticEntry[]
}

/**
 * Checks every item of a workspace. A later check rechecks only the items whose dependencies have changed (R12.1). For
 * each item, the checker keeps its summary and its dependencies.
 */
export class WorkspaceChecker {
  readonly #workspace: Workspace
  readonly #options: AnalysisOptions
  readonly #placesAtOnce: boolean
  readonly #digests: boolean
  readonly #keepsFiles: boolean
  readonly #looked: ((done: number, all: number) => void) | undefined
  readonly #resolved: ((item_id: string, run: Resolution | null, path: string) => void) | undefined
  readonly #most: Partial<CheckLimits>
  #work = 0
  readonly #known = new Map<string, Checked>()
  /** Findings with their sentences, cached because many items share a finding of their runtime. */
  readonly #entries = new WeakMap<Diagnostic, DiagnosticEntry>()
  #whole: { readonly checks: readonly ItemCheck[]; readonly epoch: number } | undefined

  /**
   * With `placesAtOnce`, findings get line and column during the check, so that files are read only once. Without
   * `digests`, the digests of plans are not computed. `looked` receives the number of checked items and the total
   * number. `resolved` receives each checked item's run (null for a library or data item) and file, again after each
   * change to its dependencies. With `keepsFiles`, texts and metadata stay in memory, for checks that are soon
   * repeated. `most` overrides the limits in tests.
   */
  constructor(
    workspace: Workspace,
    options: AnalysisOptions = {},
    {
      placesAtOnce = false,
      digests = true,
      keepsFiles = false,
      looked,
      resolved,
      most = {},
    }: {
      readonly placesAtOnce?: boolean
      readonly digests?: boolean
      readonly keepsFiles?: boolean
      readonly looked?: (done: number, all: number) => void
      readonly resolved?: (item_id: string, run: Resolution | null, path: string) => void
      readonly most?: Partial<CheckLimits>
    } = {},
  ) {
    this.#most = most
    this.#workspace = workspace
    this.#looked = looked
    this.#resolved = resolved
    this.#placesAtOnce = placesAtOnce
    this.#digests = digests
    this.#keepsFiles = keepsFiles
    this.#options = { ...options, brief: true, skip_schema: true }
  }

  /**
   * Checks all items, in the order of `listItems`, and then files without a valid ID. Every cached path is checked
   * once, so no change on disk is missed. Items beyond the budget of the check have only a `check-limit` finding.
   */
  checkAll(): readonly ItemCheck[] {
    this.#workspace.refresh()
    // An analysis in between might have noticed the change already, so the test is whether anything is newer than the
    // list.
    if (this.#whole && !this.#workspace.sweep(this.#whole.epoch)) return this.#whole.checks
    const items = [...listItems(this.#workspace), ...misnamedItems(this.#workspace)]
    const budget = new CheckBudget(items.length, this.#most)
    const whole: ItemCheck[] = []
    for (let start = 0; start < items.length; start += readAhead) {
      const some = items.slice(start, start + readAhead)
      const known = some.map(({ item_id }) => this.#known.get(item_id))
      if (!budget.exceeded) this.#readAhead(some.filter((_, index) => !known[index]))
      for (let index = 0; index < some.length; index++)
        whole.push(this.#withAlike(this.#check(some[index]!, known[index], budget)))
      this.#looked?.(whole.length, items.length)
    }
    this.#work = budget.work
    this.#whole = { checks: whole, epoch: this.#workspace.epoch }
    if (this.#known.size > items.length) this.#keepOnly(new Set(items.map((item) => item.item_id)))
    return whole
  }

  /** The work of the last check, in units, as if nothing were cached. */
  get work(): number {
    return this.#work
  }

  /**
   * An item's own findings with places and sentences, cached until the item changes. A finding without a place, such as
   * an invalid ID, is reported at the item's file.
   */
  ownEntries(item: ItemCheck): readonly DiagnosticEntry[] {
    const known = this.#known.get(item.item_id)
    if (known?.check !== item) return this.#entriesOf(item)
    return (known.entries ??= this.#entriesOf(item))
  }

  #entriesOf(item: ItemCheck): readonly DiagnosticEntry[] {
    const { path, findings } = item
    const placer = new Placer(this.#workspace)
    return findings
      .filter((finding) => isOwnFinding(finding.code, finding, item))
      .map((finding) => {
        const known = this.#entries.get(finding)
        if (known) return known
        // The finding for a reached limit has no place.
        const isPlaced = finding.at !== null || finding.code === 'check-limit'
        const placed = isPlaced ? finding : { ...finding, at: { path, start: 0, end: 0 } }
        const entry = diagnosticEntry(placer, placed, this.#workspace.settings.dev_mode)
        if (isPlaced) this.#entries.set(finding, entry)
        return entry
      })
  }

  /** Reads all files, then parses one format after another, which keeps each parser warm and fast. */
  #readAhead(items: readonly ListedItem[]): void {
    const formats = new Map<string, string[]>()
    for (const { path } of items) {
      this.#workspace.file(path)
      const extension = extensionOf(path)
      const others = formats.get(extension)
      if (others) others.push(path)
      else formats.set(extension, [path])
    }
    for (const paths of formats.values()) for (const path of paths) this.#workspace.metadata(path)
  }

  /** The check of an item, with the finding that another ID has the same name on macOS and Windows. */
  #withAlike(check: ItemCheck): ItemCheck {
    const other = alikeItems(this.#workspace).get(check.item_id)
    if (other === undefined || isSystem(check.space)) return check
    const at = { path: check.path, start: 0, end: 0 }
    const finding = { code: 'id-alike', item_id: check.item_id, other, at } as const
    return { ...check, warnings: check.warnings + 1, findings: [...check.findings, finding] }
  }

  #check({ item_id, path, space }: ListedItem, known: Checked | undefined, budget: CheckBudget): ItemCheck {
    if (budget.exceeded) return { ...uncheckedItem, item_id, path, space, findings: [budget.exceeded] }
    const isSame = known?.check.path === path
    if (known && isSame && this.#workspace.unchangedSince(known.reads, known.epoch)) {
      budget.take(known.work, known.check.findings.length)
      return known.check
    }
    const { value, reads } = this.#workspace.recording(() => this.#run(item_id, path, space))
    const { check, work } = value
    budget.take(work, check.findings.length)
    const checked = { check, work, reads, epoch: this.#workspace.epoch }
    this.#known.set(item_id, this.#placesAtOnce ? { ...checked, entries: this.#entriesOf(check) } : checked)
    if (!this.#keepsFiles) this.#workspace.release(path)
    return check
  }

  #run(item_id: string, path: string, space: Space): { readonly check: ItemCheck; readonly work: ItemWork } {
    const workspace = this.#workspace
    const metadata = workspace.metadata(path)
    const kind = metadata ? itemKind(metadata) : 'tool'
    if (kind !== 'tool') {
      this.#resolved?.(item_id, null, path)
      const own = apartWork + (workspace.file(path)?.text?.length ?? 0)
      const type = metadata && fieldValue(metadata, 'tool_type')
      const tool_type = typeof type === 'string' ? type : null
      const findings = hiddenTools(workspace, item_id, path)
      const check = { ...apart, kind, tool_type, item_id, path, space, findings, warnings: findings.length }
      return { check, work: { own, shared: none } }
    }
    const run = resolveRun(workspace, { item_id, parameters: noParameters }, this.#options)
    this.#resolved?.(item_id, run, path)
    const [tool] = run.chain.elements
    const tool_type = tool && elementValue(tool, 'tool_type')
    const devMode = workspace.settings.dev_mode
    let errors = 0
    let warnings = 0
    for (const finding of run.findings) {
      const severity = severityOf(finding, devMode)
      if (severity === 'error') errors++
      else if (severity === 'warning') warnings++
    }
    const findings = mostOf(run.findings, 'itemFindings', devMode, { path, start: 0, end: 0 })
    const check = {
      item_id,
      path,
      space,
      tool_type: typeof tool_type === 'string' ? tool_type : null,
      kind,
      ready: run.ready,
      ...(this.#digests && { plan_digest: run.plan && planDigest(workspace.host, run.plan) }),
      chain_length: run.chain.elements.length,
      errors,
      warnings,
      // A copy uses less memory than a list that grew.
      findings: findings.slice(),
    }
    return { check, work: workOf(run) }
  }

  #keepOnly(kept: ReadonlySet<string>): void {
    for (const id of this.#known.keys()) if (!kept.has(id)) this.#known.delete(id)
  }
}

/** The findings about the plan of a bundled runtime. This plan depends on the tool and on the machine. */
const planOfTool: ReadonlySet<string> = new Set<Diagnostic['code']>([
  'interpreter-not-found',
  'plan-incomplete',
  'template-unknown-name',
])

/**
 * Whether a finding is the item's own. Findings that only a caller or the tool above a primitive can fix do not count,
 * nor does the hint about a requested runtime. The finding for a chain that ends at a broken file is also excluded,
 * because the file has its own finding. The plan of a bundled runtime is judged only in the chains of tools.
 */
export function isOwnFinding(
  code: Diagnostic['code'],
  facts: object,
  { chain_length, space, tool_type }: Pick<ItemCheck, 'chain_length' | 'space' | 'tool_type'>,
): boolean {
  if (code === 'chain-not-primitive') return !('because' in facts && facts.because === 'broken')
  if (tool_type === 'runtime' && isSystem(space) && planOfTool.has(code)) return false
  return (
    code !== 'parameter-invalid' && code !== 'item-is-runtime' && !(code === 'plan-incomplete' && chain_length === 1)
  )
}
