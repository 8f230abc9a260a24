import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { productRoot } from '../engine/product.ts'
import { documentedExample, untilSaid } from '../testing/documentation.ts'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder, ryeChain } from '../testing/directories.ts'
import { checkAgainstSchema } from '../testing/document-check.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 })

// Tests of the command line with pipes, which need a real process.

const commandLine = builtCommandLine()

async function answersTo(cwd: string, lines: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const child = commandLine.start(cwd, 'ndjson', '--dir', 'project')
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(child.exitCode).toBe(0)
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}

test('each request has one answer, in order, and an invalid request gets an error', async () => {
  const cwd = exampleFolder('hello-chain')
  const parameters = { name: 'Ada' }
  const answers = await answersTo(cwd, [
    JSON.stringify({ id: 1, item_id: 'demo/greet', parameters }),
    '{',
    JSON.stringify({ id: 'x', ask: 'dance' }),
    JSON.stringify({ id: 3, item: 'demo/greet' }),
    JSON.stringify({ id: 4, ask: 'list' }),
    JSON.stringify({ id: 5, ask: 'check' }),
  ])
  for (const answer of answers) checkAgainstSchema('ndjson', answer)
  expect(answers.map(({ id }) => id)).toEqual([1, null, 'x', 3, 4, 5])
  expect(answers.map((answer) => 'error' in answer)).toEqual([false, true, true, true, false, false])
  const alone = await ryeChain(
    cwd,
    'analyze',
    '--dir',
    'project',
    '--item',
    'demo/greet',
    '--params',
    '{"name":"Ada"}',
    '--json',
  )
  expect(Object.keys(answers[0]?.['document'] as object)).toEqual(Object.keys(alone.json<object>()))
  expect(answers[0]?.['document']).toMatchObject({ status: 'ready', item_id: 'demo/greet' })
})

test('unread answers delay further requests, and no request is lost', async () => {
  const cwd = exampleFolder('hello-chain')
  const child = commandLine.start(cwd, 'ndjson', '--dir', 'project')
  const count = 400
  const request = (id: number): string => `${JSON.stringify({ id, item_id: 'demo/greet' })}${' '.repeat(4096)}\n`
  // Write until the pipe is full, which means that the program has stopped reading.
  let sent = 0
  while (sent < count && child.stdin.write(request(sent))) sent++
  const isHeld = sent < count
  for (sent++; sent < count; sent++) child.stdin.write(request(sent))
  child.stdin.end()
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const ids = out.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { id: number }).id]))
  expect([isHeld, ids]).toEqual([true, Array.from({ length: count }, (_, id) => id)])
})

test('open waits for a link from a slow pipe', async () => {
  const cwd = exampleFolder('hello-chain')
  const link = await ryeChain(cwd, 'share', '--dir', 'project', '--item', 'demo/greet')
  const child = commandLine.start(cwd, 'open', '-', '--to', 'opened')
  const said = text(child.stderr)
  // Call `once` only once: each call adds a listener, and Node warns about the eleventh.
  const left = once(child, 'exit')
  // More than the capacity of a pipe, so the pipe becomes empty repeatedly while the program reads.
  for (let part = 0; part < 64; part++) {
    const isTaken = child.stdin.write(`${' '.repeat(64 * 1024 - 1)}\n`)
    if (!isTaken) await Promise.race([once(child.stdin, 'drain'), left])
  }
  child.stdin.end(link.out)
  await once(child, 'close')
  expect([child.exitCode, await said]).toEqual([0, ''])
})

test('a language server exits when its editor dies in the middle of a message', async () => {
  const child = commandLine.start(exampleFolder('hello-chain'), 'lsp')
  child.stdin.end('Content-Length: 100\r\n\r\n{')
  expect(await once(child, 'exit')).toEqual([0, null])
})

/** The exit code and the other output of a command whose reader closed one pipe before the first output. */
async function withClosedReader(stream: 'stdout' | 'stderr', ...words: readonly string[]) {
  const child = commandLine.start(exampleFolder('cycle-and-missing'), ...words)
  child[stream].destroy()
  child.stdin.end()
  const other = stream === 'stdout' ? child.stderr : child.stdout
  const [said] = await Promise.all([text(other), once(child, 'exit')])
  return { code: child.exitCode, said }
}

test('a closed pipe ends the program silently with the same exit code', async () => {
  const check = await withClosedReader('stdout', 'check', '--dir', 'project', '--json')
  expect(check).toEqual({ code: 1, said: '' })
  expect(await withClosedReader('stdout', 'list', '--dir', 'project')).toEqual({ code: 0, said: '' })
  const missing = await withClosedReader('stderr', 'check', '--dir', 'nowhere')
  expect(missing).toEqual({ code: 2, said: '' })
})

test('ndjson ends silently when its reader closes the pipe', () => {
  const cwd = join(exampleFolder('hello-chain'), 'project')
  const requests = `yes '{"ask": "list"}' | head -300`
  const words = ['-c', `${requests} | "$@" | head -1`, 'sh', ...commandLine.words('ndjson')]
  const { stdout, stderr } = spawnSync('sh', words, { cwd, encoding: 'utf8' })
  expect([stdout.split('\n').length, stderr]).toEqual([2, ''])
})

/** Starts a program with a non-blocking pipe, waits, and then reads all of its output. */
const late = `
import os, subprocess, sys, time
reader, writer = os.pipe()
os.set_blocking(writer, False)
child = subprocess.Popen(sys.argv[1:], stdout=writer)
os.close(writer)
time.sleep(0.5)
with os.fdopen(reader) as output: print(output.read(), end='')
sys.exit(child.wait())
`

test('a late reader of a non-blocking pipe gets the whole long answer', () => {
  const cwd = join(exampleFolder('hello-chain'), 'project')
  const parameters = JSON.stringify({ name: 'long '.repeat(20_000) })
  const words = commandLine.words('analyze', '--item', 'demo/greet', '--params', parameters, '--json')
  const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', late, ...words], { cwd, encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout.length).toBeGreaterThan(100_000)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'ready', item_id: 'demo/greet' })
})

test('a write error on stdout is reported in one line', () => {
  const words = ['-c', 'exec "$@" > /dev/full', 'sh', ...commandLine.words('list')]
  const { status, stderr } = spawnSync('sh', words, {
    cwd: join(exampleFolder('hello-chain'), 'project'),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Writing to standard output failed: ENOSPC.*\n$/)])
})

const initialize = (params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })

test('the documented ndjson command answers its request', async () => {
  const { words, input } = documentedExample('ndjson')
  const child = commandLine.start(productRoot, ...words)
  child.stdin.end(input)
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(JSON.parse(out)).toMatchObject({ id: 1, document: { status: 'ready', item_id: 'demo/greet' } })
})

test('the documented lsp command serves an editor', async () => {
  const child = commandLine.start(productRoot, ...documentedExample('lsp').words)
  // The process of `processId` stays alive: an editor can close its server without exiting.
  const message = initialize({ processId: process.pid, rootUri: null, capabilities: {} })
  child.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`)
  expect(await untilSaid(child, '"capabilities"')).toContain('hoverProvider')
  const left = once(child, 'exit')
  child.stdin.end()
  expect(await left).toEqual([0, null])
})

test('the documented mcp command serves an agent', async () => {
  const child = commandLine.start(productRoot, ...documentedExample('mcp').words)
  const clientInfo = { name: 'test', version: '1' }
  child.stdin.write(`${initialize({ protocolVersion: '2025-06-18', capabilities: {}, clientInfo })}\n`)
  expect(await untilSaid(child, '"serverInfo"')).toContain('"jsonrpc"')
  const left = once(child, 'exit')
  child.stdin.end()
  expect(await left).toEqual([0, null])
})
