import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'

export interface TestRedis {
  readonly url: string
  readonly port: number
  /** A separate connection for the test. */
  readonly client: Redis
  /** Kill it immediately, as in a crash; acknowledged data is in its append-only file. */
  kill(): Promise<void>
  start(): Promise<void>
  /** A copy of its current data, in a separate folder that `close` removes. */
  copy(): string
  /** Stop Redis, and start it again with a copy of its data, or without data. */
  putBack(copy?: string): Promise<void>
  /** Suspend Redis with all connections open; `thaw` continues it. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/**
 * A real Redis on a free port of this machine, with an append-only file. With `continuedFrom`, it starts with a copy of
 * the append-only file at this path.
 */
export async function startTestRedis(options: readonly string[] = [], continuedFrom?: string): Promise<TestRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'rye-redis-'))
  if (continuedFrom !== undefined) cpSync(continuedFrom, join(dir, 'appendonly.aof'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  const start = async (): Promise<void> => {
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir]
    const kept = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec', ...options]
    const started = spawn('redis-server', [...place, ...kept], { stdio: 'ignore' })
    child = started
    const failed = new Promise<never>((_resolve, reject) => {
      started.once('error', () =>
        reject(new Error('redis-server is missing. To install it: apt-get install redis-server')),
      )
    })
    if (client.status === 'wait') void client.connect().catch(() => {})
    await Promise.race([client.ping(), failed])
  }
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    if (child?.kill('SIGKILL') === true) await ended
  }
  await start()
  const copies: string[] = []
  return {
    url,
    port,
    client,
    kill,
    start,
    copy() {
      const path = mkdtempSync(join(tmpdir(), 'rye-redis-copy-'))
      copies.push(path)
      cpSync(dir, path, { recursive: true })
      return path
    },
    async putBack(copy) {
      await kill()
      rmSync(dir, { recursive: true })
      mkdirSync(dir)
      if (copy !== undefined) cpSync(copy, dir, { recursive: true })
      await start()
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async close() {
      client.disconnect()
      await kill()
      for (const path of [dir, ...copies]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
