import type { DiagnosticEntry } from '../answer/analysis.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import type { ItemCheck, WorkspaceChecker } from '../answer/check.ts'
import { closedFolder } from '../answer/closed-folders.ts'
import { diagnosticEntry } from '../answer/document.ts'
import { laterSpaces } from '../answer/later-spaces.ts'
import { Placer } from '../answer/placer.ts'
import { isSystem } from '../rules/space.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { Expectations, type ExpectationReport } from './expectations.ts'
import { runWalkTests, type WalkTestReport } from './walk-tests.ts'

/** One item with its own findings. */
export interface CheckedItem {
  readonly item: ItemCheck
  readonly problems: readonly DiagnosticEntry[]
}

/** A finding and its items. A problem of a runtime belongs to every tool that uses it. */
export interface Problem {
  readonly entry: DiagnosticEntry
  readonly items: readonly string[]
}

/** The justification for suppressing a finding. */
export interface Reason {
  readonly by: 'comment' | 'baseline'
  /** The author's text; null for a baseline. */
  readonly reason: string | null
}

interface Suppressed extends Reason {
  readonly entry: DiagnosticEntry
}

/** The findings of a project for the page, the command line, editors and agents. */
export interface ProjectReport {
  readonly items: readonly CheckedItem[]
  /** Libraries, listed separately (R1.7). `problems` contains the tools that they hide (R1.3). */
  readonly libraries: readonly ItemCheck[]
  /** Data, listed separately (R1.8). `problems` contains the tools that they hide (R1.3). */
  readonly data: readonly ItemCheck[]
  /** The problems without duplicates, in item order. */
  readonly problems: readonly Problem[]
  readonly errors: number
  readonly warnings: number
  /** The number of suppressed errors and warnings. All other numbers and lists exclude them. */
  readonly suppressed: number
  /** The suppressed findings, each once, with its justification. */
  readonly suppressions: readonly Suppressed[]
  /** The number of items in project and user space that are ignored or were not requested. */
  readonly leftOut: number
  /** The walks that the project keeps as tests (R16.8). `problems` also contains their findings. */
  readonly walks: Pick<WalkTestReport, 'tests' | 'coverage'> & { readonly findings: readonly DiagnosticEntry[] }
  /** The expectations of the project. `problems` also contains their findings. */
  readonly expectations: Pick<ExpectationReport, 'tests'> & { readonly findings: readonly DiagnosticEntry[] }
}

/** The items to report, and the suppressed findings. */
export interface Asked {
  readonly wanted: (item: ItemCheck) => boolean
  /** `item` is the item that has the finding; undefined for a test. */
  readonly suppressed: (entry: DiagnosticEntry, item?: ItemCheck) => Reason | undefined
  /** A finding with its configured severity; undefined for a finding that is turned off. */
  readonly level: (entry: DiagnosticEntry) => DiagnosticEntry | undefined
  /** Whether to check expectations and walk tests. Default: true. */
  readonly tests?: boolean
}

/** A request for every item of project and user space, with all findings. */
const everything: Asked = {
  wanted: ({ space }) => !isSystem(space),
  suppressed: () => undefined,
  level: (entry) => entry,
}

/**
 * Checks all items of a workspace and reports the requested part: findings, each once with its items (R12.1); folders
 * that hide items, and spaces from a later release; walk tests (R16.8) and expectations.
 */
export function projectReport(
  workspace: Workspace,
  checker: WorkspaceChecker,
  asked: Asked = everything,
): ProjectReport {
  const all = checker.checkAll()
  const checked = all.filter(asked.wanted)
  let suppressed = 0
  const suppressions = new Map<string, Suppressed>()
  const isMeant = (entry: DiagnosticEntry, item?: ItemCheck): boolean => {
    const reason = hidesItems(workspace, entry) ? undefined : asked.suppressed(entry, item)
    if (!reason) return false
    suppressed++
    suppressions.set(keyOf(entry), { ...reason, entry })
    return true
  }
  const distinct = new Map<string, { readonly entry: DiagnosticEntry; readonly items: string[] }>()
  const items = checked
    .filter(({ kind, findings }) => kind === 'tool' || findings.length > 0)
    .map((item): CheckedItem => {
      const problems: DiagnosticEntry[] = []
      const listed = new Set<string>()
      for (const found of checker.ownEntries(item)) {
        // Two steps can find the same problem: an unreadable file has no metadata and no version.
        const key = keyOf(found)
        if (listed.has(key)) continue
        listed.add(key)
        const entry = found.code === 'check-limit' ? found : asked.level(found)
        if (!entry || (!isSystem(item.space) && isBundledHint(workspace, entry))) continue
        if (entry.severity !== 'hint' && isMeant(entry, item)) continue
        problems.push(entry)
        const same = distinct.get(key)
        if (same) same.items.push(item.item_id)
        else distinct.set(key, { entry, items: [item.item_id] })
      }
      // A copy uses less memory than a list that grew.
      return { item, problems: problems.slice() }
    })
  const isAsked = isTested(checked, all)
  const { walks, expected } = asked.tests === false ? noTests : testsOf(workspace, isAsked)
  const failed = (findings: readonly Diagnostic[]): readonly Problem[] =>
    atLevel(testProblems(workspace, findings), asked.level).filter(({ entry }) => !isMeant(entry))
  const [unexpected, unmet] = [failed(walks.findings), failed(expected.findings)]
  const problems = [...withSpaces(workspace, [...distinct.values()], asked.level), ...unexpected, ...unmet]
  return {
    items: items.filter(({ item }) => item.kind === 'tool'),
    libraries: checked.filter(({ kind }) => kind === 'library'),
    data: checked.filter(({ kind }) => kind === 'data'),
    problems,
    errors: countOf(problems, 'error'),
    warnings: countOf(problems, 'warning'),
    suppressed,
    suppressions: [...suppressions.values()],
    leftOut: all.filter((item) => !isSystem(item.space) && !asked.wanted(item)).length,
    walks: { ...walks, findings: unexpected.map(({ entry }) => entry) },
    expectations: { tests: expected.tests, findings: unmet.map(({ entry }) => entry) },
  }
}

/**
 * Whether a finding means unchecked items: an unreadable folder, or a check that reached its limit. Such a finding
 * cannot be suppressed. It is known only after the check.
 */
export function hidesItems(workspace: Workspace, { at, code }: DiagnosticEntry): boolean {
  return code === 'check-limit' || (at !== null && workspace.closedFolders.has(at.path))
}

/** Whether a finding is a hint in a bundle's file, which no project edit fixes. Such hints do not count. */
function isBundledHint({ places }: Workspace, { severity, at }: DiagnosticEntry): boolean {
  if (severity !== 'hint' || at === null) return false
  // An earlier space wins, because the project can be the source of the bundle.
  const place = places.find(({ root }) => at.path.startsWith(`${root}/.ai/`))
  return place !== undefined && isSystem(place.space)
}

function keyOf({ code, at, message }: DiagnosticEntry): string {
  return `${code} ${at?.path} ${at?.start} ${message}`
}

/** The tests of a check. */
interface Tests {
  readonly walks: WalkTestReport
  readonly expected: ExpectationReport
}

const noTests: Tests = { walks: { tests: [], coverage: [], findings: [] }, expected: { tests: [], findings: [] } }

/** Whether to report the tests of an item: the item was requested, or is not in the workspace. */
function isTested(checked: readonly ItemCheck[], all: readonly ItemCheck[]): (item_id: string | null) => boolean {
  const others = new Set(all.map(({ item_id }) => item_id))
  for (const { item_id } of checked) others.delete(item_id)
  return (item_id) => item_id === null || !others.has(item_id)
}

/** The walk tests and the expectations of the requested items. */
function testsOf(workspace: Workspace, isAsked: (item_id: string | null) => boolean): Tests {
  const { tests, coverage, findings } = runWalkTests(workspace)
  const walks = {
    tests: tests.filter(({ graph }) => isAsked(graph)),
    coverage: coverage.filter(({ graph }) => isAsked(graph)),
    findings: findings.filter((one) => !('graph' in one) || isAsked(one.graph)),
  }
  return { walks, expected: new Expectations(workspace).check(isAsked) }
}

/** The findings of tests as problems, each for its item. */
function testProblems(workspace: Workspace, findings: readonly Diagnostic[]): readonly Problem[] {
  const placer = new Placer(workspace)
  return findings.map((finding) => {
    const entry = diagnosticEntry(placer, finding, workspace.settings.dev_mode)
    if ('graph' in finding && finding.graph !== null) return { entry, items: [finding.graph] }
    return { entry, items: finding.code === 'expectation-failed' ? [finding.item_id] : [] }
  })
}

/**
 * Adds the findings about folders that cannot be listed, and about spaces from a later release (R1.9). Such folders
 * hide their items, so they are reported even if no other item depends on them.
 */
function withSpaces(workspace: Workspace, problems: readonly Problem[], level: Asked['level']): readonly Problem[] {
  const placer = new Placer(workspace)
  const reported = new Set(problems.map(({ entry }) => entry.at?.path))
  const closed = [...workspace.closedFolders].filter((path) => !reported.has(path)).sort()
  const found = [...closed.map(closedFolder), ...laterSpaces(workspace)].map((finding) => ({
    entry: diagnosticEntry(placer, finding, workspace.settings.dev_mode),
    items: [],
  }))
  return [...problems, ...atLevel(found, level)]
}

function atLevel(problems: readonly Problem[], level: Asked['level']): readonly Problem[] {
  return problems.flatMap(({ entry, items }) => {
    const reported = level(entry)
    return reported ? [{ entry: reported, items }] : []
  })
}

/** The items that have an error. */
export function failedOf({ items }: ProjectReport): readonly CheckedItem[] {
  return items.filter(({ problems }) => problems.some(({ severity }) => severity === 'error'))
}

function countOf(problems: readonly Problem[], severity: DiagnosticEntry['severity']): number {
  return problems.filter(({ entry }) => entry.severity === severity).length
}
