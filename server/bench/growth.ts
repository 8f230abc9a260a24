import { coldRounds } from './engine.ts'
import type { Section } from './figures.ts'
import { putOnDisk } from './on-disk.ts'
import type { SyntheticOptions } from './workspace.ts'

const tools = 1_000
const rounds = 15

/**
 * Measure the growth of a tool's cold cost with the chain length, the number of tools, shadowed files and config
 * layers.
 */
export function* measureGrowth(): Iterable<Section> {
  const lengths = [3, 4, 5, 6, 7, 8, 9, 10]
  yield series('Growth with the chain length', lengths, (length) => ({
    name: `chains of ${length} elements`,
    options: { tools, runtimesInChain: length - 2 },
  }))
  yield series('Growth with the number of tools', [100, 300, 1_000, 3_000, 10_000], (count) => ({
    name: `${count.toLocaleString('en')} tools`,
    options: { tools: count },
  }))
  yield series('Growth with shadowed files', [0, 1, 2], (depth) => ({
    name: `${depth} shadowed file${depth === 1 ? '' : 's'} per project tool`,
    options: { tools, shadowDepth: depth },
  }))
  yield series('Growth with tool config', [0, 1, 2, 3], (layers) => ({
    name: layers === 0 ? 'no tool config' : `${layers} config layer${layers === 1 ? '' : 's'} per Python tool`,
    options: { tools, configLayers: layers },
  }))
}

function series(
  title: string,
  steps: readonly number[],
  at: (step: number) => { readonly name: string; readonly options: SyntheticOptions },
): Section {
  const figures = steps.map((step) => {
    const { name, options } = at(step)
    const disk = putOnDisk(options)
    try {
      const { cold } = coldRounds(disk, options.tools, rounds)
      const how = `processor time, best of ${rounds} cold checks of all items, 1,000 tools unless said`
      return { what: name, value: cold.worked, unit: 'us per tool', how }
    } finally {
      disk.remove()
    }
  })
  return { title, figures }
}
