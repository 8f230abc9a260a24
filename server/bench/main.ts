import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { withSections } from './benchmarks-page.ts'
import { measureEditor } from './editor.ts'
import { measureEngine } from './engine.ts'
import { keepsBar, tableOf, type Section } from './figures.ts'
import { measureFresh } from './fresh.ts'
import { measureGraphs } from './graphs.ts'
import { measureGrowth } from './growth.ts'
import { measureHealth } from './health.ts'
import { measureHeldUp } from './held-up.ts'
import { measureBisect, measureImpact } from './impact.ts'
import { measureKeyPress } from './key-press.ts'
import { measureLargeDraft } from './large-draft.ts'
import { measureOpening } from './opening.ts'
import { measurePage } from './page.ts'
import { measureQueue } from './queue.ts'
import { measureServer } from './server.ts'
import { measureSimulation } from './simulation.ts'
import { measureTrees } from './trees.ts'
import { measureWorst } from './worst.ts'

/** Every part of the bench, by its name for `--only`. */
const parts: Readonly<Record<string, () => AsyncIterable<Section | undefined>>> = {
  async *engine() {
    yield* measureEngine([1_000, 10_000])
    yield* measureGrowth()
  },
  async *impact() {
    yield measureImpact()
  },
  async *bisect() {
    yield measureBisect()
  },
  async *fresh() {
    yield* measureFresh()
  },
  async *editor() {
    yield await measureEditor()
  },
  async *graphs() {
    yield await measureGraphs()
  },
  async *page() {
    yield measurePage()
    yield await measureOpening()
  },
  async *worst() {
    yield measureWorst()
  },
  async *trees() {
    yield measureTrees()
  },
  async *health() {
    yield await measureHealth()
  },
  async *server() {
    yield await measureServer()
  },
  async *keys() {
    yield await measureKeyPress()
    yield await measureHeldUp()
  },
  async *large() {
    yield await measureLargeDraft()
  },
  async *queue() {
    yield await measureQueue()
  },
  async *simulation() {
    yield await measureSimulation()
  },
}

/** `npm run bench [-- --only PART] [--json FILE] [--page FILE]`: measures, prints tables, and returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const options = { json: { type: 'string' }, only: { type: 'string' }, page: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const chosen = values.only === undefined ? Object.keys(parts) : [values.only]
  if (chosen.some((name) => !Object.hasOwn(parts, name))) {
    console.error(`--only takes one of ${Object.keys(parts).join(', ')}.`)
    return 2
  }
  const machine = { node: process.version, processors: availableParallelism(), load: loadavg()[0]?.toFixed(2) }
  console.log(`Node ${machine.node}, ${machine.processors} processors, load ${machine.load} at the start\n`)
  const sections: Section[] = []
  for (const name of chosen) {
    for await (const section of parts[name]!()) {
      if (!section) continue
      sections.push(section)
      console.log(tableOf(section))
    }
  }
  const held = sections.flatMap(({ figures }) => figures).filter((figure) => keepsBar(figure) !== undefined)
  console.log(`${held.filter((figure) => keepsBar(figure)).length} of ${held.length} bars kept`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, sections }, null, 2)}\n`)
  if (values.page !== undefined) writeFileSync(values.page, withSections(readFileSync(values.page, 'utf8'), sections))
  return 0
}
