import type { Analysis } from '#core/answer'
import { toYaml } from '#core/expect'
import { writeLesson, writeRoutes, type Lesson } from '#core/learn'
import type { Snapshot } from '#core/workspace'
import { omit } from '../files/records.ts'

/**
 * The files of an example in addition to those of its draft, as in `examples/README.md`: a lesson with the result of
 * its start, and its routes.
 */
export function exampleTexts(lesson: Lesson, start: Snapshot, analysis: Analysis): Readonly<Record<string, string>> {
  const { dialect, search, dev_mode, item_id, parameters, world } = start
  const about = { title: lesson.title, order: 1_000, dialect, search, dev_mode, item_id, parameters }
  // Convert the world to plain JSON, because the types of its fields are narrower.
  const facts = world && { world: JSON.parse(JSON.stringify(world)) as never }
  return {
    'example.yaml': toYaml({ ...about, ...facts, expect: promiseOf(analysis) }),
    'lesson.yaml': writeLesson(omit(lesson, 'routes')),
    ...(lesson.routes && { 'routes.yaml': writeRoutes(lesson.routes) }),
  }
}

/** The expected analysis of an example, which repository tests check. */
export function promiseOf({ status, chain, diagnostics, plan }: Analysis) {
  const codes = new Set(diagnostics.flatMap(({ code, severity }) => (severity === 'hint' ? [] : [code])))
  return {
    status,
    chain: chain.map(({ item_id }) => item_id),
    spaces: chain.map(({ space }) => space),
    codes: [...codes].sort(),
    // Omit the plan of a refused chain, because it is not guaranteed.
    ...(status === 'ready' && plan && promisedPlan(plan)),
  }
}

function promisedPlan(plan: NonNullable<Analysis['plan']>) {
  if ('url' in plan) return { request: { method: plan.method, url: plan.url } }
  const argv = [plan.command, ...plan.args]
  return 'input' in plan && plan.input !== null ? { argv, input: plan.input } : { argv }
}
