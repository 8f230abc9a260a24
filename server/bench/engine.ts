import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { analyze, WorkspaceChecker } from '#core'
import { quantile, timed, type Figure, type Section } from './figures.ts'
import { putOnDisk, readHashParse, type OnDisk } from './on-disk.ts'

/** What the reference needs for a tool, in microseconds, measured on two cores: chain building alone, cold and warm. */
const reference = { cold: 1330, warm: 23 }

const edits = 200
const everyTool = 'every tool of a synthetic workspace on disk, file cache warm'

/** Measure the engine on workspaces of these sizes, against the bars of its issue. */
export function measureEngine(sizes: readonly number[]): readonly Section[] {
  return sizes.map((tools) => {
    const disk = putOnDisk({ tools })
    try {
      const figures = [...coldAndWarm(disk, tools), ...afterEdits(disk, tools), memory(disk)]
      return { title: `Engine, ${tools.toLocaleString('en')} tools`, figures }
    } finally {
      disk.remove()
    }
  })
}

/** Microseconds a tool of a cold check, and of reading, hashing and parsing alone, in turns; the best round of each. */
export function coldRounds(disk: OnDisk, tools: number, rounds: number): { cold: number; base: number; first: number } {
  const cold: number[] = []
  const base: number[] = []
  for (let round = 0; round < rounds; round++) {
    cold.push((timed(() => new WorkspaceChecker(disk.open()).checkAll()) / tools) * 1000)
    base.push((timed(() => readHashParse(disk.folder)) / tools) * 1000)
  }
  return { cold: Math.min(...cold), base: Math.min(...base), first: cold[0] ?? Number.NaN }
}

function coldAndWarm(disk: OnDisk, tools: number): readonly Figure[] {
  const rounds = tools > 5_000 ? 5 : 15
  const { cold, base, first } = coldRounds(disk, tools, rounds)
  const checker = new WorkspaceChecker(disk.open())
  checker.checkAll()
  const warm = Math.min(...Array.from({ length: 15 }, () => (timed(() => checker.checkAll()) / tools) * 1000))
  const inTurns = `best of ${rounds} rounds in one process, in turns with the line below; ${everyTool}`
  const alone = `best of ${rounds} rounds: list, read, SHA-256 and parse each file once with the same libraries`
  return [
    {
      what: 'cold analysis (read, hash, metadata, resolve, chain, validate, plan)',
      value: cold,
      unit: 'us a tool',
      bar: reference.cold / 10,
      how: inTurns,
    },
    { what: 'reading, hashing and parsing alone', value: base, unit: 'us a tool', how: alone },
    {
      what: "the engine's own share of it",
      value: cold - base,
      unit: 'us a tool',
      bar: base,
      how: 'the difference of the two',
    },
    {
      what: 'times faster than the reference',
      value: reference.cold / cold,
      unit: 'x',
      bar: 10,
      atLeast: true,
      how: `the reference builds a chain in ${reference.cold} us (recorded on two cores), and does no more`,
    },
    {
      what: 'cold, first round',
      value: first,
      unit: 'us a tool',
      how: 'the first round, before the compiler has warmed up',
    },
    {
      what: 'warm analysis, nothing changed',
      value: warm,
      unit: 'us a tool',
      bar: reference.warm / 5,
      how: `best of 15; every known file and directory is looked at again`,
    },
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
  for (let edit = 0; edit < edits; edit++) {
    const path = paths[(edit * 37) % paths.length]!
    appendFileSync(disk.onDisk(path), path.endsWith('.js') ? '//\n' : '#\n')
    one.push(timed(() => analyze(workspace, { item_id: items.get(path) ?? '', parameters: '{}' })))
    if (edit % 4 === 0) all.push(timed(() => checker.checkAll()))
  }
  const how = `${edits} edits of project files on disk, after each the whole document of the edited item`
  const again = `${all.length} checks of all items, each after edits of four files`
  return [
    { what: 'one edit, then one item: p95', value: quantile(one, 0.95), unit: 'ms', bar: tools > 5_000 ? 16 : 4, how },
    { what: 'one edit, then one item: median', value: quantile(one, 0.5), unit: 'ms', how },
    { what: 'whole re-check after an edit: median', value: quantile(all, 0.5), unit: 'ms', bar: 50, how: again },
    { what: 'whole re-check after an edit: p95', value: quantile(all, 0.95), unit: 'ms', how: again },
  ]
}

function memory(disk: OnDisk): Figure {
  const before = heapUsed()
  const checker = new WorkspaceChecker(disk.open())
  const checks = checker.checkAll()
  const grown = heapUsed() - before
  let texts = 0
  for (const text of disk.synthetic.files.values()) texts += text.length
  return {
    what: 'memory beyond the file texts',
    value: (grown - texts) / checks.length / 1024,
    unit: 'KB a tool',
    bar: 2,
    how: 'heap after garbage collection with a checked workspace, less the heap before, less the texts at a byte a character',
  }
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
