import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { buildWorker } from '../../testing/worker-bundle.ts'

/** The command line as the product builds it, for tests that need it as a process of its own; built once for a file of tests. */
export function builtCommandLine(): {
  start(cwd: string, ...argv: readonly string[]): ChildProcessWithoutNullStreams
} {
  let built: Awaited<ReturnType<typeof buildWorker>> | undefined
  beforeAll(async () => {
    built = await buildWorker('server/cli/main.ts')
  })
  afterAll(() => built?.remove())
  return {
    start(cwd, ...argv) {
      const program = `import(${JSON.stringify(pathToFileURL(built?.path ?? '').href)})
        .then(({ run }) => run(process.argv.slice(1))).then((code) => { process.exitCode = code })`
      const env = { PATH: process.env['PATH'], HOME: cwd }
      return spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...argv], { cwd, env })
    },
  }
}
