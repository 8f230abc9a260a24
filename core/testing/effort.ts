/**
 * What work gives, and the milliseconds of processor time that it took in this process. Unlike time on the clock those do not grow
 * with what else the machine does, so a test may hold them to a bound.
 */
export function withEffort<T>(work: () => T): { readonly value: T; readonly effort: number } {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  return { value, effort: (user + system) / 1000 }
}
