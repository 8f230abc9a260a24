import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productRoot } from '../engine/product.ts'
import { quantile, timed, type Figure, type Section } from './figures.ts'
import { putOnDisk, type OnDisk } from './on-disk.ts'
import { referenceCost } from './yardstick.ts'

const launch = join(productRoot, 'server/launch')
const rounds = 5

/**
 * Newly started processes, as from a shell, compared with the reference cost that the yardstick of the same run
 * estimates.
 */
export function* measureFresh(): Iterable<Section> {
  yield { title: 'Cold start', figures: [startOfAnalyze()] }
  for (const [tools, times] of [
    [1_000, 4],
    [10_000, 10],
  ] as const) {
    const disk = putOnDisk({ tools })
    try {
      const figures = [...freshFigures(disk, times), ...(tools === 10_000 ? wholeProcesses(disk) : [])]
      yield { title: `Fresh processes, ${tools.toLocaleString('en')} tools`, figures }
    } finally {
      disk.remove()
    }
  }
}

function freshFigures(disk: OnDisk, times: number): readonly Figure[] {
  // The first run writes V8's code cache of the script, as the command line does, and is not measured.
  const samples = Array.from({ length: rounds + 1 }, () =>
    Number(ran(['run.mjs', 'bench-fresh', disk.folder]).out),
  ).slice(1)
  const cold = quantile(samples, 0.5)
  const reference = referenceCost(disk.folder)
  const how = `median of ${rounds} processes: the first check in each, from opening the folder on; file cache warm`
  return [
    { what: 'cold analysis, fresh process', value: cold, unit: 'us per tool', how },
    ...(reference === undefined
      ? []
      : [
          {
            what: 'times faster than the reference, fresh process',
            value: reference / cold,
            unit: 'x',
            bar: times,
            atLeast: true,
            how: `${how}; the reference by the yardstick, ${reference.toFixed(0)} us a tool`,
          },
        ]),
  ]
}

function startOfAnalyze(): Figure {
  const project = join(productRoot, 'examples/hello-chain/project')
  const words = [join(launch, 'rye-chain.cjs'), 'analyze', '--dir', project, '--item', 'demo/greet']
  const start = (words: readonly string[]): number =>
    timed(() => spawnSync(process.execPath, words, { env: plainEnv, stdio: ['ignore', 'pipe', 'ignore'] }))
  const ratios = Array.from({ length: rounds * 4 }, () => {
    const empty = start(['-e', '0'])
    return start(words) / empty
  })
  const how = `median of ${ratios.length} pairs in turns: rye-chain analyze, whole process, and node -e 0`
  // Node 20 does not cache compiled code on its own.
  const bar = process.version.startsWith('v20.') ? 3.5 : 2.5
  return { what: 'cold start of analyze', value: quantile(ratios, 0.5), unit: 'x node -e 0', bar, how }
}

/** `check`, `list` and `sign --all` as whole processes. */
function wholeProcesses(disk: OnDisk): readonly Figure[] {
  const spaces = ['--dir', join(disk.folder, 'project'), '--user', join(disk.folder, 'user')]
  const system = ['--system', `core@1.0.0=${join(disk.folder, 'system/core')}`]
  const again = ['rye-chain.cjs', 'check', ...spaces, ...system, '--with-system', '--quiet']
  const check = [...again, '--no-cache']
  const list = ['rye-chain.cjs', 'list', ...spaces, ...system, '--no-cache']
  const least = (words: readonly string[]): number => Math.min(...Array.from({ length: rounds }, () => ran(words).ms))
  const how = `least of ${rounds} whole processes, the file cache warm`
  // The first of these runs stores its output.
  const [checked, listed, repeated] = [least(check), least(list), least(again)]
  const home = mkdtempSync(join(tmpdir(), 'rye-bench-home-'))
  try {
    ran(['rye-chain.cjs', 'keys', 'new', '--user', home])
    const signed = ran(['rye-chain.cjs', 'sign', '--all', '--dir', spaces[1] ?? '', '--user', home])
    return [
      { what: 'check, whole process', value: checked / 1000, unit: 's', bar: 1.2, how },
      { what: 'check again, unchanged', value: repeated / 1000, unit: 's', bar: 0.35, how },
      {
        what: 'check, most memory',
        value: mostMegabytes(check),
        unit: 'MB',
        bar: 160,
        how: `most of ${rounds} whole processes`,
      },
      { what: 'list, whole process', value: listed / 1000, unit: 's', bar: 0.3, how },
      {
        what: 'sign --all of the 7,000 project tools, as of 10,000',
        value: (signed.ms / 1000) * (10 / 7),
        unit: 's',
        bar: 4,
        how: 'one whole process',
      },
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

interface Ran {
  readonly out: string
  readonly ms: number
}

/**
 * Excludes settings that slow down every start of Node, such as extra certificates: they also slow down the empty
 * process, so the ratio would look better.
 */
const plainEnv = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, NODE_OPTIONS: undefined }

function ran([script = '', ...words]: readonly string[]): Ran {
  const began = performance.now()
  const { stdout } = spawnSync(process.execPath, [join(launch, script), ...words], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: plainEnv,
  })
  return { out: stdout, ms: performance.now() - began }
}

/**
 * A module that prints the peak memory of its process at exit. Time measurements omit it, because it loads Node's ESM
 * loader.
 */
const printsPeak =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>writeSync(3,String(process.resourceUsage().maxRSS)))'

/**
 * The highest peak memory of several runs, in megabytes. V8 collects garbage at different times in each run, so the
 * results vary.
 */
function mostMegabytes(words: readonly string[]): number {
  return Math.max(...Array.from({ length: rounds }, () => megabytes(words)))
}

/**
 * The peak memory of one run, in megabytes. A shell starts the process, because Linux counts the parent process's
 * memory as memory of the child.
 */
function megabytes([script = '', ...words]: readonly string[]): number {
  const command = [process.execPath, '--import', printsPeak, join(launch, script), ...words]
  const { output } = spawnSync('sh', ['-c', '"$@"; :', 'sh', ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: plainEnv,
  })
  return Number(output[3] ?? 0) / 1024
}
