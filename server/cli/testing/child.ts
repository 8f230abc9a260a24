import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { afterAll, beforeAll } from 'vitest'
import { buildWorker } from '../../testing/worker-bundle.ts'

/** The command line as the product builds it, for tests that need it as a process of its own; built once for a file of tests. */
export function builtCommandLine(): {
  start(cwd: string, ...argv: readonly string[]): ChildProcessWithoutNullStreams
  /** The words for a shell that starts it. */
  words(...argv: readonly string[]): readonly string[]
} {
  let built: Awaited<ReturnType<typeof buildWorker>> | undefined
  beforeAll(async () => {
    built = await buildWorker('server/testing/command-line.ts')
  })
  afterAll(() => built?.remove())
  return {
    words: (...argv) => [process.execPath, built?.path ?? '', ...argv],
    start(cwd, ...argv) {
      const env = { PATH: process.env['PATH'], HOME: cwd }
      return spawn(process.execPath, [built?.path ?? '', ...argv], { cwd, env })
    },
  }
}
