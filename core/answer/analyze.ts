import { untraced, type TraceEvent } from '../trace.ts'
import { WorkBudget } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Analysis } from './analysis.ts'
import { guardedDocument } from './fault.ts'
import type { AnalysisOptions, AnalysisRequest } from './request.ts'
import { resolutionOf, type Resolution, type Steps } from './resolution.ts'
import { after, started } from './stage.ts'
import {
  checkGraph,
  checkSchema,
  findAnchor,
  followChain,
  holdAgainstLock,
  makePlan,
  mergeConfig,
  readCall,
  resolveEnvironment,
  resolveToolConfigs,
  shareChain,
  validatePairs,
  verifySignatures,
  type Run,
} from './steps.ts'

/** The analysis document of one item, the same in page, server and command line. Never throws. */
export function analyze(workspace: Workspace, request: AnalysisRequest, options: AnalysisOptions = {}): Analysis {
  workspace.refresh()
  return guardedDocument(workspace, resolveRun(workspace, request, options), options)
}

/** Resolves a run without running it. Never throws: faults of the engine are findings. */
export function resolveRun(workspace: Workspace, request: AnalysisRequest, options: AnalysisOptions = {}): Resolution {
  const events: TraceEvent[] = []
  const trace = options.brief === true ? untraced : (event: TraceEvent) => void events.push(event)
  const work = new WorkBudget()
  const named = { ...request, item_id: workspace.formOf(request.item_id) }
  const run: Run = { workspace, request: named, options, trace, verify: options.skip_integrity !== true, work }
  return resolutionOf(run, takeSteps(run), events)
}

/** The pipeline. Each line names the previous stage, the step, and the stages whose values the step uses. */
function takeSteps(run: Run): Steps {
  const given = after(started, readCall, run)
  const chain = after(given, followChain, run)
  const lock = after(chain, holdAgainstLock, run, chain)
  const seals = after(lock, verifySignatures, run, chain)
  const graph = after(seals, checkGraph, run, chain)
  const elements = after(graph, shareChain, run, chain)
  const verdict = after(elements, validatePairs, run, chain, elements, given)
  const defaults = after(verdict, checkSchema, run, chain, given)
  const anchor = after(defaults, findAnchor, run, chain)
  const env = after(anchor, resolveEnvironment, run, elements, anchor)
  const configured = after(env, resolveToolConfigs, run, chain, given, defaults, anchor)
  const config = after(configured, mergeConfig, run, chain, elements, env, configured)
  const plan = after(config, makePlan, run, chain, env, configured, config)
  return { given, chain, lock, seals, graph, elements, verdict, defaults, anchor, env, configured, config, plan }
}
