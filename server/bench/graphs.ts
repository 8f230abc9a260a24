import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyze, everyPart, pureHost, untraced } from '#core/answer'
import { driveWalk, graphChecks, walkGraph, type WalkResult } from '#core/graph'
import { decodeValue, isDict, type Dict, type JsonValue } from '#core/read'
import { buildChain } from '#core/resolve'
import { WorkBudget } from '#core/rules'
import { readCases, runArea } from '#core/conformance'
import { productRoot } from '../engine/product.ts'
import { drawGraph } from './drawing.ts'
import { quantile, type Figure, type Section } from './figures.ts'
import { graphText, graphWorkspace } from './graph-workspace.ts'

const rounds = 30

/** The cost of state graphs without the tools they call: analysis, drawing, walking, and the recorded cases. */
export async function measureGraphs(): Promise<Section> {
  // Measured first, because a page draws a graph once, without any warm-up.
  const began = process.cpuUsage()
  drawGraph(100)
  const drawing = workedSince(began)
  return {
    title: 'State graphs',
    figures: [
      await walking(),
      ...analysing(200),
      {
        what: 'drawing 100 nodes, from text to paths',
        value: drawing,
        unit: 'ms',
        bar: 150,
        how: 'processor time of the first drawing of a process, by the layout that graphs of this size get',
      },
      await conforming(),
    ],
  }
}

/** Milliseconds of processor time since `began`, without the time of other programs. */
function workedSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const warm = `processor time, median of ${rounds} in one process, warm`

async function walking(): Promise<Figure> {
  const document = documentOf(loopingGraph)
  const walks: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage()
    const { steps } = await walkOnce(document)
    walks.push(workedSince(began))
    if (steps !== 1_000) throw new Error(`${steps} steps instead of 1,000`)
  }
  return { what: 'walking 1,000 trivial steps', value: quantile(walks, 0.5), unit: 'ms', bar: 60, how: warm }
}

/**
 * Change the file of a graph in which each node calls its own tool. Measures the analysis of the changed graph
 * (findings with positions, and the chain, params and permission of each node), alone and as part of the whole draft.
 */
function analysing(nodes: number): readonly Figure[] {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } }
  const tool = `executor_id: rye/core/primitives/execute\nconfig_schema: ${JSON.stringify(schema)}\nconfig: {command: "true"}\n`
  const tools = Object.fromEntries(Array.from({ length: nodes }, (_, index) => [`t/${index}`, tool]))
  const { workspace, write } = graphWorkspace(tools)
  const check = everyPart.get(graphChecks)
  if (!check) throw new Error('the checks of graphs are there')
  const changed = (round: number): void => {
    write('g', graphText(wideGraph(nodes, round)))
    workspace.refresh()
  }
  const checks: number[] = []
  const whole: number[] = []
  for (let round = 0; round < rounds; round++) {
    changed(round)
    const { elements } = buildChain(workspace, 'g', untraced)
    const began = process.cpuUsage()
    const findings = check(workspace, elements, new WorkBudget().share('graph'))
    checks.push(workedSince(began))
    // Every tenth node has an edge to a missing node and an unknown key, and each finding has a position.
    const places = findings.filter(({ at }) => at !== null && at.end > at.start)
    if (places.length !== (2 * nodes) / 10) throw new Error(`${places.length} findings with a place`)
    changed(rounds + round)
    const wholeBegan = process.cpuUsage()
    const { diagnostics } = analyze(workspace, { item_id: 'g', parameters: '{}' })
    whole.push(workedSince(wholeBegan))
    if (diagnostics.length < places.length)
      throw new Error('the analysis of the draft says less than that of the graph')
  }
  return [
    {
      what: `static analysis of ${nodes} nodes, with places and each node's chain`,
      value: quantile(checks, 0.5),
      unit: 'ms',
      bar: 10,
      how: `${warm}, each after a change to the file; parsing its YAML is not included`,
    },
    {
      what: 'the same in the analysis of the whole draft, its YAML read again',
      value: quantile(whole, 0.5),
      unit: 'ms',
      how: `${warm}, each after a change to the file`,
    },
  ]
}

async function conforming(): Promise<Figure> {
  const cases = readCases(readFileSync(join(productRoot, 'core/corpus/graph.json'), 'utf8'))
  const began = process.cpuUsage()
  const { passed, failed } = await runArea(cases)
  const value = workedSince(began) / 1_000
  if (failed > 0) throw new Error(`${failed} recorded cases of graphs fail`)
  const how = `processor time of all ${passed} recorded cases, once`
  return { what: 'conformance on graph cases', value, unit: 's', bar: 2, how }
}

/** One action, one assignment and two conditions per step, in an endless loop. */
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

function wideGraph(count: number, round: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const node = {
      action: { item_id: `tool:t/${index}`, params: { a: '${state.k1 || inputs.x | json}', b: `text \${state.k${index}}` } },
      assign: { [`k${index}`]: '${result.v}', [`m${index}`]: { deep: ['${state.k0}'] } },
      on_error: `n${(index * 7) % count}`,
      next: [
        { to: `n${(index + 1) % count}`, when: { all: [{ path: `state.m${index}${index % 10 === 5 ? 'x' : ''}`, op: 'eq', value: round }] } },
        { to: `n${(index * 3) % count}` },
      ],
    } // prettier-ignore
    return `n${index}: ${JSON.stringify(node)}`
  })
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
