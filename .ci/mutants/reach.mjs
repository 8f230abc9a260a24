// @ts-check
import { afterAll, beforeAll } from 'vitest'

/**
 * Names of the marked blocks that a test file reaches: while its modules load, and while its tests run.
 * @typedef {{ loaded: readonly string[], reached: readonly string[] }} Reached
 */

// Runs in the process of each test file.

const own = /** @type {{ reachedBlocks?: Set<string> }} */ (globalThis)
own.reachedBlocks = new Set()

/** @param {'loaded' | 'reached'} name @returns {(context: object, file: Readonly<import('vitest').RunnerTestSuite>) => void} */
const keep =
  (name) =>
  ({}, file) => {
    Object.assign(file.meta, { [name]: [...(own.reachedBlocks ?? [])] })
    own.reachedBlocks?.clear()
  }
beforeAll(keep('loaded'))
afterAll(keep('reached'))
