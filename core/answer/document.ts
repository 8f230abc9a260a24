import { isRequest } from '../rules/primitives.ts'
import { contextValues } from '../plan/anchor/context.ts'
import type {
  Analysis,
  AnchorReport,
  ChainEntry,
  DiagnosticEntry,
  Plan,
  SignatureReport,
  Validation,
} from './analysis.ts'
import type { AnalysisOptions } from './request.ts'
import type { Resolution } from './resolution.ts'
import { primitiveAtEnd } from '../resolve/chain-end.ts'
import { elementValue, fieldRange, type ChainElement } from '../resolve/chain.ts'
import { describe } from '../diagnostics/describe.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { severityOf } from '../diagnostics/severity.ts'
import type { Verification } from '../trust/integrity/verify.ts'
import { Placer } from './placer.ts'
import { planDigest, planValue } from '../plan/plan.ts'
import { characterWork, provenanceOf } from './provenance-document.ts'
import { redactionOf } from './redaction.ts'
import { portableElement } from '../trust/seals.ts'
import { bare, type Sourced } from '../plan/template/sourced.ts'
import { encodeValue, type JsonValue } from '../read/value/encode.ts'
import type { Value } from '../read/value/value.ts'
import { weightOf } from '../read/value/weight.ts'
import { wouldWrite } from '../trust/lock-state.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The resolution of a run as the JSON document that page, server and command line share. */
export function documentOf(workspace: Workspace, resolution: Resolution, options: AnalysisOptions): Analysis {
  const share = resolution.work.share('document')
  const drawn = <T extends JsonValue>(value: T): T => {
    share.draw(weightOf(value) * characterWork)
    return value
  }
  const placer = new Placer(workspace)
  const { dialect, search, dev_mode } = workspace.settings
  const env = resolution.env && sortedEnv(resolution.env)
  const diagnostics = resolution.findings.map((finding) => {
    const entry = diagnosticEntry(placer, finding, dev_mode)
    share.draw((entry.message.length + entry.hint.length) * 2 * characterWork)
    return entry
  })
  const redaction = redactionOf(workspace, resolution, options)
  return {
    format: 1,
    dialect,
    search,
    item_id: resolution.item_id,
    status: resolution.ready ? 'ready' : isNotFound(resolution) ? 'not_found' : 'refused',
    chain: resolution.chain.elements.map((element, index) => chainEntry(workspace, placer, resolution, element, index)),
    validation: validationOf(resolution),
    parameters: {
      given: drawn(entriesJson(resolution.given)),
      effective: drawn(entriesJson(new Map([...resolution.given, ...resolution.defaults]))),
      schema: drawn(schemaOf(resolution)),
      defaults: [...resolution.defaults.keys()],
      valid: !resolution.findings.some(({ code }) => code === 'parameter-invalid' || code === 'parameters-unreadable'),
    },
    env: drawn(env),
    anchor: anchorOf(resolution),
    resolved_config: drawn(resolution.resolved_config ? encodeValue(bare(resolution.resolved_config)) : null),
    plan: resolution.plan && planDocument(workspace, resolution.plan, drawn),
    lockfile: {
      state: resolution.lock.state,
      path: resolution.lock.path,
      would_write: wouldWrite(workspace, resolution.item_id, resolution.lock),
    },
    diagnostics,
    trace: redaction.json(resolution.trace),
    provenance: provenanceOf(resolution, placer, redaction),
  }
}

function sortedEnv(env: NonNullable<Resolution['env']>): Readonly<Record<string, string>> {
  const names = [...env.keys()].sort()
  return Object.fromEntries(names.map((name) => [name, env.get(name)?.text ?? '']))
}

function isNotFound(resolution: Resolution): boolean {
  const code = resolution.chain.problem?.code
  return code === 'item-not-found' || code === 'item-id-invalid'
}

function planDocument(
  { host }: Workspace,
  plan: NonNullable<Resolution['plan']>,
  drawn: (value: JsonValue) => JsonValue,
): Plan {
  const document = drawn(encodeValue(planValue(plan))) as object
  // A host looks up these names, so the object has no prototype, and the order does not matter.
  const named = isRequest(plan) ? { headers: textsOf(plan.headers) } : { env: textsOf(plan.env) }
  return { ...document, ...named, digest: planDigest(host, plan) } as Plan
}

function textsOf(entries: ReadonlyMap<string, { readonly text: string }>): Readonly<Record<string, string>> {
  return Object.fromEntries([...entries].map(([name, { text }]) => [name, text]))
}

function chainEntry(
  workspace: Workspace,
  placer: Placer,
  resolution: Resolution,
  element: ChainElement,
  index: number,
): ChainEntry {
  const json = (name: 'version' | 'tool_type' | 'executor_id' | 'category' | 'tool_description'): JsonValue =>
    encodeValue(elementValue(element, name) ?? null)
  const { elements, problem } = resolution.chain
  const ends = problem === null && typeof primitiveAtEnd(workspace, elements) === 'string'
  const portable = portableElement(workspace, element)
  return {
    item_id: element.item_id,
    role: ends && index === elements.length - 1 ? 'primitive' : index === 0 ? 'tool' : 'runtime',
    path: element.path,
    space: element.space,
    shadowed: element.shadowed,
    format: element.metadata?.format ?? null,
    version: json('version'),
    tool_type: json('tool_type'),
    executor_id: json('executor_id'),
    category: json('category'),
    description: json('tool_description'),
    executor_at: placer.range(fieldRange(element, 'executor_id')),
    integrity: portable.integrity,
    signature: signatureOf(element, resolution.seals?.verifications[index] ?? null),
    provider_id: element.bundle?.bundle_id ?? null,
    provider_version: element.bundle?.version ?? null,
  }
}

function signatureOf(element: ChainElement, verification: Verification | null): SignatureReport {
  if (element.path === null) return { state: 'built-in', key_fp: null, signed_at: null }
  return {
    state: verification?.state ?? 'not-checked',
    key_fp: verification?.key_fp ?? null,
    signed_at: verification?.signature?.timestamp ?? null,
  }
}

function validationOf(resolution: Resolution): Validation | null {
  const { verdict } = resolution
  return verdict && { valid: verdict.valid, validated_pairs: verdict.validated_pairs, pairs: verdict.pairs }
}

function schemaOf(resolution: Resolution): JsonValue {
  const tool = resolution.chain.elements[0]
  return tool ? encodeValue(elementValue(tool, 'config_schema') ?? null) : null
}

function anchorOf(resolution: Resolution): AnchorReport | null {
  const { anchor } = resolution
  if (!anchor) return null
  return {
    source: anchor.source,
    active: anchor.active,
    because: anchor.because,
    context: contextValues(anchor.context),
    cwd: anchor.cwd?.text ?? null,
    verified_dependencies: anchor.dependencies,
  }
}

function entriesJson(entries: ReadonlyMap<string, Sourced>): JsonValue {
  return encodeValue(new Map<Value, Value>([...entries].map(([name, node]) => [name, bare(node)])))
}

/** A finding with its prose and its place. */
export function diagnosticEntry(placer: Placer, finding: Diagnostic, devMode: boolean): DiagnosticEntry {
  const { code, at, ...facts } = finding
  const { message, hint } = describe(finding, placer.host.parts, placer.host.isInMissingSpace)
  const severity = severityOf(finding, devMode)
  return {
    code,
    severity,
    message,
    hint,
    at: placer.range(at),
    facts: facts as unknown as Readonly<Record<string, JsonValue>>,
  }
}
