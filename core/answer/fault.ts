import type { Diagnostic } from '../diagnostics/facts.ts'
import { severityOf } from '../diagnostics/severity.ts'
import { limits } from '../limits.ts'
import { weightOf } from '../read/value/weight.ts'
import { WorkBudget } from '../work-budget.ts'
import type { Analysis, ChainEntry, DiagnosticEntry } from './analysis.ts'
import type { ChainElement } from '../resolve/chain.ts'
import { diagnosticEntry, documentOf } from './document.ts'
import { Placer } from './placer.ts'
import type { AnalysisOptions } from './request.ts'
import type { Resolution } from './resolution.ts'
import { engineFault } from './stage.ts'
import { wouldWrite } from '../trust/lock-state.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The document of a resolution, or if it cannot be built, a smaller document with the reason and the chain (R3.2). */
export function guardedDocument(workspace: Workspace, resolution: Resolution, options: AnalysisOptions): Analysis {
  try {
    return complete(workspace, documentOf(workspace, resolution, options))
  } catch (fault) {
    return complete(workspace, smallestDocument(workspace, resolution, fault))
  }
}

/**
 * The document, with `lacks` set to the parts of the engine that are still loading. An incomplete document is never
 * `ready`.
 */
function complete({ host }: Workspace, document: Analysis): Analysis {
  const lacks = host.parts.lacking
  if (lacks.length === 0) return document
  return { ...document, status: document.status === 'ready' ? 'refused' : document.status, lacks }
}

/**
 * The smallest document for a fault: the chain and the findings so far, without any values, so that it cannot fail
 * again.
 */
function smallestDocument(workspace: Workspace, resolution: Resolution, fault: unknown): Analysis {
  const { dialect, search, dev_mode } = workspace.settings
  const { item_id, lock } = resolution
  return {
    format: 1,
    dialect,
    search,
    item_id,
    status: 'refused',
    chain: resolution.chain.elements.map((element, index) => smallestEntry(element, index)),
    validation: null,
    parameters: { given: {}, effective: {}, schema: null, defaults: [], valid: false },
    env: null,
    anchor: null,
    resolved_config: null,
    plan: null,
    lockfile: { state: lock.state, path: lock.path, would_write: wouldWrite(workspace, item_id, lock) },
    diagnostics: [
      diagnosticEntry(new Placer(workspace), engineFault(fault), dev_mode),
      ...keptFindings(workspace, resolution),
    ],
    trace: [],
    provenance: {},
  }
}

/** The findings so far, errors first, limited by `keptFindingsWork`. */
function keptFindings(workspace: Workspace, { findings }: Resolution): readonly DiagnosticEntry[] {
  const { dev_mode } = workspace.settings
  const share = new WorkBudget(limits.keptFindingsWork).share('document')
  const placer = new Placer(workspace)
  const kept: DiagnosticEntry[] = []
  const isError = (finding: Diagnostic): boolean => severityOf(finding, dev_mode) === 'error'
  try {
    for (const wanted of [true, false]) {
      for (const finding of findings) {
        if (isError(finding) !== wanted) continue
        const entry = diagnosticEntry(placer, finding, dev_mode)
        share.draw(weightOf(entry.facts) + entry.message.length + entry.hint.length)
        kept.push(entry)
      }
    }
  } catch {
    // The limit is reached, or a finding causes the fault again.
  }
  return kept
}

function smallestEntry(
  { item_id, path, space, shadowed, executor_id, bundle }: ChainElement,
  index: number,
): ChainEntry {
  return {
    item_id,
    role: index === 0 ? 'tool' : 'runtime',
    path,
    space,
    shadowed,
    format: null,
    version: null,
    tool_type: null,
    executor_id,
    category: null,
    description: null,
    executor_at: null,
    integrity: null,
    signature: { state: path === null ? 'built-in' : 'not-checked', key_fp: null, signed_at: null },
    provider_id: bundle?.bundle_id ?? null,
    provider_version: bundle?.version ?? null,
  }
}
