import { RecentResults, savedWalkDocument, Steering } from '#core/graph'
import { parameterValues } from '#core/plan'
import { writeJson, type JsonValue } from '#core/read'
import { executeCall, GraphMessageWriter } from '#core/run'
import { openDraft } from './analysis.ts'
import type { AnalysisRequest, WalkTask } from './host.ts'
import { readPlanRequest } from '../protocol/read-body.ts'
import { isoTime } from './iso-time.ts'
import { resumeParameters, savedOnce } from './resumed-walk.ts'
import type { WalkLink } from './walk-link.ts'
import { outcomeOf } from '../primitives/http-reply.ts'
import { writtenResult, type WrittenResult } from './written-result.ts'

/**
 * Walk the graph of a draft (R16.1). The draft is parsed again, because keeping the first copy would need more memory.
 */
export async function walkDraft(task: WalkTask, link: WalkLink): Promise<WrittenResult> {
  const request = readPlanRequest(task.body)
  const { workspace, question, saved } = openDraft(request, task)
  const parameters = parameterValues(question.parameters)
  if (parameters === null) throw new Error('a graph without parameters was confirmed')
  const { item_id } = question
  const { project } = workspace.settings
  const writer = new GraphMessageWriter()
  const publish = (message: JsonValue): void => link.publish(writeJson(message, { marked: true }))
  const steering = steeringOf(request.walk ?? {}, link)
  const result = await executeCall(
    workspace,
    {
      item_type: 'tool',
      action: 'run',
      item_id,
      parameters: saved ? new Map([...parameters, ...resumeParameters]) : parameters,
      project_path: project,
    },
    {
      run: async (plan, place) => outcomeOf(await link.run(plan, place)),
      now: () => isoTime(new Date()),
      trace: (event) => link.trace(event),
      graphs: {
        milliseconds: () => Date.now(),
        cancelled: () => link.signal.aborted || steering.isCancelled,
        observe: (event) => publish(writer.message(event)),
        pause: () => new Promise((resolve) => setImmediate(resolve)),
        cache: new RecentResults(),
        limits: link.limits,
        holds: (step) => steering.holds(step),
        hold: (step) => steering.hold(step),
        saved: savedOnce(saved),
      },
    },
  )
  // The steps of the walk were already sent.
  const { graph, ...rest } = result
  const stopped = graph?.walk.saved
  if (stopped && stopped.current_node !== null)
    publish({ kind: 'walk_saved', graph: [], saved: savedWalkDocument(item_id, stopped) })
  return writtenResult(rest)
}

/**
 * Steer the walk from its start and through later messages. `graph_seconds` includes the time that the walk waits for
 * its user.
 */
function steeringOf({ steer = { kind: 'go' }, breaks = [] }: WalkStart, link: WalkLink): Steering {
  const steering = new Steering(steer, () => Date.now(), {
    held: (view) => link.holding(view),
    wentOn: () => link.holding(null),
  })
  steering.breakAt(breaks)
  link.onSteer((message) => {
    if (message.breaks) steering.breakAt(message.breaks)
    if (message.steer) steering.steer(message.steer, message.inject ?? null)
  })
  link.signal.addEventListener('abort', () => steering.steer({ kind: 'cancel' }))
  return steering
}

type WalkStart = NonNullable<AnalysisRequest['walk']>
