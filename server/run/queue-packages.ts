/** The packages of the queue. This package does not install them, because most people run tools on one machine. */
const queuePackages = ['bullmq', 'ioredis'] as const

/**
 * Load the code of the queue.
 * @throws an error that names the command to install the packages, if they are not installed.
 */
export async function loadQueue<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error)) throw error
    const names = queuePackages.join(' ')
    throw new Error(
      `--queue needs the packages ${queuePackages.join(' and ')}, which are not installed. Install them next to this package: npm install ${names}`,
      { cause: error },
    )
  }
}

/** Whether a package of the queue cannot be found. Package managers have different codes and sentences for this. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isAbsent = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND'
  return isAbsent && queuePackages.some((name) => error.message.includes(name))
}
