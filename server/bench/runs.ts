import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import type { Plan } from '#core/answer'
import { hostProcess } from '#core/rules'
import type { AnalysedCall } from '#core/run'
import { createApp } from '../http/app.ts'
import { readText } from '../protocol/read-body.ts'
import { textOfBody } from '../protocol/receive-body.ts'
import { readConfig } from '../config.ts'
import type { Host } from '../engine/host.ts'
import type { ProcessPlan } from '../plan.ts'
import { runProcess } from '../sandbox/subprocess.ts'
import { limitsWith } from '../sandbox/limits.ts'
import { consentDigest } from '../engine/consent-digest.ts'
import { keptBytes } from '../engine/kept-bytes.ts'
import { openSandbox } from '../sandbox/probe.ts'
import { openShares } from '../shares/shares.ts'
import { onlyIds } from '../tracing/tracing.ts'

/** One figure of the bench, with its unit. */
export interface RunFigure {
  readonly what: string
  readonly figure: number
  readonly unit: 'ms' | '%' | 'runs/s' | 'KiB'
}

const PATH = '/usr/bin:/bin'
const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['true'],
  ['/usr/bin/python3', '-c', 'pass'],
  ['/usr/bin/python3', '-c', 'import json,subprocess,http.client,email,asyncio'],
]

/**
 * Measure real runs: overhead compared with the same command in a hand-made sandbox, runs per second, and the cost of
 * waiting.
 */
export async function measureRuns(repeats = 60): Promise<readonly RunFigure[]> {
  const limits = limitsWith({})
  const settings = { limits, firstUser: 500_000, useCgroups: true, needsGroups: false, expose: [], spares: 2 }
  const { sandbox, report } = await openSandbox(tmpdir(), settings, ['full'])
  if (report.level !== 'full') throw new Error(`Sandbox level full does not work here. To install it: ${report.hint}`)
  const figures: RunFigure[] = []
  for (const words of COMMANDS) {
    const [byHand, ours]: [number[], number[]] = [[], []]
    // The two kinds of runs alternate, so other load on the machine affects both equally.
    for (let index = 0; index < repeats; index++) {
      byHand.push(await timed(() => sandboxedByHand(words)))
      ours.push(
        await timed(() => runProcess(sandbox, { plan: plan(words), files: [], signal: new AbortController().signal })),
      )
    }
    const what = words.join(' ')
    const [hand, own] = [median(byHand), median(ours)]
    figures.push(
      { what: `${what}: by hand`, figure: hand, unit: 'ms' },
      { what: `${what}: by the server`, figure: own, unit: 'ms' },
    )
    figures.push({ what: `${what}: overhead`, figure: (own / hand - 1) * 100, unit: '%' })
  }
  const host = await benchHost({ sandbox, report })
  for (const clients of [1, 2, 8, 64]) {
    figures.push({ what: `${clients} clients`, figure: await runsASecond(host, clients), unit: 'runs/s' })
  }
  figures.push({ what: 'memory of a waiting run', figure: await waitingCost(host), unit: 'KiB' })
  await sandbox.close()
  return figures
}

function plan(words: readonly [string, ...string[]], timeout = 30): ProcessPlan {
  const [command, ...args] = words
  return { primitive: hostProcess, command, args, env: { PATH }, cwd: null, input: null, timeout }
}

/** A sandbox similar to that of the server's runs, as a shell user would start it. */
function sandboxedByHand(words: readonly string[]): Promise<void> {
  const user = process.getuid?.() === 0 ? ['setpriv', '--reuid=499999', '--regid=499999', '--clear-groups', '--'] : []
  const limits = ['prlimit', '--cpu=61', '--nofile=256', '--fsize=16777216', '--core=0', '--']
  const spaces = [
    '--unshare-user',
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-net',
    '--unshare-uts',
    '--unshare-cgroup-try',
  ]
  const places = [
    '--ro-bind',
    '/usr',
    '/usr',
    '--symlink',
    'usr/bin',
    '/bin',
    '--symlink',
    'usr/lib',
    '/lib',
    '--symlink',
    'usr/lib64',
    '/lib64',
  ]
  const mounts = [
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--tmpfs',
    '/project',
    '--remount-ro',
    '/',
    '--chdir',
    '/project',
  ]
  const rest = ['--disable-userns', '--die-with-parent', '--new-session', '--clearenv', '--setenv', 'PATH', PATH, '--']
  const [command = '', ...args] = [...user, ...limits, 'bwrap', ...spaces, ...places, ...mounts, ...rest, ...words]
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.resume()
    child.stderr.resume()
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))))
  })
}

async function benchHost(found: Pick<Host, 'sandbox' | 'report'>): Promise<Host> {
  const many = [
    '--queue-length',
    '5000',
    '--client-runs',
    '5000',
    '--client-pending-runs',
    '5000',
    '--runs-per-minute',
    '1000000',
    '--requests-per-minute',
    '1000000',
  ]
  const read = readConfig(['--log-level', 'silent', '--web-dir', '/nowhere', ...many])
  if (read.kind === 'refused') throw new Error(read.messages.join('\n'))
  return {
    ...found,
    config: read.config,
    token: 'token-of-the-bench',
    interpreters: [],
    version: '0',
    log: pino({ level: 'silent' }),
    tracing: onlyIds,
    shares: await openShares('memory', '', {}),
    http: { reach: { allowed: [], allowedPrivate: [] }, limits: read.config.limits },
    analyzeForRun: (body) => {
      const { workspace } = readText('plan request', textOfBody(body))
      const { words, files } = workspace as { words: [string, ...string[]]; files: Readonly<Record<string, string>> }
      const laid = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
      const planned = { ...plan(words), digest: words.join(' ') }
      const call = callOf(planned)
      return {
        call,
        digest: consentDigest(planned, laid),
        files: laid,
        graph: null,
        bytes: keptBytes(call, laid, null),
      }
    },
  }
}

/** A minimal analyzed call, for a bench that measures only the run. */
function callOf(planned: Plan): AnalysedCall {
  const lockfile = { state: 'absent', path: null, would_write: null } as const
  const nothing = { chain: [], diagnostics: [], trace: [], env: {} }
  return { ...nothing, dialect: 'lillux', item_id: 'a', status: 'ready', plan: planned, lockfile }
}

type BenchApp = ReturnType<typeof createApp>
const files = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`/project/.ai/tools/t${index}.py`, 'x'.repeat(1500)]),
)

async function startRun(app: BenchApp, words: readonly [string, ...string[]]): Promise<Response> {
  const headers = { host: 'localhost', 'content-type': 'application/json', 'x-rye-token': 'token-of-the-bench' }
  const post = (path: string, body: unknown) =>
    app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const planned = await post('/api/plan', {
    workspace: { words, files },
    item_id: 'a',
    parameters: {},
    dialect: 'lillux',
  })
  const { nonce, digest } = (await planned.json()) as { readonly nonce: string; readonly digest: string }
  return post('/api/run', { nonce, digest })
}

async function runsASecond(host: Host, clients: number): Promise<number> {
  const app = createApp(host)
  const runs = Math.max(40, clients * 3)
  let left = runs
  const took = await timed(() =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        while (left-- > 0) await (await startRun(app, ['true'])).text()
      }),
    ),
  )
  await app.close()
  return (runs / took) * 1000
}

async function waitingCost(host: Host): Promise<number> {
  const app = createApp({ ...host, config: { ...host.config, runs_at_once: 1, shutdown_seconds: 0 } })
  const held = [await startRun(app, ['sleep', '30'])]
  const before = used()
  const runs = 500
  for (let index = 0; index < runs; index++) held.push(await startRun(app, ['true']))
  const cost = (used() - before) / runs / 1024
  await app.close()
  await Promise.all(held.map((response) => response.text()))
  return cost
}

function used(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
