import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { processesWith } from '../../testing/processes.ts'
import { TOKEN, type TestServer } from '../../testing/server.ts'
import { exampleFolder } from '../testing/directories.ts'
import { makeClient, told, yes, type Era, type Person } from './testing/agent.ts'
import { rawBody, rawCall, rawHeaders, serverWithAgents } from './testing/http-agent.ts'

// Streamable HTTP at /mcp of the server, behind its one guard, and consent that fails closed.

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

const greet = () => ({
  item_type: 'tool',
  action: 'run',
  item_id: 'demo/greet',
  parameters: { name: 'Ada' },
  project_path: join(cwd, 'project'),
})

async function connected(era: Era, person?: Person) {
  const agent = makeClient(era, person)
  await agent.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.origin), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  )
  return agent
}

describe('the official client', () => {
  test('2026: a run is asked for by input_required, and gives the result of R14.1', async () => {
    const shown: string[] = []
    const agent = await connected('auto', (message) => (shown.push(message), yes(message)))
    expect(agent.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    const { structuredContent, isError } = await told(agent, 'execute', greet())
    expect([isError, structuredContent]).toMatchObject([
      undefined,
      { success: true, data: { greeting: 'Hello, Ada!' } },
    ])
    expect(shown).toHaveLength(1)
    expect(shown[0]).toContain('python3')
    await agent.close()
  })

  test('2025: without a connection nobody can be asked, so nothing runs and the command line is told', async () => {
    const agent = await connected('legacy', yes)
    const { structuredContent, isError, text } = await told(agent, 'execute', greet())
    expect([isError, structuredContent]).toMatchObject([true, { success: false, data: null }])
    expect(text).toContain(`rye-chain run --dir=${cwd}/project`)
    expect((await told(agent, 'resolve', { item_id: 'demo/greet' })).text).toContain('demo/greet: ready')
    await agent.close()
  })
})

describe('the guard stands before it', () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  test.for([
    { name: 'without the token', headers: { 'x-rye-token': '' }, status: 401 },
    { name: 'from another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { name: 'with plain text', headers: { 'content-type': 'text/plain' }, status: 415 },
  ])('a request $name is refused', async ({ headers, status }) => {
    expect((await server.send('POST', '/mcp', body, headers)).status).toBe(status)
  })

  test('a hosted server offers no folders: there is no /mcp', async () => {
    const hosted = await serverWithAgents(cwd, ['--hosted', '--allowed-hosts', '127.0.0.1'])
    const answer = await hosted.send('POST', '/mcp', body, { origin: hosted.origin })
    expect(answer.status).toBe(404)
    await hosted.close()
  })
})

describe('an approval', () => {
  const approval = (approve: boolean) => ({ approval: { action: 'accept', content: { approve } } })
  const asked = async (given: object = greet()) => {
    const { result } = await rawCall(server, 'execute', given)
    expect(result?.resultType).toBe('input_required')
    return {
      requestState: result?.requestState ?? '',
      message: result?.inputRequests?.['approval']?.params.message ?? '',
    }
  }

  test('is good once', async () => {
    const { requestState } = await asked()
    const more = { requestState, inputResponses: approval(true) }
    expect((await rawCall(server, 'execute', greet(), more)).result?.structuredContent).toMatchObject({ success: true })
    const again = await rawCall(server, 'execute', greet(), more)
    expect(again.result).toMatchObject({ isError: true, structuredContent: { success: false, data: null } })
    expect(again.result?.content[0]?.text).toContain('used already')
  })

  test.for([
    { name: 'for other parameters', given: { parameters: { name: 'Eve' } } },
    { name: 'for another item', given: { item_id: 'sleeper', parameters: { word: 'x' } } },
  ])('is not good $name', async ({ given }) => {
    const { requestState } = await asked()
    const more = { requestState, inputResponses: approval(true) }
    const { result } = await rawCall(server, 'execute', { ...greet(), ...given }, more)
    expect(result).toMatchObject({ isError: true, structuredContent: { data: null } })
    expect(result?.content[0]?.text).toContain('not what the person was shown')
  })

  test('is not good once a file changed that the run would find', async () => {
    const { requestState } = await asked()
    const file = join(cwd, 'project/helper.py')
    writeFileSync(file, 'changed = True\n')
    const { result } = await rawCall(server, 'execute', greet(), { requestState, inputResponses: approval(true) })
    rmSync(file)
    expect(result?.content[0]?.text).toContain('not what the person was shown')
  })

  test.for([
    { name: 'a state that was made up', state: () => 'v1.e30.AAAA' },
    { name: 'a state that was altered', state: (good: string) => `${good.slice(0, -4)}AAAA` },
  ])('$name is refused before the tool is called', async ({ state }) => {
    const { requestState } = await asked()
    const more = { requestState: state(requestState), inputResponses: approval(true) }
    expect((await rawCall(server, 'execute', greet(), more)).error).toMatchObject({ code: -32602 })
  })

  test('that is older than its minutes is refused', async () => {
    const { requestState } = await asked()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    const { error } = await rawCall(server, 'execute', greet(), { requestState, inputResponses: approval(true) })
    vi.useRealTimers()
    expect(error).toMatchObject({ code: -32602 })
  })

  test('without a question, or in the arguments, is none', async () => {
    const { result } = await rawCall(server, 'execute', greet(), { inputResponses: approval(true) })
    expect(result?.resultType).toBe('input_required')
    const argued = await rawCall(server, 'execute', { ...greet(), approve: true })
    expect(argued.result).toMatchObject({ isError: true })
  })

  test('that says no runs nothing', async () => {
    const { requestState, message } = await asked({ ...greet(), item_id: 'sleeper', parameters: { word: 'y' } })
    expect(message).toContain('/bin/sh')
    const more = { requestState, inputResponses: approval(false) }
    const { result } = await rawCall(
      server,
      'execute',
      { ...greet(), item_id: 'sleeper', parameters: { word: 'y' } },
      more,
    )
    expect(result).toMatchObject({ isError: true, structuredContent: { success: false } })
  })
})

test('a client that vanishes takes its run with it', async () => {
  const word = `vanish-${process.pid}`
  const call = { ...greet(), item_id: 'sleeper', parameters: { word } }
  const first = await rawCall(server, 'execute', call)
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

test('the chain is pinned after the first success, as rye-chain run does', () => {
  expect(existsSync(join(cwd, 'project/.ai/lockfiles/demo/greet@1.0.0.lock.json'))).toBe(true)
})
