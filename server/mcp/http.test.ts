import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processesWith } from '../testing/processes.ts'
import { TOKEN, type TestServer } from '../testing/server.ts'
import { exampleFolder } from '../testing/directories.ts'
import { openSessions } from './sessions.ts'
import { makeClient, reported, yes, type Era, type User } from './testing/agent.ts'
import { serverWithAgents } from './testing/http-agent.ts'

import { rawBody, rawHeaders, type RawAnswer } from './testing/raw.ts'

// Streamable HTTP at `/mcp`, behind the server's guard.

const sleeper = `version: "1.0.0"
tool_type: tool
executor_id: rye/core/primitives/execute
config: {command: /bin/sh, args: ["-c", "sleep 300; : {word}"]}
`
let cwd: string
let server: TestServer
beforeAll(async () => {
  cwd = exampleFolder('hello-chain', { 'project/.ai/tools/sleeper.yaml': sleeper })
  server = await serverWithAgents(cwd, ['--mcp-roots', 'project'])
}, 60_000)
afterAll(() => server.close())

const lockfile = (): string => join(cwd, 'project/.ai/lockfiles/demo/greet@1.0.0.lock.json')
const greet = () => ({
  item_type: 'tool',
  action: 'run',
  item_id: 'demo/greet',
  parameters: { name: 'Ada' },
  project_path: join(cwd, 'project'),
})

async function connected(era: Era, person?: User) {
  const agent = makeClient(era, person)
  await agent.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.origin), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  )
  return agent
}

describe('the official client', () => {
  test.for<Era>(['legacy', 'auto'])('in the era %s, a link opens in the page of this server', async (era) => {
    const agent = await connected(era)
    const { structuredContent } = await reported(agent, 'share', { item_id: 'demo/greet' })
    expect(String(structuredContent?.['link']).split('#')[0]).toBe(`${server.origin}/`)
    await agent.close()
  })

  test('in protocol 2026, a run is requested through input_required and returns the result of R14.1', async () => {
    const shown: string[] = []
    const agent = await connected('auto', (message) => (shown.push(message), yes(message)))
    expect(agent.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    const { structuredContent, isError } = await reported(agent, 'execute', greet())
    expect([isError, structuredContent]).toMatchObject([
      undefined,
      { success: true, data: { greeting: 'Hello, Ada!' } },
    ])
    expect(shown).toHaveLength(1)
    expect(shown[0]).not.toContain('lockfile')
    expect(existsSync(lockfile())).toBe(false)
    expect(shown[0]).toContain('python3')
    await agent.close()
  })

  test('in protocol 2025, a client that can show forms gets the form in its session', async () => {
    const shown: string[] = []
    const agent = await connected('legacy', (message) => (shown.push(message), yes(message)))
    const { structuredContent, isError } = await reported(agent, 'execute', greet())
    expect([isError, structuredContent]).toMatchObject([
      undefined,
      { success: true, data: { greeting: 'Hello, Ada!' } },
    ])
    expect(shown).toEqual([expect.stringContaining('python3')])
    await agent.close()
  })

  test('in protocol 2025, without a form, nothing runs and the command line is shown', async () => {
    const agent = await connected('legacy')
    const { structuredContent, isError, text } = await reported(agent, 'execute', greet())
    expect([isError, structuredContent]).toMatchObject([true, { success: false, data: null }])
    expect(text).toContain(`npx rye-chain-playground run --dir=${cwd}/project`)
    expect((await reported(agent, 'resolve', { item_id: 'demo/greet' })).text).toContain('demo/greet: ready')
    await agent.close()
  })
})

describe.for<Era>(['legacy', 'auto'])('the official client in the era %s', (era) => {
  const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'] as const

  test('gets an error for invalid parameters', async () => {
    const agent = await connected(era)
    for (const method of lists)
      await expect(agent.request({ method, params: { cursor: 'x' } })).rejects.toMatchObject({ code: -32602 })
    await expect(agent.getPrompt({ name: 'none' })).rejects.toMatchObject({ code: -32602 })
    await agent.close()
  })

  test('gets a time to cache the lists that never change, only in protocol 2026', async () => {
    const agent = await connected(era)
    const hint = { ttlMs: 3_600_000, cacheScope: 'public' }
    const fixed = ['tools/list', 'prompts/list', 'resources/templates/list'] as const
    for (const method of fixed) {
      const answer = await agent.request({ method })
      if (era === 'auto') expect(answer).toMatchObject(hint)
      else expect(Object.keys(answer).filter((name) => name in hint)).toEqual([])
    }
    await agent.close()
  })
})

describe('a session of protocol 2025', () => {
  const capabilities = { elicitation: {} }
  const clientInfo = { name: 'raw', version: '1' }
  const begin = { protocolVersion: '2025-11-25', capabilities, clientInfo }
  const accept = { accept: 'application/json, text/event-stream' }
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: begin }
  const idOf = async (): Promise<string> =>
    (await server.send('POST', '/mcp', initialize, accept)).headers.get('mcp-session-id') ?? ''
  const pinged = async (id: string): Promise<number> =>
    (await server.send('POST', '/mcp', { jsonrpc: '2.0', id: 2, method: 'ping' }, { ...accept, 'mcp-session-id': id }))
      .status

  test('that is unknown or deleted is refused, so the client starts again', async () => {
    const id = await idOf()
    expect([await pinged(id), await pinged('x')]).toEqual([200, 404])
    await server.send('DELETE', '/mcp', undefined, { 'mcp-session-id': id })
    expect(await pinged(id)).toBe(404)
  })

  test('is closed if too many others are used after it', async () => {
    const [first, second] = [await idOf(), await idOf()]
    for (let count = 2; count < openSessions; count++) await idOf()
    expect(await pinged(first)).toBe(200)
    await idOf()
    expect([await pinged(first), await pinged(second)]).toEqual([200, 404])
  })

  test.for(['2099-01-01', '2026-07-28', 'x'])('refuses a request with the version %s', async (version) => {
    const headers = { ...accept, 'mcp-session-id': await idOf(), 'mcp-protocol-version': version }
    expect((await server.send('POST', '/mcp', { jsonrpc: '2.0', id: 2, method: 'ping' }, headers)).status).toBe(400)
  })

  test("requires the server's token", async () => {
    const headers = { 'x-rye-token': '', 'mcp-session-id': await idOf() }
    expect((await server.send('GET', '/mcp', undefined, { ...accept, ...headers })).status).toBe(401)
  })
})

describe('the guard protects the endpoint', () => {
  const body = rawBody('check', {}, {})
  const statusOf = async (method: string, headers: Readonly<Record<string, string>>, given: unknown = body) =>
    (await server.send(method, '/mcp', method === 'POST' ? given : undefined, { ...rawHeaders('check'), ...headers }))
      .status
  test('a request with the token is answered', async () => expect(await statusOf('POST', {})).toBe(200))

  test.for([
    { name: 'without the token', headers: { 'x-rye-token': '' }, status: 401 },
    { name: 'with another token', headers: { 'x-rye-token': `${TOKEN}x` }, status: 401 },
    { name: 'with another bearer', headers: { 'x-rye-token': '', authorization: 'Bearer x' }, status: 401 },
    { name: 'from another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { name: 'from an opaque origin', headers: { origin: 'null' }, status: 403 },
    { name: 'from another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { name: 'with plain text', headers: { 'content-type': 'text/plain' }, status: 415 },
    { name: 'with a form', headers: { 'content-type': 'application/x-www-form-urlencoded' }, status: 415 },
  ])('a request $name is refused', async ({ headers, status }) => {
    expect(await statusOf('POST', headers)).toBe(status)
  })

  test('a request with another host name is refused, as in DNS rebinding', async () => {
    const { hostname, port } = new URL(server.origin)
    const request = httpRequest({
      host: hostname,
      port,
      path: '/mcp',
      method: 'POST',
      headers: { host: 'evil.example' },
    })
    request.end('{}')
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(421)
  })

  test('a body that is too large is refused, with or without a declared length', async () => {
    const { body_bytes } = server.running.host.config
    const large = 'x'.repeat(body_bytes + 1)
    expect(await statusOf('POST', {}, JSON.stringify(large))).toBe(413)
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    const headers = { ...rawHeaders('check'), 'content-type': 'application/json', 'x-rye-token': TOKEN }
    const streamed = { method: 'POST', headers, body: chunks, duplex: 'half' } as const
    expect((await fetch(new URL('/mcp', server.origin), streamed)).status).toBe(413)
  })

  test('without a session, the endpoint has no stream and no deletion', async () => {
    expect(await statusOf('GET', {})).toBe(405)
    expect(await statusOf('DELETE', {})).toBe(405)
    const answer = await server.send('POST', '/mcp', body, rawHeaders('check'))
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })

  test('the requests of one client per minute are limited', async () => {
    const strict = await serverWithAgents(cwd, ['--requests-per-minute', '3'])
    const statuses: number[] = []
    for (let count = 0; count < 4; count++)
      statuses.push((await strict.send('POST', '/mcp', body, rawHeaders('check'))).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    await strict.close()
  })

  test('a hosted server has no /mcp endpoint', async () => {
    const hosted = await serverWithAgents(cwd, ['--hosted', '--allowed-hosts', '127.0.0.1'])
    const answer = await hosted.send('POST', '/mcp', body, { origin: hosted.origin })
    expect(answer.status).toBe(404)
    await hosted.close()
  })
})

test('a run ends when its client disappears', async () => {
  const word = `vanish-${process.pid}`
  const call = { ...greet(), item_id: 'sleeper', parameters: { word } }
  const first = (await (
    await server.send('POST', '/mcp', rawBody('execute', call, {}), rawHeaders('execute'))
  ).json()) as RawAnswer
  const gone = new AbortController()
  const requestState = first.result?.requestState
  const inputResponses = { approval: { action: 'accept', content: { approve: true } } }
  const running = fetch(new URL('/mcp', server.origin), {
    method: 'POST',
    signal: gone.signal,
    headers: { ...rawHeaders('execute'), 'content-type': 'application/json', 'x-rye-token': TOKEN },
    body: JSON.stringify(rawBody('execute', call, { requestState, inputResponses })),
  }).catch(() => undefined)
  await expect.poll(() => processesWith(word).length, { timeout: 20_000 }).toBeGreaterThan(0)
  gone.abort()
  await running
  await expect.poll(() => processesWith(word), { timeout: 20_000 }).toEqual([])
})

test('R11.3: a call pins its chain only on request, and the question names the lockfile', async () => {
  const shown: string[] = []
  const agent = await connected('auto', (message) => (shown.push(message), yes(message)))
  const { structuredContent } = await reported(agent, 'execute', { ...greet(), lock: true })
  expect(structuredContent).toMatchObject({ pinned: ['/project/.ai/lockfiles/demo/greet@1.0.0.lock.json'] })
  expect(shown[0]).toMatch(/A successful run writes the lockfile \S*demo\/greet@1\.0\.0\.lock\.json/)
  expect(existsSync(lockfile())).toBe(true)
  await agent.close()
})

test('R11.2: where a stale lockfile refuses a run, the agent can request its update, and the user approves it', async () => {
  const tool = join(cwd, 'project/.ai/tools/demo/greet.py')
  const [before, pinned] = [readFileSync(tool, 'utf8'), readFileSync(lockfile(), 'utf8')]
  writeFileSync(tool, `${before}# edited\n`)
  const shown: string[] = []
  const agent = await connected('auto', (message) => (shown.push(message), yes(message)))
  try {
    const refused = await reported(agent, 'execute', greet())
    expect(refused.structuredContent).toMatchObject({
      success: false,
      to_update_the_lockfile: 'Call execute with "lock": true. The user approves the update.',
    })
    expect([shown, readFileSync(lockfile(), 'utf8')]).toEqual([[], pinned])
    const updated = await reported(agent, 'execute', { ...greet(), lock: true })
    expect(updated.structuredContent).toMatchObject({ updated: '/project/.ai/lockfiles/demo/greet@1.0.0.lock.json' })
    expect(shown[0]).toMatch(/wants to update the lockfile of demo\/greet:[^]*greet@1\.0\.0\.lock\.json is replaced/)
    expect(readFileSync(lockfile(), 'utf8')).not.toBe(pinned)
    expect((await reported(agent, 'execute', greet())).structuredContent).toMatchObject({ success: true })
  } finally {
    writeFileSync(tool, before)
    rmSync(lockfile())
    await agent.close()
  }
})
