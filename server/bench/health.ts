import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleOfDialect } from '#core/workspace'
import { worstInputs, type Attack } from '../../core/testing/worst/inputs.ts'
import { productRoot } from '../engine/product.ts'
import { startService } from '../testing/http-service.ts'
import { quantile, type Section } from './figures.ts'

const asked = 500
const client = join(productRoot, 'server/bench/health-client.mjs')
/** Runs that are expensive to finish: many files, and many short writes. */
const largeRuns: readonly Attack[] = [
  'import os; [open(f"f{i}", "w").close() for i in range(16300)]',
  'import os; [os.write(1, b"x") for i in range(2000000)]',
].map((code) => ({
  name: 'large run',
  files: {
    '/project/.ai/tools/t.yaml': `version: 1.0.0\nexecutor_id: rye/core/primitives/execute\nconfig: {command: /usr/bin/python3, args: [-c, ${JSON.stringify(code)}]}\n`,
  },
}))
const tool = (name: string, lines: string): Readonly<Record<string, string>> => ({
  [`/project/.ai/tools/${name}.yaml`]: `version: 1.0.0\n${lines}`,
})
const printing = (text: string, times: number): string =>
  `executor_id: rye/core/primitives/execute\nconfig: {command: /usr/bin/python3, args: [-c, ${JSON.stringify(`print('[' + '${text},' * ${times} + '0]')`)}]}\n`
/**
 * The responses of the service by path: JSON with many parts, and many events, both almost as long as `response_bytes`
 * allows.
 */
const responses: Readonly<Record<string, string>> = {
  '/nested': `[${'[],'.repeat(1_300_000)}0]`,
  '/events': 'data:\r\r'.repeat(590_000),
}
/** Runs with results that are expensive to read and write: two long responses, and a graph with a growing state. */
const largeResults = (port: number): readonly Attack[] => [
  ...Object.keys(responses).map((path): Attack => ({
    name: path,
    dialect: 'lilux',
    files: tool(
      't',
      `executor_id: rye/core/primitives/http_client\nconfig: {method: GET, url: "http://127.0.0.1:${port}${path}", mode: ${path === '/events' ? 'stream' : 'sync'}}\n`,
    ),
  })),
  {
    name: 'graph',
    files: {
      ...tool(
        't',
        `tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\npermissions: ["*"]\nconfig:\n  start: a\n  nodes:\n    a: {action: {item_id: "tool:a"}, assign: {a: "\${result}"}, next: b}\n    b: {action: {item_id: "tool:b"}, assign: {b: "\${result}"}, next: end}\n    end: {type: return, output: {all: "\${state}"}}\n`,
      ),
      ...tool('a', printing('[]', 300_000)),
      ...tool('b', printing('1.5', 200_000)),
    },
  },
]
const many = ['runs-per-minute', 'requests-per-minute', 'client-analyses']

/**
 * The response time of `/api/health`: idle, while eight clients send the most expensive inputs, and while large runs
 * and results are processed.
 */
export async function measureHealth(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'rye-bench-'))
  const input = join(folder, 'bodies.json')
  writeFileSync(input, JSON.stringify(worstInputs.map((attack) => JSON.stringify(requestOf(attack)))))
  const service = await startService(({ url = '' }, response) => response.end(responses[url]))
  const allowed = ['--http-allow-private', `127.0.0.1:${service.port}`]
  // The server runs in a separate process, as in real use, because this process keeps all inputs in memory.
  const server = await startServer(...allowed, ...many.flatMap((name) => [`--${name}`, '100000']))
  const ask = async (): Promise<readonly number[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, [client, 'ask', ...server.place, `${asked}`])
    return JSON.parse(stdout) as readonly number[]
  }
  const idle = await ask()
  const hammer = spawn(process.execPath, [client, 'hammer', ...server.place, input], { stdio: 'inherit' })
  // Real attackers use their own processors. Here they share one machine, so they run at a lower priority.
  if (hammer.pid !== undefined) setPriority(hammer.pid, 10)
  const busy = await ask()
  hammer.kill()
  const askDuring = async (attacks: readonly Attack[], ...more: readonly string[]): Promise<readonly number[]> => {
    const runs = join(folder, 'runs.json')
    writeFileSync(runs, JSON.stringify(attacks.map((attack) => JSON.stringify(requestOf(attack)))))
    const roles = [['run', ...server.place, runs], ...more.map((role) => [role, ...server.place])]
    const others = roles.map((words) => spawn(process.execPath, [client, ...words], { stdio: 'inherit' }))
    const taken = await ask()
    for (const other of others) other.kill()
    return taken
  }
  const large = await askDuring(largeRuns, 'share')
  const results = await askDuring(largeResults(service.port))
  server.stop()
  await service.close()
  rmSync(folder, { recursive: true })
  const how = `${asked} requests, one every 20 ms, by a process of its own; 8 clients, which give way to the server on this machine, send ${worstInputs.length} worst inputs in turn`
  const largeHow = `the same; one client runs a tool that leaves 16,300 files and one that writes 2,000,000 times, in turn, another sends shares of 1 MB that are refused`
  const resultsHow = `the same; one client runs, in turn, a request for 3.9 MB of JSON, one for 590,000 events, and a graph that keeps 1.7 MB`
  const figures = [
    { what: 'idle, p95', value: quantile(idle, 0.95) },
    { what: 'under attack, p95', value: quantile(busy, 0.95), bar: 50 },
    { what: 'under attack, largest', value: Math.max(...busy), bar: 50 },
    { what: 'while large runs end, p95', value: quantile(large, 0.95), bar: 50, how: largeHow },
    { what: 'while large runs end, largest', value: Math.max(...large), bar: 50, how: largeHow },
    { what: 'while large results are read, p95', value: quantile(results, 0.95), bar: 50, how: resultsHow },
    { what: 'while large results are read, largest', value: Math.max(...results), bar: 50, how: resultsHow },
  ]
  return { title: '/api/health under attack', figures: figures.map((figure) => ({ how, ...figure, unit: 'ms' })) }
}

interface StartedServer {
  /** The server's address, and this launch's token. */
  readonly place: readonly [string, string]
  stop(): void
}

async function startServer(...settings: readonly string[]): Promise<StartedServer> {
  const args = [join(productRoot, 'server/launch/run.mjs'), 'cli', 'serve', '--port', '0', ...settings]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const place = await new Promise<readonly [string, string]>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const [, origin, token] = /(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)/.exec(said) ?? []
      if (origin !== undefined && token !== undefined) resolve([origin, token])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`the server did not start: ${said}`)))
  })
  return { place, stop: () => void child.kill('SIGINT') }
}

function requestOf({ files, parameters = '{}', dialect = 'lillux' }: Attack): object {
  const own = Object.entries(files).filter(([path]) => !path.startsWith('/system/'))
  const workspace = {
    format: 1,
    name: '',
    dialect,
    search: 'scoped',
    dev_mode: true,
    bundle: bundleOfDialect[dialect],
    item_id: 't',
    parameters,
    files: Object.fromEntries(own),
  }
  return { protocol: 1, workspace, item_id: 't', parameters: parsed(parameters), dialect }
}

function parsed(parameters: string): unknown {
  try {
    return JSON.parse(parameters)
  } catch {
    return {}
  }
}
