/** JSON, or an integer that a double would round. */
type Weighed = null | boolean | number | bigint | string | readonly Weighed[] | { readonly [key: string]: Weighed }

/** The work to traverse a JSON value: its parts, and the characters of its strings. */
export function weightOf(value: Weighed): number {
  let weight = 0
  const open: Weighed[] = [value]
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    weight += partWeight
    if (typeof here === 'string') weight += here.length
    else if (typeof here === 'object' && here !== null) {
      for (const [key, item] of Object.entries(here)) {
        weight += key.length
        open.push(item)
      }
    }
  }
  return weight
}

/** The weight of one part, in characters. */
const partWeight = 8
