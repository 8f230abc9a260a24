/** The value of `awaited`, or undefined after `ms` milliseconds without one. */
export async function within<T>(ms: number, awaited: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)))
  try {
    return await Promise.race([awaited, late])
  } finally {
    clearTimeout(timer)
  }
}
