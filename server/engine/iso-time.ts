/** A time with its offset, as in lockfiles (R11.3). */
export function isoTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, '+00:00')
}
