import picomatch from 'picomatch'
import { formOf } from '../disk-paths.ts'
import { ReportedError } from './reported-error.ts'

/**
 * Require that each glob matches an item, because a pipeline that checks no items would always pass.
 *
 * @throws ReportedError for a glob that matches none of the IDs.
 */
export function requireFitting(globs: readonly string[], ids: readonly string[], more: string): void {
  const lost = globs.find((glob) => {
    const fits = fitting([glob])
    return !ids.some((id) => fits(id))
  })
  if (lost === undefined) return
  const fits = picomatch(lost.normalize('NFC'))
  const form = ids.some((id) => fits(id.normalize('NFC'))) ? ' in the same Unicode form (NFC or NFD)' : ''
  throw new ReportedError('usage', `No item matches ${lost}${form}.`, ` ${more}`)
}

/** A function that returns whether an ID matches one of the globs. */
export function fitting(globs: readonly string[]): (item_id: string) => boolean {
  if (globs.length === 0) return () => false
  const fits = picomatch(globs.map(formOf))
  // Methods such as `filter` pass an index too, which the library would interpret as an option.
  return (item_id) => fits(item_id)
}

/** Maximum number of characters in a glob; the library throws for very long globs. */
export const mostOfGlob = 4_000

/** Whether a string is a valid glob of item IDs. */
export function isGlob(text: string): boolean {
  return text.length > 0 && text.length <= mostOfGlob
}

/**
 * Require valid globs.
 * @throws ReportedError for a string that is not a valid glob.
 */
export function requireGlobs(globs: readonly string[]): void {
  if (!globs.every(isGlob))
    throw new ReportedError('usage', `Pass a glob of item IDs, such as demo/*, with at most ${mostOfGlob} characters.`)
}
