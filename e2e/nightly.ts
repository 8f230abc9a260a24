import { isNightly } from '../core/testing/nightly.ts'

/** Marks a story as one for the night: it is slow, or a variant of another one. */
export const nightly = { tag: '@nightly' }

/** The first few of many inputs to one story; all of them at night. */
export function someOf<T>(all: readonly T[], count: number): readonly T[] {
  return isNightly ? all : all.slice(0, count)
}
