import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder } from '../testing/directories.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const commandLine = builtCommandLine()
const framed = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const request = (id: number, method: string, params: unknown): string =>
  framed(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
const initialize = request(1, 'initialize', { processId: null, rootUri: null, capabilities: {} })

/** The documents in framed messages, each with its ID. */
function documentsOf(
  said: string,
): readonly { readonly id: number | null; readonly error?: { readonly code: number } }[] {
  return said
    .split(/Content-Length: \d+\r\n\r\n/)
    .filter((body) => body !== '')
    .map((body) => JSON.parse(body) as { id: number })
}

test.for([
  { name: 'a length that is not a number', input: 'Content-Length: abc\r\n\r\n{}', says: '"abc"' },
  { name: 'a negative length', input: 'Content-Length: -5\r\n\r\n{}', says: '"-5"' },
  { name: 'a length with trailing text', input: 'Content-Length: 12abc\r\n\r\n{}', says: '"12abc"' },
  { name: 'a length above the limit', input: 'Content-Length: 99999999999\r\n\r\n', says: '99999999999' },
  { name: 'a header without a length', input: 'Content-Type: text\r\n\r\n{}', says: 'no Content-Length' },
  { name: 'a header without a colon', input: 'Content-Length 2\r\n\r\n{}', says: 'Content-Length 2' },
  { name: 'line ends of one letter', input: 'Content-Length: 2\n\n{}', says: 'not a header line' },
  { name: 'a message without a header', input: '{"jsonrpc":"2.0"}', says: 'not a header line' },
  { name: 'a header without an end', input: `X: ${'x'.repeat(5_000)}`, says: 'longer than 4096 bytes' },
])('$name stops the server with an error while its input is open', async ({ input, says }) => {
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  try {
    child.stdin.write(initialize + input + request(2, 'shutdown', null))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    expect([child.exitCode, err]).toEqual([1, expect.stringMatching(/^Reading the editor's input failed: .*\.\n$/)])
    expect(err).toContain(says)
    expect(documentsOf(out).map(({ id }) => id)).toEqual([1])
  } finally {
    child.kill('SIGKILL')
  }
})

test('messages are parsed from any chunks, with any header case and extra headers', async () => {
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  const said = text(child.stdout)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'unknown/method', params: { text: '€😀' } })
  const other = `Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:${Buffer.byteLength(body)}\r\n\r\n${body}`
  const bytes = Buffer.from(initialize + other + request(3, 'shutdown', null) + request(4, 'x', null))
  for (let at = 0; at < bytes.length; at += 7) {
    child.stdin.write(bytes.subarray(at, at + 7))
    await new Promise((resolve) => setImmediate(resolve))
  }
  child.stdin.end()
  await once(child, 'exit')
  expect(documentsOf(await said).map(({ id, error }) => [id, error?.code])).toEqual([
    [1, undefined],
    [2, -32601],
    [3, undefined],
    [4, -32600],
  ])
})

test('a body that is too long is refused, and the next message is read', async () => {
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  child.stdin.write(initialize)
  child.stdin.write(request(2, 'workspace/symbol', { query: 'x'.repeat(50_000_001) }))
  child.stdin.end(request(3, 'shutdown', null))
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(documentsOf(out).map(({ id, error }) => [id, error?.code])).toEqual([
    [1, undefined],
    [2, -32600],
    [3, undefined],
  ])
})

test('a body that is not JSON gets a parse error, and the next message is read', async () => {
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  child.stdin.end(initialize + framed('{"id": 2,') + framed('') + request(3, 'shutdown', null))
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const answers = documentsOf(out).map(({ id, error }) => [id, error?.code] as const)
  expect(answers.filter(([id]) => id !== null)).toEqual([
    [1, undefined],
    [3, undefined],
  ])
  expect(answers.filter(([id]) => id === null)).toEqual([
    [null, -32700],
    [null, -32700],
  ])
  expect(child.exitCode).toBe(0)
})

const mistaken = [
  ['textDocument/hover', { textDocument: { uri: 'file:///x.py' } }],
  ['textDocument/hover', { position: { line: 0, character: 0 } }],
  ['textDocument/hover', null],
  ['textDocument/completion', { textDocument: { uri: 'file:///x.py' }, position: { line: -1, character: 0 } }],
  ['textDocument/rename', { textDocument: { uri: 'file:///x.py' }, position: { line: 0, character: 0 } }],
  ['textDocument/codeAction', { textDocument: { uri: 'file:///x.py' }, context: {} }],
  ['textDocument/codeLens', { textDocument: 'file:///x.py' }],
  ['textDocument/documentSymbol', []],
  ['textDocument/semanticTokens/full', {}],
  ['textDocument/diagnostic', {}],
  ['workspace/diagnostic', {}],
  ['workspace/executeCommand', {}],
  ['workspace/executeCommand', { command: 'rye-chain.open', arguments: 5 }],
  ['workspace/diagnostic', { previousResultIds: [null] }],
  ['textDocument/codeAction', { textDocument: { uri: 'file:///x.py' }, context: { diagnostics: [null] } }],
] as const

test('wrong parameters of a request get an error, and the next request is read', async () => {
  const requests = mistaken.map(([method, params], at) => request(at + 2, method, params))
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  child.stdin.end([initialize, ...requests, request(99, 'shutdown', null)].join(''))
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const answers = new Map(documentsOf(out).map(({ id, error }) => [id, error?.code]))
  expect([answers.get(1), answers.get(99), answers.size]).toEqual([undefined, undefined, mistaken.length + 2])
  expect(mistaken.map((row, at) => [...row, answers.get(at + 2)])).toEqual(mistaken.map((row) => [...row, -32602]))
})

test.for([{}, { capabilities: {}, rootUri: 5 }, { capabilities: {}, workspaceFolders: ['file:///x'] }])(
  'an initialize with %j is refused, and the next initialize is accepted',
  async (params) => {
    const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
    child.stdin.end(request(0, 'initialize', params) + initialize)
    const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(documentsOf(out).map(({ id, error }) => [id, error?.code])).toEqual([
      [0, -32602],
      [1, undefined],
    ])
  },
)

const noMessages = [
  ['null', null],
  ['5', null],
  ['[{"jsonrpc":"2.0","id":2,"method":"shutdown"}]', null],
  ['{"jsonrpc":"2.0","id":2}', null],
  ['{"jsonrpc":"2.0","id":2,"method":5}', 2],
  ['{"jsonrpc":"2.0","id":{},"method":"x"}', null],
  ['{"jsonrpc":"2.0","id":2,"error":null}', null],
  ['{"jsonrpc":"2.0","method":"$/cancelRequest"}', null],
  ['{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":null}}', null],
] as const

test('a body that is not a message is refused, and the next message is read', async () => {
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  child.stdin.end([initialize, ...noMessages.map(([body]) => framed(body)), request(3, 'shutdown', null)].join(''))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const answers = documentsOf(out).map((answer) => [answer.id, answer.error?.code])
  const expected = [[1, undefined], [3, undefined], ...noMessages.map(([, id]) => [id, -32600])]
  expect(answers.sort()).toEqual(expected.sort())
  expect([err, child.exitCode]).toEqual(['', 0])
})

const mistakenNotices = [
  ['textDocument/didOpen', undefined],
  ['textDocument/didOpen', { textDocument: { uri: 5, version: 1, text: '' } }],
  ['textDocument/didOpen', { textDocument: { uri: 'file:///x.py', version: 1 } }],
  ['textDocument/didChange', { textDocument: { uri: 'file:///x.py', version: null }, contentChanges: [] }],
  [
    'textDocument/didChange',
    { textDocument: { uri: 'file:///x.py', version: 2 }, contentChanges: [{ range: {}, text: '' }] },
  ],
  ['textDocument/didClose', { textDocument: {} }],
  ['workspace/didChangeWatchedFiles', { changes: [{ uri: 5 }] }],
  ['workspace/didChangeWorkspaceFolders', { event: { added: [] } }],
  ['$/setTrace', undefined],
] as const

test('wrong parameters of a notification are reported only in the editor log', async () => {
  const notices = mistakenNotices.map(([method, params]) => framed(JSON.stringify({ jsonrpc: '2.0', method, params })))
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  child.stdin.end([initialize, ...notices, request(3, 'shutdown', null)].join(''))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const logged = [...out.matchAll(/"method":"window\/logMessage","params":\{"type":1,"message":"([^:]+): /g)]
  expect(logged.map(([, method]) => method)).toEqual(mistakenNotices.map(([method]) => method))
  expect([err, child.exitCode]).toEqual(['', 0])
})
