import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node'
import { productRoot } from '../engine/product.ts'
import { quantile, type Figure, type Section } from './figures.ts'
import { putOnDisk } from './on-disk.ts'

const tools = 10_000
const rounds = 60
/** Rounds that warm up the compiler; the first round also reads the files. */
const warmUp = 10

/**
 * The language server as a separate process: the duration of each request after a key is pressed, measured from sending
 * the key.
 */
export async function measureEditor(): Promise<Section> {
  const disk = putOnDisk({ tools })
  const program = join(productRoot, 'server/launch/rye-chain.cjs')
  const spaces = ['--user', join(disk.folder, 'user'), '--system', `core@1.0.0=${join(disk.folder, 'system/core')}`]
  const child = spawn(process.execPath, [program, 'lsp', ...spaces], { stdio: ['pipe', 'pipe', 'inherit'] })
  const client = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin))
  try {
    client.onRequest('client/registerCapability', () => null)
    client.listen()
    const capabilities = {
      workspace: {
        didChangeWatchedFiles: { dynamicRegistration: true },
        workspaceEdit: { resourceOperations: ['rename'] },
      },
    }
    await client.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities })
    await client.sendNotification('initialized', {})
    const samples = await askedWhileTyping(client, disk.synthetic.files, (path) => disk.onDisk(path))
    const how = `${rounds} rounds, each one key and then the request, ${tools.toLocaleString('en')} tools; the server is another process`
    const all = [...samples.values()].flat()
    const figures: readonly Figure[] = [
      { what: 'any request after a key: p95', value: quantile(all, 0.95), unit: 'ms', bar: 50, how },
      ...[...samples].map(([what, times]) => ({ what: `${what}: p95`, value: quantile(times, 0.95), unit: 'ms', how })),
    ]
    return { title: 'Language server', figures }
  } finally {
    client.dispose()
    child.kill()
    disk.remove()
  }
}

async function askedWhileTyping(
  client: ReturnType<typeof createMessageConnection>,
  files: ReadonlyMap<string, string>,
  onDisk: (path: string) => string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const [path = ''] = [...files.keys()].filter((one) => one.startsWith('/project/.ai/tools/') && one.endsWith('.py'))
  const uri = pathToFileURL(onDisk(path)).href
  const text = readFileSync(onDisk(path), 'utf8')
  const before = text.slice(0, text.indexOf('__executor_id__'))
  const line = before.split('\n').length - 1
  const character = '__executor_id__ = "rt'.length
  const textDocument = { uri }
  const position = { line, character }
  const top = { line, character: 0 }
  const misspelt = {
    range: { start: top, end: position },
    code: 'executor-not-found',
    source: 'rye-chain',
    message: '',
  }
  const requests: readonly (readonly [method: string, params: object, text: string])[] = [
    ['textDocument/hover', { textDocument, position }, text],
    ['textDocument/completion', { textDocument, position }, text],
    ['textDocument/definition', { textDocument, position }, text],
    ['textDocument/references', { textDocument, position, context: { includeDeclaration: true } }, text],
    ['textDocument/codeLens', { textDocument }, text],
    ['textDocument/documentSymbol', { textDocument }, text],
    ['textDocument/semanticTokens/full', { textDocument }, text],
    [
      'textDocument/codeAction',
      { textDocument, range: misspelt.range, context: { diagnostics: [misspelt] } },
      text.replace(/__executor_id__ = "rt\/(\w)/, '__executor_id__ = "rt/x$1'),
    ],
  ]
  let version = 1
  await client.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version, text } })
  const samples = new Map<string, number[]>()
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [method, params, now] of requests) {
      const began = performance.now()
      version++
      const contentChanges = [{ text: `${now}\n# ${version}\n` }]
      await client.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges })
      await client.sendRequest(method, params)
      if (round >= warmUp) samples.set(method, [...(samples.get(method) ?? []), performance.now() - began])
    }
  }
  return samples
}
