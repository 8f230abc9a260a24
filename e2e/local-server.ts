import { spawn } from 'node:child_process'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A running server process. */
export interface LocalServer {
  /** The URL that the server prints, with the token of this launch. */
  readonly address: string
  stop(): void
}

/**
 * Start the server on a free port, with these command-line options. Rejects with the server's output if it does not
 * start.
 */
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

/** A proxy for a local port. A story can interrupt it to simulate a network failure. */
export interface BreakableLine {
  readonly port: number
  /** Set the target port, once it is known. */
  leadTo(port: number): void
  /** Close all open connections; new connections are still accepted. */
  break(): void
  close(): Promise<void>
}

/** Open a proxy on a free port. */
export async function breakableLine(): Promise<BreakableLine> {
  let to = 0
  const ends = new Set<Socket>()
  const cut = (): void => ends.forEach((end) => end.destroy())
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => ends.delete(end))
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    leadTo(other) {
      to = other
    },
    break: cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
