import { WorkspaceChecker } from '../answer/check.ts'
import type { PlacedRange } from '../answer/analysis.ts'
import { Placer } from '../answer/placer.ts'
import type { DiagnosticCode } from '../diagnostics/facts.ts'
import { planChange } from '../impact/changes.ts'
import { OverlayTree } from '../impact/overlay-tree.ts'
import { WhatIf } from '../impact/what-if.ts'
import { limits } from '../limits.ts'
import { isSystem } from '../rules/space.ts'
import { Workspace } from '../workspace/workspace.ts'
import { decidingRules } from './deciding-rules.ts'
import type { Expectation } from './expectation.ts'
import { Expectations } from './expectations.ts'
import { mutantsOf, type Mutant } from './mutants.ts'

/**
 * A rule: how many items it decided, how many changes to its values had an effect, and how many of these an expectation
 * detected.
 */
interface RuleCoverage {
  readonly rule: string
  readonly decided: number
  readonly mutants: number
  readonly noticed: number
}

/** A change that affects items, and that no expectation detects. */
interface Survivor {
  readonly rule: string
  readonly what: string
  readonly at: PlacedRange | null
  /** The number of affected items, and the first of them. */
  readonly affected: number
  readonly item_id: string
}

/** The changes to a project that its expectations detect, by rule, and those that they do not. */
export interface ExpectationCoverage {
  readonly rules: readonly RuleCoverage[]
  readonly survivors: readonly Survivor[]
  readonly mutants: number
  readonly noticed: number
  /** Changes that were not tried, because of the limit `coverageMutants` or `coverageAnalyses`. */
  readonly untried: number
}

/**
 * Changes a project in memory, one value at a time, and counts the changes that an expectation detects. A change
 * without an effect on any item does not count. `rulesOf` names the rules of a finding.
 */
export function coverageOf(
  { settings, files, host }: Workspace,
  rulesOf: (code: DiagnosticCode) => readonly string[] = () => [],
): ExpectationCoverage {
  const tree = new OverlayTree(files)
  const workspace = new Workspace(settings, tree, host, { suggests: false })
  const decided = decidedRules(workspace, rulesOf)
  const placer = new Placer(workspace)
  const guard = new Guard(workspace)
  const whatIf = new WhatIf(settings, files, host)
  const all = mutantsOf(workspace)
  const most = Math.min(limits.coverageMutants, Math.floor(limits.coverageAnalyses / Math.max(1, guard.size)))
  const tried = spread(all, most)
  const counts = new Map<string, { mutants: number; noticed: number }>()
  const survivors: Survivor[] = []
  for (const mutant of tried) {
    const isNoticed = guard.notices(mutant, workspace, tree)
    const effect = isNoticed ? undefined : whatIf.impact(mutant.change)
    const affected = effect?.kind === 'possible' ? effect.affected : []
    if (!isNoticed && affected.length === 0) continue
    const count = counts.get(mutant.rule) ?? { mutants: 0, noticed: 0 }
    counts.set(mutant.rule, count)
    count.mutants++
    if (isNoticed) count.noticed++
    else {
      const { rule, what, at } = mutant
      survivors.push({ rule, what, at: placer.range(at), affected: affected.length, item_id: affected[0]!.item_id })
    }
  }
  const names = [...new Set([...decided.keys(), ...counts.keys()])].sort(byNumber)
  const rules = names.map((rule): RuleCoverage => {
    return { rule, decided: decided.get(rule) ?? 0, ...(counts.get(rule) ?? { mutants: 0, noticed: 0 }) }
  })
  const sum = (of: 'mutants' | 'noticed'): number => rules.reduce((done, rule) => done + rule[of], 0)
  return { rules, survivors, mutants: sum('mutants'), noticed: sum('noticed'), untried: all.length - tried.length }
}

/** The expectations that pass without a change. */
class Guard {
  readonly #passing: readonly Expectation[]
  readonly #current: Expectations

  constructor(workspace: Workspace) {
    this.#current = new Expectations(workspace)
    this.#passing = this.#current
      .read()
      .filter((one): one is Expectation => 'item_id' in one)
      .filter((one) => this.#current.checkOne(one).state !== 'failed')
  }

  get size(): number {
    return this.#passing.length
  }

  /** Whether an expectation fails after a change. */
  notices({ change }: Mutant, workspace: Workspace, tree: OverlayTree): boolean {
    const planned = planChange(workspace, change)
    if (planned.kind === 'impossible') return false
    if (planned.kind === 'settings') {
      const settings = { ...workspace.settings, ...planned.settings }
      return this.#fails(new Expectations(new Workspace(settings, tree, workspace.host, { suggests: false })))
    }
    tree.set(planned.overlay)
    try {
      return this.#fails(this.#current)
    } finally {
      tree.set()
      workspace.refresh()
    }
  }

  #fails(expectations: Expectations): boolean {
    return this.#passing.some((one) => expectations.checkOne(one).state === 'failed')
  }
}

/** The number of own items that each rule decided in a check. */
function decidedRules(
  workspace: Workspace,
  rulesOf: (code: DiagnosticCode) => readonly string[],
): ReadonlyMap<string, number> {
  const rules = new Map<string, ReadonlySet<string>>()
  const checker = new WorkspaceChecker(
    workspace,
    {},
    { digests: false, resolved: (item_id, run) => run && rules.set(item_id, decidingRules(run)) },
  )
  const counts = new Map<string, number>()
  for (const { item_id, space, kind, findings } of checker.checkAll()) {
    if (isSystem(space) || kind !== 'tool') continue
    const found = new Set([...(rules.get(item_id) ?? []), ...findings.flatMap(({ code }) => rulesOf(code))])
    for (const rule of found) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  return counts
}

/** At most `most` members of a list, evenly spread over it, so that every run tries the same ones. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]!)
}

function byNumber(a: string, b: string): number {
  const [x, y] = [a, b].map((rule) =>
    rule
      .replace(/[^\d.]/g, '')
      .split('.')
      .map(Number),
  ) as [number[], number[]]
  return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0)
}
