import type { Plan } from '#core/answer'
import { RecentResults, type CallAnswer, type GraphCall, type SavedWalk, type Steering } from '#core/graph'
import { isDict, parseJson, plain, type Dict } from '#core/read'
import { executeCall, type ExecutionResult, type GraphEvent, type Outcome } from '#core/run'
import type { Workspace } from '#core/workspace'

/** The services that a walk in the page uses. */
export interface WalkHost {
  readonly steering: Steering
  /** Run a plan in the page's sandbox. */
  run(plan: Plan): Promise<Outcome>
  observe(event: GraphEvent): void
  /** The pinned answer of a call; null if it has none. */
  given(call: GraphCall): CallAnswer | null
}

/** The caller's parameters as a mapping. Any other value counts as empty, because the analysis reports it. */
export function parametersIn(text: string): Dict {
  const parsed = text.trim() === '' ? undefined : parseJson(text)
  const value = parsed === undefined || parsed.kind === 'invalid' ? null : plain(parsed.document)
  return isDict(value) ? value : new Map()
}

/** R16.1: run one simulated walk, with the same executor as any run. */
export function walkInPage(
  workspace: Workspace,
  item_id: string,
  parameters: Dict,
  host: WalkHost,
  resume: SavedWalk | null = null,
): Promise<ExecutionResult> {
  const { steering } = host
  const steered = resume ? new Map([...parameters, ['resume', true], ['graph_run_id', 'page']] as const) : parameters
  return executeCall(
    workspace,
    { item_type: 'tool', action: 'run', item_id, parameters: steered, project_path: '/project' },
    {
      run: (plan) => host.run(plan),
      now: () => new Date(steering.milliseconds()).toISOString().replace('Z', '+00:00'),
      graphs: {
        milliseconds: () => steering.milliseconds(),
        cancelled: () => steering.isCancelled,
        observe: (event) => host.observe(event),
        pause: () => new Promise((resolve) => setTimeout(resolve)),
        cache: new RecentResults(),
        holds: (step) => steering.holds(step),
        hold: (step) => steering.hold(step),
        given: (call) => host.given(call),
        saved: () => resume,
      },
    },
  )
}
