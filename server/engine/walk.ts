import { executeCall, GraphTeller, parameterValues, RecentResults, type ExecutionResult } from '#core'
import { openDraft } from './analysis.ts'
import type { AnalysisTask } from './host.ts'
import { readText } from '../protocol/read-body.ts'
import { isoTime } from './iso-time.ts'
import type { WalkLink } from './walk-link.ts'

/** Walk the graph of a draft (R16.1): the draft is read anew, so nothing that a walk needs has to be kept in memory twice. */
export async function walkDraft(task: AnalysisTask, link: WalkLink): Promise<ExecutionResult> {
  const { workspace, question } = openDraft(readText('plan request', task.body), task)
  const parameters = parameterValues(question.parameters)
  if (parameters === null) throw new Error('a graph without parameters was confirmed')
  const { item_id } = question
  const { project } = workspace.settings
  const teller = new GraphTeller()
  const result = await executeCall(
    workspace,
    { item_type: 'tool', action: 'run', item_id, parameters, project_path: project },
    {
      run: (plan, place) => link.run(plan, place),
      now: () => isoTime(new Date()),
      trace: (event) => link.trace(event),
      graphs: {
        milliseconds: () => Date.now(),
        cancelled: () => link.signal.aborted,
        observe: (event) => link.tell(teller.message(event)),
        pause: () => new Promise((resolve) => setImmediate(resolve)),
        cache: new RecentResults(),
        limits: link.limits,
      },
    },
  )
  // The walk was told step by step; it need not travel twice.
  const { graph: _walk, ...rest } = result
  return rest
}
