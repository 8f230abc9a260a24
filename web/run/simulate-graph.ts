import type { Plan } from '#core/answer'
import type { Steer } from '#core/graph'
import { isRequest } from '#core/rules'
import type { Outcome } from '#core/run'
import { DraftVolume } from '../files/volume.ts'
import { graphOf } from '../graph/graph-view.svelte.ts'
import type { WalkOrder } from '../graph/messages.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { finishRun, withoutCaches } from './finish-run.ts'
import { simulatedPlan } from './simulated-plan.ts'

/** The time in milliseconds after which the page stops a worker with a canceled walk. */
const patience = 3000

/**
 * Walk the selected graph in this page. The engine runs in its worker. The actions run in the sandbox and share one
 * volume.
 */
export async function simulateGraph(
  playground: Playground,
  steer: Steer = { kind: 'go' },
  more: Pick<WalkOrder, 'pins' | 'from'> = {},
): Promise<void> {
  const { session, runs, view } = playground
  const { analysis, snapshot, systemFiles } = session
  const plan = analysis?.plan
  if (!plan || runs.simulated.kind === 'running') return
  view.show('graph')
  const graph = graphOf(playground)
  const reported = Promise.resolve(undefined)
  const walk = graph.begin(more.from ? 'again' : 'simulated', {
    steer(word, inject) {
      graph.link.steer(walk.id, word, inject)
      return reported
    },
    breakAt(points) {
      graph.link.breakAt(walk.id, points)
      return reported
    },
    stop: () => runs.stop('simulated'),
  })
  const stops = new Set<() => void>()
  let isStopped = false
  runs.begin('simulated', 'Walking…', () => {
    isStopped = true
    graph.link.steer(walk.id, { kind: 'cancel' })
    for (const stop of stops) stop()
    setTimeout(() => {
      if (walk.isRunning) graph.link.stop()
    }, patience)
  })
  const volume = new DraftVolume(snapshot.files, systemFiles)
  const run = async (called: Plan): Promise<Outcome> => {
    let own: (() => void) | undefined
    const simulated = await simulatedPlan(called, snapshot, volume, {
      doing: (text) => runs.doing('simulated', text),
      output: (stream, text) => runs.output('simulated', stream, text),
      onStop: (stop) => {
        own = stop
        stops.add(stop)
        if (isStopped) stop()
      },
    })
    const outcome = await simulated.run()
    if (own) stops.delete(own)
    // Write the changes to the volume for the next action.
    if (!isRequest(outcome) && outcome.changes) volume.apply(withoutCaches(outcome.changes))
    return outcome
  }
  const answer = await graph.link.walk(
    { walk: walk.id, snapshot, steer, breaks: graph.breaks.points, ...more },
    { news: (news) => walk.hear(news), run },
  )
  if (answer.kind !== 'walked') {
    const problem = answer.kind === 'fault' ? answer.problem : 'unexpected answer'
    walk.fail(problem)
    return runs.end('simulated', { kind: 'failed', problem: `Cannot walk the graph: ${problem}` })
  }
  walk.end(answer.summary)
  void graph.arrive(walk)
  const changes = volume.changesAgainst(snapshot.files)
  await finishRun(
    playground,
    'simulated',
    { result: answer.result, plan, snapshot, where: 'walked in this page' },
    changes,
  )
}
