import type { Plan } from '#core/answer'
import type { Steer } from '#core/graph'
import type { Outcome } from '#core/run'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
import { GraphEngine } from '../graph-engine.ts'
import type { FromGraph, GraphAnswer, WalkNews } from '../messages.ts'

const tool = `version: "1.0.0"
tool_type: utility
executor_id: rye/core/primitives/execute
category: demo
config: {command: "{word}"}
`
/** A graph of two steps: a call, and a return of its result. */
export const graph = `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: demo
permissions: [rye.execute.tool.demo.*]
config_schema: {type: object, properties: {word: {type: string, default: hello}}}
config:
  start: say
  nodes:
    say:
      action: {item_id: "tool:demo/say", params: {word: "\${state.missing || inputs.word}"}}
      assign: {said: "\${result.said}"}
      next:
        - {to: none, when: {path: state.said, op: eq, value: nope}}
        - {to: done}
    done: {type: return, output: "\${state.said}"}
    none: {type: return}
`
/** A draft with the graph `demo/pipe`, which calls `demo/say`. */
export const snapshot: Snapshot = {
  format: 1,
  name: 'Walk',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: bundleOfDialect.lillux,
  item_id: 'demo/pipe',
  parameters: '{}',
  files: { '/project/.ai/tools/demo/say.yaml': tool, '/project/.ai/tools/demo/pipe.yaml': graph },
}

/** The outcome of a plan whose program prints its command as `said`. */
export function said(plan: Plan): Outcome {
  const stdout = JSON.stringify({ said: 'args' in plan ? plan.command : '' })
  const text = (one: string) => ({ text: one, bytes: one.length, omitted_bytes: 0 })
  const ending = { kind: 'exited', return_code: 0 } as const
  return { primitive: 'execute', ending, stdout: text(stdout), stderr: text(''), duration_ms: 1 }
}

/**
 * An engine that immediately receives an answer to each plan. `steered` receives each event, and can steer the walk.
 */
export function engineWith(steered: (news: WalkNews, engine: GraphEngine) => void = () => undefined, text = graph) {
  const received: WalkNews[] = []
  const plans: Plan[] = []
  let clock = 1_771_416_000_000
  const engine: GraphEngine = new GraphEngine({
    now: () => clock++,
    post(message: FromGraph) {
      if (message.kind === 'call') {
        plans.push(message.plan)
        engine.answered(message.call, said(message.plan))
      } else if (message.kind === 'news') {
        received.push(...message.news)
        for (const news of message.news) steered(news, engine)
      }
    },
  })
  const walk = (steer: Steer = { kind: 'go' }): Promise<GraphAnswer> =>
    engine.answer({
      kind: 'walk',
      order: {
        walk: 1,
        snapshot: { ...snapshot, files: { ...snapshot.files, '/project/.ai/tools/demo/pipe.yaml': text } },
        steer,
      },
    })
  return { engine, received, plans, walk }
}
