import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { analyze, WorkspaceChecker } from '#core/answer'
import { quantile, timed, type Figure, type Section } from './figures.ts'
import { putOnDisk, readHashParse, type OnDisk } from './on-disk.ts'
import { referenceCost } from './yardstick.ts'

/** Microseconds per tool that the reference needs for a tool it has already analyzed, measured on two cores. */
const warmReference = 23

const edits = 200
/** Edits before the measured ones, to warm up the compiler. */
const warmUp = 40
const everyTool = 'every tool of a synthetic workspace on disk, file cache warm'

/** Measure the engine on workspaces of these sizes, against its performance limits. */
export function* measureEngine(sizes: readonly number[]): Iterable<Section> {
  for (const tools of sizes) {
    const disk = putOnDisk({ tools })
    try {
      const figures = [...coldAndWarm(disk, tools), ...afterEdits(disk, tools), memory(disk)]
      yield { title: `Engine, ${tools.toLocaleString('en')} tools`, figures }
    } finally {
      disk.remove()
    }
  }
}

/** Microseconds per tool: elapsed time, and processor time, which other programs affect less. */
interface Cost {
  readonly passed: number
  readonly worked: number
}

/**
 * Alternate a cold check with reading, hashing and parsing alone. Returns the best round of each, and the first check.
 */
export function coldRounds(disk: OnDisk, tools: number, rounds: number): { cold: Cost; base: Cost; first: Cost } {
  const cold: Cost[] = []
  const base: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    cold.push(costOf(tools, () => new WorkspaceChecker(disk.open()).checkAll()))
    base.push(costOf(tools, () => readHashParse(disk.folder)))
  }
  return { cold: best(cold), base: best(base), first: cold[0]! }
}

function costOf(tools: number, work: () => unknown): Cost {
  const before = process.cpuUsage()
  const passed = (timed(work) / tools) * 1000
  const { user, system } = process.cpuUsage(before)
  return { passed, worked: (user + system) / tools }
}

function best(costs: readonly Cost[]): Cost {
  const least = (of: (cost: Cost) => number): number => Math.min(...costs.map(of))
  return { passed: least(({ passed }) => passed), worked: least(({ worked }) => worked) }
}

/** Enough rounds for the compiler to have optimized the code. */
const warmRounds = 100

function coldAndWarm(disk: OnDisk, tools: number): readonly Figure[] {
  // Enough rounds to warm up the compiler, and for each measurement to have a round without interference from other
  // programs.
  const rounds = tools > 5_000 ? 8 : 40
  const { cold, base, first } = coldRounds(disk, tools, rounds)
  const reference = referenceCost(disk.folder)
  const checker = new WorkspaceChecker(disk.open())
  checker.checkAll()
  const warm = best(Array.from({ length: warmRounds }, () => costOf(tools, () => checker.checkAll())))
  const unit = 'us per tool'
  const inTurns = `best of ${rounds} rounds in one process, in turns with reading alone; ${everyTool}`
  const alone = `best of ${rounds} rounds: list, read, SHA-256 and parse each file once with the same libraries`
  const again = `best of ${warmRounds}; every known file and directory is looked at again`
  const twice = (what: string, cost: Cost, how: string, bar?: number): readonly Figure[] => [
    { what, value: cost.passed, unit, how, ...(bar === undefined ? {} : { bar }) },
    { what: `${what}, processor time`, value: cost.worked, unit, how },
  ]
  return [
    ...twice('cold analysis', cold, inTurns),
    ...twice('reading, hashing and parsing alone', base, alone),
    ...twice(
      "the engine's own share",
      { passed: cold.passed - base.passed, worked: cold.worked - base.worked },
      'the difference of the two; the bar is reading, hashing and parsing alone. Processor time includes the garbage collector, which works in parallel',
      base.passed,
    ),
    ...(reference === undefined
      ? []
      : [
          {
            what: 'times faster than the reference, warmed up',
            value: reference / cold.passed,
            unit: 'x',
            bar: 15,
            atLeast: true,
            how: `the reference's chain building alone, cold, in one process: ${reference.toFixed(0)} us a tool here, by the yardstick of this run (CPython reads, hashes and parses the same files; the reference costs 7.7 times that)`,
          },
        ]),
    {
      what: 'cold analysis, first round',
      value: first.passed,
      unit,
      how: 'the first round in the process of the bench; what a fresh process needs is measured by itself',
    },
    ...twice('warm analysis, nothing changed', warm, again, warmReference / 5),
  ]
}

function afterEdits(disk: OnDisk, tools: number): readonly Figure[] {
  const workspace = disk.open()
  const checker = new WorkspaceChecker(workspace)
  checker.checkAll()
  const paths = [...disk.synthetic.files.keys()].filter((path) => path.startsWith('/project/.ai/tools/'))
  const items = new Map(checker.checkAll().map((check) => [check.path, check.item_id]))
  const one: number[] = []
  const all: number[] = []
  for (let edit = -warmUp; edit < edits; edit++) {
    const path = paths[((edit + warmUp) * 37) % paths.length]!
    appendFileSync(disk.onDisk(path), path.endsWith('.js') ? '//\n' : '#\n')
    const passed = timed(() => analyze(workspace, { item_id: items.get(path) ?? '', parameters: '{}' }))
    if (edit >= 0) one.push(passed)
    if (edit >= 0 && edit % 4 === 0) all.push(timed(() => checker.checkAll()))
  }
  const how = `${edits} edits of project files on disk after ${warmUp} to warm up; after each the whole document of the edited item`
  const again = `${all.length} checks of all items, each after edits of four files`
  return [
    { what: 'one edit, then one item: p95', value: quantile(one, 0.95), unit: 'ms', bar: tools > 5_000 ? 16 : 4, how },
    { what: 'one edit, then one item: median', value: quantile(one, 0.5), unit: 'ms', how },
    { what: 'whole re-check after an edit: median', value: quantile(all, 0.5), unit: 'ms', bar: 50, how: again },
    { what: 'whole re-check after an edit: p95', value: quantile(all, 0.95), unit: 'ms', how: again },
  ]
}

function memory(disk: OnDisk): Figure {
  let texts = 0
  for (const text of disk.synthetic.files.values()) texts += text.length
  const beyond = Array.from({ length: 3 }, () => heapOf(disk) - texts / disk.synthetic.ids.length)
  return {
    what: 'memory in addition to the files',
    value: Math.min(...beyond) / 1024,
    unit: 'KB per tool',
    bar: 2,
    how: 'least of 3: heap after garbage collection with a checked workspace, less the heap before, less the texts at a byte a character',
  }
}

/** Bytes per tool that a checked workspace occupies. */
function heapOf(disk: OnDisk): number {
  const before = heapUsed()
  const checker = new WorkspaceChecker(disk.open())
  checker.checkAll()
  const grown = heapUsed() - before
  // This second check keeps the workspace alive: the garbage collector must not free it before the heap is measured.
  return grown / checker.checkAll().length
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
