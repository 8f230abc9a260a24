import { limits } from '../limits.ts'
import type { MappingNode, Pair, YamlNode } from './nodes.ts'
import { YamlProblem } from './problem.ts'
import { tags } from './tags.ts'

/**
 * Put the pairs that `<<` brings in before a mapping's own, once and for all; of a list of mappings the first one wins,
 * so it comes last (R2.3). A plain `=` as key becomes text.
 */
export function flattenMapping(node: MappingNode, depth = 0): void {
  if (depth > limits.valueDepth) {
    throw new YamlProblem('', node.start, node.end, { name: 'valueDepth', most: limits.valueDepth })
  }
  const merged: Pair[] = []
  for (let index = 0; index < node.pairs.length;) {
    const pair = node.pairs[index]
    if (pair?.key.tag === tags.merge) {
      // Taken out before its sources are looked at: a mapping may merge itself.
      node.pairs.splice(index, 1)
      for (const source of mergeSources(node, pair.value, depth)) addMerged(merged, source)
    } else {
      if (pair?.key.tag === tags.value) pair.key.tag = tags.str
      index++
    }
  }
  if (merged.length > 0) node.pairs = [...merged, ...node.pairs]
}

function mergeSources(node: MappingNode, value: YamlNode, depth: number): readonly (readonly Pair[])[] {
  if (value.kind === 'mapping') {
    flattenMapping(value, depth + 1)
    return [value.pairs]
  }
  if (value.kind === 'scalar') throw new YamlProblem('<< needs a mapping or a list of mappings', value.start, value.end)
  const sources = value.items.map((item) => {
    if (item.kind !== 'mapping') throw new YamlProblem('<< needs mappings only', item.start, item.end)
    flattenMapping(item, depth + 1)
    // The list itself may belong to the mapping, which must not grow while it is read.
    return item === node ? [...item.pairs] : item.pairs
  })
  return sources.reverse()
}

function addMerged(merged: Pair[], source: readonly Pair[]): void {
  for (const pair of source) {
    if (merged.length >= limits.yamlNodes) {
      throw new YamlProblem('', pair.key.start, pair.key.end, { name: 'yamlNodes', most: limits.yamlNodes })
    }
    merged.push({ key: pair.key, value: pair.value, merged: true })
  }
}
