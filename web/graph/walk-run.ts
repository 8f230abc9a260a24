import type { Plan } from '#core/answer'
import type { CallAnswer, GraphCall, SavedWalk, Steering } from '#core/graph'
import { isDict, parseJson, plain, type Dict } from '#core/read'
import { executeCall, type ExecutionResult, type GraphEvent, type Outcome } from '#core/run'
import type { Workspace } from '#core/workspace'

/** What a walk in the page needs from outside. */
export interface WalkHands {
  readonly steering: Steering
  /** Run a plan in the page's sandbox. */
  run(plan: Plan): Promise<Outcome>
  observe(event: GraphEvent): void
  /** The answer that is there already: a pin. */
  given(call: GraphCall): CallAnswer | null
}

/** The caller's parameters as a mapping; what is no object counts as none, because the analysis refuses it. */
export function parametersIn(text: string): Dict {
  const parsed = text.trim() === '' ? undefined : parseJson(text)
  const value = parsed === undefined || parsed.kind === 'invalid' ? null : plain(parsed.document)
  return isDict(value) ? value : new Map()
}

/** R16.1: one simulated walk, through the same executor as any run. */
export function walkInPage(
  workspace: Workspace,
  item_id: string,
  parameters: Dict,
  hands: WalkHands,
  resume: SavedWalk | null = null,
): Promise<ExecutionResult> {
  const { steering } = hands
  const steered = resume ? new Map([...parameters, ['resume', true], ['graph_run_id', 'page']] as const) : parameters
  return executeCall(
    workspace,
    { item_type: 'tool', action: 'run', item_id, parameters: steered, project_path: '/project' },
    {
      run: (plan) => hands.run(plan),
      now: () => new Date(steering.milliseconds()).toISOString().replace('Z', '+00:00'),
      graphs: {
        milliseconds: () => steering.milliseconds(),
        cancelled: () => steering.isCancelled,
        observe: (event) => hands.observe(event),
        pause: () => new Promise((resolve) => setTimeout(resolve)),
        holds: (step) => steering.holds(step),
        hold: (step) => steering.hold(step),
        given: (call) => hands.given(call),
        saved: () => resume,
      },
    },
  )
}
