// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesUnder, root } from './files.mjs'
import { mutantsOf } from './mutate.mjs'
import { nearestTests } from './nearest.mjs'
import { keyOf, survivors } from './survivors.mjs'
import { openTester } from './tester.mjs'

/** @typedef {import('./mutate.mjs').Mutant} Mutant */

const usage = `npm run mutants [-- FOLDER_OR_FILE... [--sample N] [--seed N]]
Changes the code at one place at a time, and runs the nearest tests. A change that no test detects is a survivor.
--sample N  the number of mutants per folder, 0 for all; default: 20, so that one night is enough for all folders
--seed N    selects the mutants; default: the number of days since 1970, so that each night tests other mutants`

/** The folders to mutate without an argument. */
const folders = [
  ...['resolve', 'plan', 'trust', 'graph', 'read'].map((name) => `core/${name}`),
  ...['http', 'run', 'queue', 'sandbox'].map((name) => `server/${name}`),
]
/** The minimum score of a folder: killed mutants per hundred, without equivalent mutants. */
const promised = 90
/**
 * Per file: the maximum number of tests from its own folder, and from other folders. Only tests that reach a mutant
 * run.
 */
const [ownTests, otherTests] = [40, 12]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
})
const sample = Number(values.sample ?? 20)
const seed = Number(values.seed ?? Math.floor(Date.now() / 86_400_000))
if (values.help || !Number.isSafeInteger(sample) || sample < 0 || !Number.isSafeInteger(seed)) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}
console.log(`seed ${seed}, ${sample || 'all'} mutants per folder`)
/** @type {string[]} */
const lines = []
let failed = false
for (const folder of positionals.length > 0 ? positionals : folders) await tryFolder(folder)
console.log(`\n${lines.join('\n')}`)
process.exitCode = failed ? 1 : 0

/** @param {string} folder */
async function tryFolder(folder) {
  const begun = performance.now()
  const files = filesUnder(folder).filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
  const chosen = sample === 0 ? all : pick(all, sample)
  const area = folder.startsWith('core') ? 'core' : 'server'
  const tests = new Map(chosen.map(({ file }) => [file, testsOf(file)]))
  const tester = await openTester(area, chosen, tests)
  let killed = 0
  let endless = 0
  let equivalent = 0
  for (const mutant of chosen) {
    const known = survivors.get(keyOf(mutant))
    const { ending, by = '' } = await tester.try(mutant)
    const lives = ending === 'survived' || ending === 'unreached'
    if (!lives) killed++
    else if (known?.reason.startsWith('equivalent')) equivalent++
    if (ending === 'endless') endless++
    const isNew = lives && !known
    const isGone = !lives && known
    if (isNew || isGone) failed = true
    console.log(`${ending} ${mutant.file}:${mutant.line} ${isNew ? JSON.stringify(entryOf(mutant)) : by}`)
    if (isGone) console.log(`killed, so delete its row: ${mutant.file}:${mutant.line} ${known.from} -> ${known.to}`)
  }
  await tester.close()
  const counted = chosen.length - equivalent
  const score = counted === 0 ? 100 : (100 * killed) / counted
  if (score < promised) failed = true
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  const notes = [
    `${killed} of ${counted} killed, ${endless} of them by the time limit`,
    ...(equivalent > 0 ? [`${equivalent} equivalent left out`] : []),
    `${all.length} mutants in all; ${minutes} minutes`,
  ]
  lines.push(`${folder}: ${score.toFixed(1)} % (${notes.join('; ')})`)
  console.log(lines.at(-1))
}

/** @param {string} file @returns {readonly string[]} */
function testsOf(file) {
  const near = nearestTests(file)
  const folder = file.split('/', 2).join('/')
  const own = near.filter((test) => test.startsWith(`${folder}/`)).slice(0, ownTests)
  const others = near.filter((test) => !test.startsWith(`${folder}/`)).slice(0, otherTests)
  // The recorded cases test the whole engine, but only through many imports.
  const recorded = near.filter((test) => test === 'core/conformance/conformance.test.ts')
  return [...new Set([...own, ...recorded, ...others])]
}

/** @param {Mutant} mutant */
function entryOf({ file, scope, from, to }) {
  return { file, scope, from, to, reason: '' }
}

/**
 * Pick this number of mutants, chosen at random with the seed.
 * @param {readonly Mutant[]} all
 * @param {number} count
 */
function pick(all, count) {
  let state = seed
  /** A random number from 0 to 1, by the Mulberry32 algorithm. */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const drawn = all.map((mutant, place) => ({ mutant, place, ticket: random() }))
  const chosen = drawn.sort((a, b) => a.ticket - b.ticket).slice(0, count)
  return chosen.sort((a, b) => a.place - b.place).map(({ mutant }) => mutant)
}
