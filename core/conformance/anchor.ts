import { resolveRun, untraced } from '#core/answer'
import {
  anchorApplies,
  anchorRoot,
  applyEnvPaths,
  bare,
  baseEnv,
  contextValues,
  dependencySearch,
  expandContext,
  findDependencies,
  placeAnchor,
  sourcedValue,
  type Contributor,
  type Environment,
  type SourcedDict,
} from '#core/plan'
import { decodeValue, encodeValue, isDict, isTruthy } from '#core/read'
import { buildChain, elementValue } from '#core/resolve'
import { WorkBudget } from '#core/rules'
import type { Workspace } from '#core/workspace'
import { contextFrom, envFrom, envJson } from './env.ts'
import { errorOf, failure, firstError } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { worldOf } from './world.ts'

const by: Contributor = { kind: 'anchor', item_id: 't', space: 'project' }

/** Answers the corpus questions of the area `anchor` (corpus README). */
export function answerAnchor(rev: string, input: Json): Json {
  const question = asRecord(input)
  const { workspace } = worldOf(rev, input)
  const context = contextFrom(question['ctx'])
  const anchor = question['anchor'] === undefined ? new Map() : decodeValue(question['anchor'])
  const share = new WorkBudget().share('environment')
  switch (question['kind']) {
    case 'applies':
      return isDict(anchor)
        ? { applies: anchorApplies(workspace, anchor, asText(question['tool_dir']), share).active }
        : failure
    case 'path':
      return isDict(anchor) ? { anchor_path: anchorRoot(anchor, context) } : failure
    case 'template_string':
      return { text: encodeValue(bare(expandContext(sourcedValue(asText(question['template']), by), context))) }
    case 'template_dict':
      return {
        data: encodeValue(bare(expandContext(sourcedValue(decodeValue(question['data'] ?? null), by), context))),
      }
    case 'apply_env': {
      const config = sourcedValue(anchor, by)
      if (config.kind !== 'dict') return failure
      const env = withHostOf(workspace, config, envFrom(question['env']))
      const edited = applyEnvPaths(workspace, { item_id: 't', by }, config, env, context, share)
      return edited.failed ? failure : { env: envJson(edited.env) }
    }
    case 'chain':
      return chain(workspace, asText(question['item_id']))
    case 'verify_deps':
      return dependencies(workspace, asText(question['item_id']), asText(question['anchor_path']))
    default:
      return failure
  }
}

/** An environment with the host's value of each edited variable, as in the environment of a chain. */
function withHostOf(workspace: Workspace, anchor: SourcedDict, env: Environment): Environment {
  const edits = anchor.entries.get('env_paths')
  const names = edits?.kind === 'dict' ? [...edits.entries.keys()] : []
  const ofHost = [...baseEnv(workspace, false).env].filter(([name]) => names.includes(name))
  return new Map([...ofHost, ...env])
}

function chain(workspace: Workspace, itemId: string): Json {
  const run = resolveRun(
    workspace,
    { item_id: itemId, parameters: new Map() },
    { skip_integrity: true, skip_validation: true, skip_lockfile: true },
  )
  const { anchor, env } = run
  if (!anchor || !env) return firstError(run.findings, false) ?? failure
  return {
    source: anchor.source,
    active: anchor.active,
    ctx: contextValues(anchor.context),
    env: envJson(env),
    ...(anchor.cwd ? { cwd: anchor.cwd.text } : {}),
  }
}

function dependencies(workspace: Workspace, itemId: string, anchorPath: string): Json {
  const { elements, problem } = buildChain(workspace, itemId, untraced)
  if (problem) return errorOf(problem)
  const config = elements.map((element) => elementValue(element, 'verify_deps')).find(isTruthy)
  if (config === undefined) return { verified: [] }
  if (!isDict(config)) return failure
  const { context } = placeAnchor(workspace, elements, false, untraced, new WorkBudget())
  const runtimeLib = context.get('runtime_lib')?.text ?? ''
  const search = dependencySearch(config, elements[0]?.path ?? '', anchorPath, runtimeLib)
  if (!search) return { verified: [] }
  const found = findDependencies(workspace, search)
  return found.problem ? errorOf(found.problem) : { verified: found.paths }
}
