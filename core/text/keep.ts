/** Adds an entry to the end of a map. If the map then has more than `most` entries, drops the oldest entry. */
export function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value!)
}
