import picomatch from 'picomatch'
import { ReportedError } from './reported-error.ts'

/**
 * What is named must be there: a pipeline in which nothing is looked at would stay green for ever.
 *
 * @throws ReportedError for a glob that none of the ids fits.
 */
export function requireFitting(globs: readonly string[], ids: readonly string[], more: string): void {
  const lost = globs.find((glob) => {
    const fits = fitting([glob])
    return !ids.some((id) => fits(id))
  })
  if (lost !== undefined) throw new ReportedError('usage', `--item ${lost}: no item has such an id.`, ` ${more}`)
}

/** Whether an id fits one of the globs. */
export function fitting(globs: readonly string[]): (item_id: string) => boolean {
  if (globs.length === 0) return () => false
  const fits = picomatch([...globs])
  // Its second argument is no index, as a list would give it.
  return (item_id) => fits(item_id)
}

/** Characters of a glob: the library ends the program at a longer one, and nobody means one. */
const mostOfGlob = 4_000

/** Whether a text can be a glob of item ids. */
export function isGlob(text: string): boolean {
  return text.length > 0 && text.length <= mostOfGlob
}

/** @throws ReportedError for a text that is no glob. */
export function requireGlobs(globs: readonly string[]): void {
  if (!globs.every(isGlob))
    throw new ReportedError('usage', `--item wants a glob of ids of up to ${mostOfGlob} characters, such as demo/*.`)
}
