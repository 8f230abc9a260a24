// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from '../server/launch/processes.mjs'
import { root } from '../server/launch/root.cjs'

/** @typedef {{ passed: number, failed: number, skipped?: number, failures?: readonly string[], races?: readonly string[] }} Tally */
/** @typedef {{ name: string, about: string, run: () => Promise<Tally> }} Step */

const reports = join(root, 'dist/test')

/** @param {string} name */
const bin = (name) => join(root, 'node_modules', name)

/**
 * All test steps, in the order in which they run. `npm test -- unit lint` runs only the named steps.
 * @type {readonly Step[]}
 */
export const steps = [
  {
    name: 'build',
    about: 'the page, the server and the command line',
    run: () => checks([['server/launch/build.mjs']]),
  },
  {
    name: 'types',
    about: 'every folder under its own settings',
    run: () =>
      checks([
        [bin('svelte-check/bin/svelte-check'), '--tsconfig', 'web/tsconfig.json', '--threshold', 'warning'],
        ...['core', 'core/testing', 'server', 'server/project/tsconfig.types.json', 'server/launch', 'e2e'].map(
          (project) => [bin('typescript/bin/tsc'), '-p', project, '--noEmit'],
        ),
      ]),
  },
  {
    name: 'lint',
    about: 'rules, format, plain words, and no unused code',
    run: () =>
      checks([
        [bin('eslint/bin/eslint.js'), '.'],
        [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
        [bin('knip/bin/knip.js')],
        [bin('vitest/vitest.mjs'), 'run', 'web/docs/words.test.ts'],
      ]),
  },
  { name: 'unit', about: 'core, web and server, with the real sandbox', run: unit },
  {
    name: 'corpus',
    about: 'the recorded cases through the built command line; the unit step also tests each of them',
    run: () => checks([['server/launch/rye-chain.mjs', 'conformance', '--corpus', 'core/corpus']]),
  },
  { name: 'e2e', about: 'the page in a real browser', run: e2e },
]

/** The number of parallel checks. Each check uses one processor, and the smallest test machine has two. */
const atOnce = 2

/**
 * Run commands in parallel. Each command counts as one check.
 * @param {readonly string[][]} commands
 * @returns {Promise<Tally>}
 */
async function checks(commands) {
  /** @type {string[]} */
  const failures = []
  const waiting = commands.values()
  const lane = async () => {
    for (const command of waiting) {
      if ((await node(command)) !== 0) failures.push(command.map(inRoot).join(' '))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { passed: commands.length - failures.length, failed: failures.length, failures }
}

/** @returns {Promise<Tally>} */
async function unit() {
  const path = reportAt('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  // A busy machine only slows the tests down. Tests that require speed set their own timeout.
  const patience = ['--testTimeout=60000', '--hookTimeout=60000']
  const code = await node([bin('vitest/vitest.mjs'), 'run', ...reporters, ...patience])
  const report = read(path)
  if (!report) return { passed: 0, failed: 1 }
  /** @type {readonly { name: string, status: string, assertionResults: readonly { status: string, fullName: string }[] }[]} */
  const files = report.testResults
  const failed = files.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${inRoot(name)} > ${fullName}`),
  )
  const unprepared = files.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = [
    ...failed,
    ...unprepared.map(({ name }) => `${inRoot(name)} cannot be run, or its preparation failed`),
  ]
  return settled(code, {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests,
    failures,
  })
}

/** @returns {Promise<Tally>} */
async function e2e() {
  const path = reportAt('e2e.json')
  const code = await node([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
  })
  const report = read(path)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = storiesThat('unexpected', report.suites)
  const races = storiesThat('flaky', report.suites)
  return settled(code, { passed: expected + flaky, failed: unexpected, skipped, failures, races })
}

/** @typedef {'unexpected' | 'flaky'} Bad */
/** @typedef {{ title: string, tests: readonly { status: string }[] }} Spec */
/** @typedef {{ file: string, specs?: readonly Spec[], suites?: readonly Suite[] }} Suite */

/**
 * The stories that failed or needed a second try, as file and title.
 * @param {Bad} bad
 * @param {readonly Suite[]} suites
 * @returns {readonly string[]}
 */
function storiesThat(bad, suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === bad))
      .map(({ title }) => `e2e/${file} > ${title}`),
    ...storiesThat(bad, inner),
  ])
}

/** @param {string} path */
function inRoot(path) {
  return path.replace(`${root}/`, '')
}

/**
 * Count one failure for a run that failed without a failed test, for example because it found no test.
 * @param {number} code
 * @param {Tally} tally
 * @returns {Tally}
 */
function settled(code, tally) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [env]
 */
async function node(args, env = {}) {
  return (await finished(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })) ?? 1
}

/** @param {string} name */
function reportAt(name) {
  mkdirSync(reports, { recursive: true })
  const path = join(reports, name)
  rmSync(path, { force: true })
  return path
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
