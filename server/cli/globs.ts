import picomatch from 'picomatch'
import { UsageError } from './io.ts'

/**
 * What is named must be there: a pipeline in which nothing is looked at would stay green for ever.
 *
 * @throws UsageError for a glob that none of the ids fits.
 */
export function requireFitting(globs: readonly string[], ids: readonly string[], more: string): void {
  const lost = globs.find((glob) => {
    const fits = fitting([glob])
    return !ids.some((id) => fits(id))
  })
  if (lost !== undefined) throw new UsageError(`--item ${lost}: no item has such an id.`, ` ${more}`)
}

/** Whether an id fits one of the globs. */
export function fitting(globs: readonly string[]): (item_id: string) => boolean {
  if (globs.length === 0) return () => false
  const fits = picomatch([...globs])
  // Its second argument is no index, as a list would give it.
  return (item_id) => fits(item_id)
}
