import { untraced, type TraceEvent } from '../trace.ts'
import { WorkBudget } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Analysis } from './analysis.ts'
import { guardedDocument } from './fault.ts'
import type { AnalysisOptions, AnalysisRequest } from './request.ts'
import { resolutionOf, type Resolution } from './resolution.ts'
import { after, done } from './stage.ts'
import * as step from './steps.ts'

/** The analysis document of one item: the same answer in page, server and command line. Never throws. */
export function analyze(workspace: Workspace, request: AnalysisRequest, options: AnalysisOptions = {}): Analysis {
  workspace.refresh()
  return guardedDocument(workspace, resolveRun(workspace, request, options), options)
}

/** Find out everything about a run that can be known without running it. Never throws: our own faults are findings. */
export function resolveRun(workspace: Workspace, request: AnalysisRequest, options: AnalysisOptions = {}): Resolution {
  const events: TraceEvent[] = []
  const trace = options.brief === true ? untraced : (event: TraceEvent) => void events.push(event)
  const work = new WorkBudget()
  const plan = takeSteps({ workspace, request, options, trace, verify: options.skip_integrity !== true, work })
  return resolutionOf(request.item_id, plan, events, workspace.settings.dev_mode, work)
}

/** The pipeline, one line a step; what each step adds to what is known is its type in `steps.ts`. */
function takeSteps(run: step.Run): step.Step<step.Planned> {
  const asked = after(done({}, []), () => step.readCall(run))
  const followed = after(asked, (known) => step.followChain(run, known))
  const locked = after(followed, (known) => step.holdAgainstLock(run, known))
  const verified = after(locked, (known) => step.verifySignatures(run, known))
  const drawn = after(verified, (known) => step.checkGraph(run, known))
  const valid = after(drawn, (known) => step.validatePairs(run, known))
  const checked = after(valid, (known) => step.checkSchema(run, known))
  const anchored = after(checked, (known) => step.findAnchor(run, known))
  const inEnv = after(anchored, (known) => step.resolveEnvironment(run, known))
  const configured = after(inEnv, (known) => step.resolveToolConfigs(run, known))
  const merged = after(configured, (known) => step.mergeConfig(run, known))
  return after(merged, (known) => step.makePlan(run, known))
}
