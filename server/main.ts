import { readConfig, settingsTable } from './config.ts'
import type { Engine, RunningFacts } from './engine/host.ts'
import { serve } from './http/serve.ts'

/** Start a server from flags and environment, and stop it on a signal. Returns the exit code. */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  engine: Engine | ((facts: RunningFacts) => Engine),
): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(settingsTable())
    return 0
  }
  const read = readConfig(argv, env)
  if (read.kind === 'refused') {
    process.stderr.write(read.messages.map((message) => `${message}\n`).join(''))
    return 2
  }
  try {
    const server = await serve(read.config, engine)
    // The handler is installed before the message is printed, because a reader of the message can stop the server
    // immediately.
    const stop = stopSignal()
    process.stdout.write(`${server.message}\n`)
    await stop
    process.stdout.write('Waiting for active runs to finish. Press Ctrl+C again to stop immediately.\n')
    await Promise.race([server.close(), stopSignal()])
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/** Resolves on SIGINT or SIGTERM. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
