import { dagreLayout } from './dagre-layout.ts'
import type { Layout, Topology } from './layout.ts'

/** A request for the layout of one graph. The answer has the same `id`. */
export interface LayoutQuestion {
  readonly id: number
  readonly topology: Topology
}
export type LayoutAnswer =
  { readonly id: number; readonly layout: Layout } | { readonly id: number; readonly problem: string }

self.addEventListener('message', ({ data: { id, topology } }: MessageEvent<LayoutQuestion>) => {
  let answer: LayoutAnswer
  try {
    answer = { id, layout: dagreLayout(topology) }
  } catch (fault) {
    answer = { id, problem: fault instanceof Error ? fault.message : String(fault) }
  }
  self.postMessage(answer)
})
