import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildWorker } from './worker-bundle.ts'

/**
 * The command line as the product builds it, for tests that run it as a separate process; built once per test file.
 * `options` are those of Node.
 */
export function builtCommandLine(...options: readonly string[]): {
  start(cwd: string, ...argv: readonly string[]): ChildProcessWithoutNullStreams
  /**
   * Start it as an ordinary user, because root can read every folder. Opens the program and the folder to all users;
   * undefined if the ordinary user still cannot reach them.
   */
  startOrdinary(cwd: string, ...argv: readonly string[]): ChildProcessWithoutNullStreams | undefined
  /** The program and the arguments that start it. */
  words(...argv: readonly string[]): readonly string[]
} {
  let built: Awaited<ReturnType<typeof buildWorker>> | undefined
  beforeAll(async () => {
    built = await buildWorker('server/testing/command-line.ts')
  }, 120_000)
  afterAll(() => built?.remove())
  const start = (cwd: string, argv: readonly string[], user = {}): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [...options, built?.path ?? '', ...argv], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd },
      ...user,
    })
  return {
    words: (...argv) => [process.execPath, ...options, built?.path ?? '', ...argv],
    start: (cwd, ...argv) => start(cwd, argv),
    startOrdinary(cwd, ...argv) {
      if (process.getuid?.() !== 0) return start(cwd, argv)
      const ordinary = { uid: 65_534, gid: 65_534 }
      for (const folder of [cwd, dirname(built?.path ?? '')]) chmodSync(folder, 0o755)
      const starts = spawnSync(process.execPath, [built?.path ?? '', '--version'], { cwd, ...ordinary }).status === 0
      return starts ? start(cwd, argv, ordinary) : undefined
    },
  }
}
