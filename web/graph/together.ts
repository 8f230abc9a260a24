/** The shared place of the calls for all items of one step: the place of one call without item numbers. */
export function togetherOf(place: string): string {
  // Brackets in the names of nodes are percent-encoded.
  return place.replace(/\[\d+\]/g, '[*]')
}

/** Whether a place is selected, or belongs to the selected group of calls. */
export function isLookedAt(place: string, lookedAt: string): boolean {
  return place === lookedAt || togetherOf(place) === lookedAt
}

/** The groups of at least two calls in one step, each with its size. */
export function togetherIn(places: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(togetherOf(place), (counts.get(togetherOf(place)) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > 1))
}
