import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productRoot } from '../engine/product.ts'
import { processesWith } from '../testing/processes.ts'
import { ryeChain } from '../testing/directories.ts'
import { agentAt, commandLineProgram, envOf, reported, yes, type Era } from './testing/agent.ts'
import { call, folder } from './testing/tree.ts'

// Tests of `rye-chain mcp` as a child process. The other files of this folder test its tools without a process.

let program: Awaited<ReturnType<typeof commandLineProgram>>
beforeAll(async () => void (program = await commandLineProgram()), 120_000)
afterAll(() => program.remove())

const start = (cwd: string, options: Parameters<typeof agentAt>[3] = {}) =>
  agentAt(program.path, cwd, ['--root', 'project'], options)

test.each<Era>(['legacy', 'auto'])('the official client of the era %s runs an approved call', async (era) => {
  const { agent } = await start(folder(), { era, person: yes })
  const { isError, structuredContent } = await reported(agent, 'execute', call('say'))
  expect([isError, structuredContent]).toMatchObject([undefined, { success: true, data: { stdout: 'hi\n' } }])
  await agent.close()
})

test('without a person to ask, the answer contains the command line for the run', async () => {
  const cwd = folder()
  const { agent } = await start(cwd)
  const { isError, structuredContent } = await reported(agent, 'execute', call('say', "it's"))
  expect([isError, structuredContent]).toMatchObject([true, { success: false, data: null }])
  await agent.close()
  const line = String(structuredContent?.['run_by_a_person'])
  const words = [...line.matchAll(/'((?:[^']|'"'"')*)'|(\S+)/g)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? '').replaceAll(`'"'"'`, "'"),
  )
  const typed = await ryeChain(cwd, ...words.slice(2, -2), '--yes', ...words.slice(-2))
  expect([typed.code, typed.out]).toEqual([0, "it's\n"])
})

test('the first answers about an unchanged project come from the cache folder', async () => {
  const cwd = folder()
  const cache = join(cwd, '.cache/rye-chain')
  const used = (): readonly number[] => readdirSync(cache).map((name) => statSync(join(cache, name)).mtimeMs)
  const answers = async (): Promise<readonly unknown[]> => {
    const { agent } = await start(cwd)
    const both = [await reported(agent, 'check', {}), await reported(agent, 'search', { query: 'say' })]
    await agent.close()
    return both.map(({ structuredContent }) => structuredContent)
  }
  // Only answers for settled files are stored.
  await new Promise((resolve) => setTimeout(resolve, 2_600))
  const computed = await answers()
  const stored = used()
  expect(stored).toHaveLength(2)
  expect(await answers()).toEqual(computed)
  expect(Math.min(...used())).toBeGreaterThan(Math.max(...stored))
  writeFileSync(join(cwd, 'project/.ai/tools/new.py'), '__executor_id__ = "no/such"\n')
  expect(JSON.stringify(await answers())).toContain('no/such')
})

describe('a client that disconnects ends its runs', () => {
  test('when a client closes, the server and its process group end', async () => {
    const word = `gone-${process.pid}`
    const { agent, pid } = await start(folder(), { person: yes })
    const running = agent.callTool({ name: 'execute', arguments: call('sleeper', word) }).catch(() => undefined)
    await expect.poll(() => processesWith(word).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await agent.close()
    await running
    await expect.poll(() => processesWith(word), { timeout: 20_000 }).toEqual([])
    expect(() => process.kill(pid, 0)).toThrow()
  })

  test.for(['output', 'SIGTERM'] as const)(
    'the program exits with code 0 when a raw client disconnects: %s',
    async (way) => {
      const word = `${way}-${process.pid}`
      const child = await raw(
        ['--import', noisy],
        folder({ 'project/rye-chain.yaml': 'mcp: {allow: [sleeper]}\n' }),
        true,
      )
      const left = once(child, 'exit') as Promise<[number]>
      send(child, 2, 'tools/call', { name: 'execute', arguments: call('sleeper', word), _meta: { progressToken: 1 } })
      await expect.poll(() => processesWith(word).length, { timeout: 20_000 }).toBeGreaterThan(0)
      if (way === 'SIGTERM') child.kill('SIGTERM')
      else {
        // The reader is closed, so the next message breaks the pipe.
        child.stdout.destroy()
        send(child, 3, 'tools/list', {})
      }
      expect(await left).toEqual([0, null])
      await expect.poll(() => processesWith(word), { timeout: 20_000 }).toEqual([])
    },
  )
})

/** A module that prints and warns repeatedly, as a library could. */
const noisy = `data:text/javascript,${encodeURIComponent(
  `const say = () => { if (process.stdin.listenerCount('data') === 0) return
   console.log('noise'); console.info({a: 1}); process.stdout.write('{"jsonrpc": '); process.emitWarning('noise') }
   setInterval(say, 50).unref(); process.on('exit', say)`,
)}`

async function raw(node: readonly string[], cwd: string, confirmed = false): Promise<ChildProcessWithoutNullStreams> {
  if (confirmed) {
    const shown = await ryeChain(cwd, 'mcp', '--confirm-policy', '--root', 'project')
    const [, digest = ''] = /digest ([0-9a-f]{64})/.exec(shown.err) ?? []
    await ryeChain(cwd, 'mcp', '--confirm-policy', '--root', 'project', '--digest', digest)
  }
  const child = spawn(process.execPath, [...node, program.path, 'mcp', '--root', 'project'], { cwd, env: envOf(cwd) })
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  const clientInfo = { name: 'raw', version: '1' }
  send(child, 1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  child.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
  return child
}

function send({ stdin }: ChildProcessWithoutNullStreams, id: number, method: string, params: object): void {
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
}

test('stdout carries only the protocol, despite invalid input and a module that prints', async () => {
  const child = await raw(['--import', noisy], folder())
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.write('no json\n')
  send(child, 2, 'tools/call', { name: 'check', arguments: {} })
  send(child, 3, 'no/such', {})
  send(child, 4, 'tools/call', { name: 'absent', arguments: {} })
  await expect.poll(() => said.split('\n').length, { timeout: 20_000 }).toBeGreaterThan(5)
  child.stdin.end()
  const [code] = (await once(child, 'exit')) as [number]
  const lines = said.trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  expect([code, lines.length]).toEqual([0, 5])
})

test('an invalid or oversized message is refused, and the next is answered', async () => {
  const child = await raw([], folder())
  const said = text(child.stdout)
  const long = 'x'.repeat(20 * 1024 * 1024)
  child.stdin.write('{"jsonrpc": "2.0", "id": 2}\n')
  child.stdin.write(`{"jsonrpc": "2.0", "id": 3, "method": "ping", "params": {"id": 9, "x": "${long}"}}\n`)
  child.stdin.write(`{"method": "ping", "params": {"x": "${long}", "id": 9}, "jsonrpc": "2.0", "id": "four"}\n`)
  child.stdin.write(`${long}\n`)
  send(child, 5, 'no/such', {})
  child.stdin.end()
  const lines = (await said).trimEnd().split('\n')
  const answers = lines.map((line) => JSON.parse(line) as { id: unknown; error?: { code: number } })
  expect(answers.map(({ id, error }) => [id, error?.code]).filter(([id]) => id !== 1)).toEqual([
    [2, -32600],
    [3, -32600],
    ['four', -32600],
    [null, -32600],
    [5, -32601],
  ])
})

test('the configurations in docs/agents.md start the server', async () => {
  const page = readFileSync(join(productRoot, 'docs/agents.md'), 'utf8')
  const blocks = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, text = '']) => JSON.parse(text) as Configuration)
  const servers = blocks.map(({ mcpServers, servers: named }) => (mcpServers ?? named)?.['rye-chain'])
  const started = servers.filter((one) => one?.command !== undefined)
  expect([started.length, servers.length]).toEqual([3, 4])
  const project = join(folder(), 'project')
  const lines = new Set(
    started.map((one) => [one?.command, ...(one?.args ?? [])].join(' ').replace(/\$\{workspaceFolder\}|\.$/, project)),
  )
  for (const line of lines) {
    const [npx, name, ...words] = line.split(' ')
    expect([npx, name]).toEqual(['npx', 'rye-chain-playground'])
    const { agent } = await agentAt(program.path, project, words.slice(1))
    expect((await reported(agent, 'resolve', { item_id: 'demo/greet' })).isError).toBeUndefined()
    await agent.close()
  }
})

interface Configuration {
  readonly mcpServers?: Servers
  readonly servers?: Servers
}
type Servers = Readonly<Record<string, { readonly command?: string; readonly args?: readonly string[] }>>

test('a root that is not a folder prevents the start and is reported', async () => {
  const { code, err } = await ryeChain(folder(), 'mcp', '--root', join('no', 'where'))
  expect([code, err]).toEqual([2, expect.stringContaining('no such folder')])
})
