import {
  checkGraph,
  decodeValue,
  driveWalk,
  isDict,
  pureHost,
  walkGraph,
  type Dict,
  type JsonValue,
  type WalkResult,
} from '#core'
import { drawGraph } from './drawing.ts'
import { quantile, type Section } from './figures.ts'

const rounds = 30

/** What walking and checking a state graph costs, without the tools that it calls. */
export async function measureGraphs(): Promise<Section> {
  // First, because a page draws a graph once: nothing of it is warm.
  const began = process.cpuUsage()
  drawGraph(100)
  const drawing = workedSince(began)
  const document = documentOf(loopingGraph)
  const walks: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage()
    const { steps } = await walkOnce(document)
    walks.push(workedSince(began))
    if (steps !== 1_000) throw new Error(`${steps} steps instead of 1,000`)
  }
  const wide = documentOf(wideGraph(200))
  const checks = Array.from({ length: rounds }, () => {
    const began = process.cpuUsage()
    checkGraph(wide)
    return workedSince(began)
  })
  const how = `processor time, median of ${rounds} in one process, warm`
  return {
    title: 'State graphs',
    figures: [
      { what: 'walking 1,000 trivial steps', value: quantile(walks, 0.5), unit: 'ms', bar: 60, how },
      { what: 'static analysis of 200 nodes', value: quantile(checks, 0.5), unit: 'ms', bar: 10, how },
      {
        what: 'drawing 100 nodes, from text to paths',
        value: drawing,
        unit: 'ms',
        bar: 150,
        how: 'processor time of the first drawing of a process, by the layout that graphs of this size get',
      },
    ],
  }
}

/** Milliseconds of processor time: other programs of the machine do not count. */
function workedSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

/** One action, one assignment and two conditions a step, for ever. */
const loopingGraph: JsonValue = {
  permissions: ['rye.execute.tool.*'],
  config: {
    start: 'a',
    max_steps: 1_000,
    nodes: {
      a: {
        action: { item_id: 'tool:t/a', params: { n: '${state.n || inputs.n}' } },
        assign: { n: '${result.v}' },
        next: [{ to: 'r', when: { path: 'state.n', op: 'gt', value: 10 } }, { to: 'a' }],
      },
      r: { type: 'return' },
    },
  },
}

function wideGraph(count: number): JsonValue {
  const nodes = Array.from({ length: count }, (_, index): [string, JsonValue] => [
    `n${index}`,
    {
      action: { item_id: `tool:t/${index}`, params: { a: '${state.k1 || inputs.x | json}', b: `text \${state.k${index}}` } },
      assign: { [`k${index}`]: '${result.v}', [`m${index}`]: { deep: ['${state.k0}'] } },
      on_error: `n${(index * 7) % count}`,
      next: [
        { to: `n${(index + 1) % count}`, when: { all: [{ path: `state.m${index}`, op: 'exists' }] } },
        { to: `n${(index * 3) % count}` },
      ],
    },
  ]) // prettier-ignore
  return { permissions: ['*'], config: { start: 'n0', nodes: Object.fromEntries(nodes) } }
}

function documentOf(json: JsonValue): Dict {
  const document = decodeValue(json)
  if (!isDict(document)) throw new Error('a graph is a mapping')
  return document
}

function walkOnce(document: Dict): Promise<WalkResult> {
  const answer = { raw: decodeValue({ status: 'success', data: { v: 1 } }) }
  const walk = walkGraph(
    { document, parameters: new Map(), environ: {} },
    { sha256: pureHost.sha256, now: () => Date.now(), cancelled: () => false, observe: () => undefined },
  )
  return driveWalk(walk, { call: () => Promise.resolve(answer), pause: () => Promise.resolve() })
}
