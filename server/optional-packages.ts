/**
 * Packages that only one option needs. This package does not install them, because most users run tools on one machine
 * and collect no traces.
 */
const optionalPackages = {
  '--queue': ['bullmq', 'ioredis'],
  '--otlp-endpoint': [
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ],
} as const

/**
 * Load the code of an option.
 * @throws an error that names the command to install its packages, if they are not installed.
 */
export async function loadOptional<T>(option: keyof typeof optionalPackages, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const names = optionalPackages[option]
    if (!isMissing(error, names)) throw error
    throw new Error(
      `${option} needs the packages ${names.join(', ')}, which are not installed. Install them next to this package: npm install ${names.join(' ')}`,
      { cause: error },
    )
  }
}

/** Whether one of the packages cannot be found. Package managers have different codes and sentences for this. */
function isMissing(error: unknown, names: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isAbsent = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND'
  return isAbsent && names.some((name) => error.message.includes(name))
}
