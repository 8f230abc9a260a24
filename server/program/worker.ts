import { stopSignal } from '../main.ts'
import type { Io } from '../cli/io.ts'
import { walkingEngine } from './serve.ts'

const help = `rye-chain worker --queue redis://HOST [--concurrency N] [SETTING]...

Execute the runs that servers with the same --queue accept, with this machine's own kernel sandbox and the limits of the settings.
Any number of workers may serve one queue. A worker below the sandbox level that the queue demands does not start.

  --queue redis://HOST  Redis whose queue is served.
  --concurrency N       Runs at the same time; one a processor where nothing is said.

The other settings are those of rye-chain serve --help, as far as they are about runs.
`

/** Execute runs of a queue until a signal comes; then finish what runs. Answers the exit code. */
export async function work(argv: readonly string[], io: Io): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.out(help)
    return 0
  }
  const { readWorkerConfig, startWorker } = await import('../queue/worker-main.ts')
  const read = readWorkerConfig(argv, io.env)
  if (read.kind === 'refused') {
    io.err(read.messages.map((message) => `${message}\n`).join(''))
    return 2
  }
  try {
    const worker = await startWorker(read.config, walkingEngine)
    // Whoever reads that it stands may ask it to stop at once.
    const stop = stopSignal()
    io.out(`${worker.message}\n`)
    await stop
    io.out('Finishing what runs; once more to stop at once.\n')
    await Promise.race([worker.close(), stopSignal()])
    return 0
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}
