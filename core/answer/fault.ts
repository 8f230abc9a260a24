import type { Analysis, ChainEntry } from './analysis.ts'
import type { AnalysisOptions, Resolution } from './analyze.ts'
import type { ChainElement } from '../resolve/chain.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { diagnosticEntry, documentOf } from './document.ts'
import { Placer } from './placer.ts'
import { wouldWrite } from '../trust/lock-state.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What a throw out of a step becomes (R3.2): a finding that forbids the run. Our mistake, or a host that breaks its word. */
export function engineFault(fault: unknown): Diagnostic {
  const origin = fault instanceof Error && fault.cause !== undefined ? fault.cause : fault
  const problem = origin instanceof Error ? `${origin.name}: ${origin.message}` : String(origin)
  return { code: 'engine-fault', problem: problem.slice(0, 500), at: null }
}

/** The document of a resolution; where not even that can be made, a smaller one that says why and keeps the chain (R3.2). */
export function guardedDocument(workspace: Workspace, resolution: Resolution, options: AnalysisOptions): Analysis {
  try {
    return documentOf(workspace, resolution, options)
  } catch (fault) {
    return smallestDocument(workspace, resolution, fault)
  }
}

/** Nothing here reads a file or walks a value, so nothing here can fail again. */
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
    diagnostics: [diagnosticEntry(new Placer(workspace), engineFault(fault), dev_mode)],
    trace: [],
    provenance: {},
  }
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
