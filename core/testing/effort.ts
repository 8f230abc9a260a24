/**
 * The result of a function, and the processor time that the function took in this process, in milliseconds. Unlike
 * elapsed time, processor time does not grow with other load, so a test can bound it.
 */
export function withEffort<T>(work: () => T): { readonly value: T; readonly effort: number } {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  return { value, effort: (user + system) / 1000 }
}
