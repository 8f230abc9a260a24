import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readConfig } from '../config.ts'
import type { ServerConfig } from '../config.ts'
import type { AnalysisAnswer } from '../engine/host.ts'
import { readText } from '../protocol/read-body.ts'
import { textOfBody } from '../protocol/receive-body.ts'
import type { Plan } from '#core/answer'
import { readMessage, type AnalysedCall } from '#core/run'
import { consentDigest } from '../engine/consent-digest.ts'
import { keptBytes } from '../engine/kept-bytes.ts'
import type { ExecutionPlan, HttpPlan, ProcessPlan } from '../plan.ts'
import { canonicalJson } from '../shares/shares.ts'
import { serve } from '../http/serve.ts'
import type { Engine } from '../engine/host.ts'
import type { RunningServer } from '../http/serve.ts'
import { installHint } from '../sandbox/probe.ts'
import { processPlan, textFile } from './sandbox.ts'

export const TOKEN = 'token-of-the-test-launch'

/** The files of a small page, by name. */
export const PAGE: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>page</title>',
  'assets/index-D3adB33f.js': `export const padding = '${'x'.repeat(3000)}'`,
  'embed.html': '<!doctype html><title>embedded</title>',
  'sandbox/manifest.json': JSON.stringify({
    policy: "sandbox allow-scripts; default-src 'none'; script-src 'sha256-x'",
  }),
  'sandbox/frame.html': '<!doctype html><title>frame</title>',
}

export interface TestServer {
  readonly origin: string
  readonly running: RunningServer
  /** Send a request with token and JSON body, as the page does. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Analyze, confirm and run, as the page does. */
  start(plan: Partial<ProcessPlan> | HttpPlan, files?: Readonly<Record<string, string>>): Promise<Response>
  close(): Promise<void>
}

/** An engine that takes the plan and the files from the workspace unchanged: each test defines what would run. */
export const literalEngine: Engine = {
  version: '0.0.0-test',
  analyzeForRun(body): AnalysisAnswer {
    const { workspace } = readText('plan request', textOfBody(body))
    const given = workspace as { plan: ExecutionPlan | null; files?: Readonly<Record<string, string>> }
    const plan = given.plan && { ...given.plan, digest: digestOf(given.plan) }
    const files = Object.entries(given.files ?? {}).map(([path, text]) => textFile(path, text))
    const call = literalCall(plan)
    return {
      call,
      files,
      digest: plan ? consentDigest(plan, files) : '',
      graph: null,
      bytes: keptBytes(call, files, null),
    }
  },
}

function literalCall(plan: Plan | null): AnalysedCall {
  const notFound = {
    code: 'item-not-found',
    severity: 'error',
    message: 'No demo.',
    hint: '',
    at: null,
    facts: {},
  } as const
  return {
    dialect: 'lillux',
    item_id: 'demo',
    status: plan ? 'ready' : 'not_found',
    chain: [],
    env: plan && 'env' in plan ? plan.env : null,
    plan,
    lockfile: { state: 'absent', path: null, would_write: '/project/.ai/lockfiles/demo@0.0.0.lock.json' },
    diagnostics: plan ? [] : [notFound],
    trace: [{ step: 'resolve', item_id: 'demo', path: null, space: 'project', shadowed: [] }],
  }
}

function digestOf(plan: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(plan) ?? '')
    .digest('hex')
}

/**
 * A real server on a free port. Throws an error that names the packages to install if the machine does not support
 * sandbox level full.
 */
export async function startTestServer(
  flags: readonly string[] = [],
  engine: Parameters<typeof serve>[1] = literalEngine,
  starter: ServerConfig['starter'] = { path: '', home: '/' },
): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), 'rye-test-'))
  for (const [path, text] of Object.entries(PAGE)) {
    mkdirSync(dirname(join(home, 'web', path)), { recursive: true })
    writeFileSync(join(home, 'web', path), text)
  }
  const running = await serve(
    { ...testConfig(['--share-dir', join(home, 'shares'), '--web-dir', join(home, 'web'), ...flags]), starter },
    engine,
  )
  // Hosted servers also need control groups, which tests cannot create on every machine.
  if (running.host.report.level !== 'full' && !running.host.config.hosted) {
    throw new Error(
      `Sandbox level full does not work here (${running.host.report.missing.join('; ')}). To install it: ${installHint()}`,
    )
  }
  const origin = new URL(running.url).origin
  const send: TestServer['send'] = (method, path, body, headers = {}) =>
    fetch(origin + path, {
      method,
      headers: {
        'x-rye-token': TOKEN,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    origin,
    running,
    send,
    async start(plan, files = {}) {
      const whole = plan.primitive === 'http_client' ? plan : processPlan(plan)
      return send('POST', '/api/run', await confirmedRun(send, whole, files))
    },
    async close() {
      await running.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The body of a run request from a user who confirmed a plan. */
export async function confirmedRun(
  send: TestServer['send'],
  plan: ExecutionPlan,
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly nonce: string; readonly digest: string }> {
  const answer = await send('POST', '/api/plan', planRequest({ plan, files }))
  return confirmationOf(await answer.json())
}

/** A page's plan request to a server with the literal engine. */
export function planRequest(workspace: object): Readonly<Record<string, unknown>> {
  return { protocol: 1, workspace, item_id: 'demo', parameters: {}, dialect: 'lillux' }
}

/** The nonce and digest that confirm a plan, from its response. */
export function confirmationOf(answer: unknown): { readonly nonce: string; readonly digest: string } {
  const read = readMessage('plan answer', answer)
  if ('problem' in read) throw new Error(JSON.stringify([read.problem, answer]))
  const { nonce, digest } = read.value
  if (nonce === null || digest === null) throw new Error(`nothing to run: ${JSON.stringify(read.value.diagnostics)}`)
  return { nonce, digest }
}

/** The settings of a test server: a free port, a known token, and no log. */
export function testConfig(flags: readonly string[]): ServerConfig {
  const read = readConfig(['--port', '0', '--token', TOKEN, '--log-level', 'silent', '--queue-dir', '', ...flags])
  if (read.kind === 'refused') throw new Error(read.messages.join('\n'))
  return read.config
}

export interface ReceivedEvent {
  readonly id: number
  readonly event: string
  readonly data: Record<string, unknown>
}

/** The events of a stream, until it ends or the listener returns true. */
export async function receive(
  response: Response,
  enough: (event: ReceivedEvent) => boolean = () => false,
): Promise<readonly ReceivedEvent[]> {
  const received: ReceivedEvent[] = []
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) return received
    rest += part.value
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
      if (field('event') === '') continue
      const event = {
        id: Number(field('id')),
        event: field('event'),
        data: JSON.parse(field('data')) as Record<string, unknown>,
      }
      received.push(event)
      if (!enough(event)) continue
      await reader?.cancel()
      return received
    }
  }
}

/** The events of a run whose user allows every command that the graph reaches (R16.1). */
export async function hearAllowing(send: TestServer['send'], response: Response): Promise<readonly ReceivedEvent[]> {
  const id = response.headers.get('x-run-id') ?? ''
  return receive(response, ({ event, data: { kind, question, digest } }) => {
    if (event === 'graph' && kind === 'asks')
      void send('POST', `/api/run/${id}/answer`, { question, digest, answer: 'node' })
    return false
  })
}

/** Flags that effectively remove the quotas, for tests of other features. */
export const noQuotas: readonly string[] = [
  'queue-length',
  'client-runs',
  'client-pending-runs',
  'pending-runs',
  'requests-per-minute',
  'runs-per-minute',
].flatMap((name) => [`--${name}`, '100000'])
