import { stopSignal } from '../main.ts'
import type { Io } from '../cli/io.ts'
import { loadOptional } from '../optional-packages.ts'
import { walkingEngine } from './serve.ts'

const help = `rye-chain worker --queue redis://HOST [--concurrency N] [SETTING]...

Execute the runs that servers with the same --queue accept. Runs use the sandbox of this machine and the limits in the settings.
Any number of workers can serve one queue. A worker does not start if its sandbox level is lower than the queue requires.

  --queue redis://HOST  The Redis server of the queue.
  --concurrency N       Maximum number of concurrent runs. Default: one per processor.

For the other settings of runs, see: rye-chain serve --help
`

/** Execute runs of a queue until a signal arrives, then finish active runs. Returns the exit code. */
export async function work(argv: readonly string[], io: Io): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.out(help)
    return 0
  }
  const queue = await queueOf(io)
  if (queue === undefined) return 2
  const { NoRedis, readWorkerConfig, startWorker } = queue
  const read = readWorkerConfig(argv, io.env)
  if (read.kind === 'refused') {
    io.err(read.messages.map((message) => `${message}\n`).join(''))
    return 2
  }
  try {
    const worker = await startWorker(read.config, walkingEngine)
    // The handler is installed before the message is printed, because a reader of the message can stop the worker
    // immediately.
    const stop = stopSignal()
    io.out(`${worker.message}\n`)
    await stop
    io.out('Waiting for active runs to finish. Press Ctrl+C again to stop immediately.\n')
    await Promise.race([worker.close(), stopSignal()])
    return 0
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof NoRedis ? 2 : 1
  }
}

async function queueOf(io: Io) {
  try {
    return await loadOptional('--queue', () => import('../queue/worker-main.ts'))
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : String(error)}\n`)
    return undefined
  }
}
