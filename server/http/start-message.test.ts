import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ServerConfig } from '../config.ts'
import type { SandboxReport } from '../sandbox/probe.ts'
import { literalEngine, testConfig, TOKEN } from '../testing/server.ts'
import { serve, startMessage } from './serve.ts'

const url = 'http://127.0.0.1:4173/'
const full = { level: 'full', missing: [], hint: null, kernel_counts: true } as unknown as SandboxReport

function linesOf(config: Partial<ServerConfig> = {}, report: Partial<SandboxReport> = {}, port?: number) {
  return startMessage(url, { ...testConfig([]), ...config }, { ...full, ...report }, port).split('\n')
}

const on = '  real execution: on, sandbox level full'
const off = '  http requests:  off (to allow hosts, pass --http-allow)'

test('a start message has the mode, the URL and the enabled features', () => {
  expect(linesOf()).toEqual(['Rye Chain Playground (local)', `Open ${url}`, on, off])
  expect(linesOf({ hosted: true })[0]).toBe('Rye Chain Playground (hosted)')
  const hosts = { http_allow: ['a.example'], http_allow_private: ['127.0.0.1:1'] }
  expect(linesOf(hosts).at(-1)).toBe('  http requests:  a.example, 127.0.0.1:1')
})

test.for([
  [4173, 4173, false],
  [4173, 5000, true],
  // Port 0 asks for a free port.
  [0, 5000, false],
] as const)(
  'with port %i configured and port %i in use, the message reports another port: %s',
  ([port, used, said]) => {
    const line = `  port ${port} is in use, so the server uses a free port`
    expect(linesOf({ port }, {}, used).includes(line)).toBe(said)
  },
)

test('missing features of the sandbox are listed with the commands that install them', () => {
  const missing = ['no bwrap', 'no filter']
  expect(linesOf({}, { level: 'reduced', missing, hint: 'apt install it' })).toEqual([
    ...['Rye Chain Playground (local)', `Open ${url}`],
    ...['  real execution: on, sandbox level reduced: no system call filter', off],
    ...['  no bwrap', '  no filter', '  for level full: apt install it'],
  ])
  expect(linesOf({}, { missing, hint: null })).toEqual(linesOf())
})

/** A server with its own folders, and the folder of its runs. */
async function started(config: Partial<ServerConfig> = {}, close: () => Promise<void> = () => Promise.resolve()) {
  const dir = mkdtempSync(join(tmpdir(), 'rye-start-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const flags = ['--share-dir', join(dir, 'shares'), '--run-dir', dir, '--web-dir', join(dir, 'none')]
  const settings = { ...testConfig(flags), starter: { path: '', home: '/' }, ...config }
  const server = await serve(settings, { ...literalEngine, close })
  return { dir, server }
}

test('a stopped server closes its port and its engine before its traces, and removes its sandbox folder', async () => {
  const order: string[] = []
  const { server } = await started({}, () => Promise.resolve(void order.push('engine')))
  const { tracing, sandbox } = server.host
  const isOpen = () =>
    fetch(server.url).then(
      () => true,
      () => false,
    )
  vi.spyOn(tracing, 'close').mockImplementation(async () => {
    order.push('traces', `open: ${await isOpen()}`)
  })
  const base = sandbox.base.dir
  expect([await isOpen(), readdirSync(base).length > 0]).toEqual([true, true])
  await server.close()
  expect(order).toEqual(['engine', 'traces', 'open: false'])
  expect(() => readdirSync(base)).toThrow('ENOENT')
})

test("the URL contains a local server's token, which is new for each start unless it is set", async () => {
  const urlOf = async (config: Partial<ServerConfig>): Promise<string> => {
    const { server } = await started(config)
    await server.close()
    return server.url.replace(/:\d+\//, ':PORT/')
  }
  expect(await urlOf({})).toBe(`http://127.0.0.1:PORT/#token=${TOKEN}`)
  const fresh = await urlOf({ token: '' })
  expect(fresh).toMatch(/^http:\/\/127\.0\.0\.1:PORT\/#token=[\w-]{32}$/)
  expect(await urlOf({ token: '' })).not.toBe(fresh)
  expect(await urlOf({ hosted: true, allowed_hosts: ['a.example'] })).toBe('http://127.0.0.1:PORT/')
})

test.for([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
] as const)('a server that listens on %s prints a URL that it answers', async ([host, name]) => {
  const { server } = await started({ host })
  const { status } = await fetch(server.url)
  await server.close()
  expect([new URL(server.url).hostname, status]).toEqual([name, 404])
})

test('the message of a server ends with the missing page and the key that stops the server', async () => {
  const { dir, server } = await started()
  await server.close()
  expect(server.message.split('\n').slice(-2)).toEqual([
    `  no page: ${join(dir, 'none')} has no index.html; set --web-dir to the folder of the built page`,
    'Press Ctrl+C to stop',
  ])
})

test('a server that cannot start closes its port', async () => {
  const { server } = await started()
  await server.close()
  const port = Number(new URL(server.url).port)
  await expect(started({ port, share_store: 'no driver' })).rejects.toThrow('--share-store')
  const again = await started({ port, port_asked: true })
  expect(new URL(again.server.url).port).toBe(String(port))
  await again.server.close()
})

test('an engine that is built for the machine gets the facts of the machine', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'rye-start-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const config = { ...testConfig(['--share-store', 'memory', '--run-dir', dir]), starter: { path: '', home: '/' } }
  const asked: unknown[] = []
  const server = await serve(config, (facts) => {
    asked.push(facts.config === config, facts.report.level === facts.sandbox.level, facts.http.limits === config.limits)
    return { ...literalEngine, close: async () => void asked.push((await facts.ask(['/bin/echo', 'hi'])).stdout) }
  })
  await server.close()
  expect(asked).toEqual([true, true, true, 'hi\n'])
})
