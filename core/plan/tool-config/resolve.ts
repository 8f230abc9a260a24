import type { Diagnostic } from '../../diagnostics/facts.ts'
import { joinPath } from '../../text/path.ts'
import { verifyFile } from '../../trust/integrity/verify.ts'
import type { SourceRange } from '../../text/source.ts'
import type { Space } from '../../rules/space.ts'
import { bare, holds, sourced, SourcedDict, type Sourced } from '../template/sourced.ts'
import type { Found, Trace, TraceEvent } from '../../trace.ts'
import { pyStr } from '../../read/value/text.ts'
import { isDict, isList, isTruthy, PyTuple, type Value } from '../../read/value/value.ts'
import type { Place } from '../../workspace/place.ts'
import { sharedWork, type WorkBudget } from '../../work-budget.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { readYaml } from '../../read/yaml/read.ts'
import { deepMerge } from './merge.ts'

/** A resolved config with the files that it was read from, or the finding that stops the run. */
export type ConfigResult =
  | { readonly config: Sourced; readonly findings: readonly Diagnostic[]; readonly layers?: readonly Found[] }
  | { readonly problem: Diagnostic }

/** The declaration to resolve, and its element for findings and the trace. */
export interface ConfigRequest {
  readonly declared_by: string
  readonly config_resolve: Value
  readonly at: SourceRange | null
  /** Whether to check signatures of config files (R10.4). An unsigned file passes. */
  readonly verify: boolean
  readonly work: WorkBudget
}

/** Units of work to resolve one path, and to read one character of a layer. */
const pathWork = 300
const characterWork = 4

/** R8.1: resolves one `{path, mode}` to its config, or a list of them to a mapping from each path to its config. */
export function resolveToolConfig(workspace: Workspace, request: ConfigRequest, trace: Trace): ConfigResult {
  const spec = request.config_resolve
  if (!isList(spec) && !(spec instanceof PyTuple)) return resolveOne(workspace, request, spec, false, trace)
  const { declared_by, verify, at, work } = request
  const path = at?.path ?? null
  // All tools of a runtime need its config list, so this list is cached until its file or a layer changes (R12.1).
  const key = `configs ${verify} ${path} ${declared_by}`
  const known = workspace.remember(key, workspace.figures.list, () => {
    const events: TraceEvent[] = []
    if (path !== null) workspace.metadata(path)
    const shared = sharedWork((own) =>
      resolveAll(
        workspace,
        { ...request, work: own },
        isList(spec) ? spec : spec.items,
        (event) => void events.push(event),
      ),
    )
    return { ...shared, events }
  })
  work.share('config', path).drawShared(known)
  if (trace) for (const event of known.events) trace(event)
  // Undefined only if the work exceeds every budget, in which case `drawShared` has thrown.
  return known.value ?? { config: emptyConfig(), findings: [] }
}

function resolveAll(workspace: Workspace, request: ConfigRequest, specs: readonly Value[], trace: Trace): ConfigResult {
  const entries = new Map<Value, Sourced>()
  const findings: Diagnostic[] = []
  const layers: Found[] = []
  for (const item of specs) {
    const result = resolveOne(workspace, request, item, true, trace)
    if ('problem' in result) return result
    findings.push(...result.findings)
    layers.push(...(result.layers ?? []))
    const path = isDict(item) ? item.get('path') : undefined
    if (isTruthy(path)) entries.set(path!, result.config)
  }
  return { config: emptyConfig(entries), findings, layers }
}

/** A config while its layers are read. */
interface Reading {
  readonly workspace: Workspace
  readonly verify: boolean
  /** The layers found so far. */
  readonly layers: Found[]
  readonly work: WorkBudget
}

function resolveOne(
  workspace: Workspace,
  request: ConfigRequest,
  spec: Value,
  listed: boolean,
  trace: Trace,
): ConfigResult {
  const wrong = (problem: string): ConfigResult => ({ problem: { code: 'config-wrong-type', problem, at: request.at } })
  const nothing = (problem: string): ConfigResult => ({
    config: emptyConfig(),
    findings: [{ code: 'config-resolves-nothing', problem, at: request.at }],
  })
  if (!isDict(spec)) {
    const problem = `must be a mapping with a path, not ${pyStr(spec).slice(0, 80)}`
    return listed ? wrong(`each entry of config_resolve ${problem}`) : nothing(`config_resolve ${problem}`)
  }
  const given = spec.get('path')
  if (!isTruthy(given)) return nothing('it has no path')
  if (typeof given !== 'string') return wrong(`path must be a string, not ${pyStr(given ?? null).slice(0, 80)}`)
  const path = configPath(given)
  if (path === undefined) {
    const because = given.startsWith('/') ? 'it is absolute' : 'it is outside .ai/config'
    return { problem: { code: 'config-path-invalid', path: given, because, at: request.at } }
  }
  const mode = spec.get('mode') ?? 'deep_merge'
  if (mode !== 'first_match' && mode !== 'deep_merge')
    return nothing(`the mode ${pyStr(mode).slice(0, 80)} is neither deep_merge nor first_match`)
  // Many tools share a config, so it is cached until one of its layers changes (R12.1).
  const known = workspace.remember(`config ${mode} ${request.verify} ${path}`, workspace.figures.list, () => {
    const layers: Found[] = []
    const merged = sharedWork((work) => {
      const reading: Reading = { workspace, verify: request.verify, layers, work }
      return mode === 'first_match' ? firstMatch(reading, path) : mergeLayers(reading, path)
    })
    return { ...merged, layers }
  })
  const { value: result, layers } = known
  request.work.share('config', layers[0]?.path ?? request.at?.path ?? null).drawShared(known, pathWork)
  // Undefined only if the work exceeds every budget, in which case `drawShared` has thrown.
  if (!result) return { config: emptyConfig(), findings: [] }
  trace?.({ step: 'resolve_config', declared_by: request.declared_by, path, mode, layers })
  if ('problem' in result) return result
  if (layers.length > 0) return { ...result, layers }
  const searched = workspace.places.map((place) => joinPath(place.root, '.ai/config', path))
  return { ...result, findings: [{ code: 'config-not-found', path, searched, at: request.at }] }
}

/** R8.2 `deep_merge`: the bundles in listed order, then user, then project. */
function mergeLayers(reading: Reading, path: string): ConfigResult {
  let merged: Sourced = emptyConfig()
  for (const place of mergeOrder(reading.workspace)) {
    const layer = readLayer(reading, joinPath(place.root, '.ai/config', path), place.space)
    if (layer === undefined) continue
    if ('problem' in layer) return layer
    if (layer.config.kind === 'dict') merged = deepMerge(merged, layer.config)
    else if (holds(layer.config)) return notMapping(joinPath(place.root, '.ai/config', path), layer.config)
  }
  return { config: merged, findings: [] }
}

function mergeOrder(workspace: Workspace): readonly Place[] {
  const [project, user, ...bundles] = workspace.places
  return [...bundles, ...(user ? [user] : []), ...(project ? [project] : [])]
}

/** R8.2 `first_match`: the first file in project, user and system, without a merge. */
function firstMatch(reading: Reading, path: string): ConfigResult {
  for (const place of reading.workspace.places) {
    const layer = readLayer(reading, joinPath(place.root, '.ai/config', path), place.space)
    if (layer) return 'problem' in layer || holds(layer.config) ? layer : { config: emptyConfig(), findings: [] }
  }
  return { config: emptyConfig(), findings: [] }
}

function readLayer({ workspace, verify, layers, work }: Reading, path: string, space: Space): ConfigResult | undefined {
  if (!workspace.exists(path)) return undefined
  layers.push({ path, space })
  const at = { path, start: 0, end: 0 }
  const file = workspace.file(path)
  if (file?.text === undefined) {
    const problem =
      file?.problem === 'too-large' ? 'it is too large' : file ? 'it is not valid UTF-8' : 'it is a directory'
    return { problem: { code: 'config-unreadable', path, problem, at } }
  }
  work.share('config', path).draw(file.text.length * characterWork)
  const sealed = verify ? verifyFile(workspace, path, 'config', 'config', work.share('signatures', path)) : undefined
  const tampered =
    sealed?.diagnostic && sealed.state !== 'unsigned' && sealed.state !== 'no-format' ? sealed.diagnostic : null
  if (tampered && !workspace.settings.dev_mode) return { problem: tampered }
  const yaml = readYaml(path, file.text)
  if (yaml.kind === 'invalid') {
    const first = yaml.diagnostics[0]
    const problem = first && 'problem' in first ? first.problem : 'it is not valid YAML'
    return { problem: { code: 'config-unreadable', path, problem, at: first?.at ?? at } }
  }
  const config = yaml.document && sourced(yaml.document, { kind: 'config', space, path }, path)
  return { config: config ?? emptyConfig(), findings: tampered ? [tampered] : [] }
}

function notMapping(path: string, config: Sourced): ConfigResult {
  const problem = `a merged config must be a mapping, not ${pyStr(bare(config)).slice(0, 80)}`
  return { problem: { code: 'config-unreadable', path, problem, at: config.at } }
}

function emptyConfig(entries: ReadonlyMap<Value, Sourced> = new Map()): Sourced {
  return new SourcedDict(entries, { kind: 'default' }, null)
}

/**
 * R8.1, difference G4: a config path in `.ai/config`, normalized as text; undefined for an absolute path, for a path
 * with a null character, and for a path that leads outside this directory.
 */
export function configPath(path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\0')) return undefined
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}
