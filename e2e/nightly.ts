import { isNightly } from '../core/testing/nightly.ts'

/** Marks a story that runs only nightly: it is slow, or a variant of another story. */
export const nightly = { tag: '@nightly' }

/** The first inputs of a story; nightly, all of them. */
export function someOf<T>(all: readonly T[], count: number): readonly T[] {
  return isNightly ? all : all.slice(0, count)
}
