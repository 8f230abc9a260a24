// @ts-check
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, createVitest } from 'vitest/node'
import { root } from './files.mjs'
import { blockName } from './mutate.mjs'

/** @typedef {import('./mutate.mjs').Mutant} Mutant */
/**
 * Tests to run, with a mutant or with marks of the blocks that are around mutants.
 * @typedef {{ mutant?: Mutant, marked?: readonly Mutant[], tests: string[], bail: number }} Order
 */

/** The mutant that replaces its file. @type {Mutant | undefined} */
let mutant
/** By path, where the marked blocks begin. @type {Map<string, number[]>} */
let marks = new Map()

/** The tests of the order, as it lists them: nearest first, so that most mutants die in the first one. @type {Map<string, number>} */
let places = new Map()

class NearestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return files.toSorted((a, b) => (places.get(a.moduleId) ?? 0) - (places.get(b.moduleId) ?? 0))
  }
}

/** The tests of one room with one file changed in memory: the tree itself is never touched. */
const vitest = await createVitest(
  'test',
  {
    config: false,
    root,
    watch: false,
    sequence: { sequencer: NearestFirst },
    maxWorkers: 1,
    pool: 'forks',
    // As vitest.config.ts has it: only the tests of the engine share one load of it.
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

/** The text of a file, where each block says that it is reached: see reach.mjs. @param {string} path @param {readonly number[]} blocks */
function markedText(path, blocks) {
  let text = readFileSync(path, 'utf8')
  for (const block of [...new Set(blocks)].sort((a, b) => b - a)) {
    const name = JSON.stringify(blockName({ file: relative(root, path), block }))
    text = `${text.slice(0, block)}globalThis.reachedBlocks?.add(${name});${text.slice(block)}`
  }
  return text
}

/**
 * The duration of a test file, as a line of text.
 * @param {import('vitest/node').TestModule} module
 */
function tookBy(module) {
  return `${(module.diagnostic().duration / 1000).toFixed(1)} s ${relative(root, module.moduleId)}`
}

/** The marked blocks that a test file reached. @param {import('vitest/node').TestModule} module */
function blocksOf(module) {
  return /** @type {import('./reach.mjs').Reached} */ ({ loaded: [], reached: [], ...module.meta() })
}
