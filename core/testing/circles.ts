/**
 * Groups of files that import each other in a cycle, and files that import themselves. Tarjan's algorithm finds the
 * strongly connected components.
 */
export function circles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: string[][] = []
  const low = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const number = low.size
    low.set(file, number)
    open.push(file)
    let least = number
    for (const next of graph.get(file) ?? []) {
      if (!low.has(next)) least = Math.min(least, visit(next))
      else if (open.includes(next)) least = Math.min(least, low.get(next) ?? least)
    }
    low.set(file, least)
    if (least === number) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1 || graph.get(file)?.includes(file) === true) found.push(circle.sort())
    }
    return least
  }
  for (const file of graph.keys()) if (!low.has(file)) visit(file)
  return found
}
