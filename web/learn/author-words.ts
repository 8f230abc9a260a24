import type { Routes } from '#core/learn'
import { limits } from '#core/rules'

/** A name as lowercase letters, digits and hyphens; `lesson` if none of them remain. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'lesson' : slug
}

/** The reason why a draft is not a route of this kind; undefined if it is valid. */
export function refusalOf(
  kind: keyof Routes,
  routes: Routes,
  changes: number,
  stopsAt: string | null | undefined,
): string | undefined {
  if (changes === 0) return 'The draft is unchanged from the start of the lesson. Change it first, as a learner would.'
  if (routes[kind].length >= limits.lessonRoutes)
    return `A lesson can have at most ${limits.lessonRoutes} drafts of this kind. Remove one first.`
  if (stopsAt === undefined) return 'The engine did not answer. Try again.'
  if (kind === 'passes' && stopsAt !== null)
    return `Not a valid solution: step "${stopsAt}" is not done in this draft. Complete the step first.`
  if (kind === 'fails' && stopsAt === null)
    return 'Not a near miss: this draft completes every step. Change the draft so that a step is not done.'
  return undefined
}
