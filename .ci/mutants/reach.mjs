// @ts-check
import { afterAll, beforeAll } from 'vitest'

/**
 * The names of the marked blocks that a test file executes while its modules load, and while its tests run.
 * @typedef {{ loaded: readonly string[], reached: readonly string[] }} Reached
 */

// This file runs in the process of each test file.

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
