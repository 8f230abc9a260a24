import type { Diagnostic } from '../../diagnostics/facts.ts'
import { limits } from '../../limits.ts'
import { pyStr } from '../../read/value/text.ts'
import type { Value } from '../../read/value/value.ts'
import type { SourceRange } from '../../text/source.ts'
import type { Trace } from '../../trace.ts'
import type { WorkBudget, WorkShare } from '../../work-budget.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { PlacedAnchor } from '../anchor/anchor.ts'
import { contextText } from '../anchor/context.ts'
import { findingWork } from '../anchor/place.ts'
import { asText } from '../as-text.ts'
import { isSetByElement, type CalledModule, type MergedCall } from '../merged-call.ts'
import type { Contributor } from '../provenance.ts'
import { TemplateBudget } from '../template/budget.ts'
import { pieceOf, type Piece } from '../template/pieces.ts'
import {
  bare,
  beating,
  isNull,
  SourcedDict,
  SourcedLeaf,
  sourcedText,
  SourcedText,
  type Sourced,
} from '../template/sourced.ts'
import { envAbove } from './above.ts'
import { expandContextText, type AnchorContext } from './context.ts'
import type { EnvContributor } from './contributor.ts'
import { baseEnv, dotenvWork, resolveEnv, type Environment, type ResolvedEnv } from './resolve.ts'

// The environment of a process, in the order in which it is made:
// 1. `chainEnv`: the host's variables, `.env`, the elements from the primitive to the tool, and the anchor's paths
// 2. `envSetting`: the setting `env` of the configuration, in kiwi `envOfCall`, with the variables of the caller
// 3. `withExtraEnv`: the variables of the engine's caller, after template expansion
// 4. `processEnv`: the environment in the plan, which is all that the process gets

/**
 * R6, R7.3: the environment of a chain: `baseEnv` (host and `.env`), then `resolveEnv` (the elements, from the
 * primitive to the tool), then `applyEnvPaths` (the anchor).
 */
export function chainEnv(
  workspace: Workspace,
  elements: readonly EnvContributor[],
  anchor: PlacedAnchor,
  trace: Trace,
  work: WorkBudget,
): ResolvedEnv {
  const dotenv = dotenvWork(workspace)
  work.share('environment', dotenv.path).drawShared(dotenv)
  const above = envAbove(workspace, elements, anchor.context)
  // Work on the environment that all tools of a runtime share is counted once. Work on the environment of a single tool
  // is counted as the tool's own.
  const own = above.count === 0 ? work.share('environment', dotenv.path) : undefined
  // A trace needs an event per element, so it cannot use the shared environment.
  const known = trace ? undefined : above
  const resolved = resolveEnv(workspace, elements, anchor.context, trace, baseEnv(workspace), known, own)
  if (resolved.failed || !anchor.active || !anchor.config) return resolved
  const source = { item_id: elements[anchor.source ?? 0]?.item_id ?? '', by: anchor.by }
  const share = work.share('environment', anchor.config.at?.path ?? null)
  const edited = applyEnvPaths(workspace, source, anchor.config, resolved.env, anchor.context, share)
  return { env: edited.env, findings: [...resolved.findings, ...edited.findings], failed: edited.failed }
}

const envBy: Contributor = { kind: 'context', name: 'env' }

/** One setting per environment, shared by all tools of a runtime. */
const envNodes = new WeakMap<Environment, Sourced>()

/**
 * The setting `env` of a configuration: the environment of the chain. In kiwi, `envOfCall` also adds the caller's
 * variables.
 */
export function envSetting(env: Environment): Sourced {
  let known = envNodes.get(env)
  if (!known) envNodes.set(env, (known = new SourcedDict(env as ReadonlyMap<Value, SourcedText>, envBy, null)))
  return known
}

/**
 * R9K: the resolved environment with the caller's variables, which override the host and `.env` but not the elements.
 * For a module, PYTHONPATH begins with its folder.
 */
export function envOfCall({ parameters, env, pathSeparator }: MergedCall, module: CalledModule | null): Sourced {
  const made = new Map<Value, Sourced>(env)
  const given = parameters.get('env')
  if (given?.kind === 'dict') {
    for (const [name, value] of given.entries) {
      if (typeof name !== 'string') continue
      const known = env.get(name)
      if (!known || !isSetByElement(known)) made.set(name, beating(asText(value), known))
    }
  }
  if (module) {
    const folder = contextText('tool_dir', module.directory)
    const known = env.get('PYTHONPATH')
    const after = known && known.text !== '' ? [pieceOf(pathSeparator, folder.by, null), ...known.pieces] : []
    const pieces = [...folder.pieces, ...after]
    const text = pieces.map((piece) => piece.text).join('')
    made.set('PYTHONPATH', beating(new SourcedText(text, folder.by, null, pieces), known))
  }
  return new SourcedDict(made, { kind: 'context', name: 'env' }, null)
}

/** A configuration whose setting `env` also contains the variables of the engine's caller (`extra_env`). */
export function withExtraEnv(
  config: ReadonlyMap<Value, Sourced>,
  extra: Readonly<Record<string, string>> | undefined,
): ReadonlyMap<Value, Sourced> {
  const env = config.get('env')
  if (!extra || env?.kind !== 'dict') return config
  const entries = new Map(env.entries)
  for (const [name, value] of Object.entries(extra)) entries.set(name, sourcedText(value, { kind: 'caller' }))
  return new Map(config).set('env', new SourcedDict(entries, env.by, env.at, env.beat))
}

/**
 * The whole environment of the process: the host's variables, overridden by the setting `env`. A real process gets
 * nothing else (`server/sandbox/command.ts`). `resolved` is the environment of the chain. Undefined if the setting is
 * not a mapping.
 */
export function processEnv(
  workspace: Workspace,
  node: Sourced | undefined,
  resolved: Environment,
): Environment | undefined {
  // An environment that no template changed contains only strings, and includes the base.
  if (node?.kind === 'dict' && node.entries === resolved) return resolved
  const base = baseEnv(workspace, false).env
  if (node?.kind === 'dict' && isEnvironment(node.entries) && hasAll(node.entries, base)) return node.entries
  const env = new Map(base)
  if (node === undefined || isNull(node)) return env
  if (node.kind !== 'dict') return undefined
  for (const [name, value] of node.entries) env.set(asText(sourcedKey(name)).text, asText(value))
  return env
}

function isEnvironment(entries: ReadonlyMap<Value, Sourced>): entries is Environment {
  let fits = true
  entries.forEach((value, name) => (fits &&= typeof name === 'string' && value.kind === 'text'))
  return fits
}

function hasAll(env: Environment, base: Environment): boolean {
  let fits = true
  base.forEach((_, name) => (fits &&= env.has(name)))
  return fits
}

function sourcedKey(key: Value): Sourced {
  return typeof key === 'string'
    ? sourcedText(key, { kind: 'default' })
    : new SourcedLeaf(key, { kind: 'default' }, null)
}

/** Units of work per edited variable, per added entry, and per existing entry. */
const editWork = 60
const entryWork = 20
const partWork = 10

export interface PathEdits {
  readonly env: Environment
  readonly findings: readonly Diagnostic[]
  readonly failed: boolean
}

/** R7.3: applies the anchor's `env_paths` to an environment, which contains the host's variables. */
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
  const { path_separator: separator } = workspace.settings.world
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
    made.set(name, editPath(name, made.get(name), { prepend, append }, place))
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
