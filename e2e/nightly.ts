import { isNightly } from '../core/testing/nightly.ts'

/** Marks a story that runs only nightly because it is slow or a variant of another story. */
export const nightly = { tag: '@nightly' }

/** The first `count` inputs of a story, or all inputs in a nightly run. */
export function someOf<T>(all: readonly T[], count: number): readonly T[] {
  return isNightly ? all : all.slice(0, count)
}
