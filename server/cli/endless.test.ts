import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { limits } from '#core/rules'
import { snapshotLimits } from '#core/workspace'
import { reported } from '../mcp/testing/agent.ts'
import { agentOf, placeWithout } from '../mcp/testing/workplace.ts'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder, ryeChain } from '../testing/directories.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 })

// Endless and oversized inputs are read up to a named limit.

const commandLine = builtCommandLine()
const endless = '/dev/zero'
const project = ['--dir', 'project'] as const
const item = [...project, '--item', 'demo/greet'] as const

function makePipe(path: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path])
}

const ended: (() => void)[] = []
afterEach(() => ended.splice(0).forEach((end) => end()))

test.for([
  ['open', `@${endless}`, '--to', 'opened'],
  ['lesson', `@${endless}`],
  ['analyze', ...item, '--world', endless],
  ['check', ...project, '--baseline', endless],
  ['run', 'demo/greet', ...project, '--yes', '--resume', endless],
  ['trust', endless, ...project],
])('%s %s exits with 2 for an infinite file and names the limit', async (words) => {
  const { code, out, err } = await ryeChain(exampleFolder('hello-chain'), ...words)
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('(limit inputBytes)')])
})

test.for([
  { name: 'standard input', script: `exec "$@" - --to opened < ${endless}` },
  { name: 'a named pipe', script: `mkfifo pipe; yes > pipe & exec "$@" @pipe --to opened` },
])('open exits with 2 for an infinite input: $name', ({ script }) => {
  const words = ['-c', script, 'sh', ...commandLine.words('open')]
  const { status, stdout, stderr } = spawnSync('sh', words, { cwd: exampleFolder('hello-chain'), encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('(limit inputBytes)')])
})

test('a link is read from a named pipe as from a file', async () => {
  const cwd = exampleFolder('hello-chain')
  const { out: link } = await ryeChain(cwd, 'share', ...item)
  makePipe(join(cwd, 'pipe'))
  const writer = spawn('sh', ['-c', 'printf %s "$1" > pipe', 'sh', link], { cwd })
  ended.push(() => writer.kill())
  expect((await ryeChain(cwd, 'open', '@pipe', '--to', 'opened')).code).toBe(0)
})

/** Replace a file of a folder, first with an endless file and then with a pipe that has no writer. */
function* inPlaceOf(cwd: string, path: string): Generator<string> {
  mkdirSync(dirname(join(cwd, path)), { recursive: true })
  for (const make of [() => symlinkSync(endless, join(cwd, path)), () => makePipe(join(cwd, path))]) {
    rmSync(join(cwd, path), { force: true })
    make()
    yield path
  }
}

test.for([
  { path: 'project/rye-chain.yaml', words: ['check', ...project] },
  { path: 'bundle/bundle.json', words: ['check', ...project, '--system', 'bundle'] },
  { path: 'lesson.yaml', words: ['lesson', '.'] },
  { path: 'corpus/cases.json', words: ['conformance', '--corpus', 'corpus'] },
])('$path that is a device or a pipe is not read', async ({ path, words }) => {
  const cwd = exampleFolder('hello-chain')
  for (const _ of inPlaceOf(cwd, path)) {
    const { code, err } = await ryeChain(cwd, ...words)
    expect([code, err]).toEqual([2, expect.stringMatching(/regular file|can be read|no readable bundle/)])
  }
})

test('a signing key that is a device or a pipe is not read', async () => {
  const cwd = exampleFolder('hello-chain')
  for (const _ of inPlaceOf(cwd, '.ai/config/keys/signing/private_key.pem')) {
    const { code, err } = await ryeChain(cwd, 'sign', '--all', ...project)
    expect([code, err]).toEqual([1, expect.stringContaining('it is not a regular file')])
  }
})

test('a baseline file that is too long to read is not overwritten', async () => {
  const cwd = exampleFolder('hello-chain')
  writeFileSync(join(cwd, 'large'), '')
  truncateSync(join(cwd, 'large'), limits.inputBytes + 1)
  const { code, err } = await ryeChain(cwd, 'check', ...project, '--write-baseline', 'large')
  expect([code, err]).toEqual([2, expect.stringContaining('and was not changed')])
})

test.for([['check'], ['check', '--fix'], ['analyze', '--item', 'large'], ['sign', '--all']])(
  'the command %s reports a tool file of 1 TiB as too large',
  async (words) => {
    const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/large.py': '' })
    truncateSync(join(cwd, 'project/.ai/tools/large.py'), 2 ** 40)
    await ryeChain(cwd, 'keys', 'new', '--user', 'home')
    const { code, out, err } = await ryeChain(cwd, ...words, ...project, '--user', 'home')
    expect([code, out + err]).toEqual([1, expect.stringMatching(/large\.py.*too large/s)])
  },
)

test('a tool file that is too large is listed for users, and reported to agents without being read', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/large.py': '' })
  truncateSync(join(cwd, 'project/.ai/tools/large.py'), 2 ** 40)
  expect((await ryeChain(cwd, 'list', ...project)).out).toContain('large')
  const place = placeWithout()
  const agent = await agentOf(place.at(cwd))
  ended.push(() => void place.close())
  for (const [name, given] of [['check'], ['validate', { item_id: 'large' }]] as const)
    expect((await reported(agent, name, given)).text).toContain('cannot be read: it is too large')
})

test('share does not read a file that is too large for a draft', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/large.bin': '' })
  truncateSync(join(cwd, 'project/.ai/tools/large.bin'), 3 * 1024 ** 3)
  const { code, out, err } = await ryeChain(cwd, 'share', ...item)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(`the limit is ${snapshotLimits.fileBytes}`)
  expect((await ryeChain(cwd, 'share', ...item, '--leave-out', '.ai/tools/large.bin')).code).toBe(0)
})

test('open refuses a short link if its server sends an infinite response', async () => {
  const server = createServer((_, response) => {
    // The test checks the write error, because Node 26 does not destroy the response when its reader leaves.
    const more = (error?: Error | null): void => void (error ?? response.write(Buffer.alloc(1 << 20, ' '), more))
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => (server.closeAllConnections(), server.close()))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { code, err } = await ryeChain(
    exampleFolder('hello-chain'),
    'open',
    `http://127.0.0.1:${port}/s/abcdefgh`,
    '--to',
    'o',
  )
  expect([code, err]).toEqual([1, expect.stringContaining('(limit inputBytes)')])
})
