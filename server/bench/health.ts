import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleOfDialect } from '#core'
import { worstInputs, type Attack } from '../../core/testing/worst/inputs.ts'
import { openAnalysisPool } from '../engine/analysis-pool.ts'
import { serverEngine } from '../engine/engine.ts'
import { productRoot } from '../engine/product.ts'
import { startTestServer, TOKEN } from '../testing/server.ts'
import { quantile, type Section } from './figures.ts'

const asked = 500
const client = join(productRoot, 'server/bench/health-client.mjs')
const worker = join(productRoot, 'dist/node/analysis-worker.js')
const many = ['runs-per-minute', 'requests-per-minute', 'client-analyses']

/** How soon `/api/health` answers while eight clients send the inputs that ask for the most work. */
export async function measureHealth(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'rye-bench-'))
  const input = join(folder, 'bodies.json')
  writeFileSync(input, JSON.stringify(worstInputs.map((attack) => JSON.stringify(requestOf(attack)))))
  const pool = openAnalysisPool({ worker, threads: 1, perClient: 8, waiting: 64, seconds: 60 })
  const flags = many.flatMap((name) => [`--${name}`, '100000'])
  const server = await startTestServer(flags, (facts) => serverEngine(facts, pool))
  const ask = async (): Promise<readonly number[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, [client, 'ask', server.origin, TOKEN, `${asked}`])
    return JSON.parse(stdout) as readonly number[]
  }
  const idle = await ask()
  const hammer = spawn(process.execPath, [client, 'hammer', server.origin, TOKEN, input], { stdio: 'inherit' })
  const busy = await ask()
  hammer.kill()
  await server.close()
  rmSync(folder, { recursive: true })
  const how = `${asked} requests, one every 20 ms, by a process of its own; 8 clients send ${worstInputs.length} worst inputs in turn to one thread`
  const figures = [
    { what: 'idle, p95', value: quantile(idle, 0.95) },
    { what: 'under attack, p95', value: quantile(busy, 0.95), bar: 50 },
    { what: 'under attack, largest', value: Math.max(...busy), bar: 50 },
  ]
  return { title: '/api/health under attack', figures: figures.map((figure) => ({ ...figure, unit: 'ms', how })) }
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
