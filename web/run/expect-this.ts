import type { GoalAssertion } from '#core/expect'
import type { Playground } from '../state/playground.svelte.ts'
import { olderThan } from '../state/run.svelte.ts'

/** Add goals to the expectation file for the draft's call: given goals, the value of a pointer, or the whole answer. */
export async function expectThis(
  playground: Playground,
  wanted: readonly GoalAssertion[] | string | null,
): Promise<void> {
  const { session, view } = playground
  const answer = await playground.engine.query({ kind: 'expect', wanted, world: session.snapshot.world })
  if (answer?.kind !== 'expect') return
  const { edit } = answer
  if ('problem' in edit) view.say({ text: edit.problem, tone: 'trouble' })
  else if (session.snapshot.files[edit.path] === edit.text)
    view.say({ text: 'Nothing to add: the expectation already contains this.', tone: 'calm' })
  else playground.change([[edit.path, edit.text]], `Add to ${edit.path.replace('/project/', '')}`)
}

/**
 * The draft's expectations, checked with the results of its last runs if they are still current. Undefined if the
 * engine fails.
 */
export async function draftExpectations(playground: Playground, brief: boolean) {
  const { session, runs } = playground
  const { snapshot, analysis } = session
  const of = (lane: typeof runs.real) =>
    lane.kind === 'done' && olderThan(lane, analysis?.plan?.digest, snapshot.files) === undefined
      ? lane.result
      : undefined
  const results = { simulated: of(runs.simulated), real: of(runs.real) }
  const answer = await playground.engine.query({ kind: 'expectations', brief, world: snapshot.world, results })
  return answer?.kind === 'expectations' ? answer : undefined
}
