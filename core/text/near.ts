import { limits } from '../limits.ts'

/** Edit distance of two texts (insert, delete, replace, swap neighbours), given up above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length]!
}

/** Nobody misspells a longer name by a letter, and comparing grows with the square of the length. */
const longestName = 200

/** The names closest to a misspelt one, nearest first; at most a third of its letters may differ. */
export function nearest(name: string, names: Iterable<string>): readonly string[] {
  if (name.length > longestName) return []
  const most = Math.max(1, Math.min(4, Math.floor(name.length / 3)))
  const close: { readonly name: string; readonly distance: number }[] = []
  for (const candidate of new Set(names)) {
    if (candidate.length > longestName) continue
    const distance = editDistance(name, candidate, most)
    if (distance <= most) close.push({ name: candidate, distance })
  }
  close.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return close.slice(0, limits.nearMisses).map((one) => one.name)
}
