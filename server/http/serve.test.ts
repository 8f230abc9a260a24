import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { productRoot } from '../engine/product.ts'
import { serve } from './serve.ts'
import { documentedExample, untilSaid } from '../testing/documentation.ts'
import { startTestRedis } from '../testing/redis.ts'
import { literalEngine, testConfig } from '../testing/server.ts'

const other = createServer()
let taken: number
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  taken = (other.address() as AddressInfo).port
})
afterAll(() => void other.close())

test('a taken default port is replaced by a free port, with a message', async () => {
  const server = await serve(
    { ...testConfig(['--share-store', 'memory']), port: taken, port_asked: false },
    literalEngine,
  )
  try {
    expect(Number(new URL(server.url).port)).not.toBe(taken)
    expect(server.message).toContain(`port ${taken} is in use, so the server uses a free port`)
    expect((await fetch(server.url)).status).toBeLessThan(500)
  } finally {
    await server.close()
  }
})

test.for([
  { name: 'that the user requested', flags: [], port_asked: true },
  { name: 'of a hosted server', flags: ['--hosted', '--allowed-hosts', 'a.example'], port_asked: false },
])('a taken port $name is not replaced', async ({ flags, port_asked }) => {
  const config = { ...testConfig(['--share-store', 'memory', ...flags]), port: taken, port_asked }
  await expect(serve(config, literalEngine)).rejects.toThrow(`Port ${taken} is in use. Pass another number with --port`)
})

test('an address of another machine is reported as EADDRNOTAVAIL, not as a taken port', async () => {
  const config = { ...testConfig(['--share-store', 'memory']), host: '192.0.2.1', port_asked: true }
  await expect(serve(config, literalEngine)).rejects.toThrow('EADDRNOTAVAIL')
})

test(
  'serve on a requested port that is taken reports the port and exits with code 1',
  { timeout: 120_000 },
  async () => {
    const program = join(productRoot, 'server/launch/run.mjs')
    const child = spawn(process.execPath, [program, 'cli', 'serve', '--port', `${taken}`])
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`Port ${taken} is in use. Pass another number with --port`),
    ])
  },
)

test.for([
  { argv: [], env: {}, asked: false },
  { argv: [], env: { RYE_PORT: '' }, asked: false },
  { argv: ['--port', '4173'], env: {}, asked: true },
  { argv: ['--port=4173'], env: {}, asked: true },
  { argv: [], env: { RYE_PORT: '4173' }, asked: true },
])('a port counts as requested if a flag or a variable sets it: $argv $env', ({ argv, env, asked }) => {
  const read = readConfig(argv, env)
  expect(read.kind === 'ready' && read.config.port_asked).toBe(asked)
})

const startedAs = (words: readonly string[], home: string) =>
  spawn(process.execPath, [join(productRoot, 'server/launch/run.mjs'), 'cli', ...words], {
    env: { PATH: process.env['PATH'], HOME: home },
  })

test('the documented serve and worker commands start a server and a worker, which stop on SIGTERM', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rye-serve-'))
  const redis = await startTestRedis()
  const { words: served } = documentedExample('serve')
  const { words: worked } = documentedExample('worker')
  // Other programs on that port, and other queues, do not affect the test.
  const free = (words: readonly string[]): readonly string[] =>
    words.map((word) => word.replace(/^8080$/, '0').replace('redis://localhost', redis.url))
  expect([free(served), free(worked)]).not.toEqual([served, worked])
  const started = [free(served), free(worked)].map((words) => startedAs(words, home))
  try {
    const [server = '', worker = ''] = await Promise.all(
      started.map((child, at) => untilSaid(child, at === 0 ? 'Press Ctrl+C to stop\n' : '\n')),
    )
    expect(server).toMatch(
      /^Rye Chain Playground \(local\)\nOpen http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+\n {2}real execution: /,
    )
    expect(worker).toMatch(/^Worker .*: up to 2 concurrent runs, sandbox level /)
    const left = Promise.all(started.map((child) => once(child, 'exit')))
    for (const child of started) child.kill('SIGTERM')
    expect(await left).toEqual([
      [0, null],
      [0, null],
    ])
  } finally {
    for (const child of started) child.kill('SIGKILL')
    await redis.close()
    rmSync(home, { recursive: true, force: true })
  }
}, 120_000)

test('a worker without Redis prints the tried address once and exits with code 2', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rye-worker-'))
  const child = startedAs(['worker', '--queue', 'redis://localhost:1'], home)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  expect([
    code,
    said.match(/Cannot connect to Redis at localhost:1 \(.*ECONNREFUSED.*\)\. Start Redis, or pass another address/g)
      ?.length,
  ]).toEqual([2, 1])
  expect(said.match(/ECONNREFUSED/g)).toHaveLength(1)
  rmSync(home, { recursive: true, force: true })
}, 120_000)
