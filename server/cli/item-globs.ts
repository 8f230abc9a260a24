import type { Given } from './command.ts'
import { UsageError } from './io.ts'

/** Characters of a glob: the library ends the program at a longer one, and nobody means one. */
const mostOfGlob = 4_000

/** Whether a text can be a glob of item ids. */
export function isGlob(text: string): boolean {
  return text.length > 0 && text.length <= mostOfGlob
}

/**
 * The globs that are given with `--item`.
 *
 * @throws UsageError for a text that is none.
 */
export function itemGlobs(given: Given): readonly string[] {
  const globs = given.texts('item')
  if (!globs.every(isGlob))
    throw new UsageError(`--item wants a glob of ids of up to ${mostOfGlob} characters, such as demo/*.`)
  return globs
}
