import { execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJson, writeJson } from '#core/read'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { exactTexts } from '#core/testing'
import { serverEngine } from '../engine/engine.ts'
import { startService, type Service } from '../testing/http-service.ts'
import { startTestServer, TOKEN, type TestServer } from '../testing/server.ts'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder, ryeChain } from '../testing/directories.ts'
import { rawHeaders } from '../mcp/testing/raw.ts'
import { serverWithAgents } from '../mcp/testing/http-agent.ts'

// The values of `exactTexts` pass unchanged through every border of the command line, MCP and HTTP requests (R9.2,
// R14.1, R15.2).

const execute = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/subprocess\n'
const http = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/http_client\n'
const echoTool = `${execute}config: {command: /bin/cat, input_data: "{params_json}"}\n`
const sendTool = (): string =>
  `${http}config: {method: POST, url: "http://127.0.0.1:${service.port}/", body: "{payload}"}\n`
const object = (texts: readonly string[]): string => `{${texts.map((text, index) => `"v${index}":${text}`).join(',')}}`
const given = object(exactTexts.map(([text]) => text))
const sent = object(exactTexts.map(([, text]) => text))
const finite = exactTexts.filter(([text]) => !/e400$/i.test(text))
/** Objects with the values of `exactTexts`, in parts that fit in an MCP response. */
const parts = [0, 15, 30].map((from) => object(exactTexts.slice(from, from + 15).map(([text]) => text)))
const commandLine = builtCommandLine()
let cwd: string
let service: Service
let server: TestServer
let answer = Buffer.from('{}')
let answerType = 'application/json'

beforeAll(async () => {
  service = await startService((_request, response) => {
    response.writeHead(200, { 'content-type': answerType }).end(answer)
  })
  cwd = exampleFolder('hello-chain', {
    'project/rye-chain.yaml': 'dialect: lilux\n',
    'project/.ai/tools/echo.yaml': echoTool,
    'project/.ai/tools/say.yaml': `${execute}config: {command: /bin/cat, input_data: "{text}"}\n`,
    'project/.ai/tools/send.yaml': sendTool(),
    'project/.ai/tools/foreign.yaml': `${http}config: {method: POST, url: "http://127.0.0.1:1/", body: {a: [2026-02-18]}}\n`,
    'project/.ai/tools/keyed.yaml': `${http}config: {method: POST, url: "http://127.0.0.1:1/", body: {a: {1: x}}}\n`,
    'project/.ai/tools/endless.yaml': `${http}config: {method: POST, url: "http://127.0.0.1:1/", body: {a: .inf}}\n`,
  })
  server = await serverWithAgents(cwd, ['--mcp-roots', 'project'])
}, 120_000)
afterAll(async () => {
  await server.close()
  await service.close()
})

/** The output of CPython's `json.dumps(json.loads(text))`. */
function dumped(text: string): string {
  const program = 'import json,sys; sys.stdout.write(json.dumps(json.loads(sys.stdin.read())))'
  return execFileSync('python3', ['-c', program], { input: text, encoding: 'utf8' })
}

/** JSON without whitespace between its parts. */
const compact = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')

test('--params and analyze --json keep values exact', async () => {
  const { out } = await ryeChain(cwd, 'analyze', '--dir', 'project', '--item', 'echo', '--params', given, '--json')
  expect(compact(out)).toContain(`"given":${compact(sent)}`)
  expect((JSON.parse(out) as { plan: { input: string } }).plan.input).toBe(dumped(given))
})

test('ndjson keeps parameters, answers and IDs exact', async () => {
  const child = commandLine.start(cwd, 'ndjson', '--dir', 'project')
  child.stdin.end(
    `{"id":12345678901234567891,"item_id":"echo","parameters":${given}}\n{"id":{"2":1.0,"1":2},"ask":"list"}\n`,
  )
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) lines.push(line)
  expect(lines[0]?.startsWith('{"id":12345678901234567891,')).toBe(true)
  expect(lines[0]).toContain(`"given":${sent}`)
  expect((JSON.parse(lines[0] ?? '') as { document: { plan: { input: string } } }).document.plan.input).toBe(
    dumped(given),
  )
  expect(lines[1]?.startsWith('{"id":{"2":1.0,"1":2},')).toBe(true)
})

test('stdout and run --json keep values exact', { timeout: 60_000 }, async () => {
  const params = JSON.stringify({ text: given })
  const { out } = await ryeChain(cwd, 'run', 'say', '--dir', 'project', '--params', params, '--yes', '--json')
  expect(compact(out)).toContain(`"data":${compact(sent)}`)
})

const call = (id: string, name: string, rest: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":{${rest}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
const stdinOf = (line: string): unknown =>
  (JSON.parse(line) as { result: { structuredContent: { stdin: string } } }).result.structuredContent.stdin

test('MCP over stdio keeps parameters, IDs and answers exact', { timeout: 120_000 }, async () => {
  const child = commandLine.start(cwd, 'mcp', '--root', 'project')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const asked = async (text: string): Promise<string> => {
    child.stdin.write(`${text}\n`)
    return String((await lines.next()).value)
  }
  for (const text of parts) {
    const line = await asked(call('12345678901234567891', 'resolve', `"item_id":"echo","parameters":${text}`))
    expect(line).toContain('"id":12345678901234567891')
    expect([text, stdinOf(line)]).toEqual([text, dumped(text)])
  }
  const body = '"item_id":"send","parameters":{"payload":{"v":12345678901234567891,"w":21.0}}'
  const explained = await asked(call('"$py-id:1"', 'explain', body))
  expect(explained).toContain('"id":"$py-id:1"')
  expect(explained).toContain('"is":12345678901234567891')
  expect(explained).toContain('"is":21.0')
  expect(explained).not.toContain('"$py"')
  child.stdin.end()
})

test('MCP over HTTP keeps parameters and IDs exact', { timeout: 120_000 }, async () => {
  for (const text of parts) {
    const response = await fetch(`${server.origin}/mcp`, {
      method: 'POST',
      headers: { ...rawHeaders('resolve'), authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: call('12345678901234567891', 'resolve', `"item_id":"echo","parameters":${text}`),
    })
    const written = await response.text()
    expect(written).toContain('"id":12345678901234567891')
    const line = written.split('\n').find((one) => one.includes('"result"')) ?? ''
    expect([text, stdinOf(line.replace(/^data: /, ''))]).toEqual([text, dumped(text)])
  }
})

test('HTTP keeps a plan, its request body, and a response in any charset exact', { timeout: 120_000 }, async () => {
  const allowed = ['--http-allow-private', `127.0.0.1:${service.port}`]
  const runner = await startTestServer(allowed, (facts) => serverEngine({ ...facts, interpreters: [] }))
  const hello = exampleSnapshots()['hello-chain']
  const bundle = { id: 'ryeos-lilux', version: '1.1.0' }
  const files = {
    ...hello?.files,
    '/project/.ai/tools/send.yaml': sendTool(),
    '/project/.ai/tools/echo.yaml': echoTool,
  }
  const question = (item_id: string, parameters: string): string =>
    `${JSON.stringify({ workspace: { ...hello, files, bundle }, item_id, dialect: 'lilux' }).slice(0, -1)},"parameters":${parameters}}`
  const echo = await (await runner.send('POST', '/api/plan', question('echo', given))).text()
  expect((JSON.parse(echo) as { plan: { input: string } }).plan.input).toBe(dumped(given))
  const payload = object(finite.map(([text]) => text))
  const body = object(finite.map(([, text]) => text))
  for (const [type, bytes] of [
    ['application/json', Buffer.from(given)],
    ['application/json', Buffer.from(`\ufeff${given}`)],
    ['application/json; charset=utf-16le', Buffer.from(`\ufeff${given}`, 'utf16le')],
    ['application/json; Charset="UTF-8"', Buffer.from(given)],
  ] as const) {
    ;[answer, answerType] = [bytes, type]
    const planned = await (await runner.send('POST', '/api/plan', question('send', `{"payload":${payload}}`))).text()
    expect(planned).toContain(`"body":${body}`)
    const { nonce, digest } = JSON.parse(planned) as { nonce: string; digest: string }
    const events = await (await runner.send('POST', '/api/run', { nonce, digest })).text()
    expect(service.requests.at(-1)?.body).toBe(body)
    expect([type, events]).toEqual([type, expect.stringContaining(`"body":${sent}`)])
  }
  await runner.close()
})

test.for([
  ['foreign', 'body.a[0] is of type date'],
  ['keyed', 'the key 1 in body.a is of type int, not a string'],
  ['endless', 'body.a is inf'],
] as const)('R15.2 the request of the item %s is refused with the name of the value: %s', async ([item, problem]) => {
  const { out, code } = await ryeChain(
    cwd,
    'analyze',
    '--dir',
    'project',
    '--item',
    item,
    '--dialect',
    'lilux',
    '--json',
  )
  expect([code, out]).toEqual([1, expect.stringContaining(problem)])
})

test('the expected JSON of this test survives a round-trip', () => {
  const read = readJson(sent)
  expect('value' in read && writeJson(read.value)).toBe(sent)
})
