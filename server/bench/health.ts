import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleOfDialect } from '#core/workspace'
import { worstInputs, type Attack } from '../../core/testing/worst/inputs.ts'
import { productRoot } from '../engine/product.ts'
import { quantile, type Section } from './figures.ts'

const asked = 500
const client = join(productRoot, 'server/bench/health-client.mjs')
/** Runs whose end is much work: many files, and many short writes. */
const largeRuns: readonly Attack[] = [
  'import os; [open(f"f{i}", "w").close() for i in range(16300)]',
  'import os; [os.write(1, b"x") for i in range(2000000)]',
].map((code) => ({
  name: 'large run',
  files: {
    '/project/.ai/tools/t.yaml': `version: 1.0.0\nexecutor_id: rye/core/primitives/execute\nconfig: {command: /usr/bin/python3, args: [-c, ${JSON.stringify(code)}]}\n`,
  },
}))
const many = ['runs-per-minute', 'requests-per-minute', 'client-analyses']

/** How soon `/api/health` answers while eight clients send the inputs that ask for the most work. */
export async function measureHealth(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'rye-bench-'))
  const input = join(folder, 'bodies.json')
  writeFileSync(input, JSON.stringify(worstInputs.map((attack) => JSON.stringify(requestOf(attack)))))
  // A process of its own, as a person starts it: this one holds all those inputs in memory.
  const server = await startServer(...many.flatMap((name) => [`--${name}`, '100000']))
  const ask = async (): Promise<readonly number[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, [client, 'ask', ...server.place, `${asked}`])
    return JSON.parse(stdout) as readonly number[]
  }
  const idle = await ask()
  const hammer = spawn(process.execPath, [client, 'hammer', ...server.place, input], { stdio: 'inherit' })
  // Attackers have processors of their own: here they give way to the server.
  if (hammer.pid !== undefined) setPriority(hammer.pid, 10)
  const busy = await ask()
  hammer.kill()
  const runs = join(folder, 'runs.json')
  writeFileSync(runs, JSON.stringify(largeRuns.map((attack) => JSON.stringify(requestOf(attack)))))
  const roles = [['run', ...server.place, runs] as const, ['share', ...server.place] as const]
  const others = roles.map((words) => spawn(process.execPath, [client, ...words], { stdio: 'inherit' }))
  const large = await ask()
  for (const other of others) other.kill()
  server.stop()
  rmSync(folder, { recursive: true })
  const how = `${asked} requests, one every 20 ms, by a process of its own; 8 clients, which give way to the server on this machine, send ${worstInputs.length} worst inputs in turn`
  const largeHow = `the same; one client runs a tool that leaves 16,300 files and one that writes 2,000,000 times, in turn, another sends shares of 1 MB that are refused`
  const figures = [
    { what: 'idle, p95', value: quantile(idle, 0.95) },
    { what: 'under attack, p95', value: quantile(busy, 0.95), bar: 50 },
    { what: 'under attack, largest', value: Math.max(...busy), bar: 50 },
    { what: 'while large runs end, p95', value: quantile(large, 0.95), bar: 50, how: largeHow },
    { what: 'while large runs end, largest', value: Math.max(...large), bar: 50, how: largeHow },
  ]
  return { title: '/api/health under attack', figures: figures.map((figure) => ({ how, ...figure, unit: 'ms' })) }
}

interface StartedServer {
  /** Where it listens, and the token of this launch. */
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
