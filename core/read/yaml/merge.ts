import { limits } from '../../limits.ts'
import { ScalarNode, type MappingNode, type Pair, type YamlNode } from './nodes.ts'
import { YamlProblem } from './problem.ts'
import { tags } from './tags.ts'

/**
 * Inserts the pairs of `<<` before the other pairs of a mapping. In a list of mappings, the first mapping has
 * precedence, so its pairs are inserted last (R2.3). A plain `=` as a key becomes text. Throws `YamlProblem`.
 */
export function flattenMapping(node: MappingNode, depth = 0): void {
  if (!node.pairs.some(({ key }) => key.tag === tags.merge || key.tag === tags.value)) return
  if (depth > limits.valueDepth) {
    throw new YamlProblem('', node.start, node.end, { name: 'valueDepth', most: limits.valueDepth })
  }
  const merged: Pair[] = []
  let found = false
  for (let index = 0; index < node.pairs.length; index++) {
    const pair = node.pairs[index]
    if (pair?.key.tag === tags.merge) {
      // The pair is removed before its sources are read, because a mapping can merge itself.
      found = true
      node.pairs[index] = takenOut
      for (const source of mergeSources(pair.value, depth)) addMerged(merged, source)
    } else if (pair?.key.tag === tags.value) pair.key.tag = tags.str
  }
  if (found) node.pairs = [...merged, ...node.pairs.filter((pair) => pair !== takenOut)]
}

const nothing = new ScalarNode(tags.null, 0, 0, '', 0)
const takenOut: Pair = { key: nothing, value: nothing, merged: false }

function mergeSources(value: YamlNode, depth: number): readonly (readonly Pair[])[] {
  if (value.kind === 'mapping') {
    flattenMapping(value, depth + 1)
    return [value.pairs]
  }
  if (value.kind === 'scalar') throw new YamlProblem('<< needs a mapping or a list of mappings', value.start, value.end)
  const sources = value.items.map((item) => {
    if (item.kind !== 'mapping') throw new YamlProblem('<< needs mappings only', item.start, item.end)
    flattenMapping(item, depth + 1)
    return item.pairs
  })
  return sources.reverse()
}

function addMerged(merged: Pair[], source: readonly Pair[]): void {
  for (const pair of source) {
    if (pair === takenOut) continue
    if (merged.length >= limits.yamlNodes) {
      throw new YamlProblem('', pair.key.start, pair.key.end, { name: 'yamlNodes', most: limits.yamlNodes })
    }
    merged.push({ key: pair.key, value: pair.value, merged: true })
  }
}
