import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the product. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A server of the product that a story started. */
export interface LocalServer {
  /** The address that it prints, with the token of this launch. */
  readonly address: string
  stop(): void
}

/** Start the server on a free port, with settings as on its command line; rejects with what it said where it does not come up. */
export async function startServer(...settings: readonly string[]): Promise<LocalServer> {
  const args = ['server/launch/run.mjs', 'cli', 'serve', '--port', '0', ...settings]
  const child = spawn(process.execPath, args, { cwd: root })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(said)?.[0]
      if (url) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(said)))
  })
  return { address, stop: () => void child.kill('SIGINT') }
}
