import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleOfDialect } from '#core/workspace'
import { productRoot } from '../engine/product.ts'
import { startService } from '../testing/http-service.ts'
import { freePort, startTestRedis, type TestRedis } from '../testing/redis.ts'
import { receive, TOKEN, confirmationOf, type ReceivedEvent } from '../testing/server.ts'
import { isNightly } from '../../core/testing/nightly.ts'

// Servers and workers started by their command lines and stopped with signals, as by systemd. A question keeps a run
// open until the test answers it.

const graph = `tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
permissions: ["rye.execute.tool.*"]
config:
  start: first
  nodes:
    first: {action: {item_id: tool:say, params: {text: a}}, assign: {list: ["\${result.said}", b]}, next: each}
    each: {type: foreach, over: "\${state.list}", action: {item_id: tool:say, params: {text: "\${item}"}}, collect: all, next: done}
    done: {type: return, output: "\${state.all}"}
`
const say = `tool_type: tool
executor_id: rye/core/primitives/execute
config_schema: {type: object}
config: {command: /bin/sh, args: ["-c", 'printf "{\\"said\\": \\"%s\\"}" "$1"', sh, "{text}"]}
`
const request = {
  ...{ protocol: 1, item_id: 'asking', parameters: {}, dialect: 'lillux' },
  workspace: {
    ...{
      format: 1,
      name: 'fleet',
      dialect: 'lillux',
      search: 'scoped',
      dev_mode: true,
      bundle: bundleOfDialect.lillux,
    },
    ...{ item_id: 'asking', parameters: '{}' },
    files: { '/project/.ai/tools/asking.yaml': graph, '/project/.ai/tools/say.yaml': say },
  },
}

/** A process of the product, with its output and its exit. */
interface Process {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  said(): string
}

const all: Process[] = []

function product(args: readonly string[], before: readonly string[] = []): Process {
  const words = [...before, process.execPath, join(productRoot, 'server/launch/rye-chain.mjs'), ...args]
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const started = { child, ended, said: () => text }
  all.push(started)
  return started
}

/** Wait for this text in the output of a process; fails if the process ends first. */
async function saying({ child, ended, said }: Process, words: RegExp): Promise<void> {
  const received = new Promise<void>((resolve) => {
    const look = (): void => {
      if (words.test(said())) resolve()
    }
    child.stdout?.on('data', look)
    look()
  })
  const gone = ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${said()}`)))
  await Promise.race([received, gone])
}

interface Server extends Process {
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
}

async function server(...more: readonly string[]): Promise<Server> {
  const port = await freePort()
  const flags = ['--port', String(port), '--token', TOKEN, ...queueFlags(), '--share-store', 'memory']
  const started = product(['serve', ...flags, '--log-level', 'silent', ...more])
  await saying(started, /Rye Chain Playground/)
  const headers = { 'x-rye-token': TOKEN, 'content-type': 'application/json' }
  const send: Server['send'] = (method, path, body, others = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, headers: { ...headers, ...others } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { ...started, send }
}

async function worker(...more: readonly string[]): Promise<Process> {
  const flags = [...queueFlags(), '--concurrency', '2', '--log-level', 'silent']
  const started = product(['worker', ...flags, ...more])
  await saying(started, /Worker [0-9a-f]+: up to 2 concurrent runs, sandbox level full/)
  return started
}

let redis: TestRedis
const queueFlags = (): readonly string[] => ['--queue', redis.url, '--queue-dir=']
// The first start after a change of the sources builds the programs and the page, which takes longer than any test
// here.
beforeAll(() => {
  const builder = join(productRoot, 'server/launch/run.mjs')
  const { status, stderr } = spawnSync(process.execPath, [builder, 'cli', '--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}, 300_000)
beforeAll(async () => void (redis = await startTestRedis()), 60_000)
afterAll(async () => {
  for (const { child } of all) child.kill('SIGKILL')
  await Promise.all(all.map(({ ended }) => ended))
  await redis?.close()
})

/** Start the graph at a server; returns when the graph asks its question. */
async function asked(at: Server) {
  const confirmation = confirmationOf(await (await at.send('POST', '/api/plan', request)).json())
  const response = await at.send('POST', '/api/run', confirmation)
  let isAsked = (_event: ReceivedEvent): void => {}
  const asking = new Promise<ReceivedEvent>((resolve) => (isAsked = resolve))
  const received = receive(response, (event) => {
    if (event.data['kind'] === 'asks') isAsked(event)
    return false
  })
  const { question, digest } = (await asking).data
  const id = response.headers.get('x-run-id') ?? ''
  return {
    id,
    received,
    answer: (other: Server) => other.send('POST', `/api/run/${id}/answer`, { question, digest, answer: 'node' }),
  }
}

const completed = { event: 'result', data: { success: true, data: { output: [{ said: 'a' }, { said: 'b' }] } } }

test('serve --queue, worker --queue: another server answers a question, and SIGTERM finishes accepted runs', async () => {
  const [one, other, first] = await Promise.all([server(), server(), worker()])

  const run = await asked(one)
  expect((await run.answer(other)).status).toBe(200)
  expect((await run.received).at(-1)).toMatchObject(completed)

  // A stopping server first reports that it is not ready, accepts no new runs, and still sends the result to its
  // client.
  const last = await asked(one)
  one.child.kill('SIGTERM')
  await expect.poll(async () => (await one.send('GET', '/readyz')).status, { timeout: 10_000 }).toBe(503)
  expect([(await one.send('GET', '/livez')).status, (await other.send('GET', '/readyz')).status]).toEqual([200, 200])
  const refused = await one.send('POST', '/api/plan', request)
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'stopping' } }])
  expect((await last.answer(other)).status).toBe(200)
  expect((await last.received).at(-1)).toMatchObject(completed)
  expect(await one.ended).toBe(0)

  // A stopping worker finishes its run, and the next run waits for another worker.
  const running = await asked(other)
  first.child.kill('SIGTERM')
  await saying(first, /Waiting for active runs/)
  const second = await worker()
  expect((await running.answer(other)).status).toBe(200)
  expect((await running.received).at(-1)).toMatchObject(completed)
  expect(await first.ended).toBe(0)
  const after = await asked(other)
  expect((await after.answer(other)).status).toBe(200)
  expect((await after.received).at(-1)).toMatchObject(completed)
  for (const { child } of [second, other]) child.kill('SIGTERM')
  expect(await Promise.all([second.ended, other.ended])).toEqual([0, 0])
}, 120_000)

/** A span in the exported format. */
interface Sent {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
}

/** The spans that a collector receives, each with its service. */
function spansIn(bodies: readonly string[]) {
  interface Batch {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { stringValue: string } }[]
    }
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[]
  }
  const batches = bodies.flatMap((body) => (JSON.parse(body) as { resourceSpans: readonly Batch[] }).resourceSpans)
  return batches.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
    return scopeSpans.flatMap(({ spans }) => spans).map((span) => ({ service, ...span }))
  })
}

test.runIf(isNightly)(
  'one ID identifies a run in server logs, worker logs and collected spans',
  async () => {
    const collector = await startService((_request, response) => response.end('{}'))
    const seen = ['--log-level', 'info', '--otlp-endpoint', `http://127.0.0.1:${collector.port}`]
    const [one, executing] = await Promise.all([server(...seen), worker(...seen)])
    const click = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
    const asking = { ...request, item_id: 'say', parameters: { text: 'a' } }
    const planned = await one.send('POST', '/api/plan', asking, { traceparent: `00-${click.trace}-${click.span}-01` })
    const response = await one.send('POST', '/api/run', confirmationOf(await planned.json()))
    const run = response.headers.get('x-run-id')
    expect((await receive(response)).at(-1)).toMatchObject({ event: 'result', data: { success: true } })
    for (const { child } of [one, executing]) child.kill('SIGTERM')
    expect(await Promise.all([one.ended, executing.ended])).toEqual([0, 0])

    const linesOf = ({ said }: Process) =>
      said()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    const ofRun = { trace_id: click.trace, run }
    expect(linesOf(one)).toMatchObject([
      { msg: 'planned', trace_id: click.trace },
      { msg: 'accepted', ...ofRun },
    ])
    expect(linesOf(executing)).toMatchObject([
      { msg: 'started', ...ofRun },
      { msg: 'run', ...ofRun, ending: 'exited', success: true },
    ])

    const spans = spansIn(collector.requests.map(({ body }) => body))
    const ofServer = { service: 'rye-chain-server', traceId: click.trace }
    const ofWorker = { service: 'rye-chain-worker', traceId: click.trace }
    const parentSpanId = spans.find(({ name }) => name === 'plan')?.spanId
    expect(spans.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'accept', ...ofServer, parentSpanId },
      { name: 'plan', ...ofServer, parentSpanId: click.span },
      { name: 'run', ...ofWorker, parentSpanId },
      { name: 'wait', ...ofWorker, parentSpanId },
    ])
    await collector.close()
  },
  60_000,
)

test.runIf(isNightly).for([
  { what: 'no queue', args: [], code: 2, says: '--queue is missing. Pass redis://HOST' },
  {
    what: 'an unreachable Redis',
    args: ['--queue', 'redis://127.0.0.1:1'],
    code: 2,
    says: 'Cannot connect to Redis at 127.0.0.1:1',
  },
])('a worker with $what reports the problem and exits with $code', async ({ args, code, says }) => {
  const started = product(['worker', ...args])
  expect([await started.ended, started.said()]).toEqual([code, expect.stringContaining(says)])
})

test('a worker with too low a level for its queue does not start, and reports how to reach the level', async () => {
  // In this worker's view of the file system, bubblewrap cannot be executed.
  const without = 'mount --bind /dev/null "$(command -v bwrap)" && exec "$@"'
  const before = ['unshare', '--map-root-user', '--mount', 'sh', '-c', without, 'sh']
  const started = product(['worker', ...queueFlags()], before)
  expect(await started.ended).toBe(1)
  expect(started.said()).toMatch(
    /This queue requires sandbox level full, but runs on this machine have level none\. For level full: sudo chmod a\+rx \/usr\/bin\/bwrap/,
  )
})
