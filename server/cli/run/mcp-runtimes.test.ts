import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { productRoot } from '../../engine/product.ts'
import { exampleFolder, freshFolder, ryeChain } from '../../testing/directories.ts'

const call = ['run', '--dir', 'project', '--yes', '--json', '--params', '{"a": 2, "b": 40}', 'sums/add'] as const

test('a tool runs on an MCP server that the connector starts', async () => {
  const { code, json } = await ryeChain(exampleFolder('mcp-server'), ...call)
  expect([code, json()]).toEqual([0, expect.objectContaining({ success: true })])
  expect(json<{ data: unknown }>().data).toEqual({ success: true, result: { sum: 42 } })
})

test('without the Python of Rye, the problem names the variable and the file that sets it', async () => {
  const cwd = exampleFolder('mcp-server')
  rmSync(join(cwd, 'project/.env'))
  const { code, err } = await ryeChain(cwd, ...call)
  expect([code, err]).toEqual([1, expect.stringContaining('set RYE_KERNEL_PYTHON in .env')])
})

const connector = join(productRoot, 'core/bundles/ryeos-core/1.3.0/.ai/tools/rye/core/runtimes/mcp/lib/connect.py')

/** Runs the connector without the engine, because a sandbox has no network. */
async function connect(settings: string): Promise<unknown> {
  const path = join(freshFolder(), 'server.yaml')
  writeFileSync(path, settings)
  const args = [connector, '--server-config', path, '--tool', 'echo', '--project-path', freshFolder()]
  const child = execFile('python3', args)
  child.stdin?.end('{"word": "hi"}')
  let out = ''
  child.stdout?.on('data', (text: string) => (out += text))
  await once(child, 'close')
  return JSON.parse(out)
}

/** An MCP server over HTTP that returns the arguments of a call as its text, as JSON or as an event. */
async function echoServer(asEvent: boolean): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params: { arguments: object } }
      if (id === undefined) return response.writeHead(202).end()
      if (method === 'tools/call' && request.headers['mcp-session-id'] !== 's1') return response.writeHead(400).end()
      const result =
        method === 'initialize' ? {} : { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] }
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result })
      response.writeHead(200, { 'mcp-session-id': 's1' })
      return response.end(asEvent ? `event: message\ndata: ${answer}\n\n` : answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

test.for([false, true])('a tool runs on an MCP server over HTTP, with events: %s', async (asEvent) => {
  const url = await echoServer(asEvent)
  const settings = `# a server\n---\ntool_type: mcp_server\nconfig:\n  transport: http\n  url: "${url}"\n  headers:\n    X-Team: 'it''s us'\n`
  expect(await connect(settings)).toEqual({ success: true, result: '{"word":"hi"}' })
})

test.for([
  { settings: 'config:\n  transport: http\n', error: 'no config.url' },
  { settings: 'config:\n  transport: stdio\n', error: 'no config.command' },
  { settings: 'tool_type: mcp_server\n', error: 'no mapping config' },
  { settings: 'config:\n  command: no-such-program\n', error: 'no-such-program' },
  { settings: 'config:\n  command: "true"\n', error: 'ended before it answered' },
  { settings: 'config:\n  command: x\n     odd\n', error: 'not YAML in block style' },
])('invalid settings of a connector are reported: $settings', async ({ settings, error }) => {
  expect(await connect(settings)).toEqual({ success: false, error: expect.stringContaining(error) as string })
})
