/** The place of calls that items of one step make, looked at together: that of one of them without the numbers of the items. */
export function togetherOf(place: string): string {
  // In the names of nodes brackets are written as in a URL.
  return place.replace(/\[\d+\]/g, '[*]')
}

/** Whether a place is the one that is looked at, or one of those that are looked at together. */
export function isLookedAt(place: string, lookedAt: string): boolean {
  return place === lookedAt || togetherOf(place) === lookedAt
}

/** The places that can be looked at together, each with how many there are: two calls of one step at least. */
export function togetherIn(places: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(togetherOf(place), (counts.get(togetherOf(place)) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > 1))
}
