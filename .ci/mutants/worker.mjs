// @ts-check
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, createVitest } from 'vitest/node'
import { root } from './files.mjs'
import { blockName } from './mutate.mjs'

/** @typedef {import('./mutate.mjs').Mutant} Mutant */
/**
 * Tests to run: with a mutant, with marks in the blocks around mutants, or with unchanged code.
 * @typedef {{ mutant?: Mutant, marked?: readonly Mutant[], tests: string[], bail: number }} Order
 */

/** The mutant that is applied when its file loads. @type {Mutant | undefined} */
let mutant
/** The start offsets of the marked blocks, by path. @type {Map<string, number[]>} */
let marks = new Map()

/**
 * The position of each test in the order, by the path of its file.
 * @type {Map<string, number>}
 */
let places = new Map()

class NearestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return files.toSorted((a, b) => (places.get(a.moduleId) ?? 0) - (places.get(b.moduleId) ?? 0))
  }
}

/** Runs the tests of one area with one file changed in memory. The source files do not change. */
const vitest = await createVitest(
  'test',
  {
    config: false,
    root,
    watch: false,
    sequence: { sequencer: NearestFirst },
    maxWorkers: 1,
    pool: 'forks',
    // As in vitest.config.ts: only the engine's tests share one loaded engine.
    isolate: process.argv[2] !== 'core',
    environment: 'node',
    setupFiles: ['.ci/mutants/reach.mjs'],
    include: [`${process.argv[2]}/**/*.test.ts`],
    testTimeout: 60_000,
    reporters: [{ onTestModuleEnd: (module) => void (marks.size > 0 && console.log(tookBy(module))) }],
    silent: true,
  },
  {
    define: { __NODE_VERSION__: JSON.stringify(process.version) },
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform(_code, id) {
          const blocks = marks.get(id)
          if (blocks) return { code: markedText(id, blocks), map: null }
          if (!mutant || id !== join(root, mutant.file)) return undefined
          const text = readFileSync(id, 'utf8')
          return { code: text.slice(0, mutant.start) + mutant.edit + text.slice(mutant.end), map: null }
        },
      },
    ],
  },
)
const specifications = await vitest.globTestSpecifications()

// The tests end with their parent; otherwise an endless test would remain.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.on('message', async (/** @type {Order} */ order) => {
  const changed = [mutant, order.mutant].flatMap((each) => (each ? [join(root, each.file)] : []))
  for (const path of [...changed, ...marks.keys()]) vitest.invalidateFile(path)
  mutant = order.mutant
  marks = new Map()
  for (const { file, block } of order.marked ?? []) {
    if (block >= 0) marks.set(join(root, file), [...(marks.get(join(root, file)) ?? []), block])
  }
  places = new Map(order.tests.map((test, index) => [join(root, test), index]))
  for (const { config } of [vitest, ...vitest.projects]) config.bail = order.bail
  const chosen = specifications.filter(({ moduleId }) => places.has(moduleId))
  // Otherwise the answer also contains the results of earlier orders.
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  const named = testModules.map((module) => ({ module, name: relative(root, module.moduleId) }))
  process.send?.({
    failed: named.filter(({ module }) => !module.ok()).map(({ name }) => name),
    durations: Object.fromEntries(named.map(({ module, name }) => [name, module.diagnostic().duration])),
    reached: Object.fromEntries(named.map(({ module, name }) => [name, blocksOf(module)])),
    errors: unhandledErrors.length,
  })
})
process.send?.({ ready: true })

/**
 * The text of a file in which each marked block records that it runs; see reach.mjs.
 * @param {string} path
 * @param {readonly number[]} blocks
 */
function markedText(path, blocks) {
  let text = readFileSync(path, 'utf8')
  for (const block of [...new Set(blocks)].sort((a, b) => b - a)) {
    const name = JSON.stringify(blockName({ file: relative(root, path), block }))
    text = `${text.slice(0, block)}globalThis.reachedBlocks?.add(${name});${text.slice(block)}`
  }
  return text
}

/**
 * The duration and path of a test file, as an output line.
 * @param {import('vitest/node').TestModule} module
 */
function tookBy(module) {
  return `${(module.diagnostic().duration / 1000).toFixed(1)} s ${relative(root, module.moduleId)}`
}

/** The marked blocks that a test file executed. @param {import('vitest/node').TestModule} module */
function blocksOf(module) {
  return /** @type {import('./reach.mjs').Reached} */ ({ loaded: [], reached: [], ...module.meta() })
}
