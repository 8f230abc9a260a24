import { layoutLimits, topologyKey, type Layout, type Topology } from './layout.ts'
import type { LayoutAnswer, LayoutQuestion } from './layout-worker.ts'
import { plainLayout } from './plain-layout.ts'

/** The methods of the layout worker that this file uses. Tests replace them. */
export interface LayoutPort {
  postMessage(question: LayoutQuestion): void
  terminate(): void
  onmessage: ((event: { data: LayoutAnswer }) => void) | null
  onerror: ((event: unknown) => void) | null
}

/**
 * Lays out graphs in a worker with a timeout. The plain layout applies if a graph is too large, or if dagre fails or is
 * too slow.
 */
export class LayoutMaker {
  readonly #start: () => LayoutPort
  readonly #deadline: number
  #port: LayoutPort | undefined
  #turn = 0
  #last: { readonly key: string; readonly layout: Layout } | undefined

  constructor(start: () => LayoutPort, deadline: number = layoutLimits.milliseconds) {
    this.#start = start
    this.#deadline = deadline
  }

  /** The layout of a graph. It stays the same until the topology changes, so that boxes do not move. */
  async layOut(topology: Topology): Promise<Layout> {
    const key = topologyKey(topology)
    if (this.#last?.key === key) return this.#last.layout
    const isSmall = topology.nodes <= layoutLimits.nodes && topology.edges.length <= layoutLimits.edges
    const layout = (isSmall ? await this.#ask(topology) : undefined) ?? plainLayout(topology)
    this.#last = { key, layout }
    return layout
  }

  #ask(topology: Topology): Promise<Layout | undefined> {
    const port = (this.#port ??= this.#start())
    const id = ++this.#turn
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#drop(resolve), this.#deadline)
      port.onerror = () => this.#drop(resolve)
      port.onmessage = ({ data }) => {
        if (data.id !== id) return
        clearTimeout(timer)
        resolve('layout' in data ? data.layout : undefined)
      }
      port.postMessage({ id, topology })
    })
  }

  /** Stop a worker that is blocked or did not load. The next graph starts a new worker. */
  #drop(resolve: (none: undefined) => void): void {
    this.#port?.terminate()
    this.#port = undefined
    resolve(undefined)
  }
}

/** Start the worker that computes layouts. */
export function startLayoutWorker(): LayoutPort {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  const port: LayoutPort = {
    postMessage: (question) => worker.postMessage(question),
    terminate: () => worker.terminate(),
    onmessage: null,
    onerror: null,
  }
  worker.onmessage = (event: MessageEvent<LayoutAnswer>) => port.onmessage?.(event)
  worker.onerror = (event) => port.onerror?.(event)
  return port
}
